"""Grading sheets from the command line, until all are graded or Ctrl-C."""

from __future__ import annotations

import json
import sys
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import chain, islice, takewhile
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NoReturn, TextIO, cast

from engine.errors import InvalidInput, PlytraceError, UsageError
from engine.text import CleanStream
from tracer.marking.reading.sheet import Sheet
from tracer.marking.results.record import MarkedSheet
from tui.cli.shared.answer_sheets import ClassFiles, FeedbackFolder
from tui.cli.shared.options import Arguments, is_typed
from tui.terminal.interrupts import STOPPED, cancel_on_ctrl_c
from tui.terminal.output import Progress, inform, open_text_output, report

if TYPE_CHECKING:
    from engine.running.control import Control
    from tracer.classes.report import ClassReport
    from tracer.marking.keys.key import AnyKey


FORMATS: Final = ("text", "line", "json", "jsonl", "csv", "gradescope")
#: Formats that write record by record and can be resumed.
_RECORDS: Final = ("json", "jsonl")
#: Most pending sheets that the last line names.
_MOST_NAMED: Final = 10


def refuse_problem_alone(args: Arguments) -> None:
    """Refuse `--problem` without `--step`."""
    if args.problem is not None and not args.step:
        raise UsageError("--problem needs --step")


def write_autograder(
    args: Arguments, answers: Sequence[str], unit: str, command: str, *options: str
) -> bool:
    """Write the folder of `--autograder`, if it was named; return whether it was."""
    if args.autograder is None:
        if is_typed("platform"):
            raise UsageError("--for needs --autograder")
        return False
    if answers:
        raise UsageError(
            f"--autograder takes no {unit}",
            expected=f"plytrace {command} --autograder FOLDER KEY",
        )
    from tracer.classes import autograder

    typed = [(f"--{name}", str(getattr(args, name))) for name in options if is_typed(name)]
    written = autograder.write_autograder(
        args.autograder,
        args.key,
        feedback=args.feedback if is_typed("feedback") else "hint",
        command=[command, *chain(*typed)],
        platform=args.platform,
    )
    inform(f"wrote {written}")
    return True


@dataclass
class _Tally:
    """The number of graded sheets, and their results."""

    sheets: int = 0
    right: int = 0
    unread: int = 0
    nameless: int = 0
    pending: list[str] = field(default_factory=list)

    def add(self, record: dict[str, Any]) -> None:
        self.sheets += 1
        self.nameless += not record["student"]
        self.unread += bool(record.get("error"))
        self.right += not record.get("error") and all(part["ok"] for part in record["parts"])
        if record.get("pending"):
            self.pending.append(record["sheet"])

    def text(self) -> str:
        text = f"{self.sheets:,} sheets, {self.right:,} all right"
        if self.pending:
            more = ", …" if len(self.pending) > _MOST_NAMED else ""
            names = ", ".join(self.pending[:_MOST_NAMED]) + more
            text += f", {len(self.pending):,} pending ({names})"
        return text + (f", {self.unread:,} could not be read" if self.unread else "")

    @property
    def exit_code(self) -> int:
        if self.unread == self.sheets:
            return 3
        return 0 if self.right == self.sheets else 1


