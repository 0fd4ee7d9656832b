"""What is shown beside the tree at a step: the board, and the number line of the window."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from itertools import zip_longest
from typing import Any

from engine.game import AnyGame
from engine.log.visit_log import CHILDLESS, LEAF, NO_PARENT
from engine.match.position import BoardView, board_view, choose_signs
from tracer.recording.recording import Recording
from tracer.steps.snapshot import Snapshot


@dataclass(frozen=True, slots=True)
class BoardText:
    """A position as lines of text."""

    lines: tuple[str, ...]
    changed: frozenset[tuple[int, int]] = frozenset()
    view: BoardView | None = None
    signs: tuple[str, str] = ("", "")

    @property
    def width(self) -> int:
        """The characters of its longest line."""
        return max(map(len, self.lines), default=0)


def board_of(game: AnyGame, state: Any, before: Any = None) -> BoardText:
    """Return the board of a state."""
    lines = tuple(game.draw(state).split("\n"))
    if before is None:
        return BoardText(lines)
    earlier = game.draw(before).split("\n")
    changed = frozenset(
        (y, x)
        for y, (new, old) in enumerate(zip_longest(lines, earlier, fillvalue=""))
        for x, letter in enumerate(new)
        if letter != old[x : x + 1] and not letter.isspace()
    )
    return BoardText(lines, changed)


def board_at(trace: Recording, row: int) -> BoardText:
    """Return the board of a visited node, with the changes by the move to it."""
    game, state, parent = trace.game, trace.state(row), trace.log.parent[row]
    before = None if parent == NO_PARENT else trace.state(parent)
    last = None if before is None else (before, game.moves(before)[trace.log.action[row]])
    view = board_view(game, state, last, shows_moves=False)
    return replace(board_of(game, state, before), view=view, signs=choose_signs(game))


#: The part of the line that stays free at each end, so that no number looks infinite.
_MARGIN = 0.08


@dataclass(frozen=True, slots=True)
class LineColumns:
    """The columns, from 0, of the marks on a line of cells."""

    alpha: int
    beta: int
    v: int | None = None
    landed: int | None = None


@dataclass(frozen=True, slots=True)
class NumberLine:
    """A window on a line of numbers, with the value that a child returns."""

    low: float
    high: float
    alpha: float
    beta: float
    v: float | None
    landed: float | None
    closed: bool
    has_window: bool

    def column(self, number: float, width: int) -> int:
        """Return the column of a number, from 0 to width − 1.

        The first and the last column are reserved for −∞ and +∞, with a margin next to them.
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

    def columns(self, width: int) -> LineColumns:
        """Return the columns of all marks, with different numbers in different cells.

        If two of them would share a cell, the line is scaled to the marked numbers alone. Marks
        that are still too close move by a cell, in the order of the numbers. Equal numbers are
        side by side: α, v, the returned value, β.
        """
        marks = [("alpha", self.alpha), ("v", self.v), ("landed", self.landed), ("beta", self.beta)]
        marked = [(number, name) for name, number in marks if number is not None]
        marked.sort(key=lambda one: one[0])  # equal ones keep their order
        line = self
        columns = [self.column(number, width) for number, _ in marked]
        if len(set(columns)) < len({number for number, _ in marked}):
            finite = [number for number, _ in marked if math.isfinite(number)]
            line = replace(self, low=min(finite), high=max(finite))
            columns = [line.column(number, width) for number, _ in marked]
        for at in range(1, len(columns)):
            columns[at] = max(columns[at], columns[at - 1] + 1)
        for at in range(len(columns) - 1, -1, -1):
            columns[at] = min(columns[at], width - len(columns) + at)
        return LineColumns(
            **{name: column for column, (_, name) in zip(columns, marked, strict=True)}
        )

    def ticks(self, width: int) -> dict[int, float]:
        """Return the numbers of the scale by column: the ends of the line, and 0 between them.

        The result is empty if the line is scaled to the marked numbers alone; see `columns`.
        """
        marks = self.columns(width)
        marked = [(self.alpha, marks.alpha), (self.beta, marks.beta)]
        marked += [
            (number, at)
            for number, at in ((self.v, marks.v), (self.landed, marks.landed))
            if number is not None and at is not None
        ]
        if any(abs(self.column(number, width) - at) > 1 for number, at in marked):
            return {}
        wanted = [self.low, self.high, *([0.0] if self.low < 0 < self.high else [])]
        taken = {at for _, at in marked}
        ticks = {self.column(number, width): number for number in wanted}
        return {at: number for at, number in ticks.items() if at not in taken}

    @property
    def v_is_inside(self) -> bool:
        """Whether v is in the window, including its ends; a closed window contains nothing."""
        return self.v is not None and not self.closed and self.alpha <= self.v <= self.beta


def value_range(trace: Recording, most: int = 100_000) -> tuple[float, float]:
    """Return the smallest and the largest value of a search's leaves; (0, 0) without one."""
    log = trace.log
    values = [
        value
        for value, flags in zip(log.value[:most], log.flags[:most], strict=True)
        if flags & LEAF and math.isfinite(value)
    ]
    return min(values, default=0.0), max(values, default=0.0)


def number_line(trace: Recording, snapshot: Snapshot, scale: tuple[float, float]) -> NumberLine:
    """Return the window of the innermost open node at a step; after the search, of its root."""
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
        landed = None  # v already shows it
    ends = [number for number in (alpha, beta, known, landed) if number is not None]
    finite = [number for number in ends if math.isfinite(number)]
    low, high = min([scale[0], *finite]), max([scale[1], *finite])
    window = trace.has_window
    return NumberLine(low, high, alpha, beta, known, landed, window and alpha >= beta, window)
