"""Misconceptions about searches in several passes: MTD(f) and aspiration search."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import ClassVar

from engine.searches.aspiration import Aspiration as AspirationSearch
from engine.searches.mtdf import pass_window
from tracer.answers.pass_worker import Aspiration, Mtdf
from tracer.answers.work_tree import Value
from tracer.misconceptions.base import HandTask, Misconception, Reading

__all__ = [
    "FailSideSwapped",
    "NoSecondSearch",
    "NullWindowSide",
    "SecondWindow",
    "TableBoundExact",
    "TableForgotten",
]


class _OfPasses:
    """A misconception about passes."""

    #: The searches in which it shows.
    of: ClassVar[frozenset[str]] = frozenset({"mtdf", "aspiration"})

    def readings(self, task: HandTask) -> Iterator[Reading]:
        """Yield the answers of each reading, if the search makes such passes."""
        if task.passes is not None and task.passes.search in self.of:
            yield from self.worked_readings(task)  # type: ignore[attr-defined]


class NoSecondSearch(_OfPasses, Misconception):
    """Taking a value outside the window for the answer."""

    slug = "no-second-search"
    title = "a value outside the window is taken for the answer"
    explanation = (
        "The first pass returns a value outside its window. That is only a bound, but no other "
        "pass follows to find the value."
    )
    hint = "Is the returned value inside the window? If not, what does it prove?"
    rank = 231
    revealed_by: ClassVar = {
        "search again": lambda wrong: 10 if wrong.stops else 0,
    }

    def worked_readings(self, task: HandTask) -> Iterator[Reading]:
        """Yield the only reading."""
        yield self.reading(task.pass_answers(most_passes=1))


class _OneSide(Mtdf):
    above = False

    def next_window(self, value: float, lower: float) -> tuple[float, float]:
        return pass_window(value, value if self.above else math.nan, self.gap)


class NullWindowSide(_OfPasses, Misconception):
    """Placing every null window on the same side of the last value."""

    slug = "null-window-side"
    title = "the null window is on the wrong side of g"
    explanation = (
        "The null window is always just below g, or always just above it. It is above g only if "
        "g is the lower bound so far: then the question is whether the value is more than g."
    )
    hint = "g is a lower bound. Which question about the value is still open?"
    rank = 232
    of = frozenset({"mtdf"})

    def worked_readings(self, task: HandTask) -> Iterator[Reading]:
        """Yield windows below g, then above it."""
        for above in (False, True):
            yield self.reading(task.pass_answers(_OneSide, above=above))


class _SwappedBounds(Mtdf):
    def bounds_after(
        self, value: float, window: tuple[float, float], bounds: tuple[float, float]
    ) -> tuple[float, float]:
        (alpha, beta), (lower, upper) = window, bounds
        return value if value < beta else lower, value if value > alpha else upper


class _SwappedSides(Aspiration):
    def second_window(self, value: float, window: tuple[float, float]) -> tuple[float, float]:
        return self.beyond(window, value, is_low=value > window[0])


class FailSideSwapped(_OfPasses, Misconception):
    """Taking failing low for failing high."""

    slug = "fail-side-swapped"
    title = "failing low and failing high are swapped"
    explanation = (
        "A value at or below the window proves that the root is worth at most this much, and one "
        "at or above it at least. Here it is the other way round."
    )
    hint = "The search returns less than α. Is the value of the root at most or at least this?"
    rank = 233

    def worked_readings(self, task: HandTask) -> Iterator[Reading]:
        """Yield the only reading."""
        assert task.passes is not None, "a search in passes"
        kind = _SwappedBounds if task.passes.search == "mtdf" else _SwappedSides
        yield self.reading(task.pass_answers(kind))


class _TakesAnyEntry(Mtdf):
    def is_enough(self, node: int, known: tuple[Value, int], alpha: Value, beta: Value) -> bool:
        return node != 0 or super().is_enough(node, known, alpha, beta)


class TableBoundExact(_OfPasses, Misconception):
    """Using a bound in the table as a value."""

    slug = "table-bound-exact"
    title = "a bound in the table is used as the value"
    explanation = (
        "A node in the table is not searched again, although its entry is only a bound that "
        "causes no cutoff with this window."
    )
    hint = "Is the entry of this node a value or a bound, and is it enough for this window?"
    rank = 234
    of = frozenset({"mtdf"})

    def worked_readings(self, task: HandTask) -> Iterator[Reading]:
        """Yield an answer by every entry below the root."""
        yield self.reading(task.pass_answers(_TakesAnyEntry))


class TableForgotten(_OfPasses, Misconception):
    """Searching nodes again that the table answers."""

    slug = "table-forgotten"
    title = "the table is not used"
    explanation = (
        "Every pass searches all nodes again. A node is not expanded if its value is in the "
        "table, or a bound that causes a cutoff."
    )
    hint = "What is known about this node from the pass before?"
    rank = 235
    of = frozenset({"mtdf"})

    def worked_readings(self, task: HandTask) -> Iterator[Reading]:
        """Yield the only reading."""
        yield self.reading(task.pass_answers(uses_table=False))


class _Recentred(Aspiration):
    checks_again = True
    #: Whether the window is moved by its width; otherwise its middle is the last value.
    moves_on = False

    def second_window(self, value: float, window: tuple[float, float]) -> tuple[float, float]:
        alpha, beta = window
        if not self.moves_on:
            return value - self.margin, value + self.margin
        width = beta - alpha
        return (alpha - width, alpha) if value <= alpha else (beta, beta + width)


class SecondWindow(_OfPasses, Misconception):
    """Choosing another window for the second pass."""

    slug = "second-window"
    title = "the second pass has another window"
    explanation = (
        "The window of the second pass is again a narrow one: around the value that the first "
        "pass returned, or beside the first window. It must reach to the end of the side on which "
        "the first pass failed."
    )
    hint = "How far below the first window can the value be?"
    rank = 236
    of = frozenset({"aspiration"})

    def worked_readings(self, task: HandTask) -> Iterator[Reading]:
        """Yield windows around the last value, beside the last window, and of other courses."""
        yield self.reading(task.pass_answers(_Recentred))
        yield self.reading(task.pass_answers(_Recentred, moves_on=True))
        assert task.passes is not None, "a search in passes"
        for second in AspirationSearch.second_windows:
            if second != task.passes.second:
                elsewhere = f"aspiration search with research {second}"
                yield self.reading(task.pass_answers(second=second), elsewhere=elsewhere)
