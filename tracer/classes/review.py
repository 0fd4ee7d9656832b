"""The sheets of a class in the order of a review, and what a person decides about them."""

from __future__ import annotations

import re
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import PurePath
from typing import Any, Final, Literal, NamedTuple

from engine.errors import InvalidInput, PlytraceError, UsageError
from tracer.classes.equal_answers import answer_to, group_key, unread_texts
from tracer.classes.submissions.class_list import ClassList
from tracer.marking.batch import mark_sheet
from tracer.marking.grading.grader import Grader
from tracer.marking.grading.make_grader import AnyGrader, VariantGrader, graders_of_sheet
from tracer.marking.reading.part_names import part_called
from tracer.marking.reading.sheet import Sheet
from tracer.marking.results.overrides import (
    Override,
    Overrides,
    OverridesFile,
    sheet_names,
    waiting_parts,
)
from tracer.marking.results.record import MarkedSheet, PartMark
from tracer.questions.base import WrongAt
from tracer.questions.typed_text import write_as_text
from tracer.runs.search_trace import Trace

#: The sheets that a list may be limited to.
Filter = Literal["all", "waiting", "not right", "right"]
FILTERS: Final[tuple[Filter, ...]] = ("all", "waiting", "not right", "right")


class WrittenLine(NamedTuple):
    """A line of a sheet as it was written."""

    number: int
    text: str
    unread: bool


class SheetTree(NamedTuple):
    """The right search of a problem, and where a sheet departs from it."""

    trace: Trace
    step: int
    wrong: list[WrongAt]
    departs: bool


@dataclass
class ReviewedSheet:
    """A sheet with its marks."""

    sheet: Sheet
    graded: MarkedSheet
    marked: MarkedSheet
    has_entry: bool = False
    decided: bool = False
    group: int = 0
    #: What the answers are equal by, as the student wrote them: of the sheet, and of each part.
    answers: Any = None
    answers_to: Mapping[str, Any] = field(default_factory=dict)

    @property
    def name(self) -> str:
        """The student, or the sheet if it names none."""
        return self.marked.student or self.marked.sheet

    @property
    def waits(self) -> bool:
        """Whether a person must look at it."""
        marked = self.marked
        if marked.error or any(part.pending for part in marked.parts):
            return True
        return bool(marked.unread) and not marked.ok and not self.has_entry

    def is_in(self, chosen: Filter) -> bool:
        """Return whether a filter keeps it; what was just decided still counts as waiting."""
        if chosen == "waiting":
            return self.waits or self.decided
        return chosen == "all" or self.marked.ok == (chosen == "right")


