"""Measurements as data: figures with their rounds, ratios, tables and aims."""

from __future__ import annotations

import statistics
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeAlias

#: The version of the JSON.
SCHEMA = "plytrace.bench/1"


@dataclass(frozen=True)
class Figure:
    """A quantity measured in several rounds."""

    rounds: tuple[float, ...]
    unit: str = ""

    @property
    def median(self) -> float:
        """The median of the rounds."""
        return statistics.median(self.rounds)

    @property
    def spread(self) -> float:
        """Half the range of the rounds, divided by the median."""
        return (max(self.rounds) - min(self.rounds)) / 2 / self.median if self.median else 0.0


#: A figure, a count, a text, or None if nothing was measured.
Cell: TypeAlias = Figure | int | str | None


def ratio(over: Cell, under: Cell) -> Figure | None:
    """Divide two figures round by round; None if one is missing."""
    if not isinstance(over, Figure) or not isinstance(under, Figure):
        return None
    return Figure(tuple(a / b for a, b in zip(over.rounds, under.rounds, strict=True)))


@dataclass(frozen=True)
class Row:
    """A line of a table: its label, and its cells by column."""

    label: str
    cells: Mapping[str, Cell]


@dataclass(frozen=True)
class Table:
    """Rows under one heading."""

    title: str
    columns: tuple[str, ...]
    rows: tuple[Row, ...]
    first: str = ""


@dataclass(frozen=True)
class Aim:
    """A limit for a ratio or a figure.

    Args:
        name: name of the quantity.
        limit: the limit.
        at_most: whether it is the largest allowed value, not the smallest.
    """

    name: str
    limit: float
    at_most: bool = True

    def of(self, case: str, figure: Figure | None) -> Outcome:
        """Return the outcome of a case."""
        return Outcome(self, case, figure)


@dataclass(frozen=True)
class Outcome:
    """The comparison of a case with an aim."""

    aim: Aim
    case: str
    figure: Figure | None

    @property
    def met(self) -> bool | None:
        """Whether the median is within the limit; None if it was not measured."""
        if self.figure is None:
            return None
        found = self.figure.median
        return found <= self.aim.limit if self.aim.at_most else found >= self.aim.limit


@dataclass(frozen=True)
class Section:
    """The results of a section of the suite."""

    name: str
    title: str
    tables: tuple[Table, ...]
    aims: tuple[Outcome, ...] = ()
    notes: tuple[str, ...] = ()


@dataclass(frozen=True)
class Report:
    """A run of the suite."""

    command: str
    machine: Mapping[str, str]
    sections: Sequence[Section] = field(default_factory=list)

    def section(self, name: str) -> Section | None:
        """Find a section by name; None if it was not run."""
        return next((one for one in self.sections if one.name == name), None)

    def as_json(self) -> dict[str, Any]:
        """Convert the report to plain data; `from_json` reads it back."""
        return {
            "schema": SCHEMA,
            "command": self.command,
            "machine": dict(self.machine),
            "sections": [_section_data(section) for section in self.sections],
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Report:
        """Read a report from the data of `as_json`."""
        if data.get("schema") != SCHEMA:
            raise ValueError(f"the schema is {data.get('schema')!r}; expected {SCHEMA}")
        try:
            return cls(data["command"], data["machine"], [*map(_section_of, data["sections"])])
        except (KeyError, TypeError, AttributeError) as error:
            raise ValueError(f"the run is not complete: {error!r}; expected {SCHEMA}") from error


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
    """Round to six digits, more than the measurement has."""
    return float(f"{number:.6g}")


def _cell_of(data: Any) -> Cell:
    if isinstance(data, dict):
        return Figure(tuple(data["rounds"]), data["unit"])
    if data is not None and not isinstance(data, int | str):
        raise TypeError(f"{data!r} is not a cell of a table")
    return data
