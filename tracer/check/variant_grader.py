"""Marks sheets of many variants, each against its own key."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Final

from engine.errors import PlytraceError
from tracer.check.problem import Problem
from tracer.check.problem_set import ProblemSet
from tracer.check.record import Marked
from tracer.check.set_grader import OneGrader, SetGrader
from tracer.check.sheet import Sheet
from tracer.check.variants import Variants

__all__ = ["VariantGrader"]

#: Graders that are kept: more than a class has numbered variants, as a rule.
_MOST_KEPT: Final = 64


class VariantGrader:
    """Marks answers to whichever variant they are for.

    Args:
        problem: the keys.
        grader_of: makes the grader of one key.
    """

    def __init__(
        self,
        problem: Variants,
        grader_of: Callable[[Problem | ProblemSet], OneGrader | SetGrader],
    ) -> None:
        self.problem = problem
        self._grader_of = grader_of
        #: By the keys' files, the one that was used last at the end; or what is wrong with a key.
        self._kept: OrderedDict[Path, OneGrader | SetGrader | PlytraceError] = OrderedDict()

    def grader_for(self, sheet: Sheet) -> OneGrader | SetGrader:
        """The grader of the variant that a sheet is for.

        Args:
            sheet: the sheet.

        Raises:
            PlytraceError: there is no key for it, or it cannot be read or worked.
        """
        return self._grader(self.problem.file_for(sheet))

    def grader_of_variant(self, name: str) -> OneGrader | SetGrader:
        """The grader of a variant that a person named.

        Args:
            name: what the variant is called.

        Raises:
            PlytraceError: there is no key for it, or it cannot be read or worked.
        """
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

    def mark(self, sheet: Sheet) -> Marked:
        """Mark a sheet. Whatever is on it, this hands back marks and never raises."""
        if sheet.error and sheet.whole is None:
            return Marked(sheet.name, sheet.student, error=sheet.error)
        try:
            grader = self.grader_for(sheet)
        except PlytraceError as error:
            return Marked(sheet.name, sheet.student, error=str(error))
        marked = grader.mark(sheet)
        if not marked.error or marked.owed:
            return marked
        return replace(marked, owed=sum((grader.problem.parts or {}).values()))
