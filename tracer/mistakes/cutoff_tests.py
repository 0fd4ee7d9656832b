"""Misconceptions about the cutoff test."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from engine.conventions import PRESETS
from tracer.answers.hand_worker import Frame, HandWorker
from tracer.answers.work_tree import Value
from tracer.mistakes.base import HandTask, ListReadings, Reading, search_as

#: Most cut nodes that are tried as the one without a cutoff.
_MOST_REFUSED = 40


class _OwnBound(HandWorker):
    """Worker whose MAX tests v ≥ α and whose MIN tests v ≤ β."""

    def bound(self, frame: Frame) -> Value:
        return frame.alpha if frame.at_max else frame.beta


class _WrongBoundSwapped(_OwnBound):
    """Worker whose MAX tests v ≤ α and whose MIN tests v ≥ β."""

    def holds(self, frame: Frame, x: Value) -> bool:
        if frame.at_max:
            return self.reaches_down(frame.v, frame.alpha)
        return self.reaches_up(frame.v, frame.beta)


class _ZeroNotTested(HandWorker):
    def holds(self, frame: Frame, x: Value) -> bool:
        return self.bound(frame) != 0 and super().holds(frame, x)


class _ZeroNotPassed(HandWorker):
    def passed_down(self, frame: Frame, child: int) -> tuple[Value, Value]:
        alpha, beta = super().passed_down(frame, child)
        return alpha or -math.inf, beta or math.inf


class _OneSided(HandWorker):
    max_tests = True

    def holds(self, frame: Frame, x: Value) -> bool:
        return frame.at_max is self.max_tests and super().holds(frame, x)


class _TestsAtBottom(HandWorker):
    def holds(self, frame: Frame, x: Value) -> bool:
        below = self.tree.children[frame.node]
        is_lowest = all(HandWorker.is_leaf(self, child) for child in below)
        return is_lowest and super().holds(frame, x)


class _Refuses(HandWorker):
    #: The node at which no cutoff is made; None for all.
    node: int | None = None

    def stops(self, frame: Frame, x: Value, place: int, children: Sequence[int]) -> bool:
        if self.node in (None, frame.node):
            return False
        return super().stops(frame, x, place, children)


def _flip_strictness(task: HandTask) -> Iterator[Reading]:
    """Yield the other strictness, with ties to the first child."""
    cutoff = ">=" if task.convention.cutoff == ">" else ">"
    if any(convention.cutoff == cutoff for convention in task.accepted):
        return
    other = task.change_convention(cutoff=cutoff, ties="first")
    whose = [name for name, preset in PRESETS.items() if preset.cutoff == cutoff]
    yield Reading(other.answers(HandWorker), elsewhere=f"the convention of {whose[0]}")


def _test_one_side(task: HandTask) -> Iterator[Reading]:
    """Yield tests of MIN only and of MAX only, with each way to write the test."""
    for bounds in task.bounds_tests:
        of_min = task.answers(_OneSided, max_tests=False, tests_bounds=bounds)
        yield Reading(of_min, "no MAX node is cut")
        yield Reading(task.answers(_OneSided, tests_bounds=bounds), "no MIN node is cut")


def _refuse_cutoffs(task: HandTask) -> Iterator[Reading]:
    """Yield no cutoffs at all, then no cutoff at one node."""
    yield Reading(task.answers(_Refuses))
    # Without one cutoff, new ones may appear below it, so this differs from no cutoffs.
    tree, work = task.worked(HandWorker)
    cut = [early.at for early in work.cuts if early.skipped]
    for node in cut[:_MOST_REFUSED]:
        yield Reading(task.answers(_Refuses, node=node), f"at {tree.names[node]}")


#: The readings of each misconception.
READINGS: Final[Mapping[str, ListReadings]] = {
    "wrong-bound": search_as(_WrongBoundSwapped, _OwnBound),
    "zero-unset": search_as(_ZeroNotTested, _ZeroNotPassed),
    "strictness-flipped": _flip_strictness,
    "one-sided-test": _test_one_side,
    "bottom-cuts-only": search_as(_TestsAtBottom),
    "refuses-cutoff": _refuse_cutoffs,
}
