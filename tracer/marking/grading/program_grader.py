"""Grader of a program: the key's tree and its fresh trees, of which each part's lowest counts."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import chain, groupby
from typing import Final

from tracer.marking.grading.grader import Grader
from tracer.marking.grading.problem_grader import common_findings
from tracer.marking.keys.problem import Problem
from tracer.marking.reading.sheet import Sheet
from tracer.marking.results.overrides import waiting_parts
from tracer.marking.results.record import (
    NOT_ANSWERED,
    OF_PROGRAM,
    PENDING,
    MarkedSheet,
    NamedMisconception,
    PartMark,
)
from tracer.questions.base import WrongAt
from tracer.questions.visits import Visits
from tracer.runs.search_trace import Trace
from trees.hand_tree import HandTree

#: Decimal places of shares that are compared.
_DIGITS: Final = 9
#: How many times the visits of a right search a program may make that may be right.
_MOST_OF_DUE: Final = 2
#: The most characters of a note with a whole tree: two lines.
_MOST_OF_SOURCE: Final = 160
#: The parts with the results of a search.
_RESULTS: Final = ("utility", "move", "line")
_UNEARNED: Final = "it did not read the leaves that decide this, so it earns nothing"


@dataclass(frozen=True)
class _Tree:
    """What a program did on one tree, with its marks."""

    grader: Grader
    sheet: Sheet
    marked: MarkedSheet
    name: str = ""

    def share(self, part: str) -> float:
        """Return the earned share of a part, from 0 to 1."""
        mark = self.mark(part)
        if mark is None:
            return 0.0
        return round(mark.score / mark.most if mark.most else float(mark.ok), _DIGITS)

    def share_and_doubt(self, part: str) -> tuple[float, bool]:
        """Return the earned share of a part, and whether it waits for a person."""
        mark = self.mark(part)
        return self.share(part), mark is not None and mark.pending

    def mark(self, part: str) -> PartMark | None:
        """Return the marks of a part; None if the sheet has none."""
        return next((one for one in self.marked.parts if one.part == part), None)

    @property
    def total(self) -> float:
        """The earned share of all points."""
        return round(self.marked.score / self.marked.most if self.marked.most else 0.0, _DIGITS)


class _RunGrader(Grader):
    """Grader of one run of a program."""

    def mark_run(self, sheet: Sheet) -> MarkedSheet:
        """Mark what a program did; never raises."""
        if self._is_held(sheet):
            points = self.problem.parts or {Visits.name: 1.0}  # which count if the key names none
            reasons = {doubt.reason for doubt in sheet.doubts.values()}
            parts = waiting_parts(points, PENDING + ", ".join(reasons))
            return MarkedSheet(sheet.name, sheet.student, parts=parts)
        marked = super().mark(sheet).without_pending()  # a person can read no more in it
        marked = _drop_points(marked, sheet.unearned, _UNEARNED)
        if marked.ok or marked.error or not sheet.doubts:
            return marked
        is_right = all(mark.ok for mark in marked.parts if mark.part in _RESULTS)
        parts = tuple(self._wait_in_doubt(mark, sheet, is_right) for mark in marked.parts)
        if any(mark.pending for mark in parts):  # what its visits show may not be a mistake
            marked = replace(marked, departures=(), findings=(), others=())
        return replace(marked, parts=parts)

    def _is_held(self, sheet: Sheet) -> bool:
        """Return whether a run was ended that may have been right."""
        if not (sheet.error and sheet.doubts):
            return False
        visited = max(doubt.visited for doubt in sheet.doubts.values())
        return visited <= _MOST_OF_DUE * self.trace.counts.visited

    def _wait_in_doubt(self, mark: PartMark, sheet: Sheet, is_right: bool) -> PartMark:
        """Return a mark that waits for a person if a right program may have made the same calls.

        Args:
            mark: the mark of a part.
            sheet: the sheet with the doubts.
            is_right: whether the results of the program are right.
        """
        doubt = sheet.doubts.get(mark.part)
        if doubt is None or mark.ok or (doubt.of_right and not is_right):
            return mark
        if doubt.unsure:
            orders = (version.answers.visits for version in self._versions)
            visited = _join_repeated(sheet.answers[mark.part], doubt.unsure)
            if all(visited != _join_repeated(order, doubt.unsure) for order in orders):
                return mark
        if doubt.other is not None:
            other = replace(sheet, answers={**sheet.answers, mark.part: doubt.other})
            marks = super().mark(other).parts
            if not any(other.part == mark.part and other.ok for other in marks):
                return mark
        return mark.wait(PENDING + doubt.reason)


def _join_repeated(names: Iterable[str], unsure: Collection[str]) -> list[str]:
    """Return an order of visits in which some names occur once in a row."""
    rows = ((name, [*row]) for name, row in groupby(names))
    return [*chain.from_iterable(row[:1] if name in unsure else row for name, row in rows)]


class _FreshGrader(_RunGrader):
    """Grader of a fresh tree, which judges a sheet once for all problems of a set."""

    def __init__(self, problem: Problem, *, diagnoses: bool) -> None:
        super().__init__(problem, diagnoses=diagnoses)
        self._last = Sheet(""), MarkedSheet("")
        self._contradicted: dict[str, bool] = {}

    def mark(self, sheet: Sheet) -> MarkedSheet:
        """Mark a sheet; never raises, whatever the sheet contains."""
        if self._last[0] is not sheet:
            self._last = sheet, self.mark_run(sheet)
            self._contradicted = {}
        return self._last[1]

    def contradicts(self, slug: str, marked: MarkedSheet) -> bool:
        """Return whether the answers that were marked last speak against a misconception."""
        if slug not in self._contradicted:
            self._contradicted[slug] = super().contradicts(slug, marked)
        return self._contradicted[slug]


class ProgramGrader(_RunGrader):
    """Grader of a search problem that programs answer."""

    @cached_property
    def fresh(self) -> dict[int, _FreshGrader]:
        """The graders of fresh trees by identity, as far as they are used."""
        return {}

    def _grader_on(self, tree: Problem) -> _FreshGrader:
        """Return the grader of a fresh tree."""
        if id(tree) not in self.fresh:
            self.fresh[id(tree)] = _FreshGrader(tree, diagnoses=self.diagnoses)
        return self.fresh[id(tree)]

    def mark(self, sheet: Sheet) -> MarkedSheet:
        """Mark what a program did on all trees; never raises."""
        own, *fresh = self._trees(sheet)
        marked = own.marked
        if fresh and not marked.error:
            marked = _mark_lowest(own, self._list_counting(own, fresh))
        return nothing_unless_right(marked) if self.problem.programs.all_or_nothing else marked

    def wrong(self, sheet: Sheet) -> tuple[Trace, list[WrongAt]]:
        """Return the right trace and the mistakes on the tree that the record describes."""
        own, *fresh = self._trees(sheet)
        shown = _described(own, self._list_counting(own, fresh))
        return super().wrong(sheet) if shown is own else shown.grader.wrong(shown.sheet)

    def _trees(self, sheet: Sheet) -> list[_Tree]:
        """Return the key's tree and the fresh ones on which the program ran, with marks."""
        found = [_Tree(self, sheet, self.mark_run(sheet))]
        trees = self.problem.programs.trees_for(sheet.takes)
        for tree, one in zip(trees, sheet.fresh, strict=False):
            grader = self._grader_on(tree)
            found.append(_Tree(grader, one, grader.mark(one), tree.label))
        return found

    def _list_counting(self, own: _Tree, fresh: Sequence[_Tree]) -> Sequence[_Tree]:
        """Return the fresh trees that count: those that show every mistake.

        Further trees, which a key asks for, would lower the marks for the same mistakes by chance.
        They count up to the first that is wrong, if all trees before it are right.
        """
        rules = self.problem.programs
        all_tell = rules.trees_for(own.sheet.takes) is not rules.trees
        telling = len(fresh) if all_tell else rules.telling
        wrong = (number for number, tree in enumerate((own, *fresh)) if not tree.marked.ok)
        return fresh[: max(telling, next(wrong, len(fresh)))]


