"""`--review` of `plytrace check`: a person decides about the sheets on the full screen."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Final

import click
from click.core import ParameterSource

from engine.errors import UsageError
from tui.terminal.output import has_screen

if TYPE_CHECKING:
    from tracer.check.keys.key import AnyKey
    from tracer.check.reading.sheet import Sheet
    from tracer.check.submissions.class_list import ClassList


#: Options that have a meaning beside --review.
_ALLOWED: Final = frozenset({"review", "no_diagnosis", "quiet"})


def refuse_other_options() -> None:
    """Refuse the options of the current command that a review does not use."""
    context = click.get_current_context()
    for option in context.command.params:
        name = option.name or ""
        if isinstance(option, click.Option) and name not in _ALLOWED:
            source = context.get_parameter_source(name)
            if source not in (ParameterSource.DEFAULT, ParameterSource.DEFAULT_MAP, None):
                raise UsageError(f"--review cannot be combined with {option.opts[0]}")


def open_review(
    key: AnyKey,
    name: str,
    answers: Sequence[str],
    sheets: Callable[[ClassList], Iterator[Sheet]],
    *,
    diagnoses: bool,
    quiet: bool,
) -> None:
    """Review sheets until the person leaves."""
    from tracer.check.grading.make_grader import grader_of
    from tracer.check.results.overrides import OVERRIDES, OverridesFile, overrides_file
    from tracer.check.review import Review
    from tracer.check.submissions.class_list import ClassList

    if "-" in answers:
        raise UsageError("--review cannot read answers from standard input")
    file = overrides_file(name)
    if file is None:
        raise UsageError(
            "--review needs a key in a file",
            where=name,
            expected=f"a problem file, beside which {OVERRIDES} is written",
        )
    if not has_screen():
        raise UsageError("--review needs a terminal", hint="Without one, omit --review")
    people = ClassList()
    found = sheets(people)
    grader = grader_of(key, diagnoses=diagnoses)
    review = Review(grader, key.parts, OverridesFile(file), people)
    from tui.app import run_screen
    from tui.screens.review.review_screen import ReviewScreen

    run_screen(ReviewScreen(review, found, name))
    waiting = review.waiting[0]
    if waiting and review.is_done and not quiet:
        text = f"{waiting:,} sheet{' still needs' if waiting == 1 else 's still need'} a person"
        click.echo(f"plytrace: note: {text}; decisions are in {file}", err=True)
