"""The errors of plytrace.

Every error is a `PlytraceError`. It keeps the place, the fault, the expected input and a hint
separate, so that the command line and the screens can each format them.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from difflib import get_close_matches
from typing import Any, ClassVar, Final, TypeVar

_Thing = TypeVar("_Thing")
_Error = TypeVar("_Error", bound="PlytraceError")

#: The commands that list the names of a kind.
_LISTED: Final = {
    "search": "Try: plytrace list searches",
    "convention": "Try: plytrace list conventions",
    "order": "Try: plytrace list orders",
    "format": "Try: plytrace list formats",
    "shape of programs": "Try: plytrace list shapes",
    "worksheet format": "Try: plytrace worksheet --formats",
}

#: Other words for known names, and the names that they may mean.
_OTHER_WORDS: Final[Mapping[str, tuple[str, ...]]] = {
    "ab": ("alphabeta",),
    "alg": ("search",),
    "algo": ("search",),
    "algorithm": ("search",),
    "course": ("convention",),
    "eval": ("evaluation",),
    "heuristic": ("eval", "evaluation"),
    "iddfs": ("deepening",),
    "max": ("max_player",),
    "method": ("search",),
    "negascout": ("pvs",),
    "othello": ("reversi",),
    "out": ("output",),
    "plies": ("depth",),
    "ply": ("depth",),
    "plys": ("plies", "depth"),
    "scout": ("pvs",),
    "tic tac toe": ("tic-tac-toe",),
    "timeout": ("seconds",),
    "ttt": ("tic-tac-toe",),
}

#: A line of a file or of standard input; other text may follow.
_IN_A_FILE: Final = re.compile(
    r"(?:^stdin|\.(?:ya?ml|json|jsonl|efg|test|py|ipynb|txt|md|csv|toml)):\d+(?::\d+)?\b",
    re.IGNORECASE,
)


class PlytraceError(Exception):
    """The base of all errors of plytrace.

    Args:
        found: the fault, as one clause without a full stop.
        where: the place, or its text: `file:line:column`, or the position concerned.
        expected: the valid input, as a clause that follows "expected".
        hint: what to do, as a separate sentence.
    """

    exit_code: ClassVar[int] = 3

    def __init__(
        self, found: str, *, where: object = "", expected: str = "", hint: str = ""
    ) -> None:
        super().__init__(found, str(where), expected, hint)
        self.found = found
        self.where = str(where)
        self.expected = expected
        self.hint = hint

    def __reduce__(self) -> tuple[Any, ...]:
        """Return the parts for pickle, which would otherwise pass them by position."""
        # An error in a worker of a process pool is pickled on its way out.
        return _make_without_attributes, (type(self), self.args), self.__dict__

    def __str__(self) -> str:
        text = f"{self.where}: {self.found}" if self.where else self.found
        if self.expected:
            text += f"; expected {self.expected}"
        if self.hint:
            text += f". {self.hint}"
        return text

    def restate(self, kind: type[_Error], **parts: str) -> _Error:
        """Return the same error as one of a kind, with some of its parts replaced."""
        same = {name: getattr(self, name) for name in ("found", "where", "expected", "hint")}
        return kind(**{**same, **parts})

    @property
    def names_line(self) -> bool:
        """Whether `where` names a line of a file."""
        return bool(_IN_A_FILE.search(self.where))


def _make_without_attributes(
    kind: type[PlytraceError], arguments: tuple[str, ...]
) -> PlytraceError:
    """Return an error whose attributes are not set yet."""
    return kind.__new__(kind, *arguments)


class InvalidInput(PlytraceError):
    """A file, a position or a game that cannot be read or breaks its own rules (exit code 3)."""


@contextmanager
def add_place(place: str | Callable[[PlytraceError], str]) -> Iterator[None]:
    """Add the place in a file to an error raised inside that names no line."""
    # The reader of a file knows the line; the functions it calls do not. A `UsageError` becomes
    # `InvalidInput`, since the mistake is in the file.
    try:
        yield
    except PlytraceError as error:
        if error.names_line:
            raise
        fault = f"{error.where}: {error.found}" if error.where else error.found
        where = place if isinstance(place, str) else place(error)
        raise error.restate(InvalidInput, found=fault, where=where or error.where) from error


class UsageError(PlytraceError):
    """An option or argument that does not exist or does not fit the others (exit code 2)."""

    exit_code: ClassVar[int] = 2


class SearchRefused(UsageError):
    """A search, convention or option that does not suit this game (exit code 2)."""


def look_up(name: str, things: Mapping[str, _Thing], what: str) -> _Thing:
    """Look up a name; suggest the nearest if it is unknown."""
    if not isinstance(name, str) or name not in things:
        raise UsageError(
            f"there is no {what} {name!r}",
            expected=f"one of {', '.join(things)}",
            hint=did_you_mean(str(name), things) or _LISTED.get(what, ""),
        )
    return things[name]


class Suggestion(str):
    """The hint "Did you mean X?"."""

    word: str
    meant: str

    def __new__(cls, word: str, meant: str) -> Suggestion:
        """Return the hint."""
        hint = super().__new__(cls, f"Did you mean {meant}?")
        hint.word, hint.meant = word, meant
        return hint

    def __reduce__(self) -> tuple[type[Suggestion], tuple[str, str]]:
        return Suggestion, (self.word, self.meant)


def did_you_mean(word: str, names: Iterable[str]) -> str:
    """Return a hint with the nearest known word, ignoring case; empty if none is near."""
    # Another word for a known one, such as othello for reversi, is near too.
    words = {name.casefold(): name for name in names}
    typed = word.casefold()
    near = [name for name in (typed, *_OTHER_WORDS.get(typed, ())) if name in words]
    near = near or get_close_matches(typed, list(words), n=1)
    return Suggestion(word, words[near[0]]) if near else ""
