"""`plytrace check KEY ANSWERS…`: what is wrong with a sheet, where, and what made it."""

from __future__ import annotations

import sys
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import click

from engine.errors import InvalidInput, UsageError
from tui.cli.answers import is_single_file, may_be_many, sheets_of
from tui.cli.marking import FORMATS, Marking, Reports, refuse_unwritable
from tui.cli.output import NewFile, has_screen, output_option, quiet_option, writing

if TYPE_CHECKING:
    from tracer.check.grader import Grader
    from tracer.check.key import AnyKey
    from tracer.check.set_grader import OneGrader, SetGrader
    from tracer.check.sheet import Sheet

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
@click.option(
    "--feedback",
    type=click.Choice(["score", "hint", "full"]),
    default="full",
    show_default=True,
    help="How much is said: points only, hints without answers, or everything.",
)
@click.option("--form", is_flag=True, help="Print a blank answer sheet for KEY.")
@click.option("--variant", metavar="NAME", help="With --form: the variant of a folder of keys.")
@click.option(
    "--report",
    "reports",
    metavar="FILE",
    type=NewFile(),
    multiple=True,
    help="Write a class report too: .txt, .md, .csv, .json or .html; may be given several times.",
)
@click.option(
    "--jobs",
    type=click.IntRange(min=1),
    default=1,
    show_default=True,
    help="Processes that mark sheets.",
)
@click.option("--resume", is_flag=True, help="Go on with the records in -o FILE.")
@click.option("--no-diagnosis", is_flag=True, help="Do not look for misconceptions.")
@click.option("--step", is_flag=True, help="Open the stepper where the sheet first goes wrong.")
@click.option("--problem", metavar="N", help="With --step: the problem of a set.")
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
        _write_autograder(read, key, autograder, feedback, answers, quiet=quiet)
        return
    if not answers:
        raise UsageError(
            "no answers to check", expected="files or folders; or --form, --autograder"
        )
    if format_name in ("yaml", "md"):
        raise UsageError(f"-f {format_name} is a form's", expected=", ".join(FORMATS))
    if step:
        _open_stepper(read, answers, problem)
        return
    written = [*([output] if output else ()), *reports]
    for place, one in enumerate(written):
        refuse_unwritable(one)
        if Path(one).resolve() in [Path(other).resolve() for other in written[:place]]:
            raise UsageError("two things would be written to it", where=one, expected="two files")
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


def _write_autograder(
    read: AnyKey,
    key: str,
    folder: str,
    feedback: str,
    answers: tuple[str, ...],
    *,
    quiet: bool,
) -> None:
    from tracer.check.autograder import write_autograder
    from tracer.check.graders import grader_of
    from tracer.check.variant_grader import VariantGrader

    if answers:
        raise UsageError(
            "--autograder takes no answers", expected="plytrace check --autograder FOLDER KEY"
        )
    grader = grader_of(read)  # a key that cannot be searched is told of now, not on the platform
    if isinstance(grader, VariantGrader):
        for file in grader.problem.keys:
            grader_of(grader.problem.read(file))
    source = click.get_current_context().get_parameter_source("feedback")
    level = feedback if source is click.core.ParameterSource.COMMANDLINE else "hint"
    written = write_autograder(folder, key, feedback=level)
    if not quiet:
        click.echo(f"plytrace: wrote {written}", err=True)


def _open_stepper(key: AnyKey, answers: tuple[str, ...], number: str | None) -> None:
    """Open the stepper where the one sheet first goes wrong."""
    from tracer.check.graders import grader_of
    from tracer.check.set_grader import SetGrader
    from tracer.check.variant_grader import VariantGrader

    if not has_screen():
        raise UsageError("--step needs a terminal", hint="Leave it out where there is none")
    sheets = list(islice(sheets_of(answers), 2))
    if len(sheets) != 1:
        raise UsageError(
            f"--step with {'several sheets' if sheets else 'no sheet'}", expected="one sheet"
        )
    sheet = sheets[0]
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
        raise UsageError("--problem of a single problem", expected="a key with problems:")
    else:
        one = grader
    _run_stepper(_searched(one), sheet, title)


def _problem_to_step(grader: SetGrader, sheet: Sheet, number: str | None) -> tuple[str, Sheet]:
    """The problem that is asked for, or the first search that is wrong, and what is said to it."""
    from tracer.check.grader import Grader
    from tracer.check.sheet import Sheet

    numbers = [*grader.graders]
    if number is not None and number not in numbers:
        raise UsageError(f"there is no problem {number!r}", expected=", ".join(numbers))
    sections = grader.sections(sheet)
    if sections.error:
        raise InvalidInput(sections.error)
    said = {one: sections.sheets.get(one) or Sheet(sheet.name) for one in numbers}
    if number is None:
        searches = [one for one in numbers if isinstance(grader.graders[one], Grader)]
        marks = {one: grader.graders[one].mark(said[one]) for one in searches}
        wrong = (one for one in searches if marks[one].departure)
        unread = (one for one in searches if not marks[one].ok)
        number = next(wrong, None) or next(unread, None) or next(iter(searches), numbers[0])
    return number, said[number]


def _searched(grader: OneGrader) -> Grader:
    """A grader, which is of a search.

    Raises:
        UsageError: it is not.
    """
    from tracer.check.grader import Grader

    if not isinstance(grader, Grader):
        raise UsageError(f"--step for a problem about {grader.problem.kind}", expected="a search")
    return grader


def _run_stepper(grader: Grader, sheet: Sheet, title: str) -> None:
    """The stepper on the right search, with what one sheet claims."""
    if sheet.error:
        raise InvalidInput(sheet.error)
    marked = grader.mark(sheet)
    if marked.error:
        raise InvalidInput(marked.error, where=sheet.name)
    trace, wrong = grader.wrong(sheet)
    unread = [f"{part.part}: {part.told}" for part in marked.parts if part.unread]
    from tui.app import PlytraceApp
    from tui.screens.sheet_stepper import SheetStepperScreen

    app = PlytraceApp(SheetStepperScreen(trace, wrong, title, unread))
    app.run()
    if app.return_code:
        raise SystemExit(app.return_code)