class Review:
    """The sheets of a class, with what a person decides about them.

    A thread may call `mark_all` while another one reads `sheets` and decides.
    """

    def __init__(
        self,
        grader: AnyGrader,
        points: Mapping[str, float] | None,
        file: OverridesFile,
        people: ClassList,
    ) -> None:
        self.sheets: list[ReviewedSheet] = []
        #: The number of sheets that were read so far, and whether these are all.
        self.read = 0
        self.all_read = False
        self._grader = grader
        self._points = points
        self._file = file
        self._people = people
        self._overrides: Overrides = file.read()
        self._found: list[Sheet] = []
        self._names: Counter[str] = Counter()
        self._undo: list[dict[int, ReviewedSheet]] = []
        self._grading = threading.Lock()  # a grader keeps what it has worked out
        self._is_stopped = False

    # Marking -----------------------------------------------------------------------------------

    def mark_all(self, sheets: Iterable[Sheet]) -> None:
        """Read and mark sheets, until `stop`."""
        found = self._found
        for sheet in sheets:
            if self._is_stopped:
                return
            found.append(sheet)
            self._names.update(self._names_of(sheet))
            self.read = len(found)
        self._overrides = self._decisions()
        self.all_read = True
        for sheet in found:
            if self._is_stopped:
                return
            names = self._who(sheet), sheet.name
            read = self._overrides.corrections(*names, also=sheet.student)
            one = first = self._reviewed(sheet)
            if read:
                one = self._reviewed(replace(sheet, corrections=read))
            one.group = 0 if one.waits else 2 if one.marked.ok else 1
            record = first.graded.record()
            one.answers = sheet.name
            if not first.graded.error:  # the same for equal answers and equal unread lines
                one.answers = group_key(record), unread_texts(record)
            one.answers_to = {part["part"]: answer_to(record, part) for part in record["parts"]}
            self.sheets.append(one)
            time.sleep(0)  # a correction that is being typed need not wait for all sheets

    def stop(self) -> None:
        """End `mark_all` after the current sheet."""
        self._is_stopped = True

    @property
    def is_done(self) -> bool:
        """Whether all sheets are marked."""
        return self.all_read and len(self.sheets) == self.read

    def _decisions(self) -> Overrides:
        """Return the decisions in the file, which know all sheets."""
        overrides = self._file.read()
        for sheet in self._found:
            overrides.expect(self._who(sheet), sheet.name, also=sheet.student)
        return overrides

    def _who(self, sheet: Sheet) -> str:
        return self._people.student_of(sheet.name, sheet.student)

    def _names_of(self, sheet: Sheet) -> list[str]:
        return sheet_names(self._who(sheet), sheet.name, also=sheet.student)

    def _reviewed(self, sheet: Sheet) -> ReviewedSheet:
        """Return a sheet with the marks that its answers earn and with those by hand."""
        with self._grading:
            graded = mark_sheet(self._grader, sheet)
        return self._with_marks(ReviewedSheet(sheet, graded, graded))

    def _with_marks(self, one: ReviewedSheet) -> ReviewedSheet:
        """Return a graded sheet with the marks by hand."""
        overrides = self._overrides
        name, completed = one.graded.student, self._people.complete(one.graded)
        entry = overrides.name_of(completed.student, completed.sheet, also=name)
        marked = overrides.apply(completed, self._points, also=name)
        return replace(one, marked=marked, has_entry=entry is not None)

    # The list ----------------------------------------------------------------------------------

    def order(self, chosen: Filter = "all") -> list[int]:
        """Return the indices of sheets: those that waited first, then wrong ones, then right ones.

        A decision does not move a sheet.
        """
        places = [(one.group, at) for at, one in enumerate(self.sheets) if one.is_in(chosen)]
        return [at for _, at in sorted(places)]

    def groups(self, order: Iterable[int]) -> dict[int, list[int]]:
        """Return the sheets of an order that have equal answers, by the first of them."""
        firsts: dict[Any, int] = {}
        groups: dict[int, list[int]] = {}
        for at in order:
            first = firsts.setdefault(self.sheets[at].answers, at)
            groups.setdefault(first, []).append(at)
        return groups

    @property
    def waiting(self) -> tuple[int, int]:
        """The number of sheets that wait for a person, and of those that did at first."""
        sheets = [*self.sheets]
        return sum(one.waits for one in sheets), sum(one.waits or not one.group for one in sheets)

    # One sheet ---------------------------------------------------------------------------------

    def parts(self, at: int) -> tuple[PartMark, ...]:
        """Return the parts of a sheet; of one that could not be read, those that are expected."""
        one = self.sheets[at]
        if one.marked.parts:
            return one.marked.parts
        points = self._points
        if points is None:
            try:
                grader = self._grader
                if isinstance(grader, VariantGrader):
                    grader = grader.grader_for(one.sheet)
            except PlytraceError:
                return ()
            points = grader.problem.parts
            if points is None:
                points = dict.fromkeys(getattr(grader, "usual_parts", ()), 1.0)
        return waiting_parts(points)

    def entry(self, at: int) -> Override:
        """Return what was decided about a sheet, also by others since."""
        return self._entries([at])[at]

    def _entries(self, group: Iterable[int]) -> dict[int, Override]:
        self._overrides = self._decisions()
        return {at: self._overrides.entry(self._entry_name(at)) for at in group}

    def tree(self, at: int, part: str) -> SheetTree | None:
        """Return the right search of a part's problem; None if it is about something else."""
        one = self.sheets[at]
        if one.graded.error and not one.sheet.error:
            return None  # an internal error would occur again
        number = part.rpartition(" ")[0]
        try:
            with self._grading:
                grader, section = graders_of_sheet(self._grader, one.sheet)[number]
                if not isinstance(grader, Grader):
                    return None
                trace, wrong = grader.wrong(section)
        except (PlytraceError, KeyError):
            return None
        departs = one.graded.departure
        if departs is None or departs.problem != number:
            return SheetTree(trace, len(trace.replay) - 1, wrong, departs=False)
        return SheetTree(trace, departs.step, wrong, departs=True)

    # Decisions ---------------------------------------------------------------------------------

    # Each is about a group of sheets with equal answers, or about one sheet.

    def accept(self, group: Sequence[int]) -> bool:
        """Accept sheets as they were read; return whether one of them needed a person."""
        sheets = [self.sheets[at] for at in group]
        if any(one.marked.error or any(p.pending for p in one.marked.parts) for one in sheets):
            raise UsageError("a part has no points yet; set a mark or type an answer")
        if not any(one.waits for one in sheets):
            return False
        self._decide(group, lambda entry: replace(entry, seen=True))
        return True

    def set_mark(self, group: Sequence[int], part: str, points: float) -> None:
        """Set the points of a part."""
        if self._points is None and any(self.sheets[at].marked.error for at in group):
            raise UsageError("the key states no points for this sheet; type an answer instead")
        self._decide(group, lambda entry: replace(entry, marks={**entry.marks, part: points}))

    def set_remark(self, group: Sequence[int], text: str) -> None:
        """Set the remark for the students; an empty text removes it."""
        self._decide(group, lambda entry: replace(entry, remark=" ".join(text.split())))

    def apply_to_equal(self, at: int, part: str) -> int:
        """Decide about a part of all sheets with the same answer to it as was decided here."""
        decided = self.entry(at)
        if part not in decided.marks and part not in decided.read:
            raise UsageError(f"nothing is decided about {part} of this sheet yet")
        answer = self.sheets[at].answers_to.get(part)
        others = [
            other
            for other, one in enumerate(self.sheets)
            if other != at and answer is not None and one.answers_to.get(part) == answer
        ]
        entries = self._entries(others).items()
        others = [
            other for other, entry in entries if part not in entry.marks and part not in entry.read
        ]
        if part in decided.read:
            text = decided.read[part]
            self._keep({other: self.reread(other, part, text) for other in others})
        elif others:
            self.set_mark(others, part, decided.marks[part])
        return len(others)

    def reread(self, at: int, part: str, text: str) -> ReviewedSheet:
        """Mark a sheet with another answer to a part; nothing is written."""
        label, colon, rest = text.partition(":")
        if colon and part.rpartition(" ")[2] in (label.strip(), part_called(label)):
            text = rest
        text = text.strip()
        one = self.sheets[at]
        read = {**one.sheet.corrections, part: text}
        tried = self._reviewed(replace(one.sheet, corrections=read))
        marks = {mark.part: mark for mark in tried.graded.parts}
        found = marks.get(part)
        if not text or found is None or found.unread:
            raise InvalidInput(f"this cannot be read as {part}", expected="an answer as on a sheet")
        # The lines that give way may have held an answer to another part.
        kept = {name for name, mark in marks.items() if mark.read}
        lost = {old.part: old.read for old in one.graded.parts if old.read}
        if lost.keys() - kept:
            read |= {name: text for name, text in lost.items() if name not in kept}
            tried = self._reviewed(replace(one.sheet, corrections=read))
        if part in self.entry(at).marks:  # the mark by hand gives way
            parts = (found if mark.part == part else mark for mark in tried.marked.parts)
            tried = replace(tried, marked=replace(tried.marked, parts=tuple(parts)))
        return tried

    def keep(self, group: Sequence[int], part: str, tried: ReviewedSheet) -> None:
        """Keep an answer to a part as `reread` returned it for the first of some sheets."""
        first, *others = group
        text = tried.sheet.corrections[part]
        self._keep({first: tried} | {at: self.reread(at, part, text) for at in others})

    def _keep(self, tried: Mapping[int, ReviewedSheet]) -> None:
        def corrected(at: int, entry: Override) -> Override:
            read = tried[at].sheet.corrections
            new = {part for part, text in read.items() if entry.read.get(part) != text}
            marks = {part: points for part, points in entry.marks.items() if part not in new}
            return replace(entry, marks=marks, read=read)

        entries = self._entries(tried)
        self._write({at: corrected(at, entry) for at, entry in entries.items()}, tried)

    def undo(self) -> int:
        """Take the last decision back and return the index of its first sheet."""
        self._file.undo()
        self._overrides = self._decisions()
        before = self._undo.pop()
        for at, one in before.items():
            self.sheets[at] = one
        return next(iter(before))

    def _decide(self, group: Sequence[int], change: Callable[[Override], Override]) -> None:
        """Change the entries of sheets."""
        self._write({at: change(entry) for at, entry in self._entries(group).items()})

    def _write(
        self, entries: Mapping[int, Override], tried: Mapping[int, ReviewedSheet] | None = None
    ) -> None:
        """Write one decision about some sheets, and show their marks."""
        if not entries:
            return
        before = {at: self.sheets[at] for at in entries}
        self._file.write({self._name_to_write(at): entry for at, entry in entries.items()})
        self._overrides = self._decisions()
        for at, one in before.items():
            marked = self._with_marks((tried or before)[at])
            self.sheets[at] = replace(
                marked,
                decided=True,
                group=one.group,
                answers=one.answers,
                answers_to=one.answers_to,
            )
        self._undo.append(before)

    def _entry_name(self, at: int) -> str | None:
        """Return the name of the entry about a sheet; None if there is none."""
        sheet = self.sheets[at].sheet
        return self._overrides.name_of(self._who(sheet), sheet.name, also=sheet.student)

    def _name_to_write(self, at: int) -> str:
        """Return the name of the entry about a sheet, or a name that belongs to no other sheet."""
        name, sheet = self._entry_name(at), self.sheets[at].sheet
        if name is not None:
            return name
        parts = PurePath(sheet.name).parts
        ends = ("/".join(parts[-length:]) for length in range(1, len(parts)))
        for name in (sheet.student, *ends, sheet.name):
            if name and self._names[sheet_names(name, "")[0]] == 1:
                return name
        raise InvalidInput("this file occurs twice among the sheets", where=sheet.name)


