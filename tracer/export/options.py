"""What may be asked of an export, whatever the format."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

__all__ = ["ExportOptions"]

#: Visits between two words of progress.
_EVERY = 4096


@dataclass(frozen=True, slots=True)
class ExportOptions:
    """How to write.

    Args:
        summary: only the value, the move, the line and the counts.
        width: columns that text may take, at least 20.
        ascii: use no signs beyond ASCII in text.
        on_progress: called now and then with the number of visits that have been written.
    """

    summary: bool = False
    width: int = 80
    ascii: bool = False
    on_progress: Callable[[int], None] | None = None

    def progress(self, row: int) -> None:
        """Say, once in a while, that the visits before a row have been written."""
        if self.on_progress and row % _EVERY == 0:
            self.on_progress(row)
