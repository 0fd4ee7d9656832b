"""Misconceptions about passing windows down and updating bounds."""

from __future__ import annotations

import math
from collections.abc import Iterator

from tracer.answers.hand_worker import Frame, HandWorker
from tracer.answers.work_tree import Value
from tracer.mistakes.base import HandTask, Misconception, Reading

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
    def passed_down(self, frame: Frame, child: int) -> tuple[Value, Value]:
        return _FULL if frame.node == 0 else super().passed_down(frame, child)


class RootReset(Misconception):
    """Entering the root's children with a full window."""

    slug = "root-reset"
    title = "each child of the root starts with a fresh window"
    explanation = (
        "The children of the root are entered with (−∞, +∞), as if the root had no bound yet."
    )
    hint = "What does the root already know when it searches its second child?"
    rank = 30

    def worked_readings(self, task: HandTask) -> Iterator[Reading]:
        """Yield the only reading."""
        yield self.reading(task.answers(_RootReset))


class _ParentsV(HandWorker):
    def passed_down(self, frame: Frame, child: int) -> tuple[Value, Value]:
        if frame.v in (-math.inf, math.inf):
            return _FULL
        return (frame.v, math.inf) if frame.at_max else (-math.inf, frame.v)


class _ParentsBound(HandWorker):
    def passed_down(self, frame: Frame, child: int) -> tuple[Value, Value]:
        return (frame.alpha, math.inf) if frame.at_max else (-math.inf, frame.beta)


class ShallowOnly(Misconception):
    """Using only the parent's bound, never an ancestor's."""

    slug = "shallow-only"
    title = "only the parent's bound is used"
    explanation = (
        "A node is tested only against its parent's bound. Bounds from other ancestors are "
        "forgotten, so deep cutoffs are missed."
    )
    hint = "A node passes its whole window down. Which bound of another ancestor still holds here?"
    rank = 40

    def worked_readings(self, task: HandTask) -> Iterator[Reading]:
        """Yield the parent's v alone, then its own bound alone."""
        yield self.reading(task.answers(_ParentsV))
        yield self.reading(task.answers(_ParentsBound))


class _WindowReset(HandWorker):
    def passed_down(self, frame: Frame, child: int) -> tuple[Value, Value]:
        return _FULL


class WindowReset(Misconception):
    """Entering every node with a full window."""

    slug = "window-reset"
    title = "every node starts from (−∞, +∞)"
    explanation = "No window is passed down at all, so nothing is ever cut."
    hint = "With which α and β is a node entered, and where do they come from?"
    rank = 20

    def worked_readings(self, task: HandTask) -> Iterator[Reading]:
        """Yield the only reading."""
        yield self.reading(task.answers(_WindowReset))


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


class OneVariable(Misconception):
    """Keeping one bound instead of α and β."""

    slug = "one-variable"
    title = "one bound instead of two"
    explanation = (
        "A single bound is passed down. Both MAX and MIN overwrite it, and both test against it."
    )
    hint = "Who owns α, and who owns β? Which of the two may this node change?"
    rank = 50

    def worked_readings(self, task: HandTask) -> Iterator[Reading]:
        """Yield a bound per node and a shared bound, overwritten or improved."""
        for improves in (False, True):
            yield self.reading(task.answers(_OneVariable, improves=improves))
            yield self.reading(task.answers(_OneVariable, improves=improves, shared=True))


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


class LeakingBounds(Misconception):
    """Keeping a child's changes to α and β after it returns."""

    slug = "leaking-bounds"
    title = "α and β pass from a child back to its parent"
    explanation = (
        "α and β are treated as two variables of the whole search: a child's changes are still "
        "there when its parent continues."
    )
    hint = "When a node returns, whose α and β hold again?"
    rank = 70

    def worked_readings(self, task: HandTask) -> Iterator[Reading]:
        """Yield v tested against a bound, then α tested against β."""
        for bounds in task.bounds_tests:
            yield self.reading(task.answers(_Leaking, tests_bounds=bounds))


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


class AlphaReplaced(Misconception):
    """Replacing α by x instead of max(α, x)."""

    slug = "alpha-replaced"
    title = "a bound is replaced instead of raised"
    explanation = (
        "A node's own bound becomes every child's value, even a worse one: α ← x instead of "
        "max(α, x), or the same for β."
    )
    hint = "Can α ever fall, or β ever rise, at one node?"
    rank = 150

    def worked_readings(self, task: HandTask) -> Iterator[Reading]:
        """Yield both bounds, then only α, then only β."""
        yield self.reading(task.answers(_Replaced))
        yield self.reading(task.answers(_Replaced, beta_too=False))
        yield self.reading(task.answers(_Replaced, alpha_too=False))
