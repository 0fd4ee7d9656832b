"""The number line of a window: where α, β and v stand at a step."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

from engine.log import CHILDLESS, Flag
from tracer.recording import Recording
from tracer.steps import Snapshot

__all__ = ["NumberLine", "Places", "number_line", "scale_of"]

#: The part of the line that stays free at each end, so that no number looks infinite.
_MARGIN = 0.08


@dataclass(frozen=True, slots=True)
class Places:
    """The columns of what is marked on a line of cells, from 0.

    Args:
        alpha: that of α.
        beta: that of β.
        v: that of v; None where there is none.
        landed: that of the value that comes back; None where none does.
    """

    alpha: int
    beta: int
    v: int | None = None
    landed: int | None = None


@dataclass(frozen=True, slots=True)
class NumberLine:
    """A window on a line of numbers, and the value that lands on it.

    Args:
        low: the least number of the line.
        high: the greatest.
        alpha: the lower end of the window of the node in question; −∞ stands at its left end.
        beta: its upper end.
        v: the best value of that node so far; None before there is one.
        landed: the value that comes back at this step; None where none does.
        closed: whether α and β have met or passed each other, so that nothing is left between.
        has_window: whether the search has a window at all.
    """

    low: float
    high: float
    alpha: float
    beta: float
    v: float | None
    landed: float | None
    closed: bool
    has_window: bool

    def place(self, number: float, width: int) -> int:
        """The column of a number, from 0 to width − 1, on a line that is so many cells wide.

        The first and the last column are kept for −∞ and +∞, and some room beside them stays free.
        """
        if number == -math.inf:
            return 0
        if number == math.inf:
            return width - 1
        inner = width - 3
        if inner < 1 or self.high == self.low:
            return width // 2
        part = (number - self.low) / (self.high - self.low)
        part = _MARGIN + (1 - 2 * _MARGIN) * min(1.0, max(0.0, part))
        return 1 + round(part * inner)

    def places(self, width: int) -> Places:
        """The columns of all that is marked, so that numbers that differ are in cells that differ.

        Where two of them would share a cell, the line shows no more than the numbers that are
        marked; what is still too near is moved aside by a cell, in the order of the numbers. Equal
        numbers stand side by side: α, v, what has come back, β.

        Args:
            width: the cells of the line, from 12.
        """
        marks = [("alpha", self.alpha), ("v", self.v), ("landed", self.landed), ("beta", self.beta)]
        marked = [(number, name) for name, number in marks if number is not None]
        marked.sort(key=lambda one: one[0])  # equal ones keep their order
        line = self
        columns = [self.place(number, width) for number, _ in marked]
        if len(set(columns)) < len({number for number, _ in marked}):
            finite = [number for number, _ in marked if math.isfinite(number)]
            line = replace(self, low=min(finite), high=max(finite))
            columns = [line.place(number, width) for number, _ in marked]
        for at in range(1, len(columns)):
            columns[at] = max(columns[at], columns[at - 1] + 1)
        for at in range(len(columns) - 1, -1, -1):
            columns[at] = min(columns[at], width - len(columns) + at)
        return Places(**{name: column for column, (_, name) in zip(columns, marked, strict=True)})

    def ticks(self, width: int) -> dict[int, float]:
        """The columns of numbers by which the line is read: its ends, and 0 between them.

        None where the line shows no more than the numbers that are marked; see `places`.

        Args:
            width: the cells of the line, from 12.
        """
        marks = self.places(width)
        marked = [(self.alpha, marks.alpha), (self.beta, marks.beta)]
        marked += [
            (number, at)
            for number, at in ((self.v, marks.v), (self.landed, marks.landed))
            if number is not None and at is not None
        ]
        if any(abs(self.place(number, width) - at) > 1 for number, at in marked):
            return {}
        wanted = [self.low, self.high, *([0.0] if self.low < 0 < self.high else [])]
        taken = {at for _, at in marked}
        ticks = {self.place(number, width): number for number in wanted}
        return {at: number for at, number in ticks.items() if at not in taken}

    @property
    def v_is_inside(self) -> bool:
        """Whether v lies in the window, its ends included; in a closed window nothing does."""
        return self.v is not None and not self.closed and self.alpha <= self.v <= self.beta


def scale_of(trace: Recording, most: int = 100_000) -> tuple[float, float]:
    """The least and the greatest value of a search's leaves, at least one apart.

    Args:
        trace: the search.
        most: how many visits are looked at, from the first on.
    """
    log = trace.log
    known = Flag.INCOMPLETE
    values = [
        value
        for value, flags in zip(log.value[:most], log.flags[:most], strict=True)
        if not flags & known and math.isfinite(value)
    ]
    low, high = min(values, default=0.0), max(values, default=0.0)
    return (low, high) if high - low >= 1 else (low - 0.5, high + 0.5)


def number_line(trace: Recording, snapshot: Snapshot, scale: tuple[float, float]) -> NumberLine:
    """The window of the innermost open node at a step; after the search, of its root.

    Args:
        trace: the search.
        snapshot: the step.
        scale: the ends of the line, as `scale_of` gives them.
    """
    event, log = snapshot.event, trace.log
    landed = None if event.entering else log.value[event.row]
    if event.entering and log.flags[event.row] & CHILDLESS:
        landed = log.value[event.row]
    if not len(snapshot.stack):
        alpha, beta, v = log.alpha[event.row], log.beta[event.row], log.value[event.row]
    else:
        frame = snapshot.stack[-1]
        alpha, beta, v = frame.alpha, frame.beta, frame.v
    known = v if math.isfinite(v) else None
    if landed is not None and (not math.isfinite(landed) or landed == known):
        landed = None  # v says it already
    ends = [number for number in (alpha, beta, known, landed) if number is not None]
    finite = [number for number in ends if math.isfinite(number)]
    low, high = min([scale[0], *finite]), max([scale[1], *finite])
    window = trace.has_window
    return NumberLine(low, high, alpha, beta, known, landed, window and alpha >= beta, window)
