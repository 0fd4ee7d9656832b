"""Errors carried forward: one slip that a sheet itself shows, and the search that makes it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Literal, TypeAlias

from engine.log.visit_log import NO_PARENT
from tracer.answers.answers import Answers, NodeValue, answers_of_work
from tracer.answers.hand_worker import Frame, HandWorker
from tracer.answers.shares_worker import SharesWorker, worker_kind
from tracer.answers.work_tree import Shares, Value
from tracer.mistakes.base import HandTask

#: The searches in which a wrong value is followed: that of the problem, one that prunes nothing, or
#: both.
Followed: TypeAlias = Literal["search", "complete", "both"]


@dataclass(frozen=True, slots=True)
class Slip:
    """A value that a sheet states wrongly, or a cutoff that it shows was not made."""

    node: str  # name of the node
    value: NodeValue | None = None  # stated value; None if the node's cutoff was not made
    followed: Followed = "search"  # searches in which it is followed

    @property
    def is_missed_cutoff(self) -> bool:
        """Whether the slip is a cutoff that was not made."""
        return self.value is None


class SlippingWorker(HandWorker):
    """Worker that makes one slip and is right otherwise."""

    #: The node at which the slip is made.
    slip_at: int = NO_PARENT
    #: The value that this node returns; None if it tests nothing.
    stated: Any = None
    #: What the node's children give.
    worked: Any = None

    def written_back(self, node: int, value: Value) -> Value:
        """Return the wrong value at its node, and keep what its children gave."""
        if node != self.slip_at or self.stated is None:
            return value
        if isinstance(self, SharesWorker):
            self.worked = Shares(map(float, self.vectors[node]))
            self.vectors[node] = self.stated
            return self.stated[self.chooser(node)]  # type: ignore[no-any-return]
        self.worked = float(value)
        return self.stated  # type: ignore[no-any-return]

    @property
    def _untested_node(self) -> int:
        """The node that does not return early."""
        return self.slip_at if self.stated is None else NO_PARENT

    def stops(self, frame: Frame, x: Value, place: int, children: Any) -> bool:
        """Return whether the node returns now."""
        return frame.node != self._untested_node and super().stops(frame, x, place, children)

    def end_outside(
        self, node: int, alpha: Value, beta: Value, interval: tuple[Value, Value]
    ) -> Value | None:
        """Return the end of a chance node's interval that makes a cutoff; None without one."""
        if node == self._untested_node:
            return None
        return super().end_outside(node, alpha, beta, interval)


def search_with_slip(task: HandTask, slip: Slip) -> Answers:
    """Return what a student writes who makes a slip: its node has the wrong value."""
    return _search(task, slip, is_written=True)[0]


def follow_slip(task: HandTask, slip: Slip, *, root_as_stated: bool) -> Answers:
    """Return what follows from a slip: its own node has the value that its children give."""
    answers, worked = _search(task, slip, is_written=False)
    if worked is None:
        return answers
    is_root = slip.node == answers.path[0]
    utility = worked if is_root and not root_as_stated else answers.utility
    return answers.changed(values={**answers.values, slip.node: worked}, utility=utility)


def _search(task: HandTask, slip: Slip, *, is_written: bool) -> tuple[Answers, NodeValue | None]:
    """Return the answers after a slip, and what the children of its node give.

    The latter is None if the search itself does not use the wrong value.
    """

    def search_every_node() -> Mapping[str, NodeValue]:
        whole = work_with_slip(replace(task, windowed=False), slip)
        values = answers_of_work(whole.tree, whole.work).values
        return values if is_written else {**values, slip.node: whole.worked}

    if slip.followed == "complete":
        return task.right.changed(complete=search_every_node()), None
    worker = work_with_slip(task, slip)
    is_in_both = slip.followed == "both" and not slip.is_missed_cutoff
    complete = search_every_node if is_in_both else None
    return answers_of_work(worker.tree, worker.work, complete), worker.worked


def work_with_slip(task: HandTask, slip: Slip) -> SlippingWorker:
    """Return a worker that has searched with a slip."""
    assert task.tree is not None, "a tree that can be worked by hand"
    kind: Any = worker_kind(SlippingWorker, task.tree)
    worker: SlippingWorker = kind(task.tree, task.convention, windowed=task.windowed)
    worker.slip_at = task.tree.names.index(slip.node)
    worker.stated = _as_plain(slip.value)
    worker.run()
    return worker


def _as_plain(value: NodeValue | None) -> Any:
    """Return a stated value as plain numbers: a bound is compared as its number."""
    if value is None or isinstance(value, Shares):
        return value if value is None else tuple(map(float, value))
    return float(value)
