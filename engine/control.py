"""Stopping a search: a budget of visits, a cancel from outside, and word of its progress."""

from __future__ import annotations

from collections.abc import Callable
from enum import StrEnum

from engine.errors import UsageError

__all__ = ["Control", "StopReason", "Stopped"]

#: Visits between two looks at the cancel flag: a few milliseconds of plain Python search.
_SLICE = 2048


class StopReason(StrEnum):
    """Why a search ended before its end."""

    BUDGET = "max-visits"
    CANCELLED = "cancelled"
    TOO_DEEP = "too-deep"

    @property
    def told(self) -> str:
        """The reason in words that follow "stopped"."""
        return _TOLD[self]


_TOLD = {
    StopReason.BUDGET: "by its budget of visits (--max-visits)",
    StopReason.CANCELLED: "by hand",
    StopReason.TOO_DEEP: "too deep: the game has no end here, or wants a limit (--depth)",
}


class Stopped(Exception):
    """Raised through a search in order to end it; never leaves `engine`."""

    def __init__(self, reason: StopReason) -> None:
        super().__init__(reason)
        self.reason = reason


class Control:
    """What holds the reins of one search, from the same thread or another.

    Args:
        max_visits: the most nodes that may be visited, at least 1; None for no limit.
        on_progress: called now and then, in the thread of the search, with the visits so far.

    Raises:
        UsageError: a budget below 1.
    """

    def __init__(
        self, max_visits: int | None = None, on_progress: Callable[[int], None] | None = None
    ) -> None:
        if max_visits is not None and max_visits < 1:
            raise UsageError(
                f"a search cannot stop after {max_visits} visits", expected="at least 1"
            )
        self._max_visits = max_visits
        self._on_progress = on_progress
        self._cancelled = False

    def cancel(self) -> None:
        """Ask the search to stop; safe from another thread or a signal handler."""
        self._cancelled = True

    def checkpoint(self, visits: int) -> int:
        """Look whether the search may go on.

        Args:
            visits: nodes visited so far.

        Returns:
            The number of visits at which to look again.

        Raises:
            Stopped: it was cancelled, or its budget is spent.
        """
        if self._cancelled and visits:  # the root is visited in any case
            raise Stopped(StopReason.CANCELLED)
        if visits == self._max_visits:
            raise Stopped(StopReason.BUDGET)
        if self._on_progress is not None:
            self._on_progress(visits)
        after = visits + _SLICE
        return after if self._max_visits is None else min(after, self._max_visits)
