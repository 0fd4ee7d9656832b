"""What may be asked of an export, whatever the format."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final, Literal, TypeAlias, TypedDict, get_args

from engine.errors import UsageError, did_you_mean

__all__ = ["DPI", "LEAST_WIDTH", "ExportKeywords", "ExportOptions", "Show", "Theme", "whole_number"]

#: Visits between two words of progress.
_EVERY = 4096

#: What a figure shows of a search: the bare tree, what was found, or that with the windows.
Show: TypeAlias = Literal["worksheet", "key", "windows"]

#: The colours of a figure; `auto` follows the reader's, `print` is black on white.
Theme: TypeAlias = Literal["auto", "light", "dark", "print"]


#: The dots per inch that a picture may have.
DPI: Final = range(18, 2_401)

#: The fewest columns that text may be held to.
LEAST_WIDTH: Final = 20


class ExportKeywords(TypedDict, total=False):
    """The options that may be given by name; see `ExportOptions`."""

    summary: bool
    width: int
    ascii: bool
    fragment: bool
    step: int | None
    show: Show
    theme: Theme
    legend: bool
    dpi: int


@dataclass(frozen=True, slots=True)
class ExportOptions:
    """How to write.

    Args:
        summary: only the value, the move, the line and the counts.
        width: columns that text may take, at least 20.
        ascii: use no signs beyond ASCII in text.
        fragment: what goes into a document of one's own, not a whole document.
        step: the step at which a figure shows the search, from 0; a negative one counts from the
            end; None for the end, without a mark at the node that the step is about.
        show: what a figure shows.
        theme: the colours of a figure; `auto` is light where nobody's screen is followed.
        legend: whether a figure tells beneath the tree what its signs mean.
        dpi: dots per inch of a picture of dots, from 18 to 2,400.
        on_progress: called now and then with the number of visits that have been written.

    Raises:
        UsageError: one of them is nothing that it can be. From Python nothing else would tell of a
            misspelt `show`, which would give the answers away.
    """

    summary: bool = False
    width: int = 80
    ascii: bool = False
    fragment: bool = False
    step: int | None = None
    show: Show = "key"
    theme: Theme = "auto"
    legend: bool = False
    dpi: int = 192
    on_progress: Callable[[int], None] | None = None

    def __post_init__(self) -> None:
        for name in ("summary", "ascii", "fragment", "legend"):
            _check_truth(name, getattr(self, name))
        _check_word("show", self.show, get_args(Show))
        _check_word("theme", self.theme, get_args(Theme))
        if self.step is not None:
            whole_number("step", self.step, "a whole number, or None for the end")
        wide = f"a whole number of columns, at least {LEAST_WIDTH}"
        if whole_number("width", self.width, wide) < LEAST_WIDTH:
            raise UsageError(f"a width of {self.width} columns", expected=wide)
        dots = f"{DPI[0]} to {DPI[-1]:,}"
        if whole_number("dpi", self.dpi, dots) not in DPI:
            raise UsageError(f"{self.dpi} dots an inch are too few or too many", expected=dots)

    def progress(self, row: int) -> None:
        """Say, once in a while, that the visits before a row have been written."""
        if self.on_progress and row % _EVERY == 0:
            self.on_progress(row)


def whole_number(name: str, given: Any, expected: str) -> int:
    """A whole number that a person gave; one of NumPy's is one too, and a truth value is none.

    Args:
        name: what it is of.
        given: what was given.
        expected: what it can be.

    Raises:
        UsageError: it is none.
    """
    if isinstance(given, bool) or not hasattr(given, "__index__"):
        raise UsageError(f"{name} is {given!r:.60}", expected=expected)
    return int(given)


def _check_truth(name: str, given: Any) -> None:
    """See that it is a truth value: the text "no" would count as true."""
    if not isinstance(given, bool):
        raise UsageError(f"{name} is {given!r:.60}", expected="True or False")


def _check_word(name: str, given: Any, known: tuple[str, ...]) -> None:
    """See that it is one of some words."""
    if not isinstance(given, str) or given not in known:
        raise UsageError(
            f"{name} is {given!r:.60}",
            expected=f"one of {', '.join(known)}",
            hint=did_you_mean(given, known) if isinstance(given, str) else "",
        )
