"""`--review` of `plytrace check`: a person decides about the sheets on the full screen."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice
from typing import TYPE_CHECKING, Final

import click

from engine.errors import InvalidInput, UsageError
from tracer.marking.reading.sheet import Sheet
from tui.cli.shared.options import is_typed
from tui.terminal.output import inform, need_screen

if TYPE_CHECKING:
    from tracer.classes.submissions.class_list import ClassList
    from tracer.marking.grading.make_grader import OneGrader, SetGrader
    from tracer.marking.keys.key import AnyKey


#: Options that have a meaning beside --review.
_ALLOWED: Final = frozenset({"review", "no_diagnosis", "quiet"})


def refuse_other_options() -> None:
    """Refuse the options of the current command that a review does not use."""
    for option in click.get_current_context().command.params:
        name = option.name or ""
        if isinstance(option, click.Option) and name not in _ALLOWED and is_typed(name):
            raise UsageError(f"--review cannot be combined with {option.opts[0]}")


def open_review(
    key: AnyKey,
    name: str,
    answers: Sequence[str],
    sheets: Callable[[ClassList], Iterator[Sheet]],
    *,
    diagnoses: bool,
) -> None:
    """Review sheets until the person leaves."""
    from tracer.classes.review import Review
    from tracer.classes.submissions.class_list import ClassList
    from tracer.marking.grading.make_grader import grader_of
    from tracer.marking.results.overrides import OVERRIDES, OverridesFile, overrides_file

    if "-" in answers:
        raise UsageError("--review cannot read answers from standard input")
    file = overrides_file(name)
    if file is None:
        raise UsageError(
            "--review needs a key in a file",
            where=name,
            expected=f"a problem file, beside which {OVERRIDES} is written",
        )
    need_screen("--review", "Without one, omit --review")
    people = ClassList()
    found = sheets(people)
    grader = grader_of(key, diagnoses=diagnoses)
    review = Review(grader, key.parts, OverridesFile(file), people)
    from tui.app import run_screen
    from tui.screens.review.review_screen import ReviewScreen

    run_screen(ReviewScreen(review, found, name))
    waiting = review.waiting[0]
    if waiting and review.is_done:
        text = f"{waiting:,} sheet{' still needs' if waiting == 1 else 's still need'} a person"
        inform(f"note: {text}; decisions are in {file}")


def open_stepper(key: AnyKey, sheets: Iterable[Sheet], number: str | None) -> None:
    """Open the stepper at the first error of a sheet (`--step`)."""
    from tracer.marking.grading.make_grader import SetGrader, VariantGrader, grader_of

    need_screen("--step", "Without one, omit --step")
    found = list(islice(sheets, 2))
    if len(found) != 1:
        raise UsageError(
            f"--step cannot open {'several sheets' if found else 'an empty list of sheets'}",
            expected="one sheet",
        )
    sheet = found[0]
    if sheet.error and sheet.whole is None:
        raise InvalidInput(sheet.error)
    grader = grader_of(key, diagnoses=False)
    if isinstance(grader, VariantGrader):
        grader = grader.grader_for(sheet)
    title = f"{sheet.name}, {sheet.student}" if sheet.student else sheet.name
    if isinstance(grader, SetGrader):
        number, sheet = _problem_to_step(grader, sheet, number)
        title, one = f"{title}, problem {number}", grader.graders[number]
    elif number is not None:
        raise UsageError(
            "--problem cannot be used with a single problem", expected="a key with problems:"
        )
    else:
        one = grader
    _run_stepper(one, sheet, title)


def _problem_to_step(grader: SetGrader, sheet: Sheet, number: str | None) -> tuple[str, Sheet]:
    """Return the number and sheet of the requested problem, or of the first wrong search."""
    from tracer.marking.grading.grader import Grader

    numbers = [*grader.graders]
    if number is not None and number not in numbers:
        raise UsageError(f"there is no problem {number!r}", expected=", ".join(numbers))
    split = grader.split_sheet(sheet)
    if split.error:
        raise InvalidInput(split.error)
    sections = split.sections or {}
    said = {one: sections.get(one) or Sheet(sheet.name) for one in numbers}
    if number is None:
        searches = [one for one in numbers if isinstance(grader.graders[one], Grader)]
        marks = {one: grader.graders[one].mark(said[one]) for one in searches}
        wrong = (one for one in searches if marks[one].departure)
        unread = (one for one in searches if not marks[one].ok)
        number = next(wrong, None) or next(unread, None) or next(iter(searches), numbers[0])
    return number, said[number]


def _run_stepper(grader: OneGrader, sheet: Sheet, title: str) -> None:
    """Run the stepper on the correct search with the claims of a sheet."""
    from tracer.marking.grading.grader import Grader

    if not isinstance(grader, Grader):
        raise UsageError(
            f"--step cannot open a problem about {grader.problem.kind}", expected="a search"
        )
    if sheet.error:
        raise InvalidInput(sheet.error)
    marked = grader.mark(sheet)
    if marked.error:
        raise InvalidInput(marked.error, where=sheet.name)
    trace, wrong = grader.wrong(sheet)
    unread = [f"{part.part}: {part.message}" for part in marked.parts if part.unread]
    from tui.app import run_screen
    from tui.screens.stepper.sheet_stepper_screen import SheetStepperScreen

    run_screen(SheetStepperScreen(trace, wrong, title, unread))