@dataclass
class Marking:
    """One run over answer sheets."""

    problem: AnyKey
    args: Arguments
    format_name: str
    single: bool
    files: ClassFiles
    unit: str = "sheets"
    at_stop: Callable[[], object] = str
    known: dict[str, MarkedSheet] = field(default_factory=dict)
    feedback_to: FeedbackFolder | None = None
    expected: Callable[[], Iterable[Sheet]] = tuple
    _tally: _Tally = field(default_factory=_Tally, init=False)
    _stopped: bool = field(default=False, init=False)

    def __post_init__(self) -> None:
        options = self.args
        self.people, self.overrides = self.files.people, self.files.overrides
        self.resume = options.resume
        self.output = None if options.gradebook else options.output
        self._report: ClassReport | None = None
        if options.reports:
            from tracer.classes.report import ClassReport, check_suffix
            from tracer.mistakes import MISTAKES

            for name in options.reports:  # report a bad name before the work
                check_suffix(name)
            self._report = ClassReport({slug: one.title for slug, one in MISTAKES.items()})
        shows_reasons = options.feedback != "score" or bool(options.reports)
        self.diagnoses = shows_reasons and not options.no_diagnosis
        if self.resume and (self.output is None or self.format_name not in _RECORDS):
            raise UsageError("--resume needs -f jsonl -o FILE")
        self._progress = Progress(
            "grading",
            None,
            shown=bool(self.output) or not sys.stdout.isatty() or self.format_name not in _RECORDS,
            unit=self.unit,
        )

    @cached_property
    def _control(self) -> Control:
        """The control that Ctrl-C cancels while the key is searched."""
        from engine.running.control import Control

        return Control(on_progress=lambda visits: self.says(f"{visits:,} visits of the key"))

    def says(self, more: str) -> None:
        """Report the progress if grading takes long."""
        if not self._stopped:
            self._progress(self._tally.sheets, more)

    def run(self, sheets: Iterator[Sheet]) -> int:
        """Grade sheets, write their feedback, and return the exit code."""
        done = self.done
        progress = self._progress
        if self.overrides:
            for sheet in self.expected():
                self.overrides.expect(self._who(sheet), sheet.name, also=sheet.student)
        refused = 0
        try:
            with cancel_on_ctrl_c(self._stop), self._opened() as out:
                left = (one for one in sheets if one.name not in done)
                with closing(self._records(left, progress)) as records:
                    refused = self._write(records, out)
        except InvalidInput:
            if not self._stopped:
                if self._tally.sheets:
                    self._write_reports()
                raise
        finally:
            progress.clear()
            if self.feedback_to:
                self.feedback_to.close()
        if not self._tally.sheets and not refused and not self._stopped:
            raise InvalidInput("there is no sheet to grade", expected="one or more answer sheets")
        report_failed = self._write_reports() if self._tally.sheets else 0
        if self.feedback_to:
            report_failed = report_failed or self.feedback_to.failed
        self._print_notes()
        if self._stopped:
            return STOPPED
        return report_failed or refused or self._tally.exit_code

    def run_and_exit(self, sheets: Iterator[Sheet]) -> NoReturn:
        """Grade sheets, fill the gradebook, and end with the exit code."""
        ended = self.run(sheets)
        self.files.finish(ended)
        sys.exit(ended)

    def _stop(self) -> None:
        self._stopped = True
        self._control.cancel()
        self.at_stop()

    @cached_property
    def done(self) -> set[str]:
        """The names of the sheets that already have a record; their results count too."""
        from tracer.marking.batch import records_of

        done: set[str] = set()
        if self.resume and self.output and Path(self.output).exists():
            for record in records_of(Path(self.output)):
                done.add(record["sheet"])
                self._tally.add(record)
                if self._report:
                    self._report.add(record)
                if self.feedback_to:
                    self.feedback_to.reserve(record)
                self.people.add(record)
        return done

    @contextmanager
    def _opened(self) -> Iterator[TextIO]:
        from tracer.marking.batch import appending

        with ExitStack() as stack:
            if self.output and self.format_name in _RECORDS:
                # Record by record, so that finished work is never lost.
                if not self.resume:
                    with open_text_output(self.output):
                        pass
                records = stack.enter_context(appending(Path(self.output)))
                yield cast(TextIO, CleanStream(records))
                return
            for_people = self.format_name in ("text", "line")
            yield stack.enter_context(open_text_output(self.output, for_people=for_people))

    def _records(
        self, sheets: Iterator[Sheet], progress: Progress
    ) -> Generator[dict[str, Any], None, None]:
        """Yield the records of sheets, until Ctrl-C."""
        from tracer.jobs import cores
        from tracer.marking.batch import marked

        parts = self.problem.parts
        most = sum(parts.values()) if parts else None
        waiting: deque[Sheet] = deque()

        def is_going_on(sheet: Sheet) -> bool:
            if self.feedback_to:
                waiting.append(sheet)
            return not self._stopped

        until_stopped = takewhile(is_going_on, map(self._as_read_by_hand, sheets))
        found = marked(
            self.problem,
            until_stopped,
            jobs=1 if self.unit == "programs" else self.args.jobs or cores(),
            diagnoses=self.diagnoses,
            control=self._control,
            known=self.known,
        )
        for one in takewhile(lambda _: not self._stopped, found):
            name = one.student
            one = self.people.complete(one)
            if self.overrides:
                one = self.overrides.apply(one, parts, also=name)
            if self.args.pending == "zero":
                one = one.without_pending()
            for_student = one.for_student()
            is_for_student = self.format_name == "gradescope"
            record = (for_student if is_for_student else one).record(self.args.feedback, most)
            self._tally.add(record)
            progress(self._tally.sheets)
            if self._report:  # always with full feedback
                self._report.add(one.record("full", most))
            self.people.add(record)
            if self.feedback_to:
                shown = for_student.record(self.args.feedback, most)
                self.feedback_to.write(waiting.popleft(), shown)
            yield record

    def _as_read_by_hand(self, sheet: Sheet) -> Sheet:
        """Return a sheet with the answers that a person read."""
        if not self.overrides:
            return sheet
        read = self.overrides.corrections(self._who(sheet), sheet.name, also=sheet.student)
        return replace(sheet, corrections=read) if read else sheet

    def _who(self, sheet: Sheet) -> str:
        """Return the student of a sheet as the class list writes the name."""
        return self.people.student_of(sheet.name, sheet.student)

    def _write(self, records: Iterator[dict[str, Any]], out: TextIO) -> int:
        """Write the feedback on sheets; return the exit code of a refusal, or 0."""
        from tracer.classes import gradebook
        from tracer.marking.results.text import line_of, text_of, text_of_program

        if self.format_name == "csv":
            gradebook.write(records, out, parts=list(self.problem.parts or ()))
        elif self.format_name == "gradescope":
            return self._write_results(records, out)
        elif self.format_name in _RECORDS:
            for record in records:
                out.write(json.dumps(record, ensure_ascii=False) + "\n")
        else:
            listed: list[dict[str, Any]] = []
            try:
                listed.extend(records)
            finally:  # also what was marked before an error
                self._progress.clear()
                listed.sort(key=lambda record: not record.get("pending"))
                is_line = self.format_name == "line"
                write = text_of_program if self.unit == "programs" else text_of
                texts = map(line_of if is_line else write, listed)
                out.write("".join(f"{text}\n" for text in texts) if is_line else "\n".join(texts))
        return 0

    def _write_results(self, records: Iterator[dict[str, Any]], out: TextIO) -> int:
        """Write Gradescope's results of the sheet; return 3 if there is not exactly one."""
        from tracer.classes.gradebook import refusal, results

        found = list(islice(records, 2))
        if len(found) == 1:
            made = results(found[0], thing=self.unit.removesuffix("s"))
        elif self._stopped:
            return 0
        elif not self.single:
            raise UsageError(
                "-f gradescope cannot grade several sheets", expected="one submitted sheet"
            )
        else:  # a student's submission always gets an answer
            made = refusal(
                "The file holds more than one answer sheet",
                "It contains several sheets, so nothing is graded yet. One sheet is "
                "expected: a table with a heading and one row of answers, or with the columns part "
                "and answer. Submit a file with only your own answers.",
            )
        out.write(json.dumps(made, ensure_ascii=False, indent=1) + "\n")
        return 0 if len(found) == 1 else 3

    def _write_reports(self) -> int:
        """Write the class reports, report failures, and return the exit code."""
        if self._report is None:
            return 0
        from tracer.classes.report import write_report

        ended = 0
        for name in self.args.reports:
            try:
                write_report(self._report, name, title=f"Class report: {self.problem.label}")
            except PlytraceError as error:
                report(f"the class report cannot be written: {error}")
                ended = error.exit_code
        return ended

    def _print_notes(self) -> None:
        faults = (
            []
            if self._stopped or not self.overrides
            else self.overrides.faults(whole_class=not self.single)
        )
        if faults:  # shown even with --quiet: a decision is lost
            report(f"overrides.yaml: {'; '.join(faults)}")
        tally = self._tally
        if self._stopped:
            go_on = self.format_name in _RECORDS and self.output
            hint = "; continue with --resume" if go_on else ""
            inform(f"note: stopped after {tally.sheets:,} {self.unit}{hint}")
        elif self.format_name == "line" and tally.sheets > 1:
            inform(tally.text())
        if self.format_name == "csv" and tally.nameless:
            what = f"{tally.nameless:,} of {tally.sheets:,} sheets name no student"
            inform(f"note: {what}; add a line or column named student")
