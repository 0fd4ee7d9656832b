"""A class report: statistics over many checked sheets."""

from __future__ import annotations

import math
import statistics
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any, Final

from engine.errors import InvalidInput
from tracer.marking.results.record import SCHEMA

# Read the record of a checked sheet for a class report, with care: students choose names.

#: All points, in the unit in which shares of points are counted: hundredths of a per cent.
WHOLE: Final = 10_000

_LONGEST: Final = 300
_JOINERS: Final = "\u200c\u200d"  # Persian, Indic scripts and emoji are written with them


@dataclass(frozen=True, slots=True)
class PartSeen:
    """A part of a sheet."""

    name: str
    share: int | None
    whole: bool


@dataclass(frozen=True, slots=True)
class Seen:
    """The data of a checked sheet that a class report needs."""

    sheet: str
    student: str
    error: str
    share: int | None
    right: bool
    convention: str
    parts: tuple[PartSeen, ...]
    named: str
    may_be: tuple[str, ...]
    departure: tuple[str, int] | None
    pending: tuple[str, ...] = ()
    by_hand: bool = False

    @classmethod
    def of(cls, record: Mapping[str, Any]) -> Seen:
        """Read a record."""
        try:
            if record["schema"] != SCHEMA:
                raise ValueError
            return cls._of(record)
        except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError) as error:
            where = plain(record.get("sheet")) if isinstance(record, Mapping) else ""
            raise InvalidInput(
                "is not a record of a checked sheet",
                where=where,
                expected=f"an object of schema {SCHEMA}, as plytrace check -f json writes it",
            ) from error

    @classmethod
    def _of(cls, record: Mapping[str, Any]) -> Seen:
        found = [plain(one["id"]) for one in record["misconceptions"]]
        named = found[0] if found else ""
        alike = dict.fromkeys(map(plain, record["indistinguishable"]))
        alike.pop(named, None)
        departure = record["departure"]
        pending = record.get("pending", ())
        share = _share(record["score"], record["max_score"])
        return cls(
            sheet=plain(record["sheet"]),
            student=plain(record["student"]),
            error=plain(record.get("error")),
            share=share,
            right=share is not None and record["score"] >= record["max_score"] and not pending,
            convention=plain(record["convention"]),
            parts=tuple(
                PartSeen(
                    plain(one["part"]), _share(one["score"], one["max_score"]), one["ok"] is True
                )
                for one in record["parts"]
                if one["part"] not in pending
            ),
            named=named,
            may_be=tuple(alike),
            departure=_departure(departure) if departure else None,
            pending=tuple(map(plain, pending)),
            by_hand=bool(record.get("overridden")),
        )


def _departure(departure: Mapping[str, Any]) -> tuple[str, int]:
    """Return the node and the step; in a set, with the problem."""
    node, problem = plain(departure["node"]), plain(departure.get("problem"))
    return f"{node} (problem {problem})" if problem else node, int(departure["step"])


def plain(text: object) -> str:
    """Clean a text: one line, without control characters and direction marks.

    Such characters become escapes, white space becomes single spaces, and texts longer than 300
    characters are cut. None becomes an empty text.
    """
    if text is None:
        return ""
    words = str(text)[: 4 * _LONGEST]
    if not words.isprintable():
        words = "".join(
            sign
            if sign.isprintable() or sign in _JOINERS or sign.isspace()
            else sign.encode("unicode_escape").decode("ascii")
            for sign in words
        )
    words = " ".join(words.split())
    return words if len(words) <= _LONGEST else words[: _LONGEST - 1] + "…"


def _share(score: Any, most: Any) -> int | None:
    """Return the share of the points in hundredths of a per cent, halves rounded up."""
    if not (_is_number(score) and _is_number(most)) or most <= 0:
        return None
    if score >= most:
        return WHOLE
    if score <= 0:
        return 0
    # Integers only: floats could round up a score just below a half.
    over, under = score.as_integer_ratio()
    of_over, of_under = most.as_integer_ratio()
    doubled: int = 2 * WHOLE * over * of_under // (under * of_over)
    return (doubled + 1) // 2


def _is_number(points: Any) -> bool:
    if isinstance(points, bool):
        return False
    return isinstance(points, int) or (isinstance(points, float) and math.isfinite(points))


# The figures of a class report, as plain data.

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


_UNREAD_SHOWN: Final = 20
_PENDING_SHOWN: Final = 200
_DEPARTURES_SHOWN: Final = 10
_EXAMPLES: Final = 5


