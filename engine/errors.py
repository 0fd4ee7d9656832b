"""What can go wrong, in words that a person can act on.

Every error of plytrace is a `PlytraceError`. It says where the fault is, what was found and
what was expected, and keeps those apart, so that the command line and a screen can each show them
in their own way.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from difflib import get_close_matches
from typing import ClassVar, TypeVar

__all__ = ["InvalidInput", "PlytraceError", "SearchRefused", "UsageError", "chosen", "did_you_mean"]

_Thing = TypeVar("_Thing")


class PlytraceError(Exception):
    """The base of all errors of plytrace.

    Args:
        found: what is wrong, as one clause without a full stop.
        where: the place: `file:line:column`, or the position it is about.
        expected: what would have been right, as a clause that follows "expected".
        hint: what to do, as a sentence of its own.
    """

    exit_code: ClassVar[int] = 3

    def __init__(self, found: str, *, where: str = "", expected: str = "", hint: str = "") -> None:
        super().__init__(found, where, expected, hint)
        self.found = found
        self.where = where
        self.expected = expected
        self.hint = hint

    def __str__(self) -> str:
        text = f"{self.where}: {self.found}" if self.where else self.found
        if self.expected:
            text += f"; expected {self.expected}"
        if self.hint:
            text += f". {self.hint}"
        return text


class InvalidInput(PlytraceError):
    """A file, a position or a game that cannot be read or breaks its own rules (exit code 3)."""


class UsageError(PlytraceError):
    """An option or argument that does not exist or does not fit the others (exit code 2)."""

    exit_code: ClassVar[int] = 2


class SearchRefused(UsageError):
    """A search, convention or option that does not suit this game (exit code 2)."""


def chosen(name: str, known: Mapping[str, _Thing], what: str) -> _Thing:
    """What goes by a name that a person wrote.

    Args:
        name: what was written.
        known: everything of its kind, by name.
        what: the kind, such as `search`.

    Raises:
        UsageError: there is nothing of that name.
    """
    if name not in known:
        raise UsageError(
            f"there is no {what} {name!r}",
            expected=f"one of {', '.join(known)}",
            hint=did_you_mean(name, known),
        )
    return known[name]


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """A hint that names the nearest known word, in whatever case, or nothing where none is near."""
    words = {name.casefold(): name for name in known}
    near = get_close_matches(word.casefold(), list(words), n=1)
    return f"Did you mean {words[near[0]]}?" if near else ""
