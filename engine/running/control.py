"""Control of a search: budgets, its ceiling of memory, cancellation and progress reports."""

from __future__ import annotations

import math
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from time import monotonic
from typing import Final

from engine.conventions import Ties
from engine.errors import UsageError
from engine.game import AnyGame, Player
from engine.log.best_play import find_best_child
from engine.log.visit_log import VisitLog
from engine.mcts.statistics import NodeStatistics
from engine.values import is_number, show_argument

# The memory that this process uses, and that it may still take.

#: The free memory assumed if the system does not say it.
_ASSUMED: Final = 2 << 30
_PROC: Final = Path("/proc")
_CGROUPS: Final = Path("/sys/fs/cgroup")
#: The files of a control group's limit and use, and the line of its cache that can be dropped; the
#: second and the first version of Linux's interface.
_GROUP_FILES: Final = (
    ("memory.max", "memory.current", "inactive_file"),
    ("memory.limit_in_bytes", "memory.usage_in_bytes", "total_inactive_file"),
)


def used_memory() -> int:
    """Return the bytes of memory that this process occupies; at worst their peak, or 0."""
    if sys.platform == "linux":
        with suppress(OSError):
            return _linux_pages()[1]
    elif sys.platform == "win32":
        return _windows_memory()[0]
    with suppress(ImportError, OSError):
        import resource

        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        return peak if sys.platform == "darwin" else peak * 1024
    return 0


def free_memory() -> int:
    """Return the bytes that this process may still take before the system must swap or kill."""
    # On Linux the limits of its container and of `ulimit -v` count; on macOS half of the memory.
    if sys.platform == "linux":
        with suppress(OSError, ValueError, KeyError):
            # What Linux can give without swapping.
            available = _read_entry(_PROC / "meminfo", "MemAvailable:") * 1024
            return max(0, min([available, *_left_in_groups(), *_left_of_addresses()]))
    elif sys.platform == "win32":
        return _windows_memory()[1]
    with suppress(AttributeError, OSError, ValueError):
        return os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE") // 2
    return _ASSUMED


def _linux_pages() -> tuple[int, int]:
    """Return the bytes of this process's addresses, and those in memory."""
    addresses, resident, *_ = (_PROC / "self/statm").read_bytes().split()
    page = os.sysconf("SC_PAGE_SIZE")
    return int(addresses) * page, int(resident) * page


def _read_entry(file: Path, name: str) -> int:
    """Return the number behind a name at the beginning of a line."""
    lines = map(str.split, file.read_text("ascii").splitlines())
    return int({word: number for word, number, *_ in lines}[name])


def _left_in_groups() -> Iterator[int]:
    """Yield what each of the control groups around this process leaves."""
    for line in (_PROC / "self/cgroup").read_text("utf-8").splitlines():
        _, controllers, path = line.split(":", 2)
        if not controllers:
            mount = _CGROUPS
        elif "memory" in controllers.split(","):
            mount = _CGROUPS / "memory"
        else:
            continue
        # In a container the group's own path may be hidden: its limit is then that of the root.
        inner = mount / path.lstrip("/")
        for folder in (inner, *inner.parents):
            if folder != mount and mount not in folder.parents:
                break
            for limit, use, cache in _GROUP_FILES:
                with suppress(OSError, ValueError):  # "max" is not a number
                    most = int((folder / limit).read_text("ascii"))
                    taken = int((folder / use).read_text("ascii"))
                    yield most - taken + _droppable(folder, cache)


def _droppable(folder: Path, name: str) -> int:
    """Return the bytes of cached files that a control group can drop."""
    with suppress(OSError, ValueError, KeyError):
        return _read_entry(folder / "memory.stat", name)
    return 0


def _left_of_addresses() -> Iterator[int]:
    """Yield what `ulimit -v` leaves, if it is set."""
    import resource

    limit, _ = resource.getrlimit(resource.RLIMIT_AS)
    if limit != resource.RLIM_INFINITY:
        yield limit - _linux_pages()[0]


def _windows_memory() -> tuple[int, int]:
    """Return the bytes of this process in memory, and those that are free."""
    import ctypes

    kernel = ctypes.WinDLL("kernel32")  # type: ignore[attr-defined,unused-ignore]
    word, size = ctypes.c_uint32, ctypes.c_size_t
    # PROCESS_MEMORY_COUNTERS: two words, then sizes; the second is what is in memory now.
    counters = (ctypes.c_byte * (2 * 4 + 8 * ctypes.sizeof(size)))()
    kernel.GetCurrentProcess.restype = ctypes.c_void_p
    process = ctypes.c_void_p(kernel.GetCurrentProcess())
    used = 0
    if kernel.K32GetProcessMemoryInfo(process, ctypes.byref(counters), len(counters)):
        used = size.from_buffer(counters, 8 + ctypes.sizeof(size)).value
    # MEMORYSTATUSEX: its length and a percentage in words, then seven numbers of 64 bits.
    status = (ctypes.c_byte * 64)()
    word.from_buffer(status).value = 64
    if not kernel.GlobalMemoryStatusEx(ctypes.byref(status)):
        return used, _ASSUMED
    return used, ctypes.c_uint64.from_buffer(status, 16).value


