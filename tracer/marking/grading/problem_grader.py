"""What graders of all kinds of problems share, and the grader of problems without a search."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping, Sized
from dataclasses import replace
from typing import Any, Final, Generic, TypeVar

from engine.errors import UsageError
from tracer.answers.answers import Window
from tracer.marking.keys.problem import Problem
from tracer.marking.reading.answers import read_answers
from tracer.marking.reading.formats import read_again
from tracer.marking.reading.part_names import part_meant
from tracer.marking.reading.sheet import Sheet, reason_for
from tracer.marking.reading.unread_lines import SheetReading
from tracer.marking.results.record import (
    MarkedSheet,
    NamedMisconception,
    PartMark,
    mark_unanswered,
)
from tracer.mistakes import LETTER_MISTAKES, MISTAKES
from tracer.questions.base import Item, hashable
from tracer.questions.fact_item import FactItem
from tracer.questions.rules import Rules
from tracer.text.printable_text import begin_sentence
from trees.text import quote

#: Marks that are kept: many students submit the same answers.
_MOST_KEPT: Final = 3_000
#: Claims with more entries are not kept.
_LONGEST_KEPT: Final = 1_000


_AnyItem = TypeVar("_AnyItem", bound=Item[Any])


class ProblemGrader(ABC, Generic[_AnyItem]):
    """Grader of one problem.

    Args:
        problem: problem to grade.
        items: what can be asked about it, by name.
        diagnoses: whether to search for the mistakes behind wrong answers.

    Raises:
        UsageError: the key asks for something else.
    """

    #: The requirements of a search; None for another problem.
    rules: Rules | None = None

    def __init__(
        self, problem: Problem, items: Mapping[str, _AnyItem], *, diagnoses: bool = True
    ) -> None:
        self.problem = problem
        self.items = items
        self.diagnoses = diagnoses
        self._memo: dict[Any, MarkedSheet] = {}
        has = "is a search, and has" if problem.kind == "search" else "has"
        for part in problem.parts or ():
            if part not in items:
                error = f"{problem.label} {has} no part {part!r}"
                raise UsageError(error, expected=", ".join(items))

    @property
    def usual_parts(self) -> list[str]:
        """The parts of a form if the key names none."""
        return list(self.items)

    @property
    def has_spaced_names(self) -> bool:
        """Whether names of nodes contain spaces."""
        return self.rules is not None and self.rules.names.spaced

    @property
    def root_window(self) -> Window | None:
        """The window at the root that only the key says; None if there is none."""
        return self.problem.search.options.get("window")

    def describe_part(self, part: str) -> str:
        """Return the instruction for a part."""
        return self.items[part].instruction(self.rules)

    def blank(self, part: str) -> Any:
        """Return an empty answer to a part, for a form."""
        return self.items[part].blank(self.rules)

    def has_blanks(self, part: str) -> bool:
        """Return whether a part is about each node of a tree of which a search may skip some."""
        return False

    # Marking --------------------------------------------------------------------------------

    def mark(self, sheet: Sheet) -> MarkedSheet:
        """Mark a sheet; never raises, whatever the sheet contains."""
        try:
            sheet = self._read_again(sheet).corrected
            marked = MarkedSheet("", error=sheet.error) if sheet.error else self._mark_read(sheet)
        except Exception as error:
            marked = MarkedSheet("", error=reason_for(error, done="marked"))
        return replace(marked, sheet=sheet.name, student=sheet.student)

    def _read_again(self, sheet: Sheet) -> Sheet:
        """Return a sheet as it is read with the names of the nodes of its problem first."""
        names = self.rules.names if self.rules else None
        mark = names.mark if names and names.has_signs else None
        return read_again(sheet, self.problem.labels, mark)

    def read(self, sheet: Sheet) -> SheetReading:
        """Read the claims of a sheet."""
        return read_answers(sheet, self.problem.parts or self.usual_parts, self.rules, self.items)

    def points(self, reading: SheetReading) -> dict[str, float]:
        """Return the points of each part that counts for a sheet."""
        if self.problem.parts is not None:
            return dict(self.problem.parts)
        return dict.fromkeys(filter(reading.answered.__contains__, self._countable), 1.0)

    @property
    def _countable(self) -> list[str]:
        """The parts that may count for a sheet: of a person's sheet, none that programs answer."""
        of_programs = self.problem.of_programs
        return [name for name, item in self.items.items() if of_programs or not item.is_of_programs]

    def _mark_read(self, sheet: Sheet) -> MarkedSheet:
        """Mark a sheet that could be read; its name and its student are added."""
        reading = self.read(sheet)
        points = self.points(reading)
        if points:
            marked = self._mark_claims(points, reading)
        else:
            marked = MarkedSheet("", error=self._explain_no_part(reading))
        notes = (*reading.notes, *self._list_notes(reading, marked))
        unmark = self.rules.names.unmark if self.rules else str
        unread = dict.fromkeys((line.number, unmark(line.shown)) for line in reading.unread)
        return replace(marked, notes=tuple(map(unmark, notes)), unread=tuple(unread))

    def _explain_no_part(self, reading: SheetReading) -> str:
        """Return why a sheet has no marks at all."""
        words = [line.text.partition(":")[0] for line in reading.unread[:5]]
        only = f", only {', '.join(quote(word, 30) for word in words)}" if words else ""
        parts = ", ".join(self._countable)
        error = f"the sheet answers no part of the problem{only}; expected one or more of {parts}"
        hint = part_meant(words[0]) if words else ""
        return f"{error}. {hint}" if hint else error

    def _list_notes(self, reading: SheetReading, marked: MarkedSheet) -> Iterator[str]:
        """Yield the parts of a person's sheet or of the key that do not count."""
        if self.problem.of_programs:
            return
        idle = self.problem.programs.parts
        for part in idle:
            yield f"the part {part} does not count, since only programs answer it"
        points = self.problem.parts
        for part in reading.claims:
            is_of_form = part in ("values", "pruned") and "cutoffs" in (points or ())
            if points is not None and part not in points and part not in idle and not is_of_form:
                yield f"{part} is not asked for"

    def _mark_claims(self, points: Mapping[str, float], reading: SheetReading) -> MarkedSheet:
        """Mark the claims of a sheet, unless the marks of equal ones are kept."""
        claims = reading.claims
        key = (*points, *((part, hashable(claim)) for part, claim in claims.items()))
        marked = self._memo.get(key)
        if marked is None:
            marked = self._mark_all(claims, points)
            sizes = (len(claim) for claim in claims.values() if isinstance(claim, Sized))
            if len(self._memo) < _MOST_KEPT and max(sizes, default=0) <= _LONGEST_KEPT:
                self._memo[key] = marked
        parts = tuple(self._wait_if_unsure(mark, reading) for mark in marked.parts)
        waiting = {part.part for part in parts if part.pending}
        # What is missing in a part that waits may be on a line that was not read.
        left = tuple(
            departure
            for departure in marked.departures
            if not (departure.is_missing and departure.part in waiting)
        )
        if left[:1] != marked.departures[:1]:
            marked = replace(marked, findings=(), others=(), diagnosed=False)
        return replace(marked, parts=parts, departures=left)

    def _wait_if_unsure(self, mark: PartMark, reading: SheetReading) -> PartMark:
        """Return a mark that waits for a person if a line that was not read may change it."""
        return mark.wait() if not mark.ok and reading.may_hold(mark.part) else mark

    @abstractmethod
    def _mark_all(self, claims: Mapping[str, Any], points: Mapping[str, float]) -> MarkedSheet:
        """Return the marks of some claims."""

    @abstractmethod
    def contradicts(self, slug: str, marked: MarkedSheet) -> bool:
        """Return whether answers that do not bear a mistake speak against it."""