@dataclass(slots=True)
class ClassReport:
    """Statistics over many checked sheets.

    Scores are shares of the points, rounded to 0.01 per cent. Sheets that could not be read are
    counted, but enter no other figure. A sheet with a pending part has no score, and the part is in
    no mean.
    """

    titles: Mapping[str, str] = field(default_factory=dict)
    seen: list[Seen] = field(default_factory=list, init=False)

    @classmethod
    def of(
        cls, records: Iterable[Mapping[str, Any]], titles: Mapping[str, str] | None = None
    ) -> ClassReport:
        """Make the report of checked sheets."""
        report = cls(titles or {})
        for record in records:
            report.add(record)
        return report

    def add(self, record: Mapping[str, Any]) -> None:
        """Count a checked sheet."""
        self.seen.append(Seen.of(record))

    @property
    def _read(self) -> list[Seen]:
        return [one for one in self.seen if not one.error]

    @property
    def sheets(self) -> int:
        """The number of sheets."""
        return len(self.seen)

    @property
    def readable(self) -> int:
        """The number of sheets that could be read."""
        return len(self._read)

    @property
    def unreadable(self) -> int:
        """The number of sheets that could not be read."""
        return self.sheets - self.readable

    @property
    def unread(self) -> list[Unread]:
        """The first twenty sheets that could not be read."""
        failed = [Unread(one.sheet, one.error) for one in self.seen if one.error]
        return failed[:_UNREAD_SHOWN]

    @property
    def pending(self) -> int:
        """The number of sheets with a part that a person must mark."""
        return sum(bool(one.pending) for one in self._read)

    @property
    def waiting(self) -> list[Pending]:
        """The first 200 of these sheets."""
        waiting = [
            Pending(one.sheet, one.student, one.pending) for one in self._read if one.pending
        ]
        return waiting[:_PENDING_SHOWN]

    @property
    def by_hand(self) -> int:
        """The number of sheets with marks by hand."""
        return sum(one.by_hand for one in self._read)

    @property
    def without_points(self) -> int:
        """The number of readable sheets without points to earn, which have no score."""
        return sum(one.share is None for one in self._read)

    @property
    def right(self) -> int:
        """The number of sheets with full points."""
        return sum(one.right for one in self._read)

    @property
    def unexplained(self) -> int:
        """The number of readable sheets with lost points and no named misconception."""
        return sum(
            not (one.named or one.right or one.pending) and one.share is not None
            for one in self._read
        )

    @property
    def departed(self) -> int:
        """The number of sheets with a mistake at a known step."""
        return sum(one.departure is not None for one in self._read)

    @property
    def students(self) -> int:
        """The number of different students; sheets without a student are not counted."""
        return len({one.student for one in self.seen} - {""})

    @property
    def scores(self) -> Distribution | None:
        """The distribution of the scores; None if no sheet has one."""
        return Distribution.of(
            [one.share for one in self._read if one.share is not None and not one.pending]
        )

    @property
    def parts(self) -> list[PartCount]:
        """The parts, hardest first: by mean share of points, then by share of full points."""
        parts = defaultdict[str, list[PartSeen]](list)
        for sheet in self._read:
            for part in sheet.parts:
                parts[part.name].append(part)
        counts = [PartCount.of(name, seen) for name, seen in parts.items()]
        return sorted(
            counts,
            key=lambda one: (one.mean is None, one.mean or 0, one.whole / one.sheets, one.part),
        )

    @property
    def misconceptions(self) -> list[MisconceptionCount]:
        """The misconceptions, the most frequent first."""
        named, may_be = defaultdict[str, list[Seen]](list), defaultdict[str, list[Seen]](list)
        for sheet in self._read:
            if sheet.named:
                named[sheet.named].append(sheet)
            for slug in sheet.may_be:
                may_be[slug].append(sheet)
        counts = [
            MisconceptionCount(
                slug,
                plain(self.titles.get(slug)) or slug,
                len(named[slug]),
                len(may_be[slug]),
                len({one.student for one in named[slug]} - {""}),
                tuple(one.sheet for one in named[slug] + may_be[slug])[:_EXAMPLES],
            )
            for slug in {*named, *may_be}
        ]
        return sorted(counts, key=lambda one: (-one.named, -one.may_be, one.id))

    @property
    def conventions(self) -> list[tuple[str, int]]:
        """The number of sheets graded under each convention, the most frequent first."""
        counts = Counter(one.convention for one in self._read if one.convention)
        return sorted(counts.items(), key=lambda one: (-one[1], one[0]))

    @property
    def departures(self) -> list[DepartureCount]:
        """The ten most frequent first mistakes."""
        places = Counter(one.departure for one in self._read if one.departure)
        counts = sorted(places.items(), key=lambda one: (-one[1], one[0][1], one[0][0]))
        return [DepartureCount(*place, sheets) for place, sheets in counts[:_DEPARTURES_SHOWN]]

    def record(self) -> dict[str, Any]:
        """Return everything as plain data of schema `plytrace.class/1`."""
        scores = self.scores
        return {
            "sheets": self.sheets,
            "unreadable": self.unreadable,
            "pending": self.pending,
            "by_hand": self.by_hand,
            "students": self.students,
            "without_points": self.without_points,
            "right": self.right,
            "unexplained": self.unexplained,
            "departed": self.departed,
            "waiting": [asdict(one) for one in self.waiting],
            "scores": asdict(scores) if scores else None,
            "parts": [asdict(one) for one in self.parts],
            "misconceptions": [asdict(one) for one in self.misconceptions],
            "conventions": [
                {"convention": name, "sheets": sheets} for name, sheets in self.conventions
            ],
            "departures": [asdict(one) for one in self.departures],
            "unread": [asdict(one) for one in self.unread],
        }
