"""What the graders of all kinds of problems have in common."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from engine.errors import UsageError
from tracer.marking.keys.problem import Problem
from tracer.marking.reading.formats import read_again
from tracer.marking.reading.sheet import Sheet, reason_for
from tracer.marking.results.record import MarkedSheet


class ProblemGrader(ABC):
    """Grader of one problem."""

    def __init__(
        self, problem: Problem, parts: Iterable[str], kind: str, *, diagnoses: bool = True
    ) -> None:
        self.problem = problem
        self.diagnoses = diagnoses
        expected = [*parts]
        for part in problem.parts or ():
            if part not in expected:
                raise UsageError(f"{kind} no part {part!r}", expected=", ".join(expected))

    @property
    @abstractmethod
    def usual_parts(self) -> list[str]:
        """The parts of a form if the key names none."""

    @property
    def has_spaced_names(self) -> bool:
        """Whether names of nodes contain spaces."""
        return False

    @abstractmethod
    def describe_part(self, part: str) -> str:
        """Return the instruction for a part."""

    @abstractmethod
    def blank(self, part: str) -> Any:
        """Return an empty answer to a part, for a form."""

    def has_blanks(self, part: str) -> bool:
        """Return whether a part is about each node of a tree of which a search may skip some."""
        return False

    def mark(self, sheet: Sheet) -> MarkedSheet:
        """Mark a sheet; never raises, whatever the sheet contains."""
        try:
            sheet = self._read_again(sheet).corrected
            marked = MarkedSheet("", error=sheet.error) if sheet.error else self._mark_read(sheet)
        except Exception as error:
            marked = MarkedSheet("", error=reason_for(error, done="marked"))
        return replace(marked, sheet=sheet.name, student=sheet.student)

    def _read_again(self, sheet: Sheet) -> Sheet:
        """Return a sheet as it is read once its problem is known."""
        return read_again(sheet, self.problem.labels)

    @abstractmethod
    def _mark_read(self, sheet: Sheet) -> MarkedSheet:
        """Mark a sheet that could be read; its name and its student are added."""
