"""Misconceptions about passing windows down and updating bounds."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from typing import Final

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


#: The readings of each misconception.
READINGS: Final[Mapping[str, ListReadings]] = {
    "root-reset": search_as(_RootReset),
    "shallow-only": search_as(_ParentsV, _ParentsBound),
    "window-reset": search_as(_WindowReset),
    "one-variable": _keep_one_variable,
    "leaking-bounds": _leak_bounds,
    "alpha-replaced": _replace_bounds,
}
