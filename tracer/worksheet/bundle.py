"""All that is made of a spec: worksheets, keys, what `plytrace check` reads, and blank forms."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from engine.control import Control
from engine.errors import PlytraceError
from tracer.check.forms import form
from tracer.check.graders import grader_of
from tracer.check.problem_set import ProblemSet as KeyOfSet
from tracer.check.set_grader import OneGrader, SetGrader
from tracer.generate.making import Tally, variant_seed
from tracer.worksheet.build import build_task, build_worksheet
from tracer.worksheet.class_list import Variant
from tracer.worksheet.keys import Sources, key_text
from tracer.worksheet.making import Made, make_problem, placed
from tracer.worksheet.model import Solution, Solutions, Task, Worksheet
from tracer.worksheet.questions import counts_asked
from tracer.worksheet.solve import solve
from tracer.worksheet.spec import ProblemSpec, Spec
from tracer.worksheet.writers import Writer

__all__ = ["FORM_FILES", "Maker", "ProblemSet"]

_LONGEST_NAME: Final = 30
#: The blank forms that come with a set, and how their files' names end.
FORM_FILES: Final = {"text": ".txt", "yaml": ".yaml"}


@dataclass(frozen=True, slots=True)
class _Worked:
    """A problem with all that belongs to it."""

    made: Made
    task: Task
    grader: OneGrader
    solution: Solution


@dataclass(frozen=True, slots=True)
class ProblemSet:
    """A set, or one variant of it.

    Args:
        variant: which variant; None where there are none.
        worksheet: what is handed out.
        solutions: what is right.
        problems: the problems with their trees.
        graders: what marks each of them.
    """

    variant: Variant | None
    worksheet: Worksheet
    solutions: Solutions
    problems: tuple[Made, ...]
    graders: tuple[OneGrader, ...]


class Maker:
    """Makes the variants of a spec; what is the same in all of them is worked once.

    Args:
        spec: the spec.
        on_try: called after every try to make a tree to order; False stops it.
        control: what may cancel the searches that keys are made by, and hears how far they are.
    """

    def __init__(
        self,
        spec: Spec,
        on_try: Callable[[Tally], bool] | None = None,
        control: Control | None = None,
    ) -> None:
        self.spec = spec
        self.sources = Sources(Path(spec.name).parent)
        self._on_try = on_try
        self._control = control
        self._same: dict[int, _Worked] = {}

    @property
    def varies(self) -> bool:
        """Whether variants differ at all."""
        return any(one.order is not None for one in self.spec.problems)

    def worksheet(self, variant: Variant | None = None) -> Worksheet:
        """The worksheet alone, for which nothing is searched but for trees made to order.

        Raises:
            PlytraceError: something in the spec cannot be made, with the problem's place.
        """
        made = [self._made(one, variant) for one in self.spec.problems]
        tasks = [build_task(one) for one in made]
        return build_worksheet(self.spec, made, tasks, variant.name if variant else "")

    def make(self, variant: Variant | None = None) -> ProblemSet:
        """The set, or one of its variants.

        Raises:
            PlytraceError: something in the spec cannot be made, with the problem's place.
        """
        worked = [self._worked(one, variant) for one in self.spec.problems]
        made, tasks = [one.made for one in worked], [one.task for one in worked]
        name = variant.name if variant else ""
        return ProblemSet(
            variant,
            build_worksheet(self.spec, made, tasks, name),
            tuple(one.solution for one in worked),
            tuple(made),
            tuple(one.grader for one in worked),
        )

    def files(self, made: ProblemSet, writers: Sequence[Writer]) -> dict[str, bytes]:
        """The files of a set by their names in its folder, those of its sources apart.

        Args:
            made: the set.
            writers: the forms that it is wanted in.
        """
        variant, title = made.variant, self.spec.title
        stem = variant.stem if variant else ""
        sheet, key = (f"worksheets/{stem}", f"solutions/{stem}") if stem else ("worksheet", "key")
        files: dict[str, bytes] = {}
        for writer in writers:
            files |= writer.files(made.worksheet, None, sheet, self.spec.paper)
            files |= writer.files(made.worksheet, made.solutions, key, self.spec.paper)
        student = variant.student if variant else ""
        up = "../" if stem else ""
        text = key_text(title, made.problems, self.sources, variant=stem, student=student, up=up)
        files[f"keys/{stem}.yaml" if stem else "key.yaml"] = text.encode()
        whole = SetGrader(
            KeyOfSet(
                title,
                {str(one.spec.number): one.problem for one in made.problems},
                title,
                stem,
                {str(one.spec.number): one.spec.title for one in made.problems},
            ),
            {
                str(one.spec.number): grader
                for one, grader in zip(made.problems, made.graders, strict=True)
            },
        )
        counts = {str(one.spec.number): counts_asked(one.spec) for one in made.problems}
        for format_name, suffix in FORM_FILES.items():
            blank = form(whole, format_name, student=student, counts=counts)
            files[f"forms/{stem}{suffix}" if stem else f"form{suffix}"] = blank.encode()
        return files

    def _worked(self, spec: ProblemSpec, variant: Variant | None) -> _Worked:
        known = self._same.get(spec.number)
        if known is not None:
            return known
        made = self._made(spec, variant)
        task = build_task(made)
        try:
            grader = grader_of(made.problem, diagnoses=False, control=self._control)
        except PlytraceError as error:
            raise placed(error, spec) from error
        worked = _Worked(made, task, grader, solve(made, task, grader))
        if spec.order is None:
            self._same[spec.number] = worked
        return worked

    def _made(self, spec: ProblemSpec, variant: Variant | None) -> Made:
        """A problem with its tree."""
        return make_problem(spec, self._seed(spec, variant), self._on_try)

    def _seed(self, spec: ProblemSpec, variant: Variant | None) -> str:
        """What a problem's tree is drawn from; a student's does not hang on who else is there."""
        seed = variant_seed(self.spec.seed, spec.number)
        if variant is None:
            return seed
        name = variant.name
        if len(name) > _LONGEST_NAME:
            name = hashlib.sha256(name.encode()).hexdigest()[:_LONGEST_NAME]
        return f"{seed}-{name}"
