"""`plytrace check KEY ANSWERS…`: what is wrong with a sheet, where, and what made it."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any, Final

import click

from engine.errors import UsageError
from tui.cli.answers import is_single_file, may_be_many, sheets_of
from tui.cli.autograding import write_folder
from tui.cli.marking import (
    FORMATS,
    Marking,
    Reports,
    feedback_option,
    no_diagnosis_option,
    problem_option,
    refuse_unwritable_twice,
    report_option,
    resume_option,
)
from tui.cli.output import NewFile, output_option, quiet_option, writing
from tui.cli.sheet_step import open_stepper

if TYPE_CHECKING:
    from tracer.check.key import AnyKey

__all__ = ["command"]

_FORMS: Final = ("yaml", "text", "json", "csv", "md")


@click.command("check")
@click.argument("key")
@click.argument("answers", nargs=-1)
@click.option(
    "-f",
    "--format",
    "format_name",
    type=click.Choice([*FORMATS, "yaml", "md"]),
    help="text, a line a sheet, JSON (a record a line), a CSV gradebook, or Gradescope's "
    "results.json; with --form one of yaml, text, json, csv, md.",
)
@feedback_option
@click.option("--form", is_flag=True, help="Print a blank answer sheet for KEY.")
@click.option("--variant", metavar="NAME", help="With --form: the variant of a folder of keys.")
@report_option
@click.option(
    "--jobs",
    type=click.IntRange(min=1),
    default=1,
    show_default=True,
    help="Processes that mark sheets.",
)
@resume_option
@no_diagnosis_option
@click.option("--step", is_flag=True, help="Open the stepper where the sheet first goes wrong.")
@problem_option
@click.option(
    "--autograder",
    metavar="FOLDER",
    type=NewFile(),
    help="Write a folder, or a .zip, that Gradescope grades KEY with.",
)
@output_option
@quiet_option
def command(
    key: str,
    answers: tuple[str, ...],
    format_name: str | None,
    feedback: Any,
    form: bool,
    variant: str | None,
    reports: tuple[str, ...],
    jobs: int,
    resume: bool,
    no_diagnosis: bool,
    step: bool,
    problem: str | None,
    autograder: str | None,
    output: str | None,
    quiet: bool,
) -> None:
    """Check answer sheets against KEY: a file of a problem or a set, or any SOURCE.

    KEY may be a folder with a key for each variant: a sheet says which, by a line variant:, by its
    student or by its file's name.

    ANSWERS are files (YAML, JSON, CSV with a row a sheet, JSON lines, plain text), folders of them,
    or - for one on standard input. Ends with 0 where all is right, 1 where something is not, 3
    where no sheet could be read.
    """
    from tracer.check.key import read_key
    from tracer.check.variants import Variants

    for name, given, beside in (("variant", variant, form), ("problem", problem, step)):
        if given is not None and not beside:
            raise UsageError(
                f"--{name} alone", expected=f"{'--form' if name == 'variant' else '--step'} with it"
            )
    read = read_key(key)
    if form:
        _print_form(read, format_name or "yaml", answers, output, variant)
        return
    if isinstance(read, Variants):
        read.check()  # all at once: whoever wrote 200 keys wants to know before the work
    if autograder is not None:
        if answers:
            raise UsageError(
                "--autograder takes no answers", expected="plytrace check --autograder FOLDER KEY"
            )
        write_folder(read, key, autograder, feedback, quiet=quiet)
        return
    if not answers:
        raise UsageError(
            "no answers to check", expected="files or folders; or --form, --autograder"
        )
    if format_name in ("yaml", "md"):
        raise UsageError(f"-f {format_name} is a form's", expected=", ".join(FORMATS))
    if step:
        open_stepper(read, sheets_of(answers), problem)
        return
    written = [*([output] if output else ()), *reports]
    refuse_unwritable_twice(written)
    marking = Marking(
        read,
        format_name or ("line" if may_be_many(answers) else "text"),
        output,
        feedback,
        jobs,
        diagnoses=not no_diagnosis and (feedback != "score" or bool(reports)),
        quiet=quiet,
        resume=resume,
        single=is_single_file(answers),
        reports=Reports(reports, read.label),
    )
    sheets = sheets_of(
        answers,
        written=written,
        besides=[key, *(read.keys if isinstance(read, Variants) else ())],
        note=lambda told: None if quiet else click.echo(f"plytrace: note: {told}", err=True),
    )
    sys.exit(marking.run(sheets))


def _print_form(
    key: AnyKey,
    format_name: str,
    answers: tuple[str, ...],
    output: str | None,
    variant: str | None,
) -> None:
    from tracer.check.forms import form
    from tracer.check.graders import grader_of
    from tracer.check.variant_grader import VariantGrader

    if answers:
        raise UsageError("--form takes no answers", expected="plytrace check --form KEY")
    if format_name not in _FORMS:
        raise UsageError(f"there is no form in {format_name}", expected=", ".join(_FORMS))
    grader = grader_of(key)
    if isinstance(grader, VariantGrader):
        if variant is None:
            raise UsageError("--form of a folder of keys", expected="--variant NAME with it")
        grader = grader.grader_of_variant(variant)
    elif variant is not None:
        raise UsageError("--variant of a single key", expected="a folder of keys")
    text = form(grader, format_name)
    with writing(output) as out:
        out.write(text)
