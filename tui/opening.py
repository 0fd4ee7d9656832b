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

Kind = Literal["learn", "tree", "game", "recent", "own", "command"]

#: A tree as it is typed.
SAMPLE = "[[3,12,8],[2,4,6],[14,5,2]]"

#: What plytrace does in a shell and has no screen: its name, what it is, and lines to type.
_COMMANDS = (
    (
        "check",
        "homework: marks a trace that was worked by hand",
        ("plytrace check --form lecture", "plytrace check lecture answers.txt"),
    ),
    (
        "check-code",
        "homework: runs programs and marks what they visit",
        ("plytrace check-code --starter aima", "plytrace check-code lecture program.py"),
    ),
    (
        "worksheet",
        "problem sets: worksheets, keys, a variant for each student",
        ("plytrace worksheet lab3", "plytrace worksheet lab3 --key"),
    ),
    (
        "generate",
        "random trees to order, in files",
        ("plytrace generate --cutoffs 3 --unique",),
    ),
    (
        "export",
        "figures and tables: SVG, PDF, LaTeX, CSV, JSON …",
        ("plytrace export lecture -f svg -o lecture.svg", "plytrace list formats"),
    ),
)

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
        kind: the tutorial, a tree of the library, a game, what was opened lately, something of
            one's own, or a command.
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
        examples = self.kind in ("own", "command")  # which have names of other things in them
        more = "" if examples else self.more
        said = f"{self.title} {self.about} {more}".lower()
        return all(word in said for word in words)


def offers() -> list[Offer]:
    """All that the home screen lists, what was opened lately first."""
    lately = [offer for source in recent() if (offer := _lately(source)) is not None]
    own = [
        Offer("own", "New tree", f"typed as a list: {SAMPLE}"),
        Offer(
            "own",
            "Random tree",
            "made to order: so many plies, so many cutoffs",
            "The line that it is made from is changed as you like; the same line makes the same "
            "tree.",
        ),
        Offer(
            "own",
            "Open",
            "a file, or a position of a game",
            "a tree in YAML, a trace or match that was saved, or anything else that plytrace "
            "can search, such as reversi:6 or tic-tac-toe@xo.|.x.|...",
        ),
    ]
    commands = [
        Offer("command", title, about, "\n".join(lines)) for title, about, lines in _COMMANDS
    ]
    found = [*lately[:_LATELY], _tutorial(), *own, *map(_game, GAMES)]
    return [*found, *map(_tree, library_names()), *commands]


def _tutorial() -> Offer:
    names, lessons = lesson_names(), kept_lessons()
    far = {name: standing(name, lessons) for name in names}
    done = sum(one == "done" for one in far.values())
    about = f"{len(names)} lessons, from game trees to alpha-beta by hand"
    to_do = [name for name in names if far[name] != "done"]
    begun = [name for name in to_do if far[name]]
    more = [f"Next: {(begun or to_do)[0].replace('-', ' ')}"] if to_do else ["All are done."]
    for number, name in enumerate(names, 1):
        told = f"{number:>3}  {name.replace('-', ' ')}"
        more.append(f"{told}: {far[name]}" if far[name] else told)
    told = f"{about}; {done} done" if done else about
    return Offer("learn", "Tutorial", told, "\n".join(more))


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
