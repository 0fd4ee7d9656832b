"""Reconstruct any step of a search from its log, with the counts so far."""

from __future__ import annotations

import sys
from bisect import bisect_right
from dataclasses import dataclass

from engine.game import Player
from engine.log.visit_log import LEAF, NO_PARENT, Flag
from tracer.recording.euler_tour import EulerTour
from tracer.recording.fold import fold
from tracer.recording.recording import Recording
from tracer.steps.narration import sentence
from tracer.steps.pseudocode import listing
from tracer.steps.snapshot import Event, EventKind, Snapshot, Stack

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


class Replay(EulerTour):
    """The steps of a search, each as a snapshot."""

    def __init__(self, recording: Recording) -> None:
        super().__init__(recording.log)
        self._recording = recording

    def at(self, step: int) -> Snapshot:
        """Return the state of the search after a step."""
        if not isinstance(step, int):
            raise TypeError(f"a step is a whole number, not {step!r}")
        if step < 0:
            step += len(self)
        row, entering = self.row_at(step)
        event = self._entry(row) if entering else self._return(row)
        innermost = row if entering else self._recording.log.parent[row]
        rows = self._recording.rows_to(innermost)
        stack = Stack(self._recording, step, rows)
        about = self._recording.state(innermost if rows else row)
        return Snapshot(
            step=step,
            event=event,
            stack=stack,
            visited=self.count_entered(row, entering),
            sentence=sentence(self._recording, event, stack),
            line=listing(self._recording).line_of(self._recording, event),
            note=self._recording.game.note_of(about),
        )

    def _entry(self, row: int) -> Event:
        flags = self._recording.log.flags[row]
        if flags & Flag.TERMINAL:
            kind = EventKind.TERMINAL
        elif flags & Flag.EVALUATED:
            kind = EventKind.PLAYOUT if self._recording.uses_playouts else EventKind.EVALUATED
        elif flags & Flag.REPEAT:
            kind = EventKind.REPEAT
        else:
            kind = EventKind.ENTER
        return Event(kind, row, self._recording.name(row))

    def _return(self, row: int) -> Event:
        parent = self._recording.log.parent[row]
        name = self._recording.name(row)
        if parent == NO_PARENT:
            return Event(EventKind.FINISHED, row, name)
        if self._recording.uses_playouts:
            return Event(EventKind.BACKED_UP, row, name, parent)
        if self.cuts_parent(row):
            return Event(EventKind.CUT, row, name, parent, self._recording.skipped(parent))
        if self._recording.log.is_scout(row):
            return Event(EventKind.SCOUTED, row, name, parent)
        if self._recording.log.player[parent] == Player.CHANCE:
            return Event(EventKind.AVERAGED, row, name, parent)
        place = bisect_right(list(self._recording.log.children(parent)), row)
        better = fold(self._recording, parent, place).best == row
        return Event(EventKind.BETTER if better else EventKind.KEPT, row, name, parent)
