"""A class report: statistics over many checked sheets, as tables that every format writes."""

from __future__ import annotations

import statistics
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final, TypeAlias

from engine.errors import InvalidInput
from tracer.marking.results.record import SCHEMA, is_record
from tracer.text.numbers import show_count

_LONGEST: Final = 300
_JOINERS: Final = "\u200c\u200d"  # Persian, Indic scripts and emoji are written with them

#: Rows of the tables that could have thousands.
_MOST_PENDING: Final = 200
_MOST_UNREADABLE: Final = 20
_MOST_PLACES: Final = 10
_MOST_EXAMPLES: Final = 5

#: A text, a count, or a share in per cent.
Cell: TypeAlias = str | int | float | None


@dataclass(frozen=True, slots=True)
class Table:
    """A table of a class report.

    The first cell of a row is its name. If there is a `full_bar`, the second one is also drawn as a
    bar, and this is the number of the longest bar.
    """

    name: str
    heading: str
    columns: tuple[str, ...]
    rows: Sequence[tuple[Cell, ...]]
    full_bar: float = 0
    note: str = ""


class ClassReport:
    """Statistics over many checked sheets.

    Sheets that could not be read are counted, but enter no other figure. A sheet with a pending
    part has no score, and the part is in no mean.
    """

    def __init__(self, titles: Mapping[str, str] | None = None) -> None:
        self.records: list[Mapping[str, Any]] = []
        self._titles = titles or {}

    @classmethod
    def of(
        cls, records: Iterable[Mapping[str, Any]], titles: Mapping[str, str] | None = None
    ) -> ClassReport:
        """Make the report of checked sheets."""
        report = cls(titles)
        for record in records:
            report.add(record)
        return report

    def add(self, record: Mapping[str, Any]) -> None:
        """Count a checked sheet."""
        if not is_record(record):
            raise InvalidInput(
                "is not a record of a checked sheet",
                where=plain(record.get("sheet")) if isinstance(record, Mapping) else "",
                expected=f"an object of schema {SCHEMA}, as plytrace check -f json writes it",
            )
        self.records.append(record)

    @property
    def _readable(self) -> list[Mapping[str, Any]]:
        return [record for record in self.records if not record.get("error")]

    @property
    def scores(self) -> list[float]:
        """The scores in per cent of the points of each sheet, in the order of the sheets."""
        shares = (_share(record) for record in self._readable if not record.get("pending"))
        return [share for share in shares if share is not None]

    def counts(self) -> dict[str, int]:
        """Return the numbers of sheets of each kind, and of students."""
        readable = self._readable
        lost = [
            record
            for record in readable
            if not record.get("pending") and (_share(record) or 0) < 100
        ]
        return {
            "sheets": len(self.records),
            "students": len({record["student"] for record in self.records} - {""}),
            "unreadable": len(self.records) - len(readable),
            "pending": sum(bool(record.get("pending")) for record in readable),
            "marked by hand": sum(bool(record.get("overridden")) for record in readable),
            "all right": sum(
                _share(record) == 100 and not record.get("pending") for record in readable
            ),
            "without a named misconception": sum(
                _share(record) is not None and not record["misconceptions"] for record in lost
            ),
            "without points": sum(_share(record) is None for record in readable),
        }

    def sentences(self) -> list[str]:
        """Summarize the report in sentences."""
        counts = self.counts()
        sheets, unreadable = counts["sheets"], counts["unreadable"]
        if not sheets:
            return ["There are no sheets."]
        students = counts["students"]
        of_students = f" of {show_count(students, 'student')}" if students else ""
        sentences = [f"{show_count(sheets, 'sheet')}{of_students}."]
        if pending := counts["pending"]:
            sentences.append(
                f"{show_count(pending, 'sheet')} {_have(pending)} a part that a person must mark. "
                "Until then the scores leave them out."
            )
        if unreadable == sheets:
            sentences.append("None of them could be read, so there is nothing to report.")
            return sentences
        if unreadable:
            excluded = show_count(unreadable, "sheet")
            sentences.append(f"The figures below exclude {excluded} that could not be read.")
        if by_hand := counts["marked by hand"]:
            sentences.append(f"{show_count(by_hand, 'sheet')} {_have(by_hand)} marks by hand.")
        sentences.append(f"{counts['all right'] or 'None'} earned full credit.")
        if unexplained := counts["without a named misconception"]:
            sentences.append(f"{unexplained:,} lost points without a named misconception.")
        if without := counts["without points"]:
            sentences.append(
                f"The scores exclude {show_count(without, 'sheet')} without points to earn."
            )
        return sentences

    def tables(self) -> list[Table]:
        """Return the tables that have rows, the sheets that a person must look at first."""
        tables = (
            self._pending(),
            self._statistics(),
            self._histogram(),
            self._parts(),
            self._misconceptions(),
            self._first_mistakes(),
            self._conventions(),
            self._unreadable(),
        )
        return [_cleaned(table) for table in tables if table.rows]

    def _pending(self) -> Table:
        rows = [
            (record["sheet"], record["student"], ", ".join(record["pending"]))
            for record in self._readable
            if record.get("pending")
        ]
        more = len(rows) - _MOST_PENDING
        return Table(
            "pending",
            "Sheets that a person must look at",
            ("sheet", "student", "pending"),
            rows[:_MOST_PENDING],
            note=f"And {more:,} more." if more > 0 else "",
        )

    def _statistics(self) -> Table:
        scores = sorted(self.scores)
        figures: dict[str, float] = {}
        if scores:
            # A single score is all three quartiles.
            lower, median, upper = statistics.quantiles(
                scores * (1 + (len(scores) == 1)), n=4, method="inclusive"
            )
            figures = {
                "mean": statistics.fmean(scores),
                "standard deviation": statistics.pstdev(scores),
                "lowest": scores[0],
                "lower quartile": lower,
                "median": median,
                "upper quartile": upper,
                "highest": scores[-1],
            }
        note = f"Of the points, over {show_count(len(scores), 'sheet')}."
        return Table("scores", "Scores", ("figure", "share"), [*figures.items()], note=note)

    def _histogram(self) -> Table:
        bins = Counter(min(int(score // 10), 9) for score in self.scores)
        rows = [(f"{10 * at} to {10 * (at + 1)}", bins[at]) for at in range(10)] if bins else []
        note = "A score on a boundary counts in the higher row; the last row includes 100."
        return Table(
            "histogram",
            "Sheets by per cent of the points",
            ("per cent", "sheets"),
            rows,
            max(bins.values(), default=0),
            note,
        )

    def _parts(self) -> Table:
        """Return the parts: by mean share of points, then by the number of full scores."""
        marks: dict[str, list[Mapping[str, Any]]] = {}
        for record in self._readable:
            for part in record["parts"]:
                if part["part"] not in record.get("pending", ()):
                    marks.setdefault(part["part"], []).append(part)
        rows: list[tuple[Cell, ...]] = []
        for name, parts in marks.items():
            shares = [share for share in map(_share, parts) if share is not None]
            mean = statistics.fmean(shares) if shares else None
            rows.append((name, mean, sum(part["ok"] for part in parts), len(parts)))

        def difficulty(row: tuple[Any, ...]) -> tuple[Any, ...]:
            name, mean, whole, sheets = row
            return mean is None, mean, whole / sheets, name

        columns = ("part", "mean", "all right", "sheets")
        return Table("part", "Parts, hardest first", columns, sorted(rows, key=difficulty), 100)

    def _misconceptions(self) -> Table:
        sheets: dict[str, tuple[list[Mapping[str, Any]], list[Mapping[str, Any]]]] = {}
        for record in self._readable:
            best = [misconception["id"] for misconception in record["misconceptions"][:1]]
            for slug in dict.fromkeys((*best, *record["indistinguishable"])):
                sheets.setdefault(slug, ([], []))[slug not in best].append(record)
        rows: list[tuple[Any, ...]] = [
            (
                slug,
                len(named),
                len(possible),
                len({record["student"] for record in named} - {""}),
                self._titles.get(slug, slug),
                ", ".join(record["sheet"] for record in (named + possible)[:_MOST_EXAMPLES]),
            )
            for slug, (named, possible) in sheets.items()
        ]
        rows.sort(key=lambda row: (-row[1], -row[2], row[0]))
        return Table(
            "misconception",
            "Misconceptions",
            ("misconception", "named", "may be", "students", "title", "for example"),
            rows,
            max((row[1] for row in rows), default=0),
            "Named: sheets that it fits best. May be: other sheets that it fits as well as the "
            "named misconception. Students: students with sheets that it fits best.",
        )

    def _first_mistakes(self) -> Table:
        counts: Counter[tuple[int, str, str]] = Counter()
        for record in self._readable:
            if place := record["departure"]:
                counts[place["step"], place["node"], place.get("problem", "")] += 1
        rows = _by_count(
            {
                f"step {step} at {node}" + (f" (problem {problem})" if problem else ""): number
                for (step, node, problem), number in sorted(counts.items())
            }
        )
        rest = sum(number for _, number in rows[_MOST_PLACES:])
        return Table(
            "first mistake",
            "Where sheets first go wrong",
            ("place", "sheets"),
            rows[:_MOST_PLACES],
            max(counts.values(), default=0),
            f"{show_count(rest, 'sheet')} elsewhere." if rest else "",
        )

    def _conventions(self) -> Table:
        counts = Counter(
            record["convention"] for record in self._readable if record.get("convention")
        )
        most = max(counts.values(), default=0)
        rows = _by_count(dict(sorted(counts.items())))
        return Table("convention", "Conventions", ("convention", "sheets"), rows, most)

    def _unreadable(self) -> Table:
        rows = [
            # An error often starts with the sheet's name, as `a.yaml:3:1: …`.
            (record["sheet"], record["error"].removeprefix(record["sheet"]).lstrip(": "))
            for record in self.records
            if record.get("error")
        ]
        more = len(rows) - _MOST_UNREADABLE
        return Table(
            "unreadable",
            "Sheets that could not be read",
            ("sheet", "reason"),
            rows[:_MOST_UNREADABLE],
            note=f"And {more:,} more." if more > 0 else "",
        )


def _by_count(counts: Mapping[str, int]) -> list[tuple[str, int]]:
    """Return rows, the most frequent first."""
    return sorted(counts.items(), key=lambda row: -row[1])


def _share(marks: Mapping[str, Any]) -> float | None:
    """Return the share of the points of a sheet or part in per cent; None without points."""
    score, most = marks["score"], marks["max_score"]
    return min(max(100 * score / most, 0.0), 100.0) if most > 0 else None


def _have(number: int) -> str:
    return "has" if number == 1 else "have"


def _cleaned(table: Table) -> Table:
    """Return a table whose texts are safe to show: students choose names."""
    rows = [
        tuple(plain(cell) if isinstance(cell, str) else cell for cell in row) for row in table.rows
    ]
    return replace(table, rows=rows)


def plain(text: object) -> str:
    """Return a text in one line of at most 300 characters, with unsafe characters escaped."""
    words = " ".join(str("" if text is None else text)[: 4 * _LONGEST].split())
    if not words.isprintable():
        words = "".join(
            sign
            if sign.isprintable() or sign in _JOINERS
            else sign.encode("unicode_escape").decode("ascii")
            for sign in words
        )
    return words if len(words) <= _LONGEST else words[: _LONGEST - 1] + "…"
