"""`plytrace check KEY ANSWERS…`: what is wrong with a sheet, where, and what made it."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from engine.errors import InvalidInput, UsageError
from tui.cli.output import has_screen, output_option, quiet_option, writing

if TYPE_CHECKING:
    from tracer.check.problem import Problem
    from tracer.check.record import Marked
    from tracer.check.sheet import Sheet

__all__ = ["command"]

_FORMATS = ("text", "line", "json", "jsonl", "csv", "gradescope")
_FORMS = ("yaml", "text", "json", "csv", "md")


@click.command("check")
@click.argument("key")
@click.argument("answers", nargs=-1)
@click.option(
    "-f",
    "--format",
    "format_name",
    type=click.Choice([*_FORMATS, "yaml", "md"]),
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
        raise UsageError(f"-f {format_name} is a form's", expected=", ".join(_FORMATS))
    if step:
        _open_stepper(problem, answers)
        return
    report_files = _report_files(reports)
    diagnoses = not no_diagnosis and (feedback != "score" or bool(reports))
    run = _Run(problem, feedback, jobs, diagnoses=diagnoses, quiet=quiet)
    chosen = format_name or ("line" if _is_many(answers) else "text")
    done = _done_before(output, chosen, resume=resume)
    ended = run.write(_sheets(answers, done), chosen, output, report_files, resume=resume)
    sys.exit(ended)


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


def _is_many(answers: tuple[str, ...]) -> bool:
    if len(answers) > 1 or Path(answers[0]).is_dir():
        return True
    return Path(answers[0]).suffix.lower() in (".csv", ".jsonl")


def _sheets(answers: tuple[str, ...], done: set[str]) -> Iterator[Sheet]:
    """All sheets that are named, but those that are done; nothing is read before it is needed."""
    from tracer.check.sheets import sheet_files, sheet_of_text, sheets_in
    from trees.files import read_standard_input

    def of(answer: str) -> Iterator[Sheet]:
        if answer == "-":
            yield sheet_of_text(read_standard_input(), "stdin", _guess)
            return
        for path in sheet_files(Path(answer)):
            yield from sheets_in(path)

    _guess = ""
    for answer in answers:  # a name that is none is told of before anything is marked
        if answer != "-" and not Path(answer).exists():
            raise InvalidInput("there is no such file or folder", where=answer, expected="sheets")
    return (one for one in chain.from_iterable(map(of, answers)) if one.name not in done)


def _done_before(output: str | None, format_name: str, *, resume: bool) -> set[str]:
    from tracer.check.batch import records_of

    if not resume:
        return set()
    if output is None or format_name not in ("json", "jsonl"):
        raise UsageError("--resume without records to go on with", expected="-f jsonl -o FILE")
    path = Path(output)
    return {record["sheet"] for record in records_of(path)} if path.exists() else set()


class _Run:
    """One call of the command."""

    def __init__(
        self, problem: Problem, feedback: Any, jobs: int, *, diagnoses: bool, quiet: bool
    ) -> None:
        self.problem = problem
        self.feedback = feedback
        self.jobs = jobs
        self.diagnoses = diagnoses
        self.quiet = quiet
        self._stopped = False
        self._most = sum(problem.parts.values()) if problem.parts else None

    def marked(self, sheets: Iterator[Sheet]) -> Iterator[Marked]:
        """The marks of sheets, until Ctrl-C."""
        from tracer.check.batch import marked

        def until_stopped() -> Iterator[Sheet]:
            for sheet in sheets:
                if self._stopped:
                    return
                yield sheet

        yield from marked(self.problem, until_stopped(), jobs=self.jobs, diagnoses=self.diagnoses)

    def write(
        self,
        sheets: Iterator[Sheet],
        format_name: str,
        output: str | None,
        reports: list[Path],
        *,
        resume: bool,
    ) -> int:
        """Mark sheets, write what is said of them, and hand back the exit code."""
        from tui.cli.interrupts import cancelled_by_ctrl_c
        from tui.cli.progress import Progress

        writers = _report_writers(reports, self.problem.label)
        tally = _Tally()
        progress = Progress(
            "marking", None, shown=not self.quiet and (bool(output) or not sys.stdout.isatty()),
            unit="sheets",
        )  # fmt: skip

        def records() -> Iterator[dict[str, Any]]:
            for one in self.marked(sheets):
                tally.add(one)
                progress(tally.sheets)
                whole = one.record("full", self._most) if writers else {}
                for add, _ in writers:  # a class report knows all, whatever students are told
                    add(whole)
                yield one.record(self.feedback, self._most)

        def stop() -> None:
            self._stopped = True

        if resume and output and Path(output).exists():
            from tracer.check.batch import records_of

            for record in records_of(Path(output)):
                tally.add_record(record)
                for add, _ in writers:
                    add(record)
        try:
            with cancelled_by_ctrl_c(stop), ExitStack() as stack:
                out = self._opened(stack, format_name, output, resume=resume)
                _write_records(records(), format_name, out, self.problem)
        finally:
            progress.clear()
        for _, finish in writers:
            finish()
        if not tally.sheets:
            raise InvalidInput("there is no sheet to mark", expected="one or more answer sheets")
        if self._stopped and not self.quiet:
            go_on = "; go on with --resume" if format_name in ("json", "jsonl") and output else ""
            click.echo(f"plytrace: note: stopped after {tally.sheets:,} sheets{go_on}", err=True)
        elif format_name == "line" and tally.sheets > 1 and not self.quiet:
            click.echo(f"plytrace: {tally.told()}", err=True)
        return tally.exit_code

    def _opened(
        self, stack: ExitStack, format_name: str, output: str | None, *, resume: bool
    ) -> Any:
        from tracer.check.batch import appending

        if output and format_name in ("json", "jsonl"):
            # Record by record, so that what was done is kept whatever happens.
            if not resume:
                stack.enter_context(writing(output))
                stack.close()
            return stack.enter_context(appending(Path(output)))
        return stack.enter_context(writing(output, for_people=format_name in ("text", "line")))


def _write_records(
    records: Iterator[dict[str, Any]], format_name: str, out: Any, problem: Problem
) -> None:
    from tracer.check import gradebook
    from tracer.check.gradescope import results
    from tracer.check.tell import line_of, text_of

    if format_name == "csv":
        gradebook.write(records, out, parts=list(problem.parts or ()))
    elif format_name == "gradescope":
        found = list(records)
        if len(found) != 1:
            raise UsageError(
                f"-f gradescope of {len(found)} sheets", expected="one sheet, as it was handed in"
            )
        out.write(json.dumps(results(found[0]), ensure_ascii=False, indent=1) + "\n")
    elif format_name in ("json", "jsonl"):
        for record in records:
            out.write(json.dumps(record, ensure_ascii=False) + "\n")
    elif format_name == "line":
        for record in records:
            out.write(line_of(record) + "\n")
    else:
        first = True
        for record in records:
            out.write(("" if first else "\n") + text_of(record))
            first = False


def _report_files(names: tuple[str, ...]) -> list[Path]:
    """The files of class reports; a name that says no format is told of before the work."""
    if names:
        from tracer.check.report import format_of

        for name in names:
            format_of(name)
    return [Path(name) for name in names]


def _report_writers(
    paths: list[Path], title: str
) -> list[tuple[Callable[[dict[str, Any]], None], Callable[[], None]]]:
    """For each report, what takes a record, and what writes it in the end."""
    if not paths:
        return []
    from tracer.check.misconceptions import MISCONCEPTIONS
    from tracer.check.report import ClassReport, write_report

    titles = {slug: one.title for slug, one in MISCONCEPTIONS.items()}
    report = ClassReport(titles)

    def finish() -> None:
        for path in paths:
            write_report(report, path, title=f"Class report: {title}")

    return [(report.add, finish)]


class _Tally:
    """How many sheets there were, and how they did."""

    def __init__(self) -> None:
        self.sheets = self.right = self.unread = 0

    def add(self, one: Marked) -> None:
        self.sheets += 1
        self.right += one.ok
        self.unread += bool(one.error)

    def add_record(self, record: dict[str, Any]) -> None:
        self.sheets += 1
        self.unread += bool(record.get("error"))
        self.right += not record.get("error") and all(part["ok"] for part in record["parts"])

    def told(self) -> str:
        told = f"{self.sheets:,} sheets, {self.right:,} all right"
        return told + (f", {self.unread:,} could not be read" if self.unread else "")

    @property
    def exit_code(self) -> int:
        if self.unread == self.sheets:
            return 3
        return 0 if self.right == self.sheets else 1


def _open_stepper(problem: Problem, answers: tuple[str, ...]) -> None:
    """Open the stepper where the one sheet first goes wrong."""
    from tracer.check.grader import Grader

    if not has_screen():
        raise UsageError("--step needs a terminal", hint="Leave it out where there is none")
    sheets = list(_sheets(answers, set()))
    if len(sheets) != 1:
        raise UsageError(f"--step with {len(sheets)} sheets", expected="one sheet")
    sheet = sheets[0]
    if sheet.error:
        raise InvalidInput(sheet.error)
    if problem.kind != "search":
        raise UsageError(f"--step for a problem about {problem.kind}", expected="a search")
    trace, wrong = Grader(problem, diagnoses=False).wrong(sheet)
    from tui.app import PlytraceApp
    from tui.screens.sheet_stepper import SheetStepperScreen

    title = f"{sheet.name}, {sheet.student}" if sheet.student else sheet.name
    app = PlytraceApp(SheetStepperScreen(trace, wrong, title))
    app.run()
    if app.return_code:
        raise SystemExit(app.return_code)
