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
    from tracer.check.problem import Problem

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
    reports: tuple[str, ...],
    jobs: int,
    resume: bool,
    no_diagnosis: bool,
    step: bool,
    autograder: str | None,
    output: str | None,
    quiet: bool,
) -> None:
    """Check answer sheets against KEY: a problem file, or any SOURCE.

    ANSWERS are files (YAML, JSON, CSV with a row a sheet, JSON lines, plain text), folders of them,
    or - for one on standard input. Ends with 0 where all is right, 1 where something is not, 3
    where no sheet could be read.
    """
    from tracer.check.key import read_key

    problem = read_key(key)
    if form:
        _print_form(problem, format_name or "yaml", answers, output)
        return
    if autograder is not None:
        _write_autograder(problem, key, autograder, feedback, answers, quiet=quiet)
        return
    if not answers:
        raise UsageError(
            "no answers to check", expected="files or folders; or --form, --autograder"
        )
    if format_name in ("yaml", "md"):
        raise UsageError(f"-f {format_name} is a form's", expected=", ".join(FORMATS))
    if step:
        _open_stepper(problem, answers)
        return
    written = [*([output] if output else ()), *reports]
    for place, one in enumerate(written):
        refuse_unwritable(one)
        if Path(one).resolve() in [Path(other).resolve() for other in written[:place]]:
            raise UsageError("two things would be written to it", where=one, expected="two files")
    marking = Marking(
        problem,
        format_name or ("line" if may_be_many(answers) else "text"),
        output,
        feedback,
        jobs,
        diagnoses=not no_diagnosis and (feedback != "score" or bool(reports)),
        quiet=quiet,
        resume=resume,
        single=is_single_file(answers),
        reports=Reports(reports, problem.label),
    )
    sheets = sheets_of(
        answers,
        written=written,
        besides=[key],
        note=lambda told: None if quiet else click.echo(f"plytrace: note: {told}", err=True),
    )
    sys.exit(marking.run(sheets))


def _print_form(
    problem: Problem, format_name: str, answers: tuple[str, ...], output: str | None
) -> None:
    from tracer.check.forms import form
    from tracer.check.graders import grader_of

    if answers:
        raise UsageError("--form takes no answers", expected="plytrace check --form KEY")
    if format_name not in _FORMS:
        raise UsageError(f"there is no form in {format_name}", expected=", ".join(_FORMS))
    text = form(grader_of(problem), format_name)
    with writing(output) as out:
        out.write(text)


def _write_autograder(
    problem: Problem,
    key: str,
    folder: str,
    feedback: str,
    answers: tuple[str, ...],
    *,
    quiet: bool,
) -> None:
    from tracer.check.autograder import write_autograder
    from tracer.check.graders import grader_of

    if answers:
        raise UsageError(
            "--autograder takes no answers", expected="plytrace check --autograder FOLDER KEY"
        )
    grader_of(problem)  # a key that cannot be searched is told of now, not on the platform
    source = click.get_current_context().get_parameter_source("feedback")
    level = feedback if source is click.core.ParameterSource.COMMANDLINE else "hint"
    written = write_autograder(folder, key, feedback=level)
    if not quiet:
        click.echo(f"plytrace: wrote {written}", err=True)


def _open_stepper(problem: Problem, answers: tuple[str, ...]) -> None:
    """Open the stepper where the one sheet first goes wrong."""
    from tracer.check.grader import Grader

    if not has_screen():
        raise UsageError("--step needs a terminal", hint="Leave it out where there is none")
    sheets = list(islice(sheets_of(answers), 2))
    if len(sheets) != 1:
        raise UsageError(
            f"--step with {'several sheets' if sheets else 'no sheet'}", expected="one sheet"
        )
    sheet = sheets[0]
    if sheet.error:
        raise InvalidInput(sheet.error)
    if problem.kind != "search":
        raise UsageError(f"--step for a problem about {problem.kind}", expected="a search")
    grader = Grader(problem, diagnoses=False)
    marked = grader.mark(sheet)
    if marked.error:
        raise InvalidInput(marked.error, where=sheet.name)
    trace, wrong = grader.wrong(sheet)
    unread = [f"{part.part}: {part.told}" for part in marked.parts if part.unread]
    from tui.app import PlytraceApp
    from tui.screens.sheet_stepper import SheetStepperScreen

    title = f"{sheet.name}, {sheet.student}" if sheet.student else sheet.name
    app = PlytraceApp(SheetStepperScreen(trace, wrong, title, unread))
    app.run()
    if app.return_code:
        raise SystemExit(app.return_code)
