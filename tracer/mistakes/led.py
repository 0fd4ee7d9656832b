"""Workers that are led along a recorded search.

Each decides a step by its own rules and then takes over what was recorded, so its next decision is
again about those numbers.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from fractions import Fraction

from engine.game import Player
from engine.log.visit_log import NO_PARENT, Flag
from tracer.answers.answers import Answers
from tracer.answers.hand_worker import Frame, HandWorker, Work
from tracer.answers.work_tree import Value, WorkTree
from tracer.mistakes.base import HandTask, Misconception
from tracer.recording.fold import fold
from tracer.recording.recording import Recording
from tracer.text.numbers import nearly_equal


@dataclass(slots=True)
class Decisions:
    """What a worker would do, by row and by the number of its children that had returned."""

    #: The window that each row is entered with.
    windows: dict[int, tuple[float, float]] = field(default_factory=dict)
    values: dict[tuple[int, int], float] = field(default_factory=dict)
    #: The index of the move to the best child.
    bests: dict[tuple[int, int], int] = field(default_factory=dict)
    #: The window after the update.
    bounds: dict[tuple[int, int], tuple[float, float]] = field(default_factory=dict)
    #: The bound by which it returns, `α` or `β`, or `no`.
    tests: dict[tuple[int, int], str] = field(default_factory=dict)
    #: The index of the move that follows; None to return.
    steps: dict[tuple[int, int], int | None] = field(default_factory=dict)
    returns: dict[int, float] = field(default_factory=dict)  # the value that each row returns
    move: int | None = None  # the index of the move at the root; None if it is not known


class _EndOfWork(Exception):
    """The search that a worker is led along ends here."""


class _CutOutcomes(Exception):
    """The recorded search returned from a chance node before its last outcome."""


@dataclass(slots=True)
class _LedWork(Work):
    """The record of a worker that was led along a search."""

    decisions: Decisions = field(default_factory=Decisions)


class _Index:
    """The nodes of a recording's rows, and the moves to nodes, which all workers share."""

    def __init__(self) -> None:
        self.nodes: dict[int, int] = {0: 0}
        self.actions: dict[int, int] = {}


