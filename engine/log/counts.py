"""The counts of a search and their definitions."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from copy import deepcopy
from dataclasses import asdict, dataclass
from functools import reduce
from operator import attrgetter, or_
from typing import Any

from engine.conventions import Ties
from engine.kernel.loading import the_kernel
from engine.log.best_play import find_best_child
from engine.log.visit_log import CHILDLESS, NO_PARENT, Flag, VisitLog
from engine.log.windows import Windows
from engine.text import html_table

#: The counts and their definitions, in the order of every listing.
COUNT_MEANINGS: dict[str, str] = {
    "visited": "nodes entered, including the root; a node entered twice counts twice",
    "generated": "the root and all successors of every expanded node",
    "expanded": "interior nodes entered",
    "evaluated": "leaves valued: terminal nodes and nodes at the depth limit",
    "terminals": "leaves at which the game is over",
    "cutoffs": "early returns that skipped at least one child",
    "early_returns": "nodes at which the cutoff test succeeded",
    "skipped": "children not visited because of a cutoff",
    "below_root": "nodes entered below the root",
}


@dataclass(frozen=True, slots=True)
class Counts:
    """The counts of a search, defined in `COUNT_MEANINGS`."""

    visited: int
    generated: int
    expanded: int
    evaluated: int
    terminals: int
    cutoffs: int
    early_returns: int
    skipped: int
    roots: int = 1

    @property
    def below_root(self) -> int:
        """Nodes entered below the root, as COMP 341's program counts."""
        return self.visited - self.roots

    def as_dict(self) -> dict[str, int]:
        """Return the eight counts of every listing, by name."""
        counts = asdict(self)
        del counts["roots"]
        return counts

    def _repr_html_(self) -> str:
        """Return the table that a notebook shows: each count with its meaning."""
        rows = [
            (name, f"{count:,}", COUNT_MEANINGS[name]) for name, count in self.as_dict().items()
        ]
        return html_table(("count", "", "meaning"), rows)


@dataclass(slots=True)
class DepthCounts:
    """The counts of the nodes at one depth, updated while a search runs."""

    visited: int = 0
    moves: int = 0
    terminals: int = 0
    evaluated: int = 0
    repeats: int = 0
    early_returns: int = 0
    cutoffs: int = 0
    skipped: int = 0

    def count(self, flags: int, untried: int, times: int = 1) -> None:
        """Count nodes that the search leaves with these flags."""
        if flags & Flag.TERMINAL:
            self.terminals += times
        elif flags & Flag.EVALUATED:
            self.evaluated += times
        elif flags & Flag.REPEAT:
            self.repeats += times
        if flags & Flag.EARLY_RETURN:
            self.early_returns += times
            if flags & Flag.CUTOFF:
                self.cutoffs += times
                self.skipped += untried * times

    def make_counts(self, generated: int, skipped: int, roots: int) -> Counts:
        """Return the counts of these nodes, and of the children that count among them."""
        return Counts(
            visited=self.visited,
            generated=generated,
            expanded=self.visited - self.terminals - self.evaluated - self.repeats,
            evaluated=self.terminals + self.evaluated,
            terminals=self.terminals,
            cutoffs=self.cutoffs,
            early_returns=self.early_returns,
            skipped=skipped,
            roots=roots,
        )


def depth_counts(log: VisitLog) -> list[DepthCounts]:
    """Return the counts of each depth of a log, from the root on, summed over all roots."""
    if kernel := the_kernel():
        counted, all_flags = kernel.levels_of(log)
        levels = [DepthCounts(**counts) for counts in counted]
    else:
        # While a search runs, the columns are longer than the log.
        columns = (column[: len(log)] for column in (log.depth, log.flags, log.actions, log.tried))
        kinds = Counter(zip(*columns, strict=True))
        levels = [DepthCounts() for _ in range(1 + max((kind[0] for kind in kinds), default=-1))]
        for (depth, flags, moves, tried), times in kinds.items():
            levels[depth].visited += times
            levels[depth].moves += moves * times
            levels[depth].count(flags, moves - tried, times)
        all_flags = reduce(or_, (kind[1] for kind in kinds), 0)
    probes = log.find_rows(Flag.PROBE) if all_flags & Flag.PROBE else ()
    for row in {log.parent[probe] for probe in probes}:
        for probe in log.cut_rows(row)[:-1]:
            levels[log.depth[probe]].skipped += log.actions[probe] - log.tried[probe]
    return levels


def counts_by_depth(levels: Sequence[DepthCounts]) -> list[Counts]:
    """Return the counts of each depth, from the root on."""
    # A generated or skipped child counts at its own depth. At each depth of a finished search that
    # visited no node twice, `visited` plus `skipped` equals `generated`.
    if not levels:
        return []
    roots = levels[0].visited
    counts = [levels[0].make_counts(roots, 0, roots)]
    # If a search was stopped before the first child of its deepest node, a depth has only
    # generated nodes.
    below = [*levels[1:], *([DepthCounts()] if levels[-1].moves else [])]
    for above, level in zip(levels, below, strict=False):
        counts.append(level.make_counts(above.moves, above.skipped, 0))
    return counts


def sum_depth_counts(levels: Sequence[DepthCounts]) -> Counts:
    """Return the total counts of a search from those of each depth."""
    # The unvisited children of an incomplete node count as generated, since the search had listed
    # its moves, but not as skipped.
    roots = levels[0].visited if levels else 0
    names = DepthCounts.__slots__
    total = DepthCounts(*(sum(map(attrgetter(name), levels)) for name in names))
    return total.make_counts(roots + total.moves, total.skipped, roots)


