"""Misconceptions about windows: passing them down, updating bounds, and the cutoff test."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from engine.conventions import PRESETS
from tracer.answers.hand_worker import Frame, HandWorker
from tracer.answers.work_tree import Value
from tracer.mistakes.base import HandTask, ListReadings, Reading, search_as

_FULL = (-math.inf, math.inf)


class _RootReset(HandWorker):
    def passed_down(self, frame: Frame, child: int) -> tuple[Value, Value]:
        return _FULL if frame.node == 0 else super().passed_down(frame, child)


class _ParentsV(HandWorker):
    def passed_down(self, frame: Frame, child: int) -> tuple[Value, Value]:
        if frame.v in (-math.inf, math.inf):
            return _FULL
        return (frame.v, math.inf) if frame.at_max else (-math.inf, frame.v)


class _ParentsBound(HandWorker):
    def passed_down(self, frame: Frame, child: int) -> tuple[Value, Value]:
        return (frame.alpha, math.inf) if frame.at_max else (-math.inf, frame.beta)


class _WindowReset(HandWorker):
    def passed_down(self, frame: Frame, child: int) -> tuple[Value, Value]:
        return _FULL


class _OneVariable(HandWorker):
    """Worker with one bound, which is passed down and overwritten as both α and β."""

    shared = False
    #: Whether it may only improve: raised by MAX, lowered by MIN.
    improves = False
    #: The bound, if all nodes share it.
    common: Value | None = None

    def interior(self, node: int, alpha: Value, beta: Value) -> Value:
        if self.shared and self.common is not None:
            alpha = beta = self.common
        return super().interior(node, alpha, beta)

    def update(self, frame: Frame, x: Value) -> None:
        value, now = frame.v, self._now(frame)
        if self.improves and now is not None:
            value = max(now, value) if frame.at_max else min(now, value)
        frame.alpha = frame.beta = self.common = value

    def _now(self, frame: Frame) -> Value | None:
        """Return the bound; None if it is not set yet."""
        if self.shared:
            return self.common
        return frame.alpha if frame.alpha == frame.beta else None

    def leave(self, window: tuple[float, float], v: float) -> None:
        self.common = v

    def holds(self, frame: Frame, x: Value) -> bool:
        bound = self._now(frame)
        if bound is None:
            return False
        return (self.reaches_up if frame.at_max else self.reaches_down)(frame.v, bound)


class _Leaking(HandWorker):
    """Worker whose α and β are global variables."""

    def __init__(self, *given: object, **named: object) -> None:
        super().__init__(*given, **named)  # type: ignore[arg-type]
        self.now: tuple[Value, Value] = self.tree.window

    def interior(self, node: int, alpha: Value, beta: Value) -> Value:
        return super().interior(node, *self.now)

    def passed_down(self, frame: Frame, child: int) -> tuple[Value, Value]:
        return self.now

    def take_value(self, frame: Frame, child: int, x: Value, *, child_was_cut: bool) -> None:
        frame.alpha, frame.beta = self.now
        super().take_value(frame, child, x, child_was_cut=child_was_cut)

    def update(self, frame: Frame, x: Value) -> None:
        super().update(frame, x)
        self.now = frame.alpha, frame.beta

    def leave(self, window: tuple[float, float], v: float) -> None:
        self.now = window


class _Replaced(HandWorker):
    alpha_too = True
    beta_too = True

    def update(self, frame: Frame, x: Value) -> None:
        if frame.at_max and self.alpha_too:
            frame.alpha = x
        elif not frame.at_max and self.beta_too:
            frame.beta = x
        else:
            super().update(frame, x)


def _keep_one_variable(task: HandTask) -> Iterator[Reading]:
    """Yield a bound per node and a shared bound, overwritten or improved."""
    for improves in (False, True):
        yield Reading(task.answers(_OneVariable, improves=improves))
        yield Reading(task.answers(_OneVariable, improves=improves, shared=True))


def _leak_bounds(task: HandTask) -> Iterator[Reading]:
    """Yield v tested against a bound, then α tested against β."""
    for bounds in task.bounds_tests:
        yield Reading(task.answers(_Leaking, tests_bounds=bounds))


def _replace_bounds(task: HandTask) -> Iterator[Reading]:
    """Yield both bounds, then only α, then only β."""
    for changes in ({}, {"beta_too": False}, {"alpha_too": False}):
        yield Reading(task.answers(_Replaced, **changes))


# The cutoff test.

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
        name = tree.names[node]
        yield Reading(task.answers(_Refuses, node=node), f"at {name}", name)


#: The readings of each misconception.
READINGS: Final[Mapping[str, ListReadings]] = {
    "root-reset": search_as(_RootReset),
    "shallow-only": search_as(_ParentsV, _ParentsBound),
    "window-reset": search_as(_WindowReset),
    "one-variable": _keep_one_variable,
    "leaking-bounds": _leak_bounds,
    "alpha-replaced": _replace_bounds,
    "wrong-bound": search_as(_WrongBoundSwapped, _OwnBound),
    "zero-unset": search_as(_ZeroNotTested, _ZeroNotPassed),
    "strictness-flipped": _flip_strictness,
    "one-sided-test": _test_one_side,
    "bottom-cuts-only": search_as(_TestsAtBottom),
    "refuses-cutoff": _refuse_cutoffs,
}
