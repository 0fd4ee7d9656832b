"""The answer sheets named on the command line."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any

from engine.errors import InvalidInput, PlytraceError, UsageError
from tracer.marking.reading.sheet import Sheet, reason_for
from tui.cli.shared.options import Arguments
from tui.terminal.interrupts import STOPPED
from tui.terminal.output import inform, open_bytes_output, report

if TYPE_CHECKING:
    from tracer.classes.submissions.class_list import ClassList
    from tracer.classes.submissions.download import Submission
    from tracer.marking.keys.key import AnyKey
    from tracer.marking.results.overrides import Overrides


#: How the names of files end that may contain several sheets.
_MANY = (".csv", ".tsv", ".jsonl", ".xlsx", ".xlsm", ".xls", ".ods", ".zip")


def is_single_file(answers: Sequence[str]) -> bool:
    """Return whether the answers are one file or standard input, as for one student."""
    if len(answers) != 1 or answers[0].lower().endswith(".zip"):
        return False
    return not _is_there(Path(answers[0]), Path.is_dir)


def may_be_many(answers: Sequence[str]) -> bool:
    """Return whether the answers may be several sheets, judging by their names."""
    return not is_single_file(answers) or Path(answers[0]).suffix.lower() in _MANY


def _is_there(path: Path, test: Callable[[Path], bool]) -> bool:
    """Return whether a path passes a test; an invalid file name does not."""
    try:
        return test(path)
    except OSError:
        return False


def sheets_of(
    answers: Sequence[str],
    *,
    written: Collection[str | Path] = (),
    extra: Collection[str | Path] = (),
    note: Callable[[str], object] = str,
    people: ClassList | None = None,
) -> Iterator[Sheet]:
    """Return all named sheets; each is read when it is needed."""
    from tracer.classes.submissions.download import submissions_of
    from trees.files import printable_name

    outputs = {Path(one).resolve() for one in written}
    others = outputs | {Path(one).resolve() for one in extra}
    files: list[Submission | None] = []  # None is standard input
    for answer in answers:  # check all before grading or writing anything
        path = Path(answer)
        if answer == "-":
            files.append(None)
            continue
        if not _is_there(path, Path.exists):
            raise InvalidInput(
                "there is no such file or folder",
                where=printable_name(path),
                expected="answer sheets",
            )
        if path.resolve() in outputs:
            raise UsageError(
                "this sheet would be overwritten while it is graded",
                where=answer,
                expected="another file to write to",
            )
        found, notes = submissions_of(path, others)
        files += found
        for text in notes:
            note(text)

    def of(submission: Submission | None) -> Iterator[Sheet]:
        if submission is None:
            yield _on_standard_input()
            return
        for sheet, one in submission.sheets():
            if people is not None:
                people.add_submission(sheet.name, one)
            yield sheet

    return chain.from_iterable(map(of, files))


def _on_standard_input() -> Sheet:
    """Return the sheet on standard input, or one with the reason why it cannot be read."""
    from tracer.marking.reading.formats import sheet_of_text
    from trees.files import read_standard_input

    try:
        return sheet_of_text(read_standard_input(), "stdin")
    except Exception as error:
        return Sheet("stdin", error=reason_for(error, "stdin"))


def _refuse_unwritable(names: Sequence[str]) -> None:
    """Refuse names that cannot be written, or that occur twice, before there is work to lose."""
    for place, name in enumerate(names):
        path = Path(name)
        try:
            if path.is_dir():
                raise InvalidInput("this is a folder", where=name, expected="a file name")
            if not path.absolute().parent.is_dir():
                raise InvalidInput(
                    "this file cannot be written: its folder does not exist", where=name
                )
        except OSError as error:
            raise InvalidInput(
                f"this file cannot be written: {error.strerror}", where=f"{name:.60}"
            ) from error
        if path.resolve() in [Path(other).resolve() for other in names[:place]]:
            raise UsageError(
                "two outputs cannot use the same file", where=name, expected="two files"
            )


class ClassFiles:
    """The files that a run over sheets reads and writes: tables, overrides, reports."""

    def __init__(self, key: AnyKey, args: Arguments) -> None:
        from tracer.classes.submissions.class_list import (
            ClassList,
            find_column,
            find_rules,
            most_of,
        )
        from tracer.classes.submissions.tables import read_table
        from tracer.marking.keys.variants import Variants
        from tracer.marking.results.overrides import overrides_beside

        #: The files that grading writes.
        self.written = [*([args.output] if args.output else ()), *args.reports]
        _refuse_unwritable(self.written)
        roster, gradebook = args.roster, args.gradebook
        column, output = args.column, args.output
        if column is not None and gradebook is None:
            raise UsageError("--column needs --gradebook")
        if gradebook is not None and output is None:
            raise UsageError("--gradebook needs -o FILE")
        if gradebook and output and Path(gradebook).resolve() == Path(output).resolve():
            raise UsageError("-o would overwrite the exported gradebook", expected="another file")
        self._output = output
        self._gradebook = read_table(Path(gradebook)) if gradebook else None
        self._column = find_column(self._gradebook, column) if self._gradebook else 0
        rules = find_rules(key)
        if self._gradebook and rules.scales and not most_of(self._gradebook, self._column):
            raise UsageError(
                "scale: needs a gradebook that says the maximum of its column",
                where=self._gradebook.name,
                hint="Remove scale: from the key",
            )
        roster_table = read_table(Path(roster)) if roster else self._gradebook
        self.people = ClassList(roster_table, rules)
        overrides, *by_hand = overrides_beside(args.key) or (None,)
        self.overrides: Overrides | None = overrides
        keys = key.files if isinstance(key, Variants) else ()
        tables = [one for one in (roster, gradebook) if one]
        #: All files that are not answers.
        self.own = [*map(Path, (args.key, *self.written, *by_hand, *tables)), *keys]

    def finish(self, ended: int) -> None:
        """Write the gradebook, and print who is missing, unless Ctrl-C stopped the grading."""
        if ended == STOPPED:
            return
        lines = [*self.people.report()]
        if self._gradebook is not None:
            data, more = self.people.fill(self._gradebook, self._column)
            with open_bytes_output(self._output) as out:
                out.write(data)
            lines += more
        for line in lines:
            inform(line)


class FeedbackFolder:
    """A folder with a Markdown and an HTML file for each sheet.

    Files that plytrace wrote and nobody changed are replaced; others only with `force`.
    """

    def __init__(self, name: str, key: AnyKey, people: ClassList, *, force: bool) -> None:
        from tracer.classes.report.feedback_files import FeedbackFiles
        from tracer.worksheet.bundle import SetFolder

        self._feedback = FeedbackFiles(key)
        self._people = people
        # The folder is sent back to students: what only plytrace reads lies beside it.
        folder = Path(name)
        beside = folder.resolve()
        list_file = beside.with_name(f".{beside.name}.plytrace.json")
        self._folder = SetFolder(folder, force=force, list_file=list_file)
        #: Exit code of a failure, or 0.
        self.failed = 0

    def reserve(self, record: Mapping[str, Any]) -> None:
        """Keep the file name of a sheet whose feedback an earlier run wrote."""
        self._feedback.choose_name(record, self._people.place_of(record["sheet"]))

    def write(self, sheet: Sheet, record: Mapping[str, Any]) -> None:
        """Write the feedback on a sheet; a failure is reported, and the others continue."""
        try:
            place = self._people.place_of(sheet.name)
            self._folder.write(self._feedback.files(sheet, record, place))
        except PlytraceError as error:
            report(f"feedback cannot be written: {error}")
            self.failed = error.exit_code

    def close(self) -> None:
        """Save the list of written files; without it, the next run needs `force`."""
        try:
            self._folder.close()
        except PlytraceError as error:
            report(f"the list of the feedback files cannot be written: {error}")
            self.failed = error.exit_code
