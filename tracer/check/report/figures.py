"""The figures of a class report, as plain data."""

from __future__ import annotations

import statistics
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from tracer.check.report.reading import WHOLE, PartSeen

#: Bins of the histogram, each a tenth of the points.
BINS: Final = 10
_PER_CENT: Final = WHOLE // 100


@dataclass(frozen=True, slots=True)
class Distribution:
    """The distribution of the scores, in per cent of the points of each sheet."""

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
    """The results of a part."""

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
    """The frequency of a misconception."""

    id: str
    title: str
    named: int
    may_be: int
    students: int
    examples: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class DepartureCount:
    """The frequency of a first mistake."""

    node: str
    step: int
    sheets: int


@dataclass(frozen=True, slots=True)
class Pending:
    """A sheet that a person must look at."""

    sheet: str
    student: str
    parts: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Unread:
    """A sheet that could not be read."""

    sheet: str
    error: str
