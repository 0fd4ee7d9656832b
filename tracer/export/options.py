"""What may be asked of an export, whatever the format."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal, TypeAlias

__all__ = ["ExportOptions", "Show", "Theme"]

#: What a figure shows: the tree as it is given, what a search found, or that with the windows.
Show: TypeAlias = Literal["worksheet", "key", "windows"]

#: The colours of a figure; `auto` follows the reader's, `print` is black on white.
Theme: TypeAlias = Literal["auto", "light", "dark", "print"]

#: Visits between two words of progress.
_EVERY = 4096


@dataclass(frozen=True, slots=True)
class ExportOptions:
    """How to write.

    Args:
        summary: only the value, the move, the line and the counts.
        width: columns that text may take, at least 20.
        ascii: use no signs beyond ASCII in text.
        step: the step of the search that a figure shows, from 0; a negative one counts from the
            end; None for the end, without a mark at the node that the step is about.
        show: what a figure shows.
        theme: the colours of a figure.
        on_progress: called now and then with the number of visits that have been written.
    """

    summary: bool = False
    width: int = 80
    ascii: bool = False
    step: int | None = None
    show: Show = "key"
    theme: Theme = "auto"
    on_progress: Callable[[int], None] | None = None

    def progress(self, row: int) -> None:
        """Say, once in a while, that the visits before a row have been written."""
        if self.on_progress and row % _EVERY == 0:
            self.on_progress(row)
