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

__all__ = [
    *("BINS", "DepartureCount", "Distribution", "MisconceptionCount", "PartCount", "Pending"),
    "Unread",
]

#: Bins of the histogram, each a tenth of the points.
BINS: Final = 10
_PER_CENT: Final = WHOLE // 100


@dataclass(frozen=True, slots=True)
class Distribution:
    """The distribution of the scores, in per cent of the points of each sheet.

    Args:
        sheets: number of sheets.
        mean: mean score.
        median: median score.
        lower_quartile: first quartile, as in `statistics.quantiles`, inclusive.
        upper_quartile: third quartile.
        lowest: lowest score.
        highest: highest score.
        deviation: standard deviation, with the class as the whole population.
        histogram: number of sheets per tenth, from 0 to under 10 per cent up to 90 to 100.
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
        """Return the distribution of counted scores.

        Args:
            counts: number of sheets by score in hundredths of a per cent.

        Returns:
            The distribution; None if there are no sheets.
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
    """Return the score at an index of all sorted scores."""
    return scores[bisect_right(up_to, place)]


@dataclass(frozen=True, slots=True)
class PartCount:
    """The results of a part.

    Args:
        part: name of the part.
        sheets: number of sheets that have it.
        whole: number of sheets that have all of it right.
        mean: mean share of its points in per cent; None if it has no points.
    """

    part: str
    sheets: int
    whole: int
    mean: float | None


@dataclass(frozen=True, slots=True)
class MisconceptionCount:
    """The frequency of a misconception.

    Args:
        id: slug.
        title: title, or the slug if there is none.
        named: number of sheets that it fits best.
        may_be: number of sheets that it fits as well as the named one.
        students: number of students with such sheets, if known.
        students_exact: whether that number is exact; above 2,048 it is an estimate.
        examples: up to five sheets, first those that it fits best.
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
    """The frequency of a first mistake.

    Args:
        node: node of the mistake.
        step: step of the mistake.
        sheets: number of sheets.
    """

    node: str
    step: int
    sheets: int


@dataclass(frozen=True, slots=True)
class Pending:
    """A sheet that a person must look at.

    Args:
        sheet: name of the sheet.
        student: name of the student; empty if unknown.
        parts: parts that a person must mark.
    """

    sheet: str
    student: str
    parts: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Unread:
    """A sheet that could not be read.

    Args:
        sheet: name of the sheet.
        error: why it could not be read.
    """

    sheet: str
    error: str