class _Led(HandWorker):
    """The part of a worker that takes over what was recorded."""

    trace: Recording
    decisions: Decisions

    def lead(self, recording: Recording) -> None:
        """Prepare to be led along a search."""
        self.trace = recording
        self.work = led = _LedWork()
        self.decisions = led.decisions
        self._is_by_hand = recording.claims is not None
        self._index: _Index = recording.derived.setdefault(_Index, _Index())
        self._row = -1  # the row of the last visit
        self._rows: dict[int, int] = {}  # by open node
        self._sums: dict[int, Fraction] = {}
        self._taken: dict[int, int] = {}

    def run(self) -> Work:
        """Search the tree as far as the recording goes."""
        with suppress(_EndOfWork):
            super().run()
            best = self.work.best.get(0, NO_PARENT)
            if best != NO_PARENT:
                self.decisions.move = self._action(0, best)
        return self.work

    def visit(self, node: int, alpha: Value, beta: Value, above: Frame | None) -> Value:
        """Decide the window of a node, enter it with the recorded one, and decide its value."""
        self._row += 1
        row, log = self._row, self.trace.log
        if row >= len(log):
            raise _EndOfWork
        self._rows[node] = row
        if log.actions[row]:
            self.decisions.windows[row] = float(alpha), float(beta)
            if self.windowed and self._is_by_hand:  # it is written; else everybody keeps their own
                alpha, beta = log.alpha[row], log.beta[row]
        value = super().visit(node, alpha, beta, above)
        if log.actions[row]:
            self.decisions.returns[row] = float(value)
            if log.flags[row] & Flag.INCOMPLETE:
                raise _EndOfWork
            # A worker that returns too early continues where the recorded search is.
            self._row = row + log.size[row] - 1
            # By hand in fail-soft, the last v is what returns.
            if not self._is_by_hand or self.convention.returns == "fail-hard":
                value = log.value[row]
            if not self._is_by_hand:
                last = fold(self.trace, row, len([*log.children(row)]))
                self.leave((last.alpha, last.beta), last.v)
        if node:
            self._note_outcome(self.tree.parent[node], node, value)
        return value

    def _note_outcome(self, parent: int, node: int, value: Value) -> None:
        """Note the sum of a chance node, which has no frame, after an outcome."""
        if self.tree.player[parent] is not Player.CHANCE:
            return
        if not math.isfinite(value):  # a node that returned before it had a value: no sum follows
            raise _EndOfWork
        share = dict(zip(self.order(parent), self.shares(parent), strict=True))[node]
        total = self._sums.get(parent, Fraction()) + share * Fraction(value)
        self._sums[parent] = total
        taken = self._taken[parent] = self._taken.get(parent, 0) + 1
        row = self._rows[parent]
        self.decisions.values[row, taken] = float(total)
        self._decide_step(parent, taken, cuts=False)
        if self._follow(row, taken) and taken < len(self.tree.children[parent]):
            raise _CutOutcomes

    def chance(self, node: int, alpha: Value, beta: Value) -> Value:
        """Decide the last sum as the worker computes its mean."""
        self._decide_step(node, 0, cuts=False)
        try:
            value = super().chance(node, alpha, beta)
        except _CutOutcomes:
            return self.trace.log.value[self._rows[node]]
        row, taken = self._rows[node], self._taken.get(node, 0)
        self.decisions.values[row, taken] = float(value)
        return value

    def is_leaf(self, node: int) -> bool:
        """Return whether the recorded search stopped here, which nobody decides by hand."""
        return not self.trace.log.actions[self._rows[node]]

    def order(self, node: int) -> Sequence[int]:
        """Return the children in the recorded order; those not visited come last."""
        visited = self._list_visited(node)
        return [*visited, *(child for child in self._own_order(node) if child not in visited)]

    def _own_order(self, node: int) -> Sequence[int]:
        return super().order(node)

    def shares(self, node: int) -> Sequence[Fraction]:
        """Return the probabilities in the recorded order."""
        own = dict(zip(self._own_order(node), super().shares(node), strict=True))
        return [own[child] for child in self.order(node)]

    def interior(self, node: int, alpha: Value, beta: Value) -> Value:
        """Decide which child comes first."""
        self._decide_step(node, 0, cuts=False)
        if not self.trace.log.tried[self._rows[node]]:
            raise _EndOfWork
        return super().interior(node, alpha, beta)

    def take_value(self, frame: Frame, child: int, x: Value, *, child_was_cut: bool) -> None:
        """Decide v after a child, and take over what was recorded."""
        row = self._rows[frame.node]
        taken = self._taken[frame.node] = self._taken.get(frame.node, 0) + 1
        if not self._is_by_hand and taken > 1:
            self._take_over(frame, row, taken - 1)
        super().take_value(frame, child, x, child_was_cut=child_was_cut)
        self.decisions.values[row, taken] = float(frame.v)
        if frame.best != NO_PARENT:
            self.decisions.bests[row, taken] = self._action(frame.node, frame.best)
        if self._is_by_hand:  # v is written before the window and the test follow from it
            self._take_over(frame, row, taken)

    def _take_over(self, frame: Frame, row: int, taken: int) -> None:
        """Take over what was recorded after some children."""
        recorded = fold(self.trace, row, taken)
        if not nearly_equal(recorded.v, float(frame.v)):
            frame.v = recorded.v
            if recorded.best != NO_PARENT:
                frame.best = self._child(frame.node, recorded.best)

    def update(self, frame: Frame, x: Value) -> None:
        """Decide the window after a child."""
        super().update(frame, x)
        at = self._rows[frame.node], self._taken[frame.node]
        self.decisions.bounds[at] = self.window_of(frame)

    def stops(self, frame: Frame, x: Value, place: int, children: Sequence[int]) -> bool:
        """Decide whether the node returns now, and do as was recorded."""
        row, taken = self._rows[frame.node], self._taken[frame.node]
        cuts = super().stops(frame, x, place, children)
        self.decisions.tests[row, taken] = self.tested_bound(frame) if cuts else "no"
        self._decide_step(frame.node, taken, cuts=cuts)
        stopped = self._follow(row, taken)
        if cuts and not stopped:
            self.cut(frame, children[place], self.window_of(frame), children[place + 1 :])
        return stopped

    def _follow(self, row: int, taken: int) -> bool:
        """Return whether the recorded search returned from a node after this many children."""
        log = self.trace.log
        if taken < log.tried[row]:
            return False
        if log.flags[row] & Flag.INCOMPLETE:
            raise _EndOfWork
        return True

    def _decide_step(self, node: int, taken: int, *, cuts: bool) -> None:
        row = self._rows[node]
        visited = self._list_visited(node)[:taken]
        left = [child for child in self._own_order(node) if child not in visited]
        goes_on = bool(left) and not cuts
        self.decisions.steps[row, taken] = self._action(node, left[0]) if goes_on else None

    def _list_visited(self, node: int) -> list[int]:
        """Return the children of a node that the recorded search visited."""
        return [self._child(node, row) for row in self.trace.log.children(self._rows[node])]

    def _child(self, node: int, row: int) -> int:
        """Return the child of a node that a row visits."""
        nodes = self._index.nodes
        if row not in nodes:
            move, moves = self.trace.move_name(row), self.tree.moves
            nodes[row] = next(child for child in self.tree.children[node] if moves[child] == move)
        return nodes[row]

    def _action(self, node: int, child: int) -> int:
        """Return the index of the move to a child, in the order of the game."""
        actions = self._index.actions
        if child not in actions:
            game, state = self.trace.game, self.trace.state(self._rows.get(node, 0))
            names = [game.name_of(move) for move in game.moves(state)]
            actions[child] = names.index(self.tree.moves[child])
        return actions[child]


