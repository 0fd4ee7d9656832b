"""The misconceptions behind a wrong answer, read off what their workers do.

A worker alone fills in a whole sheet, with which sheets and facts of it are compared. Led along a
recorded search, it decides each step: see `led`.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, Final, NamedTuple, Protocol

from engine.log.visit_log import NO_PARENT
from tracer.answers.answers import Answers
from tracer.mistakes import MISCONCEPTIONS
from tracer.mistakes.base import HandTask, Reading, make_task
from tracer.mistakes.led import Decisions, LedAnswers, led_along
from tracer.questions import PARTS
from tracer.questions.base import hashable
from tracer.questions.items import Form
from tracer.questions.question import Question
from tracer.questions.rules import Rules
from tracer.questions.steps import StepQuestion
from tracer.recording.fold import count_returned
from tracer.recording.recording import Recording

#: Most nodes of a tree on which every misconception is led along the search.
_MOST_LED: Final = 300
#: Shares that differ by less are the same.
SAME: Final = 1e-9
#: Comparisons that are cached.
_MOST_KEPT: Final = 3_000


def recorded_task(recording: Recording) -> HandTask | None:
    """Return a search as a problem that workers work; None if it is not worked by hand."""
    if recording.uses_playouts or recording.best_first or recording.has_passes:
        return None
    if recording.searches_again or recording.keeps_positions:
        return None
    settings = recording.settings
    task = make_task(recording.game, settings, recording.search, most=_MOST_LED)
    if task is None or task.tree is None or task.tree.players or task.tree.prunes_chance:
        return None  # mistakes of max^n and of Star1 have no names
    return task


def list_readings(task: HandTask) -> Iterator[Reading]:
    """Yield the sheets of students with a misconception each, the simplest first."""
    for misconception in MISCONCEPTIONS.values():
        yield from misconception.readings(task)


@dataclass(frozen=True, slots=True)
class Suspect:
    """A misconception that may explain a sheet."""

    reading: Reading
    fit: float
    shares: Mapping[str, float]

    @property
    def full_parts(self) -> frozenset[str]:
        """The parts that it explains fully."""
        return frozenset(part for part, share in self.shares.items() if share == 1)


class Departed(NamedTuple):
    """The first departure of a sheet: a wrong entry."""

    part: str
    node: str
    claim: Any


class JudgedSheet(Protocol):
    """What the conventions under which a sheet is judged say of other answers."""

    @property
    def plain_rules(self) -> Rules:
        """The requirements for the answers of other searches."""

    def key(self, part: str) -> Hashable:
        """Return what the right answers to a part are known by."""

    def allows(self, part: str, answers: Answers) -> bool:
        """Return whether what another search leads to in a part is right."""


class Mistakes:
    """The mistakes about one problem, worked when they are first asked for."""

    def __init__(self, *tasks: HandTask, recording: Recording | None = None) -> None:
        self._tasks = tasks
        self._recording = recording
        self._asked: StepQuestion | None = None
        self._claims: list[tuple[str, Any]] = []
        self._numbers: dict[str, tuple[list[int], list[Answers]]] = {}
        #: By part, rules and claim: the share of the claim that each distinct answer explains.
        self._shares: dict[Any, dict[int, float]] = {}
        #: By part, rules and claim at a node: the readings that lead to it.
        self._leading: dict[Any, frozenset[int]] = {}
        #: By whether counts are wrong: whether any misconception can show.
        self._can_explain: dict[bool, bool] = {}
        #: By part and right answers to it: whether each distinct answer is right too.
        self._right: dict[Any, dict[int, bool]] = {}

    @cached_property
    def readings(self) -> list[Reading]:
        """The sheets of students with a misconception each, under each convention."""
        return [reading for task in self._tasks for reading in list_readings(task)]

    # An answer about the whole search -----------------------------------------------------------

    def behind(
        self, question: Question, claim: Any, read: Callable[[Answers], Any]
    ) -> tuple[str, ...]:
        """Return the misconceptions that lead to a wrong claim, the simplest first."""
        sheets = ((reading.slug, read(reading.answers)) for reading in self.readings)
        return _explaining(question, claim, sheets)

    # An answer about the next step --------------------------------------------------------------

    @cached_property
    def _decisions(self) -> list[tuple[str, Decisions | Sequence[str]]]:
        """What they decide after each right step; or an order of visits, only written down."""
        assert self._recording is not None, "there is a search to be led along"
        led = led_along(self._tasks[0], self._recording)
        answers = (
            (slug, reading.answers)
            for slug, kind in MISCONCEPTIONS.items()
            for reading in kind.readings(led)
        )
        return [
            (slug, own.decisions if isinstance(own, LedAnswers) else own.visits)
            for slug, own in answers
            if isinstance(own, LedAnswers) or own.visits != led.right.visits
        ]

    def behind_step(self, question: StepQuestion, claim: Any) -> tuple[str, ...]:
        """Return the misconceptions that lead to a wrong claim about the next step."""
        recording = self._recording
        assert recording is not None, "a search has steps"
        if self._asked is not question:  # a page asks about several answers in a row
            self._asked = question
            pairs = (
                (slug, own)
                for slug, decided in self._decisions
                for own in _list_claims(recording, question, decided)
            )
            self._claims = [*dict.fromkeys(pairs)]
        return _explaining(question, claim, self._claims)

    # A sheet ------------------------------------------------------------------------------------

    def can_explain(self, wrong_parts: Collection[str]) -> bool:
        """Return whether any misconception can show in these parts: that of counts only there."""
        has_counts = any(PARTS[part].row.form is Form.COUNTS for part in wrong_parts)
        if has_counts not in self._can_explain:
            # The first that can ends it: to work them all takes far longer.
            slugs = (reading.slug for task in self._tasks for reading in list_readings(task))
            self._can_explain[has_counts] = any(
                has_counts or not MISCONCEPTIONS[slug].of_counts for slug in slugs
            )
        return self._can_explain[has_counts]

    def behind_sheet(
        self,
        claims: Mapping[str, Any],
        weights: Mapping[str, float],
        judged: JudgedSheet,
        first: Departed,
        right_parts: Collection[str],
    ) -> list[Suspect]:
        """Return the best reading of each misconception that explains the first departure.

        A part that the sheet answers rightly refutes a reading that leads to another answer.
        """
        rules = judged.plain_rules
        best: dict[str, Suspect] = {}
        explained = {part: self._find_shares(part, claim, rules) for part, claim in claims.items()}
        for at in sorted(self._find_leading(first, rules)):
            reading = self.readings[at]
            before = best.get(reading.slug)
            differs = before is not None and before.reading.where not in ("", reading.where)
            least = -1.0 if before is None else before.fit + (-SAME if differs else SAME)
            fit, rest = 0.0, 1.0 + SAME
            shares = {}
            for part, claim in claims.items():
                if fit + rest <= least:
                    break  # another reading is better, however the other parts agree
                places, distinct = self._number_answers(part)
                number, explains = places[at], explained[part]
                if number not in explains:
                    explains[number] = PARTS[part].share(claim, distinct[number], rules)
                if part in right_parts and explains[number] < 1 - SAME:
                    also_right = self._right.setdefault((part, judged.key(part)), {})
                    if number not in also_right:
                        also_right[number] = judged.allows(part, distinct[number])
                    if not also_right[number]:
                        break
                shares[part] = explains[number]
                fit += weights[part] * shares[part]
                rest -= weights[part]
            if len(shares) < len(claims) or fit <= least:
                continue
            if before is None or fit > before.fit + SAME:
                best[reading.slug] = Suspect(reading, fit, shares)
            elif not before.reading.node:  # nothing tells which variety it is
                unsaid = replace(before.reading, where="")
                best[reading.slug] = replace(before, reading=unsaid)
        return [*best.values()]

    def list_differing(
        self, slug: str, parts: Sequence[str], right: Answers, rules: Rules
    ) -> list[bool]:
        """Return whether each reading of a misconception leads to a sheet that is not right."""
        return [
            any(
                PARTS[part].share(PARTS[part].wrote(mine, rules), other, rules) < 1
                for part in parts
                for mine, other in ((right, reading.answers), (reading.answers, right))
            )
            for reading in self.readings
            if reading.slug == slug
        ]

    def _find_leading(self, entry: Departed, rules: Rules) -> frozenset[int]:
        """Return the readings that lead to a wrong entry, cached."""
        part, node, claim = entry
        key = part, rules.headline, node, hashable(claim)
        if key in self._leading:
            return self._leading[key]
        places, distinct = self._number_answers(part)
        leads = [PARTS[part].leads_to(claim, node, (answers, rules)) for answers in distinct]
        leading = frozenset(at for at, number in enumerate(places) if leads[number])
        if len(self._leading) < _MOST_KEPT:
            self._leading[key] = leading
        return leading

    def _find_shares(self, part: str, claim: Any, rules: Rules) -> dict[int, float]:
        """Return the shares of a claim that distinct answers explain, as far as they are known."""
        key = part, rules.headline, hashable(claim)
        if key not in self._shares and len(self._shares) >= _MOST_KEPT:
            return {}
        return self._shares.setdefault(key, {})

    def _number_answers(self, part: str) -> tuple[list[int], list[Answers]]:
        """Return an index per reading into the distinct answers to a part, and these answers."""
        if part not in self._numbers:
            numbers: dict[Any, int] = {}
            distinct: list[Answers] = []
            places: list[int] = []
            for reading in self.readings:
                looked = PARTS[part].looks_at(reading.answers)
                number = numbers.setdefault(looked, len(numbers))
                if number == len(distinct):
                    distinct.append(reading.answers)
                places.append(number)
            self._numbers[part] = places, distinct
        return self._numbers[part]


def _explaining(
    question: Question, claim: Any, claims: Iterable[tuple[str, Any]]
) -> tuple[str, ...]:
    return tuple(
        dict.fromkeys(
            slug
            for slug, own in claims
            if own is not None and question.form.is_same(claim, own) and not question.is_right(own)
        )
    )


def _list_claims(
    recording: Recording, question: StepQuestion, decided: Decisions | Sequence[str]
) -> Iterator[Any]:
    """Yield what a student answers to a question, as its form reads it."""
    log, step = recording.log, question.step or 0
    if question.item == "next node":
        yield from ((name,) for name in _next_nodes(recording, step - 1, decided))
        return
    if not isinstance(decided, Decisions):
        return
    row = log.parent[recording.tour.row_at(step)[0]]
    if question.item == "result":
        at = question.row, count_returned(recording, question.row, step - 1)
        if at in decided.bests and at in decided.values:
            best = _child_name(recording, question.row, decided.bests[at])
            yield (decided.values[at],), (best,)
        return
    at = row, count_returned(recording, row, step)
    if question.item == "value" and at in decided.values:
        yield (decided.values[at],)
    elif question.item == "window":
        yield decided.bounds.get(at)
    elif question.item == "cutoff":
        yield decided.tests.get(at)


def _next_nodes(
    recording: Recording, step: int, decided: Decisions | Sequence[str]
) -> Iterator[str]:
    """Yield the nodes that a student visits after the returns that end with a step."""
    log = recording.log
    left, is_entering = recording.tour.row_at(step)
    row = left
    while not is_entering and log.parent[row] != NO_PARENT:
        parent = log.parent[row]
        if isinstance(decided, Decisions):
            at = parent, count_returned(recording, parent, step)
            if at in decided.steps and (action := decided.steps[at]) is not None:
                yield _child_name(recording, parent, action)
        step -= 1
        row, is_entering = recording.tour.row_at(step)
    if not isinstance(decided, Decisions):
        # An order that is only written down continues after the node that was left, or entered.
        names = recording.name(left), recording.name(row)
        places = [decided.index(name) for name in names if name in decided]
        yield from decided[max(places) + 1 :][:1] if places else ()


def _child_name(recording: Recording, row: int, action: int) -> str:
    """Return the name of the child of a row that the move with an index leads to."""
    move = recording.game.moves(recording.state(row))[action]
    [(name, _)] = recording.name_children(row, [move])
    return name


# Which misconceptions a sheet allows to name.

#: A misconception is named if it explains at least this share of what is wrong, or all of a part
#: that is hard to match by chance, such as the order of visits.
_ENOUGH: Final = 0.5


@dataclass(frozen=True, slots=True)
class Diagnosis:
    """The misconceptions that explain a sheet."""

    suspects: tuple[Suspect, ...] = ()
    others: tuple[Suspect, ...] = ()


#: The parts that are the result of the search.
_CHOICES: Final = frozenset(name for name, part in PARTS.items() if part.row.result)


@dataclass(frozen=True, slots=True)
class Scope:
    """The conclusions that a sheet allows."""

    only_counts: bool = False
    only_whole: bool = False
    is_of_ties: bool = False

    def admits(self, suspect: Suspect) -> bool:
        """Return whether a suspect may be named."""
        if self.only_whole and suspect.fit < 1 - SAME:
            return False
        return not self.only_counts or MISCONCEPTIONS[suspect.reading.slug].of_counts


def find_scope(
    claims: Mapping[str, Any], wrong_parts: frozenset[str], mistaken_parts: frozenset[str]
) -> Scope | None:
    """Return the conclusions that a sheet allows; None if it allows none."""
    if all(claims[part] in ((), {}) for part in mistaken_parts):
        return None  # a wrong "none" alone has many causes
    telling = {part for part in claims if PARTS[part].says_much or PARTS[part].tells_way}
    if wrong_parts <= _CHOICES and (telling or claims.keys() <= _CHOICES):
        # The search is right, or the sheet does not show it: a wrong move alone has many causes,
        # unless it ties.
        return Scope(only_whole=True, is_of_ties=True) if telling else None
    alone = wrong_parts if len(wrong_parts) == 1 else ()
    if any(PARTS[part].row.form is Form.COUNTS for part in alone) and (
        any(PARTS[part].tells_way for part in claims)
        or any(len(claims[part]) == 1 for part in alone)
    ):
        return Scope(only_counts=True)  # a single number has many other causes
    return Scope(only_whole=mistaken_parts <= _CHOICES)


def diagnose(
    suspects: Sequence[Suspect],
    right: Mapping[str, float],
    weights: Mapping[str, float],
    mistaken_parts: frozenset[str],
) -> Diagnosis:
    """Find the suspects that explain enough of the parts that say something wrong."""
    fit_of_right = sum(weights[part] * share for part, share in right.items())
    if fit_of_right >= 1 - SAME:
        return Diagnosis()
    wrong = {part: weights[part] for part in mistaken_parts}
    # A matching move counts little if values do not match.
    search = {part: weights[part] for part in mistaken_parts - _CHOICES}
    telling = {part for part in mistaken_parts if PARTS[part].says_much}
    named = [
        suspect
        for suspect in suspects
        if (_explains_enough(suspect, right, wrong) and _explains_enough(suspect, right, search))
        or (suspect.full_parts & telling and suspect.fit > fit_of_right + SAME)
    ]
    order = [*MISCONCEPTIONS]
    named.sort(
        key=lambda suspect: (
            -round(suspect.fit, 9),
            suspect.reading.node != "",
            order.index(suspect.reading.slug),
        )
    )
    best = sum(named[0].fit - suspect.fit <= SAME for suspect in named)
    return Diagnosis(tuple(named[:best]), tuple(named[best:]))


def _explains_enough(
    suspect: Suspect, right: Mapping[str, float], weights: Mapping[str, float]
) -> bool:
    """Return whether a suspect explains half of what is wrong in some parts."""
    wrong = sum(weight * (1 - right[part]) for part, weight in weights.items())
    gained = sum(weight * (suspect.shares[part] - right[part]) for part, weight in weights.items())
    return gained >= _ENOUGH * wrong - SAME
