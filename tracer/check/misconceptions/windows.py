"""Misconceptions about what is passed down, and about what a node does with its own bounds."""

from __future__ import annotations

import math
from collections.abc import Iterator

from tracer.check.hand_worker import Frame, HandWorker
from tracer.check.misconceptions.base import Misconception, Reading, Task

__all__ = [
    "AlphaReplaced",
    "LeakingBounds",
    "OneVariable",
    "RootReset",
    "ShallowOnly",
    "WindowReset",
]

_FULL = (-math.inf, math.inf)


class _RootReset(HandWorker):
    def passed_down(self, frame: Frame, child: int) -> tuple[float, float]:
        return _FULL if frame.node == 0 else super().passed_down(frame, child)


class RootReset(Misconception):
    """The root passes nothing down."""

    slug = "root-reset"
    title = "the root's children start afresh"
    explanation = (
        "The children of the root are entered with (−∞, +∞), as if nothing had been found there."
    )
    hint = "What does the root know already when it comes to its second child?"

    def worked_readings(self, task: Task) -> Iterator[Reading]:
        """The one reading."""
        yield self.reading(task.answers(_RootReset))


class _ParentsV(HandWorker):
    def passed_down(self, frame: Frame, child: int) -> tuple[float, float]:
        if frame.v in (-math.inf, math.inf):
            return _FULL
        return (frame.v, math.inf) if frame.at_max else (-math.inf, frame.v)


class _ParentsBound(HandWorker):
    def passed_down(self, frame: Frame, child: int) -> tuple[float, float]:
        return (frame.alpha, math.inf) if frame.at_max else (-math.inf, frame.beta)


class ShallowOnly(Misconception):
    """Only the parent's bound counts, never an ancestor's."""

    slug = "shallow-only"
    title = "only the parent's bound is used"
    explanation = (
        "A node is tested against what its parent has found alone: bounds from further up are "
        "forgotten, so that deep cutoffs are missed."
    )
    hint = "A window is handed down whole. Which bound from further up still holds here?"

    def worked_readings(self, task: Task) -> Iterator[Reading]:
        """The parent's v alone, or its own bound alone."""
        yield self.reading(task.answers(_ParentsV))
        yield self.reading(task.answers(_ParentsBound))


class _WindowReset(HandWorker):
    def passed_down(self, frame: Frame, child: int) -> tuple[float, float]:
        return _FULL


class WindowReset(Misconception):
    """Every node starts afresh."""

    slug = "window-reset"
    title = "every node starts from (−∞, +∞)"
    explanation = "No window is passed down at all, so nothing is ever cut."
    hint = "With which α and β is a node entered, and where do they come from?"

    def worked_readings(self, task: Task) -> Iterator[Reading]:
        """The one reading."""
        yield self.reading(task.answers(_WindowReset))


class _OneVariable(HandWorker):
    """One bound, passed down and overwritten; α and β are both it once there is one."""

    shared = False
    #: Whether it is only ever improved: raised by MAX, lowered by MIN.
    improves = False
    #: The bound, where all nodes share it.
    common: float | None = None

    def interior(self, node: int, alpha: float, beta: float) -> float:
        if self.shared and self.common is not None:
            alpha = beta = self.common
        return super().interior(node, alpha, beta)

    def update(self, frame: Frame, x: float) -> None:
        value, now = frame.v, self._now(frame)
        if self.improves and now is not None:
            value = max(now, value) if frame.at_max else min(now, value)
        frame.alpha = frame.beta = self.common = value

    def _now(self, frame: Frame) -> float | None:
        """The bound; None before there is one."""
        if self.shared:
            return self.common
        return frame.alpha if frame.alpha == frame.beta else None

    def holds(self, frame: Frame, x: float) -> bool:
        bound = self._now(frame)
        if bound is None:
            return False
        return (self.reaches_up if frame.at_max else self.reaches_down)(frame.v, bound)


class OneVariable(Misconception):
    """α and β are one."""

    slug = "one-variable"
    title = "one bound instead of two"
    explanation = (
        "A single bound is passed down and overwritten by MAX and MIN alike, and each tests "
        "against it."
    )
    hint = "Who owns α, and who owns β? Which of the two may this node change?"

    def worked_readings(self, task: Task) -> Iterator[Reading]:
        """A bound of each node's own, or one that all share; overwritten, or improved."""
        for improves in (False, True):
            yield self.reading(task.answers(_OneVariable, improves=improves))
            yield self.reading(task.answers(_OneVariable, improves=improves, shared=True))


class _Leaking(HandWorker):
    """α and β are the same two variables everywhere."""

    def __init__(self, *given: object, **named: object) -> None:
        super().__init__(*given, **named)  # type: ignore[arg-type]
        self.now = self.tree.window

    def interior(self, node: int, alpha: float, beta: float) -> float:
        return super().interior(node, *self.now)

    def passed_down(self, frame: Frame, child: int) -> tuple[float, float]:
        return self.now

    def fold(self, frame: Frame, child: int, x: float, *, child_was_cut: bool) -> None:
        frame.alpha, frame.beta = self.now
        super().fold(frame, child, x, child_was_cut=child_was_cut)

    def update(self, frame: Frame, x: float) -> None:
        super().update(frame, x)
        self.now = frame.alpha, frame.beta


class LeakingBounds(Misconception):
    """What a child sets is still set when its parent goes on."""

    slug = "leaking-bounds"
    title = "α and β leak back out of a child"
    explanation = (
        "α and β are treated as two numbers for the whole search: what a child set is still set "
        "when its parent goes on."
    )
    hint = "When a node returns, whose α and β hold again?"

    def worked_readings(self, task: Task) -> Iterator[Reading]:
        """With v tested against a bound, or the bounds against each other."""
        for bounds in task.bounds_tests:
            yield self.reading(task.answers(_Leaking, tests_bounds=bounds))


class _Replaced(HandWorker):
    alpha_too = True
    beta_too = True

    def update(self, frame: Frame, x: float) -> None:
        if frame.at_max and self.alpha_too:
            frame.alpha = x
        elif not frame.at_max and self.beta_too:
            frame.beta = x
        else:
            super().update(frame, x)


class AlphaReplaced(Misconception):
    """α ← x instead of max(α, x)."""

    slug = "alpha-replaced"
    title = "a bound is replaced instead of raised"
    explanation = (
        "A node's own bound takes every child's value, also a worse one: α ← x instead of "
        "max(α, x), or β likewise."
    )
    hint = "Can α ever fall, or β ever rise, at one node?"

    def worked_readings(self, task: Task) -> Iterator[Reading]:
        """Both bounds, only α, only β."""
        yield self.reading(task.answers(_Replaced))
        yield self.reading(task.answers(_Replaced, beta_too=False))
        yield self.reading(task.answers(_Replaced, alpha_too=False))
