"""What the home screen offers to open."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from engine.games import GAMES
from trees.library import library_entry, library_names
from tui.recent import recent

__all__ = ["Offer", "offers"]

Kind = Literal["tree", "game", "recent", "own"]

#: Games that a person can sit down to without saying which, and where a match of them begins.
_PLAYED = {
    "tic-tac-toe": "tic-tac-toe",
    "mnk": "mnk:4,4,3",
    "connect-four": "connect-four",
    "reversi": "reversi:8",
    "race": "race:10,3",
    "nim": "nim:3,5,7",
    "chess": "chess",
}


@dataclass(frozen=True, slots=True)
class Offer:
    """Something to open.

    Args:
        kind: a tree of the library, a game, what was opened lately, or something of one's own.
        title: what it is called.
        about: what it is, in a line.
        source: the SOURCE that a search starts from; empty where one is asked for.
        match: the SOURCE that a match starts from; empty where it is not played.
    """

    kind: Kind
    title: str
    about: str
    source: str = ""
    match: str = ""


def offers() -> list[Offer]:
    """All that the home screen lists, what was opened lately first."""
    lately = [Offer("recent", source, "opened lately", source) for source in recent()[:5]]
    own = [
        Offer("own", "New tree", "type it as a list: [[3,12,8],[2,4,6],[14,5,2]]"),
        Offer("own", "Open a file or a position", "a YAML file, a saved trace or match, a SOURCE"),
    ]
    entries = [library_entry(name) for name in library_names()]
    trees = [
        Offer("tree", entry.name, f"{entry.title}: {entry.description}", entry.name)
        for entry in entries
    ]
    games = [
        Offer("game", name, entry.summary, entry.example, _PLAYED.get(name, ""))
        for name, entry in GAMES.items()
    ]
    return [*lately, *own, *games, *trees]