#: The arguments of `tracer.trace` that limit a search and do not describe it.
BUDGETS: Final = ("max_visits", "seconds", "memory")

#: Visits between two checks of the cancel flag in any but a slow game.
_SLICE = 2048
#: Seconds between two checks in a fast game.
_LOOK = 0.005
#: Visits before the first check, while the speed of the game is unknown.
_FIRST_SLICE = 16
#: Seconds between two checks in a slow game, and between two looks at the memory.
_PAUSE = 0.05
#: A search may take this part of the free memory.
_SHARE = 4
#: Seconds before a search's ceiling is measured, unless it is given: most end before.
_SETTLED = 0.02
#: The ceiling is this many times what rows take, for their replay and listing, and what a table
#: takes, of which the half is copied while it doubles.
_WITH_REPLAY = 2.25
_WITH_COPY = 1.5


class StopReason(StrEnum):
    """The reason why a search stopped early."""

    BUDGET = "max-visits"
    TIME = "seconds"
    CANCELLED = "cancelled"
    TOO_DEEP = "too-deep"
    MEMORY = "memory"

    @property
    def description(self) -> str:
        """The reason, in words that follow "stopped"."""
        return _DESCRIPTIONS[self]


_DESCRIPTIONS = {
    StopReason.BUDGET: "by its visit budget (--max-visits)",
    StopReason.TIME: "by its time budget (--seconds)",
    StopReason.CANCELLED: "by hand",
    StopReason.TOO_DEEP: "too deep: the game does not end here, or needs a limit (--depth)",
    StopReason.MEMORY: "by its ceiling of memory (--memory)",
}


class SearchStopped(Exception):
    """An exception that stops a search; it never leaves `engine`."""

    def __init__(self, reason: StopReason) -> None:
        super().__init__(reason)
        self.reason = reason


