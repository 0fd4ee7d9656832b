"""The sentences and tables of a class report, the same in every readable format."""

from __future__ import annotations

from dataclasses import dataclass

from tracer.classes.report.class_report import BINS, ClassReport, Distribution


@dataclass(frozen=True, slots=True)
class Table:
    """A table of a class report."""

    heading: str
    columns: tuple[str, ...]
    rows: list[tuple[str, ...]]
    numbers: frozenset[int] = frozenset()
    note: str = ""


def per_cent(share: float | None) -> str:
    """Return a share with one decimal place; a dash if there is none."""
    return "–" if share is None else f"{share:.1f} %"


def sheets(number: int) -> str:
    """Return a number of sheets, such as "3 sheets"."""
    return f"{number:,} sheet{'' if number == 1 else 's'}"


def bin_names() -> list[str]:
    """Return the labels of the histogram's bins."""
    return [f"{10 * place}–{10 * (place + 1)}" for place in range(BINS)]


def summary(report: ClassReport) -> list[str]:
    """Summarize the report in sentences."""
    if not report.sheets:
        return ["There are no sheets."]
    sentences = [sheets(report.sheets)]
    if report.students:
        sentences[0] += f" of {report.students:,} student{'s' * (report.students != 1)}"
    sentences[0] += "."
    if report.unreadable == report.sheets:
        sentences.append("None of them could be read, so there is nothing to report.")
    elif report.unreadable:
        excluded = sheets(report.unreadable)
        sentences.append(f"The figures below exclude {excluded} that could not be read.")
    if report.pending:
        verb = "has" if report.pending == 1 else "have"
        sentences.append(
            f"{sheets(report.pending)} {verb} a part that a person must mark. Until then the "
            "scores leave them out."
        )
    if report.by_hand:
        verb = "has" if report.by_hand == 1 else "have"
        sentences.append(f"{sheets(report.by_hand)} {verb} marks by hand.")
    if report.readable:
        sentences.append(f"{f'{report.right:,}' if report.right else 'None'} earned full credit.")
    if report.unexplained:
        sentences.append(f"{report.unexplained:,} lost points without a named misconception.")
    if report.without_points:
        sentences.append(
            f"The scores exclude {sheets(report.without_points)} without points to earn."
        )
    return sentences


def tables(report: ClassReport) -> list[Table]:
    """Return all tables with rows, in the order of a report."""
    scores = report.scores
    found = [
        pending_table(report),
        *([scores_table(scores), histogram_table(scores)] if scores else ()),
        parts_table(report),
        misconceptions_table(report),
        departures_table(report),
        conventions_table(report),
        unread_table(report),
    ]
    return [table for table in found if table.rows]


def pending_table(report: ClassReport) -> Table:
    """Return the sheets that a person must look at."""
    more = report.pending - len(report.waiting)
    return Table(
        "Sheets that a person must look at",
        ("Sheet", "Student", "Pending"),
        [(one.sheet, one.student, ", ".join(one.parts)) for one in report.waiting],
        note=f"And {more:,} more." if more else "",
    )


def scores_table(scores: Distribution) -> Table:
    """Return the statistics of the scores."""
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
        f"{sheets(scores.sheets)}, each score rounded to 0.01 per cent.",
    )


def histogram_table(scores: Distribution) -> Table:
    """Return the number of sheets in each tenth of the points, as one row."""
    return Table(
        "Histogram",
        ("Per cent of the points", *bin_names()),
        [("Sheets", *(f"{number:,}" for number in scores.histogram))],
        frozenset(range(1, BINS + 1)),
        "A score on a boundary counts in the higher bin; the last bin includes 100.",
    )


def parts_table(report: ClassReport) -> Table:
    """Return the parts, hardest first."""
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
    """Return the misconceptions, the most frequent first."""
    return Table(
        "Misconceptions",
        ("Misconception", "Id", "Named", "May be", "Students", "For example"),
        [
            (
                one.title,
                one.id,
                f"{one.named:,}",
                f"{one.may_be:,}",
                f"{one.students:,}",
                ", ".join(one.examples),
            )
            for one in report.misconceptions
        ],
        frozenset({2, 3, 4}),
        "Named: sheets that it fits best. May be: other sheets that it fits as well as the named "
        "misconception. Students: students with sheets that it fits best.",
    )


def conventions_table(report: ClassReport) -> Table:
    """Return the number of sheets per convention."""
    return Table(
        "Conventions",
        ("Convention", "Sheets"),
        [(name, f"{number:,}") for name, number in report.conventions],
        frozenset({1}),
    )


def departures_table(report: ClassReport) -> Table:
    """Return the most frequent first mistakes."""
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
    """Return the sheets that could not be read."""
    more = report.unreadable - len(report.unread)
    return Table(
        "Sheets that could not be read",
        ("Sheet", "Why"),
        [(one.sheet, one.error) for one in report.unread],
        note=f"And {more:,} more." if more else "",
    )
