"""The counts of a search at the end of a step."""

from __future__ import annotations

import sys
from dataclasses import dataclass

from engine.log.visit_log import LEAF, Flag
from tracer.recording.recording import Recording
from tracer.steps.snapshot import Snapshot

#: Rows that are counted together; the result is cached.
_BLOCK = 1 << 16

#: Position of the low byte in a row's two bytes of flags.
_LOW = 0 if sys.byteorder == "little" else 1


#: Leaves, cutoffs, skipped children and early returns.
_Counted = tuple[int, int, int, int]


@dataclass(frozen=True, slots=True)
class CountsSoFar:
    """The counts of a search up to a step, as defined in `engine.log.counts`."""

    visited: int
    evaluated: int
    cutoffs: int
    skipped: int
    early_returns: int
    full: int | None = None


class RunningCounts:
    """Counts a log up to any row; each block is counted once."""

    def __init__(self, trace: Recording) -> None:
        self._trace = trace
        #: For each whole block, the counts of all rows before it.
        self._before: list[_Counted] = [(0, 0, 0, 0)]
        #: Nodes of the full tree; None until they are counted.
        self.full: int | None = None

    def at(self, snapshot: Snapshot) -> CountsSoFar:
        """Return the counts at the end of a step.

        A cutoff counts from the step at which its test succeeds, though its node returns later.
        """
        trace, visited = self._trace, snapshot.visited
        block = visited // _BLOCK
        while len(self._before) <= block:
            self.advance()
        before, more = self._before[block], self._count(block * _BLOCK, visited)
        evaluated, cutoffs, skipped, early = (a + b for a, b in zip(before, more, strict=True))
        # Open nodes whose cutoff comes at a later step.
        open_rows = snapshot.stack.rows
        for place, row in enumerate(open_rows):
            if trace.log.flags[row] & Flag.EARLY_RETURN:
                innermost = place == len(open_rows) - 1
                if not (innermost and snapshot.stack[-1].cut):
                    early -= 1
                    if trace.log.flags[row] & Flag.CUTOFF:
                        cutoffs -= 1
                        skipped -= trace.log.count_skipped(row)
        return CountsSoFar(visited, evaluated, cutoffs, skipped, early, self.full)

    def advance(self) -> bool:
        """Count one more block in advance."""
        start = (len(self._before) - 1) * _BLOCK
        more = self._count(start, min(start + _BLOCK, len(self._trace.log)))
        evaluated, cutoffs, skipped, early = (
            a + b for a, b in zip(self._before[-1], more, strict=True)
        )
        self._before.append((evaluated, cutoffs, skipped, early))
        return start + _BLOCK < len(self._trace.log)

    def _count(self, start: int, stop: int) -> _Counted:
        """Count leaves, cutoffs, skipped children and early returns in a range of rows."""
        log = self._trace.log
        low = log.flags[start:stop].tobytes()[_LOW::2]
        kinds = [(byte, low.count(byte)) for byte in set(low)]
        leaves = sum(count for byte, count in kinds if byte & LEAF)
        cutoffs = sum(count for byte, count in kinds if byte & Flag.CUTOFF)
        early = sum(count for byte, count in kinds if byte & Flag.EARLY_RETURN)
        if not cutoffs:
            return leaves, 0, 0, early
        # Only a probe, a cutoff, or a node where the search was stopped, has untried moves.
        skipped = sum(log.actions[start:stop]) - sum(log.tried[start:stop])
        for row in log.find_rows(Flag.INCOMPLETE, start, stop):
            skipped -= log.actions[row] - log.tried[row]
        if self._trace.probes:
            for row in log.find_rows(Flag.PROBE, start, stop):
                if not log.flags[row] & Flag.INCOMPLETE:
                    skipped -= log.actions[row] - log.tried[row]
            for row in log.find_rows(Flag.CUTOFF, start, stop):
                skipped += log.count_skipped(row) - log.actions[row] + log.tried[row]
        return leaves, cutoffs, skipped, early
