"""A class report: statistics over many checked sheets, counted one by one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, field
from typing import Any, Final

from tracer.check.report.counting import BoundedCounts, DistinctCount
from tracer.check.report.figures import (
    DepartureCount,
    Distribution,
    MisconceptionCount,
    PartCount,
    Pending,
    Unread,
)
from tracer.check.report.reading import Seen, plain

__all__ = ["ClassReport"]

_UNREAD_SHOWN: Final = 20
_PENDING_SHOWN: Final = 200
_DEPARTURES_SHOWN: Final = 10
_EXAMPLES: Final = 5

#: Most names that are kept per kind. A key has few parts, and there are few misconceptions and
#: conventions; further names are counted as left out.
_MOST_NAMES: Final = 200
#: Most departures that are kept; a long trace has many steps.
_MOST_DEPARTURES: Final = 10_000


@dataclass(slots=True)
class _Part:
    sheets: int = 0
    whole: int = 0
    with_points: int = 0
    shares: int = 0


@dataclass(slots=True)
class _Misconception:
    named: int = 0
    may_be: int = 0
    students: DistinctCount = field(default_factory=DistinctCount)
    named_on: list[str] = field(default_factory=list)
    may_be_on: list[str] = field(default_factory=list)


@dataclass(slots=True)
class ClassReport:
    """Statistics over many checked sheets.

    It holds counts and never the sheets, so memory does not grow with their number. Scores are
    shares of the points, rounded to 0.01 per cent. Sheets that could not be read are counted, but
    enter no other figure. A sheet with a pending part has no score, and the part is in no mean.

    Args:
        titles: titles of misconceptions by slug; the default is the slug.
        sheets: number of sheets.
        unreadable: number of sheets that could not be read.
        unread: the first twenty of those sheets.
        pending: number of sheets with a part that a person must mark.
        waiting: the first 200 of those sheets.
        by_hand: number of sheets with marks by hand.
        without_points: readable sheets without points to earn, or whose score is not a number; they
            are not in the scores.
        right: number of sheets with full points.
        unexplained: number of readable sheets with lost points and no named misconception.
        departed: number of sheets with a mistake at a known step.
    """

    titles: Mapping[str, str] = field(default_factory=dict)
    sheets: int = field(default=0, init=False)
    unreadable: int = field(default=0, init=False)
    unread: list[Unread] = field(default_factory=list, init=False)
    pending: int = field(default=0, init=False)
    waiting: list[Pending] = field(default_factory=list, init=False)
    by_hand: int = field(default=0, init=False)
    without_points: int = field(default=0, init=False)
    right: int = field(default=0, init=False)
    unexplained: int = field(default=0, init=False)
    departed: int = field(default=0, init=False)
    _students: DistinctCount = field(default_factory=DistinctCount, init=False, repr=False)
    _shares: Counter[int] = field(default_factory=Counter, init=False, repr=False)
    _parts: BoundedCounts[str, _Part] = field(
        default_factory=lambda: BoundedCounts(_MOST_NAMES), init=False, repr=False
    )
    _misconceptions: BoundedCounts[str, _Misconception] = field(
        default_factory=lambda: BoundedCounts(_MOST_NAMES), init=False, repr=False
    )
    _conventions: BoundedCounts[str, int] = field(
        default_factory=lambda: BoundedCounts(_MOST_NAMES), init=False, repr=False
    )
    _departures: BoundedCounts[tuple[str, int], int] = field(
        default_factory=lambda: BoundedCounts(_MOST_DEPARTURES), init=False, repr=False
    )

    @classmethod
    def of(
        cls, records: Iterable[Mapping[str, Any]], titles: Mapping[str, str] | None = None
    ) -> ClassReport:
        """Make the report of checked sheets.

        Args:
            records: records of schema `plytrace.check/1`; they are not kept.
            titles: titles of misconceptions by slug.

        Raises:
            InvalidInput: an object is not such a record.
        """
        report = cls(titles or {})
        for record in records:
            report.add(record)
        return report

    def add(self, record: Mapping[str, Any]) -> None:
        """Count a checked sheet.

        Args:
            record: record of schema `plytrace.check/1` with full feedback; others may lack the
                misconceptions.

        Raises:
            InvalidInput: it is not such a record; nothing is counted.
        """
        seen = Seen.of(record)
        self.sheets += 1
        if seen.student:
            self._students.add(seen.student)
        if seen.error:
            self.unreadable += 1
            if len(self.unread) < _UNREAD_SHOWN:
                self.unread.append(Unread(seen.sheet, seen.error))
            return
        self.by_hand += seen.by_hand
        if seen.pending:
            self.pending += 1
            if len(self.waiting) < _PENDING_SHOWN:
                self.waiting.append(Pending(seen.sheet, seen.student, seen.pending))
        self._add_scores(seen)
        self._add_misconceptions(seen)
        if seen.convention and self._conventions.has_room(seen.convention):
            self._conventions[seen.convention] = self._conventions.get(seen.convention, 0) + 1
        if seen.departure:
            self.departed += 1
            if self._departures.has_room(seen.departure):
                self._departures[seen.departure] = self._departures.get(seen.departure, 0) + 1

    def _add_scores(self, seen: Seen) -> None:
        if seen.share is None:
            self.without_points += 1
        elif not seen.pending:
            self._shares[seen.share] += 1
        self.right += seen.right
        for one in seen.parts:
            if not self._parts.has_room(one.name):
                continue
            part = self._parts.setdefault(one.name, _Part())
            part.sheets += 1
            part.whole += one.whole
            if one.share is not None:
                part.with_points += 1
                part.shares += one.share

    def _add_misconceptions(self, seen: Seen) -> None:
        if seen.named and self._misconceptions.has_room(seen.named):
            found = self._misconceptions.setdefault(seen.named, _Misconception())
            found.named += 1
            if seen.student:
                found.students.add(seen.student)
            if len(found.named_on) < _EXAMPLES:
                found.named_on.append(seen.sheet)
        elif not (seen.named or seen.right or seen.pending) and seen.share is not None:
            self.unexplained += 1
        for slug in seen.may_be:
            if self._misconceptions.has_room(slug):
                found = self._misconceptions.setdefault(slug, _Misconception())
                found.may_be += 1
                if len(found.may_be_on) < _EXAMPLES:
                    found.may_be_on.append(seen.sheet)

    @property
    def readable(self) -> int:
        """The number of sheets that could be read."""
        return self.sheets - self.unreadable

    @property
    def students(self) -> int:
        """The number of different students; sheets without a student are not counted."""
        return int(self._students)

    @property
    def students_exact(self) -> bool:
        """Whether the number of students is exact; above 2,048 it is an estimate."""
        return self._students.exact

    @property
    def scores(self) -> Distribution | None:
        """The distribution of the scores; None if no sheet has one."""
        return Distribution.of(self._shares)

    @property
    def parts(self) -> list[PartCount]:
        """The parts, hardest first: by mean share of points, then by share of full points."""
        counts = [
            PartCount(
                name,
                part.sheets,
                part.whole,
                part.shares / part.with_points / 100 if part.with_points else None,
            )
            for name, part in self._parts.items()
        ]
        return sorted(
            counts,
            key=lambda one: (one.mean is None, one.mean or 0, one.whole / one.sheets, one.part),
        )

    @property
    def misconceptions(self) -> list[MisconceptionCount]:
        """The misconceptions, the most frequent first."""
        counts = [
            MisconceptionCount(
                slug,
                plain(self.titles.get(slug)) or slug,
                found.named,
                found.may_be,
                int(found.students),
                found.students.exact,
                tuple(dict.fromkeys(found.named_on + found.may_be_on))[:_EXAMPLES],
            )
            for slug, found in self._misconceptions.items()
        ]
        return sorted(counts, key=lambda one: (-one.named, -one.may_be, one.id))

    @property
    def conventions(self) -> list[tuple[str, int]]:
        """The number of sheets graded under each convention, the most frequent first."""
        return sorted(self._conventions.items(), key=lambda one: (-one[1], one[0]))

    @property
    def departures(self) -> list[DepartureCount]:
        """The ten most frequent first mistakes."""
        counts = sorted(self._departures.items(), key=lambda one: (-one[1], one[0][1], one[0][0]))
        return [DepartureCount(*place, sheets) for place, sheets in counts[:_DEPARTURES_SHOWN]]

    @property
    def left_out(self) -> int:
        """The number of parts, misconceptions, conventions and departures that were not kept.

        The first 200 names of each kind, and the first 10,000 departures, are kept.
        """
        kinds = (self._parts, self._misconceptions, self._conventions, self._departures)
        return sum(kind.left_out for kind in kinds)

    def record(self) -> dict[str, Any]:
        """Return everything as plain data of schema `plytrace.class/1`."""
        scores = self.scores
        return {
            "sheets": self.sheets,
            "unreadable": self.unreadable,
            "pending": self.pending,
            "by_hand": self.by_hand,
            "students": self.students,
            "students_exact": self.students_exact,
            "without_points": self.without_points,
            "right": self.right,
            "unexplained": self.unexplained,
            "departed": self.departed,
            "left_out": self.left_out,
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
