"""Misconceptions about the visited nodes and their order."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import product
from typing import Final

from tracer.answers.answers import Answers
from tracer.answers.hand_worker import Frame, HandWorker
from tracer.answers.work_tree import Value
from tracer.mistakes.base import HandTask, ListReadings, Reading


class _StopsOneChildLate(HandWorker):
    """Worker that visits one more child after the test succeeds; its value may count or not."""

    counts_it = True
    #: Whether the bound is updated before that child if the test comes first.
    updates = True
    #: Whether the window is written as it was when the test succeeded, not one child later.
    writes_first_window = False

    def __init__(self, *given: object, **named: object) -> None:
        super().__init__(*given, **named)  # type: ignore[arg-type]
        self.before: dict[int, tuple[float, float]] = {}
        #: Nodes at which the test has succeeded, with the window then.
        self.late: dict[int, tuple[float, float]] = {}

    def stops(self, frame: Frame, x: Value, place: int, children: Sequence[int]) -> bool:
        if frame.node in self.late:
            return True
        if not super().stops(frame, x, place, children):
            return False
        if place + 1 == len(children):
            return True
        self.late[frame.node] = self.before[frame.node]
        return False

    def take_value(self, frame: Frame, child: int, x: Value, *, child_was_cut: bool) -> None:
        self.before[frame.node] = self.window_of(frame)
        if self.counts_it or frame.node not in self.late:
            super().take_value(frame, child, x, child_was_cut=child_was_cut)

    def update(self, frame: Frame, x: Value) -> None:
        if self.updates or frame.node not in self.late:
            super().update(frame, x)

    def cut(
        self, frame: Frame, child: int, before: tuple[float, float], skipped: Sequence[int]
    ) -> None:
        if self.writes_first_window:
            before = self.late.get(frame.node, before)
        super().cut(frame, child, before, skipped)


def _without(answers: Answers, task: HandTask) -> Answers:
    """Return the answers without the children that caused cutoffs."""
    tree, work = task.worked(HandWorker)
    gone = {cut.after for cut in work.cuts if cut.skipped}
    for node in work.visits:  # descendants are removed too
        if tree.parent[node] in gone:
            gone.add(node)
    visits = tuple(tree.names[node] for node in work.visits if node not in gone)
    return answers.changed(visits=visits)


class _Reversed(HandWorker):
    at_max_nodes = True
    at_min_nodes = True

    def order(self, node: int) -> Sequence[int]:
        children = super().order(node)
        return children[::-1] if self._turns(node) else children

    def shares(self, node: int) -> Sequence[Fraction]:
        shares = super().shares(node)
        return shares[::-1] if self._turns(node) else shares

    def _turns(self, node: int) -> bool:
        # A chance node is not MAX's.
        return self.at_max_nodes if self.is_max(node) else self.at_min_nodes


def _has_estimates(task: HandTask, limit: int) -> bool:
    """Return whether all nodes at a depth have a value or an estimate."""
    tree = task.tree
    if tree is None:
        return False
    return all(
        tree.values[node] is not None or tree.estimates[node] is not None
        for node in range(len(tree))
        if tree.depth[node] == limit
    )


def _cut_a_child_off(task: HandTask) -> Iterator[Reading]:
    """Yield the child as skipped, also as unvisited, then one more child as visited."""
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
            yield Reading(right.changed(cuts=listed, counts=counts))
            yield Reading(_without(right.changed(cuts=listed, counts=counts), task))
    for counts_it, updates, first in product((True, False), repeat=3):
        how = {"counts_it": counts_it, "updates": updates, "writes_first_window": first}
        yield Reading(task.answers(_StopsOneChildLate, **how))
    for tests_bounds, counts_it in product(task.bounds_tests[1:], (True, False)):
        how = {"counts_it": counts_it, "tests_bounds": tests_bounds}
        yield Reading(task.answers(_StopsOneChildLate, **how))


def _reverse_children(task: HandTask) -> Iterator[Reading]:
    """Yield all nodes reversed, then those of one player."""
    yield Reading(task.answers(_Reversed))
    yield Reading(task.answers(_Reversed, at_min_nodes=False), "at MAX nodes")
    yield Reading(task.answers(_Reversed, at_max_nodes=False), "at MIN nodes")


def _stop_at_another_depth(task: HandTask) -> Iterator[Reading]:
    """Yield one ply or half a round too early or too late."""
    tree = task.tree
    if tree is None or tree.limit is None:
        return
    for by in sorted({1, max(1, tree.round // 2)}):
        for limit in (tree.limit - by, tree.limit + by):
            if limit >= 0 and _has_estimates(task, limit):
                yield Reading(task.answers(HandWorker, limit=limit), f"at depth {limit}")


#: The readings of each misconception.
READINGS: Final[Mapping[str, ListReadings]] = {
    "off-by-one-child": _cut_a_child_off,
    "right-to-left": _reverse_children,
    "depth-off-by-one": _stop_at_another_depth,
}
