"""Fair timing of several searches: a warm-up, then rounds in turns.

The first run of a search loads code and data that later runs find in memory, so the search that
runs first seems slow. Each search therefore runs once to warm up. Then all run in turns, round
after round. The time of each is the median of those rounds.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from statistics import median
from time import perf_counter
from typing import Final, TypeVar

from engine.running.control import StopReason
from tracer.recording.recording import Recording

_Found = TypeVar("_Found", bound=Recording)

#: Searches of at least this many seconds are not repeated; warming up is a small part of them.
LONG: Final = 1.0
#: Maximum number of rounds after the warm-up.
_MOST_ROUNDS: Final = 7
#: Seconds after which no further round begins.
_ENOUGH: Final = 1.0


@dataclass(frozen=True, slots=True)
class Timing:
    """The time that a search takes."""

    seconds: float
    runs: int


class TurnTimer:
    """Searches that run once, and then again in turns to time them."""

    def __init__(self, clock: Callable[[], float] = perf_counter) -> None:
        self._clock = clock
        self._cancelled = False
        self._firsts: list[float] = []
        self._again: list[tuple[int, Callable[[], Recording]]] = []

    def run(self, search: Callable[[], _Found]) -> _Found:
        """Run a search for the first time and return its result."""
        began = self._clock()
        result = search()
        took = self._clock() - began
        if result.stopped is StopReason.CANCELLED:
            self._cancelled = True
        elif took < LONG and result.stopped is not StopReason.TIME:
            self._again.append((len(self._firsts), search))
        self._firsts.append(took)
        return result

    def times(self, *, again: bool = True) -> list[Timing]:
        """Return the times of the searches in the order of their first runs.

        The short ones are repeated in turns until there are enough rounds, or a search is
        cancelled. A cancelled round does not count. If a first run was cancelled, nothing is
        repeated.
        """
        rounds: list[Sequence[float]] = []
        began = self._clock()
        while again and self._again and not self._cancelled and len(rounds) < _MOST_ROUNDS:
            if rounds and self._clock() - began >= _ENOUGH:
                break
            timed = self._round()
            if timed is None:
                break
            rounds.append(timed)
        timings = [Timing(first, 1) for first in self._firsts]
        for at, (place, _) in enumerate(self._again):
            if rounds:
                timings[place] = Timing(median(durations[at] for durations in rounds), len(rounds))
        return timings

    def _round(self) -> list[float] | None:
        """Return the seconds of each repeated search; None if one was cancelled."""
        timed = []
        for _, search in self._again:
            began = self._clock()
            stopped = search().stopped
            timed.append(self._clock() - began)
            if stopped is StopReason.CANCELLED:
                return None
        return timed


def timing_note(times: Sequence[Timing]) -> str:
    """Return a sentence about how the searches were timed; empty if none was."""
    most = max((timing.runs for timing in times), default=0)
    if not most:
        return ""
    if most == 1:
        return "Each time is that of a single run."
    note = f"Times are medians of {most} interleaved runs, after a warm-up"
    once = sum(timing.runs == 1 for timing in times)
    return f"{note}; a search of {LONG:g} s or more runs once." if once else f"{note}."
