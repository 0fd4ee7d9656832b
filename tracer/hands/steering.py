"""What a worker would do at each step of a search by hand, led along the steps that were made.

A worker of `tracer.answers.hand_worker`, plain or with a misconception, works by its own rules, but
after each decision it takes over what the student did. So its next decision is again one about the
student's numbers.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from fractions import Fraction

from engine.game import Player
from engine.log.visit_log import NO_PARENT, Flag
from tracer.answers.answers import Answers, answers_of_work
from tracer.answers.hand_worker import Frame, HandWorker, Work
from tracer.answers.work_tree import Value as WorkedValue
from tracer.answers.work_tree import WorkTree, work_tree
from tracer.hands.events import Back, Enter, Event, Move, Need, Returned, Value, Window
from tracer.hands.hand_work import HandTrace, HandWork
from tracer.mistakes.base import HandTask, Misconception
from tracer.runs.search_trace import Trace
from tracer.text.numbers import nearly_equal

__all__ = ["Decisions", "hand_task", "led_along", "plain_decisions", "reading_decisions"]


@dataclass(slots=True)
class Decisions:
    """What a worker would do, by row and by the number of its children that had returned."""

    windows: dict[int, Window] = field(default_factory=dict)
    values: dict[tuple[int, int], float] = field(default_factory=dict)
    steps: dict[tuple[int, int], Event] = field(default_factory=dict)
    returns: dict[int, float] = field(default_factory=dict)
    move: Move | None = None

    def event_after(self, work: HandWork) -> Event | None:
        """Return what the worker would do after a work; None if that is not known.

        Args:
            work: a beginning of the work that the worker was led along.
        """
        row, taken = work.frame.row, len(work.frame.visited)
        if work.need is Need.MOVE:
            return self.move
        if work.need is Need.WINDOW:
            return self.windows.get(row)
        if work.need is Need.RETURN:
            return Returned(self.returns[row]) if row in self.returns else None
        if work.need is Need.VALUE:
            v = self.values.get((row, taken))
            if v is None:
                return None
            if not nearly_equal(v, work.frame.v):
                return Value(v)
        return self.steps.get((row, taken))


class _EndOfWork(Exception):
    """The work that a worker is led along ends here."""


class _CutOutcomes(Exception):
    """The student returned from a chance node before its last outcome."""


@dataclass(slots=True)
class _LedWork(Work):
    """The record of a worker that was led along a work."""

    decisions: Decisions = field(default_factory=Decisions)


class _Led(HandWorker):
    """The part of a worker that takes over what the student did."""

    trace: HandTrace
    decisions: Decisions

    def lead(self, work: HandWork) -> None:
        """Prepare to be led along a work."""
        self.trace = work.trace
        self.work = led = _LedWork()
        self.decisions = led.decisions
        self._row = -1  # the row of the last visit
        self._rows: dict[int, int] = {}  # by open node
        self._sums: dict[int, Fraction] = {}
        self._taken: dict[int, int] = {}

    def run(self) -> Work:
        """Search the tree as far as the work goes."""
        with suppress(_EndOfWork):
            super().run()
            best = self.work.best.get(0, NO_PARENT)
            if best != NO_PARENT:
                self.decisions.move = Move(self._action(0, best))
        return self.work

    def visit(
        self, node: int, alpha: WorkedValue, beta: WorkedValue, above: Frame | None
    ) -> WorkedValue:
        """Decide the window of a node, enter it with the student's, and decide its value."""
        self._row += 1
        row, log = self._row, self.trace.log
        if row >= len(log):
            raise _EndOfWork
        self._rows[node] = row
        if log.actions[row]:
            self.decisions.windows[row] = Window(self.noted(alpha), self.noted(beta))
            if self.windowed:
                alpha, beta = log.alpha[row], log.beta[row]
        value = super().visit(node, alpha, beta, above)
        if log.actions[row]:
            self.decisions.returns[row] = self.noted(value)
            if log.flags[row] & Flag.INCOMPLETE:
                raise _EndOfWork
            # A worker that returns too early stands where the student is all the same.
            self._row = row + log.size[row] - 1
            if self.convention.returns == "fail-hard":
                value = log.value[row]
        if node:
            self._note_outcome(self.tree.parent[node], node, value)
        return value

    def _note_outcome(self, parent: int, node: int, value: WorkedValue) -> None:
        """Note the sum of a chance node, which has no frame, after an outcome."""
        if self.tree.player[parent] is not Player.CHANCE:
            return
        if math.isinf(value):  # a node that returned before it had a value: no sum follows
            raise _EndOfWork
        share = dict(zip(self.order(parent), self.shares(parent), strict=True))[node]
        total = self._sums.get(parent, Fraction()) + share * Fraction(value)
        self._sums[parent] = total
        taken = self._taken[parent] = self._taken.get(parent, 0) + 1
        row = self._rows[parent]
        self.decisions.values[row, taken] = self.noted(total)
        self._decide_step(parent, taken, cuts=False)
        if self._follow(row, taken) and taken < len(self.tree.children[parent]):
            raise _CutOutcomes

    def chance(self, node: int, alpha: WorkedValue, beta: WorkedValue) -> WorkedValue:
        """Decide the last sum as the worker computes its mean."""
        self._decide_step(node, 0, cuts=False)
        try:
            value = super().chance(node, alpha, beta)
        except _CutOutcomes:
            return self.trace.log.value[self._rows[node]]
        row, taken = self._rows[node], self._taken.get(node, 0)
        self.decisions.values[row, taken] = self.noted(value)
        return value

    def is_leaf(self, node: int) -> bool:
        """Return whether the student's search stopped here, which nobody decides by hand."""
        return not self.trace.log.actions[self._rows[node]]

    def order(self, node: int) -> Sequence[int]:
        """Return the children in the student's order; those not visited come last."""
        row = self._rows[node]
        visited = [self._child(node, child) for child in self.trace.log.children(row)]
        return [*visited, *(child for child in self._own_order(node) if child not in visited)]

    def _own_order(self, node: int) -> Sequence[int]:
        return super().order(node)

    def shares(self, node: int) -> Sequence[Fraction]:
        """Return the probabilities in the student's order."""
        own = dict(zip(self._own_order(node), super().shares(node), strict=True))
        return [own[child] for child in self.order(node)]

    def interior(self, node: int, alpha: WorkedValue, beta: WorkedValue) -> WorkedValue:
        """Decide which child comes first."""
        self._decide_step(node, 0, cuts=False)
        if not self.trace.log.tried[self._rows[node]]:
            raise _EndOfWork
        return super().interior(node, alpha, beta)

    def take_value(self, frame: Frame, child: int, x: WorkedValue, *, child_was_cut: bool) -> None:
        """Decide v after a child, and take over what the student wrote."""
        super().take_value(frame, child, x, child_was_cut=child_was_cut)
        row = self._rows[frame.node]
        taken = self._taken[frame.node] = self._taken.get(frame.node, 0) + 1
        self.decisions.values[row, taken] = self.noted(frame.v)
        assert self.trace.claims is not None
        claim = self.trace.claims[row][taken - 1]
        if not nearly_equal(claim.v, self.noted(frame.v)):
            frame.v = claim.v
            if claim.best != NO_PARENT:
                frame.best = self._child(frame.node, claim.best)

    def stops(self, frame: Frame, x: WorkedValue, place: int, children: Sequence[int]) -> bool:
        """Decide whether the node returns now, and do as the student did."""
        row, taken = self._rows[frame.node], self._taken[frame.node]
        cuts = super().stops(frame, x, place, children)
        self._decide_step(frame.node, taken, cuts=cuts)
        stopped = self._follow(row, taken)
        if cuts and not stopped:
            self.cut(frame, children[place], self.window_of(frame), children[place + 1 :])
        return stopped

    def _follow(self, row: int, taken: int) -> bool:
        """Return whether the student returned from a node after this many children."""
        log = self.trace.log
        if taken < log.tried[row]:
            return False
        if log.flags[row] & Flag.INCOMPLETE:
            raise _EndOfWork
        return True

    def _decide_step(self, node: int, taken: int, *, cuts: bool) -> None:
        row = self._rows[node]
        visited = [self._child(node, child) for child in self.trace.log.children(row)][:taken]
        left = [child for child in self._own_order(node) if child not in visited]
        goes_on = bool(left) and not cuts
        step = Enter(self._action(node, left[0])) if goes_on else Back()
        self.decisions.steps[row, taken] = step

    def _child(self, node: int, row: int) -> int:
        """Return the child of a node that a row visits."""
        move = self.trace.move_name(row)
        return next(child for child in self.tree.children[node] if self.tree.moves[child] == move)

    def _action(self, node: int, child: int) -> int:
        """Return the index of the move to a child, in the order of the game."""
        game, state = self.trace.game, self.trace.state(self._rows.get(node, 0))
        names = [game.name_of(move) for move in game.moves(state)]
        return names.index(self.tree.moves[child])