def share_fresh(graders: Iterable[object]) -> None:
    """Let the graders of a set share those of fresh trees.

    Args:
        graders: graders of the problems, of any kind.
    """
    of_programs = [grader for grader in graders if isinstance(grader, ProgramGrader)]
    for grader in of_programs:
        grader.fresh = of_programs[0].fresh


def nothing_unless_right(marked: MarkedSheet) -> MarkedSheet:
    """Return marks without any points unless every part is right, or waits for a person."""
    every = {part.part for part in marked.parts}
    is_open = all(part.ok or part.pending for part in marked.parts) and not marked.error
    return marked if is_open else _drop_points(marked, every, "all or nothing")


def _drop_points(marked: MarkedSheet, names: Collection[str], reason: str) -> MarkedSheet:
    """Return marks in which some parts earn nothing, for a reason that is added to their hints."""
    parts = (
        replace(part, score=0.0, hint=_joined(part.hint, reason))
        if part.part in names and part.score
        else part
        for part in marked.parts
    )
    return replace(marked, parts=tuple(parts))


def _described(own: _Tree, fresh: Sequence[_Tree]) -> _Tree:
    """Return the tree whose first mistake is shown: the key's own, or else the lowest."""
    if own.marked.departure or not fresh:
        return own
    return min((own, *fresh), key=lambda one: one.total)