def count_visits(log: VisitLog) -> Counts:
    """Count a log, complete or partial."""
    return sum_depth_counts(depth_counts(log))


# A log without rows: it keeps only the counts of each depth and the best line.
#
# A search uses it like any log. Only the nodes that a search may still read have rows: the node
# just left, its children and the open nodes above. The next visit overwrites rows no longer
# needed. `rows` are those in use.

#: Visits between two checks if there is no checkpoint.
_BLOCK = 4096


@dataclass(frozen=True, slots=True)
class PassResult:
    """The result of a completed pass of a search."""

    value: float = math.nan
    flags: int = Flag.INCOMPLETE
    line: tuple[int, ...] = ()
    visits: int = 0


class TallyLog(VisitLog):
    """The counts of a search, in constant memory."""

    def __init__(
        self,
        checkpoint: Callable[[int], int] | None = None,
        ties: Ties = "first",
        reserve: Callable[[int], None] | None = None,
    ) -> None:
        super().__init__(checkpoint, reserve)
        self.ties = ties
        self.clear()

    def clear(self) -> None:
        """Drop all counts, for a search that restarts."""
        super().clear()
        #: The counts of each depth, from the root on, summed over all passes.
        self.levels: list[DepthCounts] = []
        #: The result of the last completed pass.
        self.found = PassResult()
        #: The results of all completed passes, in order.
        self.passes: list[PassResult] = []
        self.visits = 0
        self._before = 0  # visits of earlier passes
        self._limited = False
        self._lines: list[tuple[int, ...]] = []

    # Recording ------------------------------------------------------------------------------

    def keep_windows(self, windows: Windows, window: tuple[float, float]) -> None:
        """Keep both ends of each window: a temporary row needs no less."""
        super().keep_windows(Windows.ANY, window)

    def enter(
        self, parent: int, depth: int, action: int, player: int, alpha: float, beta: float
    ) -> int:
        """Count a visit and give it a temporary row."""
        if self.visits == self._pause:
            checkpoint = self.checkpoint
            self._pause += _BLOCK if checkpoint is None else checkpoint(self.visits) - self.visits
        if parent == NO_PARENT:
            self._before, self._limited = self.visits, False
        self.visits += 1
        row = 0 if parent == NO_PARENT else self.rows
        if row == len(self._lines):
            self.make_room(row + 1)
            self._lines.append(())
        self.rows = row + 1
        self.parent[row], self.depth[row] = parent, depth
        self.action[row], self.player[row] = action, player
        self.alpha[row], self.beta[row] = alpha, beta
        self.size[row] = self.actions[row] = self.flags[row] = 0
        self._lines[row] = ()
        if depth == len(self.levels):
            self.levels.append(DepthCounts())
        self.levels[depth].visited += 1
        return row

    def expand(self, row: int, actions: int) -> None:
        """Count the moves of a node."""
        self.actions[row] = actions
        self.levels[self.depth[row]].moves += actions

    def leave(self, row: int, value: float, tried: int, flags: int) -> float:
        """Count a finished node and record which child gave it its value."""
        self.value[row], self.tried[row] = value, tried
        self.flags[row] = self.returned = flags
        self._limited = self._limited or flags & Flag.EVALUATED != 0
        self.levels[self.depth[row]].count(flags, self.actions[row] - tried)
        # Only the children's own rows are left below the node.
        for child in range(row + 1, self.rows):
            self.size[child] = 1
        self.size[row] = self.rows - row
        for probe in self.cut_rows(row)[:-1] if flags & Flag.CUTOFF else ():
            self.levels[self.depth[probe]].skipped += self.actions[probe] - self.tried[probe]
        if not flags & CHILDLESS:
            best = find_best_child(self, row, self.last_children(row), self.ties)
            if best is not None:
                self._lines[row] = (self.action[best], *self._lines[best])
        self.rows = row + 1
        if self.parent[row] == NO_PARENT:
            self.found = PassResult(value, flags, self._lines[row], self.visits - self._before)
            self.passes.append(self.found)
        return value

    def leaf(self, row: int, value: float, flags: int) -> float:
        """Call `leave` for a node that was not expanded."""
        return self.leave(row, value, 0, flags)

    def keep(self, row: int) -> Any:
        """Return a node's result for a transposition table."""
        return self.value[row], self.flags[row], self._lines[row]

    def answer(self, stored: Any) -> tuple[float, int]:
        """Return the stored value and flags."""
        value, flags, _ = stored
        return value, flags

    def repeat(self, row: int, stored: Any, goes_on: bool = True) -> None:
        """Continue the best line with that of an earlier visit."""
        if goes_on:
            self._lines[row] = stored[2]

    @contextmanager
    def pause_counting(self) -> Iterator[None]:
        """Forget what is searched meanwhile."""
        before = deepcopy(self.levels), self.visits, list(self.passes)
        try:
            yield
        finally:
            self.levels, self.visits, self.passes = before

    def finish(self) -> None:
        """Do nothing: the open nodes of a stopped search are already counted."""

    # Reading --------------------------------------------------------------------------------

    def is_limited(self, root: int) -> bool:
        """Return whether the last pass reached the depth limit."""
        return self._limited
