"""Marking sheets from the command line: what is written of them, until all are done or Ctrl-C."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass, field
from functools import cached_property
from itertools import islice, takewhile
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TextIO

import click

from engine.errors import InvalidInput, PlytraceError, UsageError
from tui.cli.interrupts import STOPPED, cancelled_by_ctrl_c
from tui.cli.output import NewFile, writing
from tui.cli.progress import Progress

if TYPE_CHECKING:
    from tracer.check.key import AnyKey
    from tracer.check.record import Feedback, Marked
    from tracer.check.report import ClassReport
    from tracer.check.sheet import Sheet

__all__ = [
    *("FORMATS", "Marking", "Reports", "feedback_option", "no_diagnosis_option", "problem_option"),
    *("refuse_unwritable", "refuse_unwritable_twice", "report_option", "resume_option"),
]

FORMATS: Final = ("text", "line", "json", "jsonl", "csv", "gradescope")
#: Formats whose records are kept one by one, and can be gone on with.
_RECORDS: Final = ("json", "jsonl")


#: The options of every command that marks.
feedback_option = click.option(
    "--feedback",
    type=click.Choice(["score", "hint", "full"]),
    default="full",
    show_default=True,
    help="How much is said: points only, hints without answers, or everything.",
)
report_option = click.option(
    "--report",
    "reports",
    metavar="FILE",
    type=NewFile(),
    multiple=True,
    help="Write a class report too: .txt, .md, .csv, .json or .html; may be given several times.",
)
resume_option = click.option("--resume", is_flag=True, help="Go on with the records in -o FILE.")
no_diagnosis_option = click.option(
    "--no-diagnosis", is_flag=True, help="Do not look for misconceptions."
)
problem_option = click.option("--problem", metavar="N", help="With --step: the problem of a set.")


class Reports:
    """The class reports that are asked for.

    Args:
        files: their files; none for no report.
        title: what was marked.

    Raises:
        UsageError: a file's name does not say in which format it is to be.
    """

    def __init__(self, files: Sequence[str], title: str) -> None:
        self.files = files
        self._title = title
        self._report: ClassReport | None = None
        if files:
            from tracer.check.misconceptions import MISCONCEPTIONS
            from tracer.check.report import ClassReport, format_of

            for name in files:  # a name that says no format is told of before the work
                format_of(name)
            titles = {slug: one.title for slug, one in MISCONCEPTIONS.items()}
            self._report = ClassReport(titles)

    def add(self, record: dict[str, Any]) -> None:
        """Count a record of full feedback."""
        if self._report is not None:
            self._report.add(record)

    def write(self) -> int:
        """Write them, and tell of those that cannot be written; the exit code."""
        from tracer.check.report import write_report

        ended = 0
        for name in self.files:
            assert self._report is not None
            try:
                write_report(self._report, name, title=f"Class report: {self._title}")
            except PlytraceError as error:
                click.echo(f"plytrace: the class report is not written: {error}", err=True)
                ended = error.exit_code
        return ended


def refuse_unwritable(name: str) -> None:
    """Refuse a file's name that nothing can be written under, before there is work to lose.

    Raises:
        InvalidInput: there is no folder for it, it is a folder itself, or no name at all.
    """
    path = Path(name)
    try:
        if path.is_dir():
            raise InvalidInput("is a folder", where=name, expected="the name of a file")
        if not path.absolute().parent.is_dir():
            raise InvalidInput("cannot be written: there is no such folder", where=name)
    except OSError as error:
        raise InvalidInput(f"cannot be written: {error.strerror}", where=f"{name:.60}") from error


def refuse_unwritable_twice(names: Sequence[str]) -> None:
    """Refuse names of files that nothing can be written under, or more than one thing would be.

    Raises:
        InvalidInput: nothing can be written under one of them.
        UsageError: two of them are one file.
    """
    for place, one in enumerate(names):
        refuse_unwritable(one)
        if Path(one).resolve() in [Path(other).resolve() for other in names[:place]]:
            raise UsageError("two things would be written to it", where=one, expected="two files")


@dataclass
class _Tally:
    """How many sheets there were, and how they did."""

    sheets: int = 0
    right: int = 0
    unread: int = 0
    nameless: int = 0

    def add(self, one: Marked) -> None:
        self.sheets += 1
        self.right += one.ok
        self.unread += bool(one.error)
        self.nameless += not one.student

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


@dataclass
class Marking:
    """One run over sheets.

    Args:
        problem: what they are held against: a problem, a set, or the keys of variants.
        format_name: one of `FORMATS`.
        output: the file that is written; None for standard output.
        feedback: how much is said.
        jobs: processes that mark.
        diagnoses: whether misconceptions are looked for.
        quiet: no notes or progress.
        resume: go on with the records in `output`.
        single: whether the answers are what one student hands in.
        reports: the class reports that are asked for.
        unit: what sheets are called in the line that says how far it has come.
        at_stop: what else is to be done after Ctrl-C.
    """

    problem: AnyKey
    format_name: str
    output: str | None
    feedback: Feedback
    jobs: int
    diagnoses: bool
    quiet: bool
    resume: bool
    single: bool
    reports: Reports
    unit: str = "sheets"
    at_stop: Callable[[], object] = str
    _tally: _Tally = field(default_factory=_Tally, init=False)
    _stopped: bool = field(default=False, init=False)

    def __post_init__(self) -> None:
        if self.resume and (self.output is None or self.format_name not in _RECORDS):
            raise UsageError("--resume without records to go on with", expected="-f jsonl -o FILE")
        self._progress = Progress(
            "marking",
            None,
            shown=not self.quiet and (bool(self.output) or not sys.stdout.isatty()),
            unit=self.unit,
        )

    def says(self, more: str) -> None:
        """Say how far it has come, and something more, where that takes long."""
        if not self._stopped:
            self._progress(self._tally.sheets, more)

    def run(self, sheets: Iterator[Sheet]) -> int:
        """Mark sheets, write what is said of them, and hand back the exit code.

        Args:
            sheets: all sheets; those that have a record already are passed over.

        Raises:
            PlytraceError: the problem cannot be searched, there is no sheet, or what is said of
                them cannot be written. What was written before is kept, class reports too.
        """
        done = self.done
        progress = self._progress
        refused = 0
        try:
            with cancelled_by_ctrl_c(self._stop), self._opened() as out:
                left = (one for one in sheets if one.name not in done)
                with closing(self._records(left, progress)) as records:
                    refused = self._write(records, out)
        except InvalidInput:
            if self._tally.sheets:
                self.reports.write()
            raise
        finally:
            progress.clear()
        if not self._tally.sheets and not refused and not self._stopped:
            raise InvalidInput("there is no sheet to mark", expected="one or more answer sheets")
        report_failed = self.reports.write() if self._tally.sheets else 0
        self._tell()
        if self._stopped:
            return STOPPED
        return report_failed or refused or self._tally.exit_code

    def _stop(self) -> None:
        self._stopped = True
        self.at_stop()

    @cached_property
    def done(self) -> set[str]:
        """The names of the sheets that have a record already, which counts here too."""
        from tracer.check.batch import records_of

        done: set[str] = set()
        if self.resume and self.output and Path(self.output).exists():
            for record in records_of(Path(self.output)):
                done.add(record["sheet"])
                self._tally.add_record(record)
                self.reports.add(record)
        return done

    @contextmanager
    def _opened(self) -> Iterator[TextIO]:
        from tracer.check.batch import appending

        with ExitStack() as stack:
            if self.output and self.format_name in _RECORDS:
                # Record by record, so that what was done is kept whatever happens.
                if not self.resume:
                    with writing(self.output):
                        pass
                yield stack.enter_context(appending(Path(self.output)))
                return
            for_people = self.format_name in ("text", "line")
            yield stack.enter_context(writing(self.output, for_people=for_people))

    def _records(
        self, sheets: Iterator[Sheet], progress: Progress
    ) -> Generator[dict[str, Any], None, None]:
        """The records of sheets, until Ctrl-C."""
        from tracer.check.batch import marked

        most = sum(self.problem.parts.values()) if self.problem.parts else None
        until_stopped = takewhile(lambda _: not self._stopped, sheets)
        found = marked(self.problem, until_stopped, jobs=self.jobs, diagnoses=self.diagnoses)
        for one in takewhile(lambda _: not self._stopped, found):
            self._tally.add(one)
            progress(self._tally.sheets)
            if self.reports.files:  # a class report knows all, whatever students are told
                self.reports.add(one.record("full", most))
            yield one.record(self.feedback, most)

    def _write(self, records: Iterator[dict[str, Any]], out: TextIO) -> int:
        """Write what is said of sheets; the exit code where one was refused."""
        from tracer.check import gradebook
        from tracer.check.tell import line_of, text_of

        if self.format_name == "csv":
            gradebook.write(records, out, parts=list(self.problem.parts or ()))
        elif self.format_name == "gradescope":
            return self._write_results(records, out)
        elif self.format_name in _RECORDS:
            for record in records:
                out.write(json.dumps(record, ensure_ascii=False) + "\n")
        elif self.format_name == "line":
            for record in records:
                out.write(line_of(record) + "\n")
        else:
            _write_apart(map(text_of, records), out)
        return 0

    def _write_results(self, records: Iterator[dict[str, Any]], out: TextIO) -> int:
        """Write Gradescope's results of the one sheet; the exit code where it is not one."""
        from tracer.check.gradescope import refusal, results

        found = list(islice(records, 2))
        if len(found) == 1:
            made = results(found[0], thing=self.unit.removesuffix("s"))
        elif self._stopped:
            return 0
        elif not self.single:
            raise UsageError(
                f"-f gradescope of {'several sheets' if found else 'no sheet'}",
                expected="one sheet, as it was handed in",
            )
        else:  # what a student hands in is answered in any case
            made = refusal(
                "The file holds more than one answer sheet" if found else "The file is no sheet",
                f"{'Several sheets were' if found else 'No sheet was'} found in it, so nothing is "
                "graded yet. One sheet is expected: of a table, a heading and one row of answers, "
                "or the columns part and answer. Submit a file with your own answers alone.",
            )
        out.write(json.dumps(made, ensure_ascii=False, indent=1) + "\n")
        return 0 if len(found) == 1 else 3

    def _tell(self) -> None:
        """What a person ought to know in the end."""
        if self.quiet:
            return
        tally = self._tally
        if self._stopped:
            go_on = self.format_name in _RECORDS and self.output
            hint = "; go on with --resume" if go_on else ""
            click.echo(
                f"plytrace: note: stopped after {tally.sheets:,} {self.unit}{hint}", err=True
            )
        elif self.format_name == "line" and tally.sheets > 1:
            click.echo(f"plytrace: {tally.told()}", err=True)
        if self.format_name == "csv" and tally.nameless:
            what = f"{tally.nameless:,} of {tally.sheets:,} sheets name no student"
            click.echo(f"plytrace: note: {what}; a line or column called student does", err=True)


def _write_apart(texts: Iterable[str], out: TextIO) -> None:
    """Write texts with an empty line between them."""
    for place, text in enumerate(texts):
        out.write(("\n" if place else "") + text)
