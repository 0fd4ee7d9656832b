"""A report as text, Markdown and JSON."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import Final

from bench.figures import Cell, Figure, Outcome, Report, Row, Section, Table


def short(number: float) -> str:
    """Format a number with three digits, or all before the point."""
    if number >= 100:
        return f"{number:,.0f}"
    return (
        f"{number:.1f}" if number >= 10 else f"{number:.2f}" if number >= 0.1 else f"{number:.2g}"
    )


def _cell(cell: Cell) -> str:
    if cell is None:
        return ""
    if isinstance(cell, int):
        return f"{cell:,}"
    if isinstance(cell, str):
        return cell
    spread = f" ±{100 * cell.spread:.0f}%" if len(cell.rounds) > 1 else ""
    return short(cell.median) + spread


def _lines(table: Table) -> list[list[str]]:
    """Return the texts of a table, with its head first."""
    return [
        [table.first, *table.columns],
        *(
            [row.label, *(_cell(row.cells.get(name)) for name in table.columns)]
            for row in table.rows
        ),
    ]


def _aims(section: Section) -> Table | None:
    """Return the aims of a section as a table; None if it has none."""
    if not section.aims:
        return None
    return Table(
        "Aims, and whether this run met them",
        ("case", "wanted", "found", "met"),
        tuple(_aim_row(outcome) for outcome in section.aims),
        "aim",
    )


def _aim_row(outcome: Outcome) -> Row:
    aim = outcome.aim
    met = {None: "not measured", True: "yes", False: "no"}[outcome.met]
    found: Figure | None = outcome.figure
    wanted = f"{'≤' if aim.at_most else '≥'} {aim.limit:g}"
    return Row(aim.name, {"case": outcome.case, "wanted": wanted, "found": found, "met": met})


def _tables(section: Section) -> Iterator[Table]:
    yield from section.tables
    aims = _aims(section)
    if aims:
        yield aims


def write_text(report: Report) -> str:
    """Write a report for a terminal, with figures aligned right."""
    parts = ["\n".join(f"{name}: {value}" for name, value in report.machine.items())]
    for section in report.sections:
        parts.append(f"{section.title}\n{'=' * len(section.title)}")
        for table in _tables(section):
            lines = _lines(table)
            widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
            parts.append(
                "\n".join(
                    [
                        table.title,
                        *(
                            "  ".join(
                                text.rjust(width) if at else text.ljust(width)
                                for at, (text, width) in enumerate(zip(line, widths, strict=True))
                            ).rstrip()
                            for line in lines
                        ),
                    ]
                )
            )
        parts.extend(section.notes)
    return "\n\n".join(parts) + "\n"


def write_markdown(report: Report) -> str:
    """Write a report as Markdown, with a heading for each section."""
    machine = "; ".join(f"{name}: {value}" for name, value in report.machine.items())
    head = f"`{report.command}`\n\n{machine}.\n"
    return "\n".join(
        [head, *(f"## {one.title}\n\n{write_section(one)}" for one in report.sections)]
    )


def write_section(section: Section) -> str:
    """Write the tables and notes of one section in Markdown."""
    parts = []
    for table in _tables(section):
        head, *lines = _lines(table)
        align = [" --- ", *[" ---: "] * len(table.columns)]
        parts.append(f"{table.title}:\n")
        parts.append(f"| {' | '.join(head)} |\n|{'|'.join(align)}|")
        parts.extend(f"| {' | '.join(line)} |" for line in lines)
        parts.append("")
    parts.extend(f"{note}\n" for note in section.notes)
    return "\n".join(parts)


def write_json(report: Report) -> str:
    """Write everything as JSON, schema `plytrace.bench/1`."""
    return json.dumps(report.as_json(), ensure_ascii=False, indent=1) + "\n"


#: The formats by name.
WRITERS: Final[dict[str, Callable[[Report], str]]] = {
    "text": write_text,
    "md": write_markdown,
    "json": write_json,
}
