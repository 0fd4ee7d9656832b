"""Misconceptions about which nodes are visited, and in which order."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import product

from tracer.check.answers import Answers
from tracer.check.hand_worker import Frame, HandWorker
from tracer.check.misconceptions.base import Misconception, Reading, Task

__all__ = ["DepthOffByOne", "OffByOneChild", "RightToLeft"]


class _StopsLate(HandWorker):
    """After the test holds, one more child is visited; its value counts or does not."""

    counts_it = True
    #: Whether the bound is raised before that child is visited, where the test comes first.
    updates = True
    #: Whether the window is told as it was when the test held, and not a child later.
    tells_first_window = False

    def __init__(self, *given: object, **named: object) -> None:
        super().__init__(*given, **named)  # type: ignore[arg-type]
        self.before: dict[int, tuple[float, float]] = {}
        #: The nodes at which the test has held, with the window then.
        self.late: dict[int, tuple[float, float]] = {}

    def stops(self, frame: Frame, x: float, place: int, children: Sequence[int]) -> bool:
        if frame.node in self.late:
            return True
        if not super().stops(frame, x, place, children):
            return False
        if place + 1 == len(children):
            return True
        self.late[frame.node] = self.before[frame.node]
        return False

    def fold(self, frame: Frame, child: int, x: float, *, child_was_cut: bool) -> None:
        self.before[frame.node] = self.window_of(frame)
        if self.counts_it or frame.node not in self.late:
            super().fold(frame, child, x, child_was_cut=child_was_cut)

    def update(self, frame: Frame, x: float) -> None:
        if self.updates or frame.node not in self.late:
            super().update(frame, x)

    def cut(
        self, frame: Frame, child: int, before: tuple[float, float], skipped: Sequence[int]
    ) -> None:
        if self.tells_first_window:
            before = self.late.get(frame.node, before)
        super().cut(frame, child, before, skipped)


class OffByOneChild(Misconception):
    """The cut comes a child too early or too late."""

    slug = "off-by-one-child"
    title = "a cutoff is a child off"
    explanation = (
        "The child that made the test hold is listed as skipped, although it was visited; or one "
        "more child is visited before the node stops."
    )
    hint = "The test is made after a child has returned. Which child is the last one visited?"

    def worked_readings(self, task: Task) -> Iterator[Reading]:
        """Listed as skipped, also left out of the visits, or one more is visited."""
        right = task.right
        for after_last_too in (False, True):
            listed = tuple(
                replace(cut, skipped=(cut.after, *cut.skipped))
                if cut.skipped or after_last_too
                else cut
                for cut in right.cuts
            )
            if listed != right.cuts:
                counts = {**right.counts, "skipped": sum(len(cut.skipped) for cut in listed)}
                yield self.reading(right.changed(cuts=listed, counts=counts))
                yield self.reading(_without(right.changed(cuts=listed, counts=counts), task))
        for counts_it, updates, first in product((True, False), repeat=3):
            how = {"counts_it": counts_it, "updates": updates, "tells_first_window": first}
            yield self.reading(task.answers(_StopsLate, **how))
        for tests_bounds, counts_it in product(task.bounds_tests[1:], (True, False)):
            how = {"counts_it": counts_it, "tests_bounds": tests_bounds}
            yield self.reading(task.answers(_StopsLate, **how))


def _without(answers: Answers, task: Task) -> Answers:
    """Answers in which the children that caused a cut are not among the visits."""
    tree, work = task.worked(HandWorker)
    gone = {cut.after for cut in work.cuts if cut.skipped}
    for node in work.visits:  # what is below is gone too
        if tree.parent[node] in gone:
            gone.add(node)
    visits = tuple(tree.names[node] for node in work.visits if node not in gone)
    return answers.changed(visits=visits)


class _Reversed(HandWorker):
    at_max_nodes = True
    at_min_nodes = True

    def order(self, node: int) -> Sequence[int]:
        children = super().order(node)
        turns = self.at_max_nodes if self.is_max(node) else self.at_min_nodes
        return children[::-1] if turns else children

    def mean(self, worked: Sequence[float], chances: Sequence[object]) -> float:
        turned = self.at_min_nodes  # a chance node is not MAX's
        return super().mean(worked[::-1] if turned else worked, chances)  # type: ignore[arg-type]


class RightToLeft(Misconception):
    """Children in reverse order."""

    slug = "right-to-left"
    title = "children are visited from right to left"
    explanation = "Children are taken in the reverse of the order in which they are drawn."
    hint = "In which order does the problem say that children are visited?"
    needs_window = False

    def worked_readings(self, task: Task) -> Iterator[Reading]:
        """At all nodes, or at one player's."""
        yield self.reading(task.answers(_Reversed))
        yield self.reading(task.answers(_Reversed, at_min_nodes=False), "at MAX nodes")
        yield self.reading(task.answers(_Reversed, at_max_nodes=False), "at MIN nodes")


class DepthOffByOne(Misconception):
    """The depth limit is off."""

    slug = "depth-off-by-one"
    title = "the depth limit is off by one"
    explanation = "The search stops a ply, or half a round, too early or too late."
    hint = "Count plies from the root, which is at depth 0. Where does the limit stop?"
    needs_window = False

    def worked_readings(self, task: Task) -> Iterator[Reading]:
        """A ply or half a round, either way."""
        tree = task.tree
        if tree is None or tree.limit is None:
            return
        for by in sorted({1, max(1, tree.round // 2)}):
            for limit in (tree.limit - by, tree.limit + by):
                if limit < 0 or not _has_estimates(task, limit):
                    continue
                where = f"at depth {limit}"
                yield self.reading(task.answers(HandWorker, limit=limit), where)


def _has_estimates(task: Task, limit: int) -> bool:
    """Whether all nodes at a depth have a value or an estimate."""
    tree = task.tree
    if tree is None:
        return False
    return all(
        tree.values[node] is not None or tree.estimates[node] is not None
        for node in range(len(tree))
        if tree.depth[node] == limit
    )
