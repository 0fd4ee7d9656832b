"""The right answers to a search of several players, for each choice between equal moves.

The choice of one player can change what another player prefers, so each choice has its own answers.
Without pruning, these are the subgame-perfect equilibria.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from typing import Any, Final

from tracer.answers.hand_worker import Frame, HandWorker
from tracer.answers.shares_worker import SharesWorker
from tracer.answers.work_tree import Value
from tracer.misconceptions import HandTask


#: The most choices between ties that are accepted.
MOST_CHOICES: Final = 100


class _Ties(SharesWorker):
    """Worker that notes the children of equal value, by node in the order of their returns."""

    def __init__(self, *rules: Any, **more: Any) -> None:
        super().__init__(*rules, **more)
        self.ties: dict[int, list[int]] = {}
        self._equal: dict[int, list[int]] = {}

    def take_value(self, frame: Frame, child: int, x: Value, *, child_was_cut: bool) -> None:
        equal = self._equal.setdefault(frame.node, [])
        if x > frame.v:
            equal[:] = [child]
        elif x == frame.v and not (child_was_cut and x > self.tree.sums[0]):
            equal.append(child)
        super().take_value(frame, child, x, child_was_cut=child_was_cut)

    def returned(self, frame: Frame) -> Value:
        if len(equal := self._equal[frame.node]) > 1:
            self.ties[frame.node] = equal
        return super().returned(frame)


def other_choices(task: HandTask) -> list[HandTask]:
    """Return the problem with each choice between ties, except the convention's."""
    tree = task.tree
    assert tree is not None, "a tree that can be worked by hand"

    def choices(preferred: frozenset[int], decided: frozenset[int]) -> Iterator[HandTask]:
        chosen = replace(task, tree=replace(tree, preferred=preferred))
        worker = _Ties(chosen.tree, chosen.convention, windowed=chosen.windowed)
        worker.run()
        node = next((node for node in worker.ties if node not in decided), None)
        if node is None:
            yield replace(chosen, right=chosen.answers(HandWorker))
            return
        for child in worker.ties[node]:
            yield from choices(preferred | {child}, decided | {node})

    return [*islice(choices(frozenset(), frozenset()), 1, MOST_CHOICES + 1)]
