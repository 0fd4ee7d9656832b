"""Marks sheets of facts: how many of those that are asked for are right."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import Any, ClassVar

from engine.errors import PlytraceError, UsageError
from tracer.check.problem import Problem
from tracer.check.record import Marked, PartMark
from tracer.check.settling import settled
from tracer.check.sheet import Sheet

__all__ = ["FactGrader", "FactPart"]


class FactPart(ABC):
    """A part of such a sheet."""

    #: Its name on sheets, in keys and in records.
    name: ClassVar[str]
    #: What it asks for, in one line.
    about: ClassVar[str]

    def is_blank(self, given: Any) -> bool:
        """Whether nothing has been filled in."""
        if isinstance(given, Mapping):
            return all(map(self.is_blank, given.values()))
        if isinstance(given, list) and given:  # an empty one says that there is none
            return all(map(self.is_blank, given))
        return given is None or (isinstance(given, str) and not given.strip())

    @abstractmethod
    def marked(self, given: Any) -> tuple[float, str]:
        """How much of an answer is right, from 0 to 1, and what is said of it.

        Raises:
            InvalidInput: it cannot be read.
        """

    @abstractmethod
    def blank(self) -> Any:
        """An empty answer, for a form."""


class FactGrader:
    """Marks answers to one such problem.

    Args:
        problem: the problem.
        parts: its parts.

    Raises:
        UsageError: the key asks for a part that it has not.
    """

    def __init__(self, problem: Problem, parts: Mapping[str, FactPart]) -> None:
        self.problem = problem
        self.parts = parts
        for part in problem.parts or ():
            if part not in parts:
                raise UsageError(f"{problem.label} has no part {part!r}", expected=", ".join(parts))

    @property
    def usual_parts(self) -> list[str]:
        """The parts of a form where the key names none."""
        return list(self.parts)

    #: Names of nodes have no spaces that would want commas between them.
    spaced = False

    def about(self, part: str) -> str:
        """What a part asks for."""
        return self.parts[part].about

    def blank(self, part: str) -> Any:
        """An empty answer to a part, for a form."""
        return self.parts[part].blank()

    def mark(self, sheet: Sheet) -> Marked:
        """Mark a sheet. Whatever is on it, this hands back marks and never raises."""
        if sheet.error:
            return Marked(sheet.name, sheet.student, error=sheet.error)
        sheet = settled(sheet, None)
        points = self.problem.parts or {part: 1.0 for part in self.parts if part in sheet.answers}
        if not points:
            known = ", ".join(self.parts)
            told = f"{sheet.name}: it answers nothing that is asked; expected {known}"
            return Marked(sheet.name, sheet.student, error=told)
        marks = tuple(self._mark(part, most, sheet) for part, most in points.items())
        return Marked(sheet.name, sheet.student, parts=marks, notes=sheet.notes)

    def _mark(self, part: str, most: float, sheet: Sheet) -> PartMark:
        given = sheet.answers.get(part)
        if self.parts[part].is_blank(given):
            return PartMark(part, 0.0, most, "not answered", unread=True)
        try:
            share, told = self.parts[part].marked(given)
        except PlytraceError as error:
            return PartMark(part, 0.0, most, f"could not be read: {error}", unread=True)
        except RecursionError:
            told = "could not be read: it is nested too deeply"
            return PartMark(part, 0.0, most, told, unread=True)
        return PartMark(part, most * share, most, told)
