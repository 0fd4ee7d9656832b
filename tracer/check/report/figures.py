"""The figures of a class report, as plain data."""

from __future__ import annotations

import statistics
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from tracer.check.report.reading import WHOLE, PartSeen

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
        lower_quartile: first quartile, inclusive.
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
    def of(cls, shares: Sequence[int]) -> Distribution | None:
        """Return the distribution of scores in hundredths of a per cent; None if there are none."""
        if not shares:
            return None
        scores = sorted(share / _PER_CENT for share in shares)
        lower, median, upper = scores[:1] * 3
        if len(scores) > 1:
            lower, median, upper = statistics.quantiles(scores, n=4, method="inclusive")
        bins = Counter(min(share * BINS // WHOLE, BINS - 1) for share in shares)
        return cls(
            sheets=len(scores),
            mean=statistics.fmean(scores),
            median=median,
            lower_quartile=lower,
            upper_quartile=upper,
            lowest=scores[0],
            highest=scores[-1],
            deviation=statistics.pstdev(scores),
            histogram=tuple(bins[place] for place in range(BINS)),
        )


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

    @classmethod
    def of(cls, name: str, seen: Sequence[PartSeen]) -> PartCount:
        """Count a part on the sheets that have it."""
        shares = [one.share / _PER_CENT for one in seen if one.share is not None]
        mean = statistics.fmean(shares) if shares else None
        return cls(name, len(seen), sum(one.whole for one in seen), mean)


@dataclass(frozen=True, slots=True)
class MisconceptionCount:
    """The frequency of a misconception.

    Args:
        id: slug.
        title: title, or the slug if there is none.
        named: number of sheets that it fits best.
        may_be: number of sheets that it fits as well as the named one.
        students: number of students with sheets that it fits best.
        examples: up to five sheets, first those that it fits best.
    """

    id: str
    title: str
    named: int
    may_be: int
    students: int
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
