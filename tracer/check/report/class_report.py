"""A class report: statistics over many checked sheets."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, field
from typing import Any, Final

from tracer.check.report.figures import (
    DepartureCount,
    Distribution,
    MisconceptionCount,
    PartCount,
    Pending,
    Unread,
)
from tracer.check.report.reading import PartSeen, Seen, plain

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