#: The classes of workers that can be led, by kind.
_LED: dict[type[HandWorker], type[_Led]] = {}


def _led_class(kind: type[HandWorker]) -> type[_Led]:
    """Return the workers of a kind that can be led along a search."""
    if kind not in _LED:
        _LED[kind] = type(f"Led{kind.__name__}", (_Led, kind), {})
    return _LED[kind]


class LedAnswers(Answers):
    """The answers of a worker that was led, with its decisions."""

    decisions: Decisions


@dataclass(frozen=True, slots=True)
class _LedTask(HandTask):
    """A task whose workers are led along a search."""

    led_by: Recording | None = None

    def make_worker(self, kind: type[HandWorker], tree: WorkTree) -> HandWorker:
        """Return a worker that goes as far as the search does."""
        assert self.led_by is not None, "there is a search to be led along"
        worker = _led_class(kind)(tree, self.convention, windowed=self.windowed)
        worker.lead(self.led_by)
        return worker

    def answers_of(self, work: Work, kind: type[HandWorker], /, **changes: object) -> Answers:
        """Return answers that only have the decisions."""
        assert isinstance(work, _LedWork), "a worker that was led"
        return LedAnswers(decisions=work.decisions, values={})


def led_along(task: HandTask, recording: Recording) -> HandTask:
    """Return a task whose workers are led along a recorded search."""
    return _LedTask(
        task.tree, task.convention, task.windowed, task.right, task.accepted, led_by=recording
    )


def list_decisions(led: HandTask, misconception: Misconception | None = None) -> list[Decisions]:
    """Return the decisions of each reading of a misconception that concerns the search itself."""
    if misconception is None:
        answers = [led.answers(HandWorker)]
    else:
        answers = [reading.answers for reading in misconception.readings(led)]
    return [own.decisions for own in answers if isinstance(own, LedAnswers)]
