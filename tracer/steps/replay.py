"""Reconstruct any step of a search from its log."""

from __future__ import annotations

from bisect import bisect_right

from engine.game import Player
from engine.log.visit_log import NO_PARENT, Flag
from tracer.recording.euler_tour import EulerTour
from tracer.recording.fold import fold
from tracer.recording.recording import Recording
from tracer.steps.narration import sentence
from tracer.steps.pseudocode import listing
from tracer.steps.snapshot import Event, EventKind, Snapshot, Stack


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
