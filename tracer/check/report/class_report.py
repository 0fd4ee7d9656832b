"""A class report: what many checked sheets have in common, counted as they come."""

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
    Unread,
)
from tracer.check.report.reading import Seen, plain

__all__ = ["ClassReport"]

_UNREAD_SHOWN: Final = 20
_DEPARTURES_SHOWN: Final = 10
_EXAMPLES: Final = 5

#: Names that are kept of a kind. A key has few parts, and there are few misconceptions and
#: conventions; what goes beyond is counted as left out.
_MOST_NAMES: Final = 200
#: A long trace has many steps to depart at.
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
    """What many checked sheets have in common.

    It holds counts and never the sheets: memory does not grow with their number. Scores are counted
    as shares of the points, rounded to a hundredth of a per cent. A sheet that could not be read
    has no score, and is in no figure but its own count.

    Args:
        titles: what misconceptions are called, by slug; others go by their slug.
        sheets: how many there were.
        unreadable: how many of them could not be read.
        unread: the first twenty of those.
        without_points: readable sheets on which no points could be had, or whose score is no
            number; they are not in the scores.
        right: sheets with all points.
        unexplained: readable sheets short of points that no misconception was named for.
        departed: sheets with a point of departure.
    """

    titles: Mapping[str, str] = field(default_factory=dict)
    sheets: int = field(default=0, init=False)
    unreadable: int = field(default=0, init=False)
    unread: list[Unread] = field(default_factory=list, init=False)
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
        """The report of checked sheets.

        Args:
            records: the sheets, schema `plytrace.check/1`; each is let go before the next.
            titles: what misconceptions are called, by slug.

        Raises:
            InvalidInput: one is no such record.
        """
        report = cls(titles or {})
        for record in records:
            report.add(record)
        return report

    def add(self, record: Mapping[str, Any]) -> None:
        """Count a checked sheet.

        Args:
            record: the sheet, schema `plytrace.check/1`, with all that may be said of it: one that
                gives points only has no misconceptions to count.

        Raises:
            InvalidInput: it is no such record; nothing of it is counted.
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
        else:
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
        elif not seen.named and seen.share is not None and not seen.right:
            self.unexplained += 1
        for slug in seen.may_be:
            if self._misconceptions.has_room(slug):
                found = self._misconceptions.setdefault(slug, _Misconception())
                found.may_be += 1
                if len(found.may_be_on) < _EXAMPLES:
                    found.may_be_on.append(seen.sheet)

    @property
    def readable(self) -> int:
        """Sheets that could be read."""
        return self.sheets - self.unreadable

    @property
    def students(self) -> int:
        """Different students; sheets that do not say whose they are, are not counted."""
        return int(self._students)

    @property
    def students_exact(self) -> bool:
        """Whether the number of students is exact; beyond 2,048 it is an estimate."""
        return self._students.exact

    @property
    def scores(self) -> Distribution | None:
        """How the scores lie; None where no sheet has one."""
        return Distribution.of(self._shares)

    @property
    def parts(self) -> list[PartCount]:
        """The parts, the hardest first: by the mean share of points, then by who got it whole."""
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
            key=lambda one: (
                one.mean is None,
                one.mean or 0,
                one.whole / one.sheets,
                one.part,
            ),
        )

    @property
    def misconceptions(self) -> list[MisconceptionCount]:
        """The misconceptions, the one that was named most often first."""
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
        """By how many sheets each convention was graded, the most used first."""
        return sorted(self._conventions.items(), key=lambda one: (-one[1], one[0]))

    @property
    def departures(self) -> list[DepartureCount]:
        """The ten points at which most sheets first go wrong."""
        counts = sorted(self._departures.items(), key=lambda one: (-one[1], one[0][1], one[0][0]))
        return [DepartureCount(*place, sheets) for place, sheets in counts[:_DEPARTURES_SHOWN]]

    @property
    def left_out(self) -> int:
        """How often a part, misconception, convention or departure came that there is no room for.

        There is room for 200 names of each, and for 10,000 departures; the first are kept.
        """
        kinds = (self._parts, self._misconceptions, self._conventions, self._departures)
        return sum(kind.left_out for kind in kinds)

    def record(self) -> dict[str, Any]:
        """Everything as plain data, as schema `plytrace.class/1` has it."""
        scores = self.scores
        return {
            "sheets": self.sheets,
            "unreadable": self.unreadable,
            "students": self.students,
            "students_exact": self.students_exact,
            "without_points": self.without_points,
            "right": self.right,
            "unexplained": self.unexplained,
            "departed": self.departed,
            "left_out": self.left_out,
            "scores": asdict(scores) if scores else None,
            "parts": [asdict(one) for one in self.parts],
            "misconceptions": [asdict(one) for one in self.misconceptions],
            "conventions": [
                {"convention": name, "sheets": sheets} for name, sheets in self.conventions
            ],
            "departures": [asdict(one) for one in self.departures],
            "unread": [asdict(one) for one in self.unread],
        }
