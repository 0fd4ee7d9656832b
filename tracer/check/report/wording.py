"""The words and tables of a class report, the same in every format for people."""

from __future__ import annotations

from dataclasses import dataclass

from tracer.check.report.class_report import ClassReport
from tracer.check.report.figures import BINS, Distribution

__all__ = [
    "Table",
    "bin_names",
    "conventions_table",
    "departures_table",
    "histogram_table",
    "misconceptions_table",
    "parts_table",
    "per_cent",
    "scores_table",
    "sheets",
    "students",
    "summary",
    "unread_table",
]


@dataclass(frozen=True, slots=True)
class Table:
    """A table for people.

    Args:
        heading: what it shows.
        columns: what its columns are called.
        rows: a text for each column.
        numbers: the columns that hold numbers.
        note: what has to be said beneath it.
    """

    heading: str
    columns: tuple[str, ...]
    rows: list[tuple[str, ...]]
    numbers: frozenset[int] = frozenset()
    note: str = ""


def per_cent(share: float | None) -> str:
    """A share with one digit after the point; a dash where there is none."""
    return "–" if share is None else f"{share:.1f} %"


def sheets(number: int) -> str:
    """So many sheets."""
    return f"{number:,} sheet{'' if number == 1 else 's'}"


def students(number: int, exact: bool) -> str:
    """How many students; an estimate is said to be one."""
    return f"{number:,}" if exact else f"about {number:,}"


def bin_names() -> list[str]:
    """The tenths of the points, as the histogram has them."""
    return [f"{10 * place}–{10 * (place + 1)}" for place in range(BINS)]


def summary(report: ClassReport) -> list[str]:
    """What there was and how it went, in sentences."""
    if not report.sheets:
        return ["There are no sheets."]
    told = [sheets(report.sheets)]
    if report.students:
        one = report.students == 1
        told[0] += (
            f" of {students(report.students, report.students_exact)} student{'s' * (not one)}"
        )
    told[0] += "."
    if report.unreadable == report.sheets:
        told.append("None of them could be read, so there is nothing to report on.")
    elif report.unreadable:
        count = "counts" if report.unreadable == 1 else "count"
        told.append(f"{report.unreadable:,} could not be read and {count} in no figure below.")
    if report.readable:
        told.append(f"{f'{report.right:,}' if report.right else 'None'} got all points.")
    if report.unexplained:
        told.append(f"{report.unexplained:,} fell short and had no misconception named.")
    if report.without_points:
        told.append(f"{report.without_points:,} had no points to get and are not in the scores.")
    if report.left_out:
        told.append(
            f"{report.left_out:,} counts of parts, misconceptions, conventions or departures are "
            "left out: there are more names than a report keeps."
        )
    return told


def scores_table(scores: Distribution) -> Table:
    """The figures of the scores."""
    named = {
        "Mean": scores.mean,
        "Standard deviation": scores.deviation,
        "Lowest": scores.lowest,
        "Lower quartile": scores.lower_quartile,
        "Median": scores.median,
        "Upper quartile": scores.upper_quartile,
        "Highest": scores.highest,
    }
    return Table(
        "Scores",
        ("Figure", "Of the points"),
        [(name, per_cent(figure)) for name, figure in named.items()],
        frozenset({1}),
        f"{sheets(scores.sheets)}, each score rounded to a hundredth of a per cent.",
    )


def histogram_table(scores: Distribution) -> Table:
    """How many sheets are in each tenth of the points: one row."""
    return Table(
        "Histogram",
        ("Per cent of the points", *bin_names()),
        [("Sheets", *(f"{number:,}" for number in scores.histogram))],
        frozenset(range(1, BINS + 1)),
        "A score on a border counts above it; the last tenth includes 100.",
    )


def parts_table(report: ClassReport) -> Table:
    """The parts, the hardest first."""
    return Table(
        "Parts, hardest first",
        ("Part", "Mean share of points", "All of it right", "Sheets"),
        [
            (one.part, per_cent(one.mean), f"{one.whole:,}", f"{one.sheets:,}")
            for one in report.parts
        ],
        frozenset({1, 2, 3}),
    )


def misconceptions_table(report: ClassReport) -> Table:
    """The misconceptions, the most frequent first."""
    return Table(
        "Misconceptions",
        ("Misconception", "Id", "Named", "May be", "Students", "For example"),
        [
            (
                one.title,
                one.id,
                f"{one.named:,}",
                f"{one.may_be:,}",
                students(one.students, one.students_exact),
                ", ".join(one.examples),
            )
            for one in report.misconceptions
        ],
        frozenset({2, 3, 4}),
        "Named: sheets that it fits best. May be: further sheets that cannot tell it from the one "
        "that was named. Students: those on whose sheets it was named.",
    )


def conventions_table(report: ClassReport) -> Table:
    """By which conventions the sheets were graded."""
    return Table(
        "Conventions",
        ("Convention", "Sheets"),
        [(name, f"{number:,}") for name, number in report.conventions],
        frozenset({1}),
    )


def departures_table(report: ClassReport) -> Table:
    """Where sheets first go wrong."""
    shown = report.departures
    rest = report.departed - sum(one.sheets for one in shown)
    return Table(
        "Where sheets first go wrong",
        ("Step", "Node", "Sheets"),
        [(f"{one.step:,}", one.node, f"{one.sheets:,}") for one in shown],
        frozenset({0, 2}),
        f"{sheets(rest)} elsewhere." if rest else "",
    )


def unread_table(report: ClassReport) -> Table:
    """The sheets that could not be read."""
    more = report.unreadable - len(report.unread)
    return Table(
        "Sheets that could not be read",
        ("Sheet", "Why"),
        [(one.sheet, one.error) for one in report.unread],
        note=f"And {more:,} more." if more else "",
    )
