"""The grader of a folder of variants: each sheet is graded by its own key."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Final

from engine.errors import PlytraceError
from tracer.check.grading.set_grader import OneGrader, SetGrader
from tracer.check.keys.problem import Problem
from tracer.check.keys.problem_set import ProblemSet
from tracer.check.keys.variants import Variants
from tracer.check.reading.sheet import Sheet
from tracer.check.results.record import MarkedSheet


#: Graders that are kept; usually more than a class has variants.
_MOST_KEPT: Final = 64


class VariantGrader:
    """Grader of a folder of variants."""

    def __init__(
        self, problem: Variants, grader_of: Callable[[Problem | ProblemSet], OneGrader | SetGrader]
    ) -> None:
        self.problem = problem
        self._grader_of = grader_of
        #: Graders, or errors of keys, by key file; the most recently used one is last.
        self._kept: OrderedDict[Path, OneGrader | SetGrader | PlytraceError] = OrderedDict()

    def grader_for(self, sheet: Sheet) -> OneGrader | SetGrader:
        """Return the grader of a sheet's variant."""
        return self._grader(self.problem.file_for(sheet))

    def grader_of_variant(self, name: str) -> OneGrader | SetGrader:
        """Return the grader of a named variant."""
        return self._grader(self.problem.file_of_variant(name))

    def _grader(self, file: Path) -> OneGrader | SetGrader:
        found = self._kept.pop(file, None)
        if found is None:
            try:
                found = self._grader_of(self.problem.read(file))
            except PlytraceError as error:
                found = error
        self._kept[file] = found
        if len(self._kept) > _MOST_KEPT:
            self._kept.popitem(last=False)
        if isinstance(found, PlytraceError):
            raise found
        return found

    def mark(self, sheet: Sheet) -> MarkedSheet:
        """Mark a sheet; never raises, whatever the sheet contains."""
        if sheet.error and sheet.whole is None and not sheet.corrections:
            return MarkedSheet(sheet.name, sheet.student, error=sheet.error)
        try:
            grader = self.grader_for(sheet)
        except PlytraceError as error:
            return MarkedSheet(sheet.name, sheet.student, error=str(error))
        marked = grader.mark(sheet)
        if not marked.error or marked.unscored_most:
            return marked
        return replace(marked, unscored_most=sum((grader.problem.parts or {}).values()))