#: The classes of workers that can be led along a work, by kind.
_LED: dict[type[HandWorker], type[_Led]] = {}


def _class_led(kind: type[HandWorker]) -> type[_Led]:
    """Return the workers of a kind that can be led along a work."""
    if kind not in _LED:
        _LED[kind] = type(f"Led{kind.__name__}", (_Led, kind), {})
    return _LED[kind]


class _LedAnswers(Answers):
    """The answers of a worker that was led, with its decisions."""

    decisions: Decisions


@dataclass(frozen=True, slots=True)
class _LedTask(HandTask):
    """A task whose workers are led along a work."""

    led_by: HandWork | None = None

    def worked(self, kind: type[HandWorker], **changes: object) -> tuple[WorkTree, Work]:
        """Return the tree and a worker's record of it as far as the work goes."""
        assert self.tree is not None, "hand work has small trees"
        assert self.led_by is not None, "there is a work to be led along"
        worker = _class_led(kind)(self.tree, self.convention, windowed=self.windowed)
        for name, value in changes.items():
            setattr(worker, name, value)
        worker.lead(self.led_by)
        return self.tree, worker.run()

    def answers_of(self, work: Work, kind: type[HandWorker], /, **changes: object) -> Answers:
        """Return answers that only have the decisions."""
        assert isinstance(work, _LedWork), "a worker that was led"
        return _LedAnswers(decisions=work.decisions, values={})


def hand_task(right: Trace) -> HandTask:
    """Return a search as a problem that workers work."""
    tree = work_tree(right.game, right.settings, right.search)
    assert tree is not None, "hand work has small trees"
    convention, windowed = right.settings.convention, right.has_window
    worked = HandWorker(tree, convention, windowed=windowed).run()
    return HandTask(tree, convention, windowed, answers_of_work(tree, worked), (convention,))


def led_along(task: HandTask, work: HandWork) -> HandTask:
    """Return a task whose workers are led along a work."""
    return _LedTask(
        task.tree, task.convention, task.windowed, task.right, task.accepted, led_by=work
    )


def plain_decisions(task: HandTask, work: HandWork) -> Decisions:
    """Return what the rules say at each step of a work, about the student's own numbers."""
    led = led_along(task, work)
    answers = led.answers(HandWorker)
    assert isinstance(answers, _LedAnswers)
    return answers.decisions


def reading_decisions(led: HandTask, misconception: Misconception) -> list[Decisions]:
    """Return the decisions of each reading of a misconception that concerns the search itself."""
    answers = [reading.answers for reading in misconception.readings(led)]
    return [own.decisions for own in answers if isinstance(own, _LedAnswers)]