def _mark_lowest(own: _Tree, fresh: Sequence[_Tree]) -> MarkedSheet:
    """Return the marks of the key's tree with the lowest share of each part."""
    lowest = min((own, *fresh), key=lambda one: one.total)
    shown = _described(own, fresh)
    named = [] if shown is own else [shown]
    parts = []
    for mark in own.marked.parts:
        # Of equal ones, one that is judged, the key's own tree, and then the one lowest in all.
        at = min((own, lowest, *fresh), key=lambda one: one.share_and_doubt(mark.part))
        parts.append(mark if at is own else _part_on(at, mark))
        named += [] if at is own or at in named else [at]
    departures = shown.marked.departures
    if shown.name:
        where = f"On {shown.name}: "
        departures = tuple(
            replace(one, message=where + one.message, tree=shown.name) for one in departures
        )
    notes = [*own.marked.notes]
    sources = []
    for one in named:
        notes += [note for note in one.marked.notes if note not in notes]
        source, tree = OF_PROGRAM + _describe_tree(one, own), one.grader.problem.source
        if len(source) > _MOST_OF_SOURCE and isinstance(tree, HandTree):
            sources.append(source)
            source = f"{OF_PROGRAM}{one.name} has {len(tree)} nodes; check-code --step opens it"
        notes.append(source)
    return replace(
        own.marked,
        parts=tuple(parts),
        departures=departures,
        findings=_find_common((own, *fresh)),
        notes=tuple(notes),
        sources=tuple(sources),
    )


def _describe_tree(tree: _Tree, own: _Tree) -> str:
    """Return a fresh tree as a SOURCE, and its depth if it is not that of the key."""
    problem = tree.grader.problem
    rounds = problem.search.options.get("rounds")
    text = f"{tree.name} is {problem.programs.tree_text}"
    if rounds == own.grader.problem.search.options.get("rounds"):
        return text
    return f"{text}, with a depth of {rounds} round{'' if rounds == 1 else 's'}"


def _part_on(tree: _Tree, own: PartMark) -> PartMark:
    """Return the mark of a part on a fresh tree, with the points of the key's tree."""
    found = tree.mark(own.part)
    where = f"on {tree.name}"
    if found is None:
        message = f"{tree.marked.error or NOT_ANSWERED}; {where}"
        return PartMark(own.part, 0.0, own.most, message, unread=True)
    score = own.most * tree.share(own.part)
    return replace(found, score=score, most=own.most, hint=_joined(found.hint, where))


def _find_common(trees: Sequence[_Tree]) -> tuple[NamedMisconception, ...]:
    """Return the misconceptions that all wrong trees bear and no right one refutes."""
    run = [tree for tree in trees if not tree.marked.error]
    common = common_findings(
        {tree.name: tree.grader for tree in run}, {tree.name: tree.marked for tree in run}
    )
    return tuple(replace(finding, problem="") for finding in common)


def _joined(hint: str, more: str) -> str:
    return f"{hint}; {more}" if hint else more
