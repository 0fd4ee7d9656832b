"""What the home screen offers to open."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from engine.games import GAMES
from trees.library import library_entry, library_names
from tui.course import lesson_names
from tui.learned import kept_lessons, standing
from tui.recent import recent

__all__ = ["SAMPLE", "Offer", "offers"]

Kind = Literal["learn", "tree", "game", "recent", "own"]

#: A tree as it is typed.
SAMPLE = "[[3,12,8],[2,4,6],[14,5,2]]"

#: What was opened lately and stands on the home screen.
_LATELY = 5

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
        kind: the tutorial, a tree of the library, a game, what was opened lately, or something of
            one's own.
        title: what it is called.
        about: what it is, in a few words.
        more: the rest of what there is to say about it.
        source: the SOURCE that a search starts from; empty where one is asked for.
        match: the SOURCE that a match starts from; empty where it is not played.
    """

    kind: Kind
    title: str
    about: str
    more: str = ""
    source: str = ""
    match: str = ""

    def has(self, words: list[str]) -> bool:
        """Whether each of some words, in lower case, is in what it says of itself."""
        more = "" if self.kind == "own" else self.more  # examples, which have names of other things
        said = f"{self.title} {self.about} {more}".lower()
        return all(word in said for word in words)


def offers() -> list[Offer]:
    """All that the home screen lists, what was opened lately first."""
    lately = [offer for source in recent() if (offer := _lately(source)) is not None]
    own = [
        Offer("own", "New tree", f"typed as a list: {SAMPLE}"),
        Offer(
            "own",
            "Open",
            "a file, or a position of a game",
            "a tree in YAML, a trace or match that was saved, or anything else that plytrace "
            "can search, such as reversi:6 or tic-tac-toe@xo.|.x.|...",
        ),
    ]
    return [*lately[:_LATELY], _tutorial(), *own, *map(_game, GAMES), *map(_tree, library_names())]


def _tutorial() -> Offer:
    names, lessons = lesson_names(), kept_lessons()
    done = sum(standing(name, lessons) == "done" for name in names)
    about = f"{len(names)} lessons, from game trees to alpha-beta by hand"
    return Offer("learn", "Tutorial", f"{about}; {done} done" if done else about)


def _tree(name: str) -> Offer:
    entry = library_entry(name)
    return Offer("tree", name, entry.title, entry.description, name)


def _game(name: str) -> Offer:
    entry = GAMES[name]
    about, _, more = entry.summary.partition("; ")
    return Offer("game", name, about, more, entry.example, _PLAYED.get(name, ""))


def _lately(source: str) -> Offer | None:
    """What was opened lately, with what it is; None for a file that is gone."""
    path = Path(source)
    if path.is_absolute():
        if not path.is_file():
            return None
        folder = str(path.parent).replace(str(Path.home()), "~", 1)
        return Offer("recent", path.name, f"in {folder}", source=source)
    if source in library_names():
        entry = library_entry(source)
        return Offer("recent", source, entry.title, entry.description, source)
    game = re.split("[:@]", source)[0]
    if game in GAMES:
        return Offer("recent", source, GAMES[game].summary.partition("; ")[0], "", source)
    typed = "a tree that was typed" if source.startswith("[") else "opened lately"
    return Offer("recent", source, typed, "", source)
