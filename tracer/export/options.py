"""What may be asked of an export, whatever the format."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias, TypedDict

from engine.errors import UsageError

__all__ = ["DPI", "ExportKeywords", "ExportOptions", "Show", "Theme"]

#: Visits between two words of progress.
_EVERY = 4096

#: What a figure shows of a search: the bare tree, what was found, or that with the windows.
Show: TypeAlias = Literal["worksheet", "key", "windows"]

#: The colours of a figure; `auto` follows the reader's, `print` is black on white.
Theme: TypeAlias = Literal["auto", "light", "dark", "print"]


#: The dots per inch that a picture may have.
DPI: Final = range(18, 2_401)


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
        if self.dpi not in DPI:
            raise UsageError(
                f"{self.dpi} dots an inch are too few or too many",
                expected=f"{DPI[0]} to {DPI[-1]:,}",
            )

    def progress(self, row: int) -> None:
        """Say, once in a while, that the visits before a row have been written."""
        if self.on_progress and row % _EVERY == 0:
            self.on_progress(row)
