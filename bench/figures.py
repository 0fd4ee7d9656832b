"""What is measured, as data: figures with their rounds, tables of them, ratios, and aims."""

from __future__ import annotations

import statistics
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeAlias

__all__ = ["Aim", "Cell", "Figure", "Outcome", "Report", "Row", "Section", "Table", "ratio"]

#: The version of the JSON.
SCHEMA = "plytrace.bench/1"


@dataclass(frozen=True)
class Figure:
    """One thing measured in several rounds.

    Args:
        rounds: what was found in each, at least one.
        unit: of what, such as `ns`; empty for a ratio.
    """

    rounds: tuple[float, ...]
    unit: str = ""

    @property
    def median(self) -> float:
        """The middle one of the rounds."""
        return statistics.median(self.rounds)

    @property
    def spread(self) -> float:
        """Half of the way from the least to the most, as a part of the median."""
        return (max(self.rounds) - min(self.rounds)) / 2 / self.median if self.median else 0.0


#: A figure, a count, words, or None where nothing was measured.
Cell: TypeAlias = Figure | int | str | None


def ratio(over: Cell, under: Cell) -> Figure | None:
    """How many times one figure is another, taken within each round; None where one is missing."""
    if not isinstance(over, Figure) or not isinstance(under, Figure):
        return None
    return Figure(tuple(a / b for a, b in zip(over.rounds, under.rounds, strict=True)))


@dataclass(frozen=True)
class Row:
    """A line of a table: what it is of, and its cells by column."""

    label: str
    cells: Mapping[str, Cell]


@dataclass(frozen=True)
class Table:
    """Rows under one heading.

    Args:
        title: what they show and in which unit.
        columns: the columns' names, in order.
        rows: the lines.
        first: what the lines are of.
    """

    title: str
    columns: tuple[str, ...]
    rows: tuple[Row, ...]
    first: str = ""


@dataclass(frozen=True)
class Aim:
    """What is wanted of a ratio or a figure.

    Args:
        name: what of, in words.
        limit: how much it may be at most, or has to be at least.
        at_most: which of the two.
    """

    name: str
    limit: float
    at_most: bool = True

    def of(self, case: str, figure: Figure | None) -> Outcome:
        """How a case did."""
        return Outcome(self, case, figure)


@dataclass(frozen=True)
class Outcome:
    """How one case did beside an aim.

    Args:
        aim: the aim.
        case: what was measured.
        figure: what was found; None where it was not measured.
    """

    aim: Aim
    case: str
    figure: Figure | None

    @property
    def met(self) -> bool | None:
        """Whether the median is within the limit; None where it was not measured."""
        if self.figure is None:
            return None
        found = self.figure.median
        return found <= self.aim.limit if self.aim.at_most else found >= self.aim.limit


@dataclass(frozen=True)
class Section:
    """What one section of the suite found.

    Args:
        name: as the command names it.
        title: in words.
        tables: its tables.
        aims: how the cases did beside the aims.
        notes: what has to be said beside the figures.
    """

    name: str
    title: str
    tables: tuple[Table, ...]
    aims: tuple[Outcome, ...] = ()
    notes: tuple[str, ...] = ()


@dataclass(frozen=True)
class Report:
    """A run of the suite.

    Args:
        command: what made it.
        machine: what it ran on, in words, by what they tell.
        sections: what was found.
    """

    command: str
    machine: Mapping[str, str]
    sections: Sequence[Section] = field(default_factory=list)

    def section(self, name: str) -> Section | None:
        """The section of that name, or None."""
        return next((one for one in self.sections if one.name == name), None)

    def as_json(self) -> dict[str, Any]:
        """The report as plain data; `from_json` reads it back."""
        return {
            "schema": SCHEMA,
            "command": self.command,
            "machine": dict(self.machine),
            "sections": [_section_data(section) for section in self.sections],
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Report:
        """The report that `as_json` made plain data of.

        Raises:
            ValueError: it is something else.
        """
        if data.get("schema") != SCHEMA:
            raise ValueError(f"this is {data.get('schema')!r}; expected {SCHEMA}")
        try:
            return cls(data["command"], data["machine"], [*map(_section_of, data["sections"])])
        except (KeyError, TypeError, AttributeError) as error:
            raise ValueError(f"this is no whole run: {error!r}; expected {SCHEMA}") from error


def _section_data(section: Section) -> dict[str, Any]:
    return {
        "name": section.name,
        "title": section.title,
        "tables": [
            {
                "title": table.title,
                "first": table.first,
                "columns": [*table.columns],
                "rows": [
                    {
                        "label": row.label,
                        "cells": {name: _cell_data(cell) for name, cell in row.cells.items()},
                    }
                    for row in table.rows
                ],
            }
            for table in section.tables
        ],
        "aims": [
            {
                "aim": outcome.aim.name,
                "limit": outcome.aim.limit,
                "at_most": outcome.aim.at_most,
                "case": outcome.case,
                "found": _cell_data(outcome.figure),
                "met": outcome.met,
            }
            for outcome in section.aims
        ],
        "notes": [*section.notes],
    }


def _section_of(data: Mapping[str, Any]) -> Section:
    tables = tuple(
        Table(
            table["title"],
            tuple(table["columns"]),
            tuple(
                Row(row["label"], {name: _cell_of(cell) for name, cell in row["cells"].items()})
                for row in table["rows"]
            ),
            table["first"],
        )
        for table in data["tables"]
    )
    aims = []
    for one in data["aims"]:
        found = _cell_of(one["found"])
        figure = found if isinstance(found, Figure) else None
        aims.append(Aim(one["aim"], one["limit"], one["at_most"]).of(one["case"], figure))
    return Section(data["name"], data["title"], tables, tuple(aims), tuple(data["notes"]))


def _cell_data(cell: Cell) -> Any:
    if not isinstance(cell, Figure):
        return cell
    return {
        "unit": cell.unit,
        "median": _short(cell.median),
        "least": _short(min(cell.rounds)),
        "most": _short(max(cell.rounds)),
        "rounds": [*map(_short, cell.rounds)],
    }


def _short(number: float) -> float:
    """With six digits, which is more than was measured."""
    return float(f"{number:.6g}")


def _cell_of(data: Any) -> Cell:
    if isinstance(data, dict):
        return Figure(tuple(data["rounds"]), data["unit"])
    if data is not None and not isinstance(data, int | str):
        raise TypeError(f"{data!r} is no cell of a table")
    return data
