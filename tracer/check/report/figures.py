"""The figures of a class report, as plain data."""

from __future__ import annotations

import math
from bisect import bisect_right
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import accumulate
from typing import Final

from tracer.check.report.reading import WHOLE

__all__ = ["BINS", "DepartureCount", "Distribution", "MisconceptionCount", "PartCount", "Unread"]

#: Bins of the histogram, each a tenth of the points.
BINS: Final = 10
_PER_CENT: Final = WHOLE // 100


@dataclass(frozen=True, slots=True)
class Distribution:
    """How the scores lie, in per cent of the points of each sheet.

    Args:
        sheets: how many there are.
        mean: their mean.
        median: their median.
        lower_quartile: the score at a quarter of the way from the lowest to the highest.
        upper_quartile: that at three quarters. Both as in `statistics.quantiles`, inclusive.
        lowest: the lowest.
        highest: the highest.
        deviation: the standard deviation of the class, which is taken for the whole population.
        histogram: how many are in each tenth, from 0 to under 10 per cent, to 90 to 100.
    """

    sheets: int
    mean: float
    median: float
    lower_quartile: float
    upper_quartile: float
    lowest: float
    highest: float
    deviation: float
    histogram: tuple[int, ...]

    @classmethod
    def of(cls, counts: Mapping[int, int]) -> Distribution | None:
        """The distribution of scores that have been counted.

        Args:
            counts: how many sheets have each score, by the score in hundredths of a per cent.

        Returns:
            The distribution; None of no sheet.
        """
        scores = sorted(counts)
        if not scores:
            return None
        up_to = list(accumulate(counts[score] for score in scores))
        sheets = up_to[-1]
        mean = Fraction(sum(score * counts[score] for score in scores), sheets)
        square = Fraction(sum(score * score * counts[score] for score in scores), sheets)
        histogram = [0] * BINS
        for score in scores:
            histogram[min(score * BINS // WHOLE, BINS - 1)] += counts[score]

        def quartile(quarters: int) -> float:
            place, rest = divmod((sheets - 1) * quarters, 4)
            low = _at(place, scores, up_to)
            high = _at(min(place + 1, sheets - 1), scores, up_to)
            return (low * (4 - rest) + high * rest) / (4 * _PER_CENT)

        return cls(
            sheets=sheets,
            mean=float(mean / _PER_CENT),
            median=quartile(2),
            lower_quartile=quartile(1),
            upper_quartile=quartile(3),
            lowest=scores[0] / _PER_CENT,
            highest=scores[-1] / _PER_CENT,
            deviation=math.sqrt(square - mean * mean) / _PER_CENT,
            histogram=tuple(histogram),
        )


def _at(place: int, scores: list[int], up_to: list[int]) -> int:
    """The score at a place, from 0, of all scores in order."""
    return scores[bisect_right(up_to, place)]


@dataclass(frozen=True, slots=True)
class PartCount:
    """How a part went.

    Args:
        part: its name.
        sheets: how many have it.
        whole: how many got all of it.
        mean: the mean share of its points, in per cent; None where it has no points.
    """

    part: str
    sheets: int
    whole: int
    mean: float | None


@dataclass(frozen=True, slots=True)
class MisconceptionCount:
    """How often a misconception was met.

    Args:
        id: its slug.
        title: what it is called; the slug where there is no other name.
        named: sheets that it fits best.
        may_be: sheets that cannot tell it from the one that was named.
        students: students on whose sheets it was named; sheets without a student are not counted.
        students_exact: whether that number is exact; beyond 2,048 it is an estimate.
        examples: up to five sheets, first those on which it was named.
    """

    id: str
    title: str
    named: int
    may_be: int
    students: int
    students_exact: bool
    examples: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class DepartureCount:
    """How often sheets first go wrong at a step.

    Args:
        node: the node there.
        step: the step.
        sheets: how many do.
    """

    node: str
    step: int
    sheets: int


@dataclass(frozen=True, slots=True)
class Unread:
    """A sheet that could not be read.

    Args:
        sheet: its name.
        error: why.
    """

    sheet: str
    error: str