class Control:
    """Controls one search, from the same thread or another."""

    def __init__(
        self,
        max_visits: int | None = None,
        on_progress: Callable[[int], None] | None = None,
        seconds: float | None = None,
        memory: int | None = None,
    ) -> None:
        for number, fault in (
            (max_visits, f"stop after {max_visits!r} visits"),
            (memory, f"have {memory!r} bytes of memory"),
        ):
            if number is not None and not (isinstance(number, int) and number >= 1):
                raise UsageError(f"a search cannot {fault}", expected="a whole number, at least 1")
        if seconds is not None and not (is_number(seconds) and 0 < seconds < math.inf):
            raise UsageError(
                f"a search cannot stop after {show_argument(seconds)} seconds",
                expected="a number above 0",
            )
        self._max_visits = max_visits
        self._seconds = seconds
        self._memory = memory
        self._ceiling: int | None = None
        self._used_before = 0
        self._look_at_memory = 0.0
        #: Bytes of memory that a visit's row takes; 0 if there are no rows.
        self.row_bytes = 0
        self._began = 0.0
        self._on_progress = on_progress
        self._cancelled = False
        #: The search that it controls, for progress displays.
        self.running: RunningSearch | None = None

    @property
    def has_budget(self) -> bool:
        """Whether a budget limits the search."""
        return self._max_visits is not None or self._seconds is not None

    def limit(self, visits: int) -> None:
        """Lower the visit budget to at most this number; call it before the search starts."""
        if self._max_visits is None or visits < self._max_visits:
            self._max_visits = visits

    def cancel(self) -> None:
        """Stop the search; safe from another thread or a signal handler."""
        self._cancelled = True

    def checkpoint(self, visits: int) -> int:
        """Check whether the search may continue."""
        if self._cancelled and visits:  # the root is visited in any case
            raise SearchStopped(StopReason.CANCELLED)
        if visits == self._max_visits:
            raise SearchStopped(StopReason.BUDGET)
        if self._on_progress is not None:
            self._on_progress(visits)
        after = visits + self._slice(visits)
        return after if self._max_visits is None else min(after, self._max_visits)

    def _slice(self, visits: int) -> int:
        """Return the visits until the next check; fewer if the game is slow."""
        now = monotonic()
        if not visits:
            self._began = now
            if self._memory is not None:
                self._measure_ceiling()
            return _FIRST_SLICE
        took = now - self._began
        if self._seconds is not None and took >= self._seconds:
            raise SearchStopped(StopReason.TIME)
        self._check_memory(visits, now)
        pause = _PAUSE if self._seconds is None else min(_PAUSE, self._seconds / 50)
        if not took:
            return _FIRST_SLICE
        # The rate may change: never allow more visits than were made already.
        fast = min(visits, int(visits / took * min(_LOOK, pause)))
        more = max(1, fast, min(_SLICE, int(visits / took * pause)))
        if self._ceiling is None or not self.row_bytes:
            return more
        rows = int(self._ceiling / _WITH_REPLAY / self.row_bytes) + 1  # the first beyond it
        return max(1, min(more, rows - visits))

    def reserve(self, more: int) -> None:
        """Check whether a table may take this many more bytes at once."""
        ceiling = self._ceiling or self._measure_ceiling()
        if used_memory() - self._used_before + more > ceiling:
            raise SearchStopped(StopReason.MEMORY)

    def _measure_ceiling(self) -> int:
        """Set the ceiling by the memory that is free now, and return it."""
        self._used_before = used_memory()
        most = max(1, free_memory() // _SHARE)
        self._ceiling = most if self._memory is None else min(most, self._memory)
        return self._ceiling

    def _check_memory(self, visits: int, now: float) -> None:
        """Compare what the search has taken with its ceiling."""
        if self._ceiling is None:
            if now - self._began < _SETTLED:
                return
            self._measure_ceiling()
        assert self._ceiling is not None
        taken = visits * self.row_bytes
        if now >= self._look_at_memory:
            self._look_at_memory = now + _PAUSE
            taken = max(taken, used_memory() - self._used_before)
        if taken * (_WITH_REPLAY if self.row_bytes else _WITH_COPY) >= self._ceiling:
            raise SearchStopped(StopReason.MEMORY)


@dataclass(frozen=True, slots=True)
class PartialResult:
    """The partial result of a running search, read from its growing log."""

    visits: int
    depth: int
    move: str = ""
    value: float | None = None
    times: int = 0
    chooses: bool = True


@dataclass(frozen=True, slots=True)
class RunningSearch:
    """A running search, possibly in another thread."""

    game: AnyGame
    log: VisitLog
    ties: Ties
    #: The root of the tree of random playouts; None for other searches.
    playouts: NodeStatistics | None = None

    @property
    def uses_playouts(self) -> bool:
        """Whether it values leaves by random playouts."""
        return self.playouts is not None

    def so_far(self) -> PartialResult:
        """Return its partial result."""
        # The best move is that of the last complete pass; in the first pass, the best of the root's
        # searched moves. A row is complete once it has a size, which is written last.
        log = self.log
        visits = len(log)
        depth = log.depth[visits - 1] if visits else 0
        initial = self.game.initial
        chooses = self.game.to_move(initial) is not Player.CHANCE
        if not visits or not chooses:
            return PartialResult(visits, depth, chooses=chooses)
        place, value, times = (
            self._best(visits) if self.playouts is None else self._most_visited(self.playouts)
        )
        if place is None:
            return PartialResult(visits, depth)
        name = self.game.name_of(self.game.moves(initial)[place])
        return PartialResult(visits, depth, name, value, times)

    def _best(self, visits: int) -> tuple[int | None, float, int]:
        """Return the place of the best move at the root, its value, and 0 visits."""
        log = self.log
        roots = list(complete_rows(log, 0, visits))
        root = roots[-1] if roots else 0
        end = root + log.size[root] if roots else visits
        best = find_best_child(log, root, complete_rows(log, root + 1, end), self.ties)
        return (None, 0, 0) if best is None else (log.action[best], log.value[best], 0)

    def _most_visited(self, root: NodeStatistics) -> tuple[int | None, float, int]:
        """Return the place of the most visited move, its mean reward and its visits."""
        place = root.most_visited(self.ties)
        child = None if place is None else root.children[place]
        return (None, 0, 0) if child is None else (place, child.mean, child.visits)


def complete_rows(log: VisitLog, row: int, end: int) -> Iterator[int]:
    """Yield the sibling rows from one on whose subtrees are complete and can be read."""
    # A search in another thread writes a size as soon as a row is complete, and lets others see its
    # new rows only from time to time: a complete row may have descendants that cannot be seen yet.
    while row < end and (size := log.size[row]) and row + size <= end:
        yield row
        row += size