def written(one: ReviewedSheet) -> Sequence[WrittenLine]:
    """Return the lines of a sheet as it was written, with those that were not read."""
    whole, unread = one.sheet.whole, one.marked.unread
    if isinstance(whole, str):
        numbers = {line for line, _ in unread}
        lines = whole.replace("\r\n", "\n").replace("\r", "\n").rstrip().split("\n")
        return [WrittenLine(at, text, at in numbers) for at, text in enumerate(lines, 1)]
    answers = [
        (key, line)
        for key, value in (whole or one.sheet.answers).items()
        for line in write_as_text(value, ", ").split("\n")
    ]
    marked = {at for _, text in unread for at in _lines_with(text, answers)}
    return [
        WrittenLine(0, f"{key}: {line}", at in marked) for at, (key, line) in enumerate(answers)
    ]


def _lines_with(text: str, lines: Sequence[tuple[str, str]]) -> list[int]:
    """Return the places of the answers that are an unread text, or else of those that hold it."""
    sought, labelled = _words(text), text.partition(":")[0].strip()
    whole = [
        at
        for at, (key, line) in enumerate(lines)
        if sought in (_words(line), _words(f"{key}: {line}"))
    ]
    named = [at for at, (key, _) in enumerate(lines) if key == labelled]
    return whole or named or [at for at, (_, line) in enumerate(lines) if sought in _words(line)]


def _words(text: str) -> str:
    """Return a text without brackets, quotes and the like, with a space around each word."""
    words = " ".join(re.findall(r"[^\W_]+", text))
    return f" {words or text.strip()} "
