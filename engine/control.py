"""Stopping a search: a budget of visits, a cancel from outside, and word of its progress."""

from __future__ import annotations

import math
from collections.abc import Callable
from enum import StrEnum
from time import monotonic
from typing import TYPE_CHECKING

from engine.errors import UsageError

if TYPE_CHECKING:
    from engine.so_far import Running

__all__ = ["Control", "StopReason", "Stopped"]

#: Visits between two looks at the cancel flag that are not too many in any game but a slow one.
_SLICE = 2048
#: Seconds between two looks where more visits than that take less.
_LOOK = 0.005
#: Visits before the first look, when it is not yet known how slow the game is.
_FIRST_SLICE = 16
#: Seconds between two looks in a slow game.
_PAUSE = 0.05


class StopReason(StrEnum):
    """Why a search ended before its end."""

    BUDGET = "max-visits"
    TIME = "seconds"
    CANCELLED = "cancelled"
    TOO_DEEP = "too-deep"

    @property
    def told(self) -> str:
        """The reason in words that follow "stopped"."""
        return _TOLD[self]


_TOLD = {
    StopReason.BUDGET: "by its budget of visits (--max-visits)",
    StopReason.TIME: "by its budget of time (--seconds)",
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
        seconds: the most seconds that it may take, more than 0, counted from its first visit; None
            for no limit.

    Raises:
        UsageError: a budget below 1, or of no time.
    """

    def __init__(
        self,
        max_visits: int | None = None,
        on_progress: Callable[[int], None] | None = None,
        seconds: float | None = None,
    ) -> None:
        if max_visits is not None and max_visits < 1:
            raise UsageError(
                f"a search cannot stop after {max_visits} visits", expected="at least 1"
            )
        if seconds is not None and not 0 < seconds < math.inf:
            raise UsageError(f"a search cannot stop after {seconds:g} seconds", expected="above 0")
        self._max_visits = max_visits
        self._seconds = seconds
        self._began = 0.0
        self._on_progress = on_progress
        self._cancelled = False
        #: The search that it holds, for whoever watches it.
        self.running: Running | None = None

    @property
    def has_budget(self) -> bool:
        """Whether the search ends by itself, be it before its end."""
        return self._max_visits is not None or self._seconds is not None

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
            Stopped: it was cancelled, or its budget of visits or time is spent.
        """
        if self._cancelled and visits:  # the root is visited in any case
            raise Stopped(StopReason.CANCELLED)
        if visits == self._max_visits:
            raise Stopped(StopReason.BUDGET)
        if self._on_progress is not None:
            self._on_progress(visits)
        after = visits + self._slice(visits)
        return after if self._max_visits is None else min(after, self._max_visits)

    def _slice(self, visits: int) -> int:
        """Visits until the next look: fewer than usual where a game is slow.

        Raises:
            Stopped: the budget of time is spent.
        """
        now = monotonic()
        if not visits:
            self._began = now
            return _FIRST_SLICE
        took = now - self._began
        if self._seconds is not None and took >= self._seconds:
            raise Stopped(StopReason.TIME)
        pause = _PAUSE if self._seconds is None else min(_PAUSE, self._seconds / 50)
        if not took:
            return _FIRST_SLICE
        # The rate so far tells little of what is to come: never more than there were already.
        fast = min(visits, int(visits / took * min(_LOOK, pause)))
        return max(1, fast, min(_SLICE, int(visits / took * pause)))