class FactGrader(ProblemGrader[FactItem[Any]]):
    """Grader of a payoff matrix, an MCTS run by hand, or a question about a letter."""

    def show_right(self, part: str) -> str:
        """Return the right answer to a part in canonical form."""
        return self.items[part].show(self.items[part].right)

    def _mark_all(self, claims: Mapping[str, Any], points: Mapping[str, float]) -> MarkedSheet:
        """Return the marks of some claims."""
        parts = tuple(self._part(part, most, claims.get(part)) for part, most in points.items())
        wrong = [part.part for part in parts if part.read and not part.ok]
        findings = self._list_findings(wrong, claims) if self.diagnoses else ()
        return MarkedSheet("", parts=parts, findings=tuple(findings))

    def _part(self, part: str, most: float, claim: Any) -> PartMark:
        """Return the marks of a part; without a claim, it is not answered."""
        item, right = self.items[part], self.show_right(part)
        if claim is None:
            return mark_unanswered(part, most, right)
        tally = item.tally(claim)
        share, message = tally.share(), item.message(claim, tally)
        hint = "" if share == 1 else item.hint(claim)
        return PartMark(
            part, most * share, most, message, hint=hint, read=item.show(claim), right=right
        )

    def _list_findings(
        self, wrong: Iterable[str], claims: Mapping[str, Any]
    ) -> Iterator[NamedMisconception]:
        """Yield the mistakes that lead to all wrong claims."""
        first, *others = [self.items[part].mistakes(claims[part]) for part in wrong] or [()]
        for slug in first:
            if all(slug in other for other in others):
                mistake = MISTAKES[slug]
                text = f"{begin_sentence(mistake.title)}. {mistake.explanation}"
                yield NamedMisconception(slug, 1.0, 0, text, mistake.hint)

    def contradicts(self, slug: str, marked: MarkedSheet) -> bool:
        """Return whether an answer about a letter is wrong in another way, or right after all."""
        is_wrong = self.problem.kind == "ask" and not marked.ok
        return is_wrong or any(item.can_show(slug) for item in self.items.values())


def common_findings(
    graders: Mapping[str, ProblemGrader[Any]], marks: Mapping[str, MarkedSheet]
) -> tuple[NamedMisconception, ...]:
    """Return the mistakes that all wrong answers bear and no right answer refutes.

    Of these, those that explain most, a rule before a mistake at one node. A problem in which a
    mistake cannot show says nothing about it, and neither does a problem without answers.
    """
    answered = {
        name: grader
        for name, grader in graders.items()
        if grader.diagnoses and any(part.read for part in marks[name].parts)
    }
    borne = {
        name: {one.slug: one for one in (*marks[name].findings, *marks[name].others)}
        for name in answered
    }
    common: dict[str, NamedMisconception] = {}
    fits: dict[str, float] = {}
    for slug in dict.fromkeys((*LETTER_MISTAKES, *MISTAKES)):
        bearing = {name: each[slug] for name, each in borne.items() if slug in each}
        silent = answered.keys() - bearing.keys()
        if not bearing or any(answered[name].contradicts(slug, marks[name]) for name in silent):
            continue
        name, best = max(bearing.items(), key=lambda pair: round(pair[1].fit, 9))
        common[slug] = replace(best, problem=name)
        fits[slug] = round(sum(one.fit for one in bearing.values()) / len(bearing), 9)
    most = max(fits.values(), default=0)
    explaining_most = (one for slug, one in common.items() if fits[slug] == most)
    return tuple(sorted(explaining_most, key=lambda one: one.node != ""))
