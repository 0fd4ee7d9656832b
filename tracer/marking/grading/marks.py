"""The marks of a sheet: the maximum over no slip and every single slip."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterator, Mapping, Sequence, Sized
from dataclasses import replace
from functools import cached_property
from itertools import chain
from typing import Any, Final, NamedTuple, TypeAlias

from tracer.answers.answers import Answers, NodeValue
from tracer.answers.shares import Shares
from tracer.marking.grading.accepted_conventions import Mixture
from tracer.marking.grading.diagnosis import SAME, Departed, Suspect
from tracer.marking.grading.hypotheses import Facts, Hypotheses, Hypothesis
from tracer.mistakes import Reading
from tracer.questions import PARTS, Statement, Tally, WrongAt, hashable
from tracer.questions.base import join_names
from tracer.questions.claims import plain_shares, shares_agree, shown_value
from tracer.questions.nodes import Values
from tracer.questions.one_value import Line, Utility
from tracer.questions.visits import Visits
from tracer.text.numbers import typed_range

_LINE: Final = Line()
_ROOT: Final = Utility()
_ROOT_VALUE: Final = Utility.name
#: Single wrong values that are compared with the whole sheet.
_MOST_TRIED: Final = 8
#: The numbers that a rounded one may stand for are farther apart.
_ROUNDED: Final = 1e-6


class _Gain(NamedTuple):
    """What a wrong statement gains under a hypothesis."""

    part: str
    said: Statement
    worth: float
    low: float = 0.0
    high: float = 0.0
    place: int = 0
    whole: Shares | None = None

    @property
    def is_ranged(self) -> bool:
        """Whether it depends on the unknown number."""
        return self.whole is not None or not self.low == self.high == 0.0

    def holds_for(self, vector: Shares, tolerance: float | None) -> bool:
        """Return whether it is gained if the wrong vector is this one."""
        if self.whole is not None:
            return shares_agree(self.whole, vector, tolerance)
        return not self.is_ranged or self.low <= vector[self.place] <= self.high


#: A gain, and the hypotheses under which it is one.
_Explained: TypeAlias = tuple[_Gain, Collection[int]]


#: Visits that follow from a slip, at most; more are counted.
_MOST_NAMED: Final = 6
#: Claims with more entries are not kept.
_LONGEST_KEPT: Final = 1_000
#: Tallies that are kept.
_MOST_KEPT: Final = 10_000


class SheetTallies:
    """The tallies of a sheet under each convention; many sheets share parts."""

    def __init__(self, claims: Mapping[str, Any], kept: dict[Any, Any] | None = None) -> None:
        self._claims = claims
        sizes = [len(claim) for claim in claims.values() if isinstance(claim, Sized)]
        is_long = max(sizes, default=0) > _LONGEST_KEPT
        self._kept: dict[Any, Any] = {} if kept is None or is_long else kept
        if len(self._kept) > _MOST_KEPT:
            self._kept.clear()
        self._keys = {part: (part, hashable(claim)) for part, claim in claims.items()}

    def tally(self, part: str, mixture: Mixture) -> Tally:
        """Return what the claim earns under conventions that mix."""
        key = self._keys[part], mixture.key(part)
        if key not in self._kept:
            self._kept[key] = PARTS[part].tally(self._claims[part], mixture.right(part))
        found: Tally = self._kept[key]
        return found

    def explained(self, part: str, mixture: Mixture, known: Hypotheses) -> Sequence[_Explained]:
        """Return what wrong statements may gain, each with the hypotheses that explain it."""
        key = self._keys[part], known
        if key not in self._kept:
            self._kept[key] = [*self._explained(part, mixture, known)]
        found: Sequence[_Explained] = self._kept[key]
        return found

    def _explained(self, part: str, mixture: Mixture, known: Hypotheses) -> Iterator[_Explained]:
        rules = mixture.rules
        tally = self.tally(part, mixture)
        for said in tally.wrong:
            facts = known.at(part, said.place)
            if facts is None:
                continue
            if part == _LINE.name:
                yield from self._of_line(said, facts, tally, mixture)
                continue
            low, high = math.inf, -math.inf
            if isinstance(said.said, float):
                low, high = typed_range(said.said, rules.tolerance)
            agreeing = [
                numbers
                for fact, numbers in facts.constant.items()
                if fact == said.said
                or (
                    low <= fact <= high and math.isfinite(fact)
                    if isinstance(fact, float)
                    else PARTS[part].agrees(said.said, fact, rules)
                )
            ]
            always: Collection[int] = agreeing[0] if len(agreeing) == 1 else {*chain(*agreeing)}
            if always and said.worth > 0:
                yield _Gain(part, said, said.worth), always
            for (offset, slope, place), numbers in facts.linear.items() if low <= high else ():
                first, last = sorted(((low - offset) / slope, (high - offset) / slope))
                here = []
                for one in numbers:
                    least, most = known.known[one].ends(place)
                    if first < most and last > least and one not in always:
                        here.append(one)
                yield _Gain(part, said, said.worth, first, last, place), here
            if facts.whole and isinstance(said.said, Shares):
                vector = plain_shares(said.said)
                here = [one for one in facts.whole if vector and known.known[one].has(vector)]
                yield _Gain(part, said, said.worth, whole=vector), here

    def _of_line(
        self, said: Statement, facts: Facts, tally: Tally, mixture: Mixture
    ) -> Iterator[_Explained]:
        """Yield what a line may gain: the lines that follow from slips are right as well."""
        worths: dict[int, float] = {}
        right = mixture.right(_LINE.name)
        for way, numbers in facts.constant.items():
            share = max(_LINE.share_after(self._claims[_LINE.name], one, way) for one in right)
            worth = share * tally.items - tally.earned
            worths.update({one: max(worth, worths.get(one, 0.0)) for one in numbers})
        for worth in dict.fromkeys(worths.values()):
            if worth > 0:
                numbers = [one for one, most in worths.items() if most == worth]
                yield _Gain(_LINE.name, said, worth), numbers


class SheetMarks:
    """The marks of one sheet under conventions that mix."""

    def __init__(
        self,
        mixture: Mixture,
        claims: Mapping[str, Any],
        points: Mapping[str, float],
        sheet: SheetTallies | None = None,
    ) -> None:
        self.mixture = mixture
        self.claims = claims
        self.points = points
        self._sheet = sheet or SheetTallies(claims)
        self.tallies = {part: self._sheet.tally(part, mixture) for part in claims}
        #: The score of each part, from 0 to 1.
        self.final = {part: tally.share() for part, tally in self.tallies.items()}
        #: The slip that explains the sheet best, and its wrong value; None if it gains nothing.
        self.slip: tuple[Hypothesis, NodeValue] | None = None
        self._followed: list[_Gain] = []
        self._paid = ""

    @property
    def is_right(self) -> bool:
        """Whether there are answers and all are right."""
        return bool(self.tallies) and min(self.direct.values()) == 1

    @property
    def direct(self) -> dict[str, float]:
        """How far each part agrees with the right answers."""
        return {part: tally.fit for part, tally in self.tallies.items()}

    @property
    def wrong_parts(self) -> frozenset[str]:
        """The parts that are not fully right."""
        return frozenset(part for part, share in self.direct.items() if share < 1)

    @property
    def right_parts(self) -> frozenset[str]:
        """The parts that are fully right."""
        return frozenset(self.claims) - self.wrong_parts

    @cached_property
    def mistaken_parts(self) -> frozenset[str]:
        """The parts that say something wrong; other wrong parts are only unfinished."""
        return frozenset(
            part
            for part in self.wrong_parts
            if PARTS[part].is_mistaken(
                self.claims[part], self.mixture.right(part), self.tallies[part]
            )
        )

    @property
    def total(self) -> float:
        """The points."""
        return self._sum(self.final)

    @property
    def unfollowed(self) -> float:
        """The points without credit for what follows from a slip."""
        return sum(self.points[part] * tally.share() for part, tally in self.tallies.items())

    # What follows from a slip -----------------------------------------------------------------

    def follow(self, least: float = 0.0) -> None:
        """Credit what follows from the one slip that gives the most points, if any does."""
        best = max(least, self.total)
        if self.is_right or self._most_possible() <= best + SAME:
            return
        known = self._hypotheses()
        if known is None:
            return
        for number, gains in self._gains(known, best - self.unfollowed + SAME):
            one = known.known[number]
            for value, gained in _values_of(one, gains, self.mixture.rules.tolerance):
                for paid, kept in self._paying(one, gained):
                    shares = self._shares_with(one, kept, paid)
                    total = self._sum(shares)
                    is_equal = abs(total - best) <= SAME
                    if total > best + SAME or (is_equal and self._is_clearer(one, value)):
                        best, self.final = max(best, total), shares
                        self.slip, self._followed, self._paid = (one, value), kept, paid

    def _most_possible(self) -> float:
        """Return the points if one slip explained all wrong statements and cost nothing."""
        worths = {
            part: math.inf if part == _LINE.name else sum(said.worth for said in tally.wrong)
            for part, tally in self.tallies.items()
        }
        return self._sum({part: self.tallies[part].share(worth) for part, worth in worths.items()})

    def _hypotheses(self) -> Hypotheses | None:
        return self.mixture.hypotheses([part for part in self.points if self.points[part] > 0])

    def _paying(self, one: Hypothesis, gained: list[_Gain]) -> Iterator[tuple[str, list[_Gain]]]:
        """Yield the part that pays for a slip, with the entries that count.

        A cutoff that was not made loses its own item. Any other slip loses the entry that is worth
        most, so that a slip never gains by explaining a single entry.
        """
        if one.is_cut:
            yield from ((paid, gained) for paid in one.payers)
        elif gained:
            items = _items(gained)

            def worth(gain: _Gain) -> tuple[float, bool]:
                tally, whole = self.tallies[gain.part], items[gain.part]
                lost = tally.share(whole) - tally.share(whole - gain.worth)
                # Of equal ones, the entry at the slip's own node.
                return round(self.points[gain.part] * lost, 9), gain.said.node == one.node

            dearest = max(gained, key=worth)
            yield dearest.part, [other for other in gained if other is not dearest]

    def _sum(self, shares: Mapping[str, float]) -> float:
        return sum(self.points[part] * share for part, share in shares.items())

    def _gains(self, known: Hypotheses, least: float) -> Iterator[tuple[int, list[_Gain]]]:
        """Yield the hypotheses that may gain enough, with what each explains, in order."""
        total = [0.0] * len(known.known)  # points of all that a hypothesis explains
        dearest = [0.0] * len(known.known)
        explained = [
            one for part in self.tallies for one in self._sheet.explained(part, self.mixture, known)
        ]
        for gain, numbers in explained:
            items = self.tallies[gain.part].items
            points = self.points[gain.part] * (gain.worth / items if items else 1.0)
            for number in numbers:
                total[number] += points
                if points > dearest[number]:
                    dearest[number] = points
        gains: dict[int, list[_Gain]] = {
            number: []
            for number, most in enumerate(total)
            if most > least and (most - dearest[number] > least or known.known[number].is_cut)
        }
        for gain, numbers in explained if gains else ():
            for number in gains.keys() & numbers:
                gains[number].append(gain)
        yield from gains.items()

    def _shares_with(self, one: Hypothesis, gained: list[_Gain], paid: str) -> dict[str, float]:
        """Return the score of each part under a hypothesis that an item of a part pays for."""
        more = _items(gained)
        if one.is_cut and paid in self.tallies:
            right = [said.worth for said in self.tallies[paid].right if said.node == one.node]
            more[paid] = more.get(paid, 0.0) - (sum(right) if paid == "cutoffs" else 1.0)
        return {part: tally.share(more.get(part, 0.0)) for part, tally in self.tallies.items()}

    # Messages ---------------------------------------------------------------------------------

    def message(self, part: str) -> str:
        """Return what is right and wrong in a part, and what follows from a slip."""
        right = self.mixture.right(part)
        followed = [gain.said for gain in self._followed if gain.part == part]
        tally = replace(self.tallies[part], followed=followed)
        message = PARTS[part].message(self.claims[part], right, tally)
        if self.slip is None:
            return message
        one, value = self.slip
        slip = "not cut" if one.is_cut else shown_value(value)
        is_said = self._says(one, value)
        if isinstance(value, tuple) and not is_said:  # one of many vectors, which nobody wrote
            slip = "another vector"
        if followed:
            names = [*dict.fromkeys(said.node for said in followed)] if part == "visits" else []
            is_named = 1 <= len(names) <= _MOST_NAMED
            count = len(names) if is_named else len(followed)
            entries = "1 entry" if count == 1 else f"{count} entries"
            what = join_names(names) if is_named else entries
            what += " counts, as it" if count == 1 else " count, as they"
            if is_said:
                verb = "follows" if count == 1 else "follow"
                message += f"; {what} {verb} if {one.node} is {slip}"
            else:
                message += f"; {what} would follow if {one.node} were {slip}"
        if part == self._paid:
            cause = f"the slip at {one.node}" if is_said else f"supposing {one.node} = {slip}"
            message += f"; {cause} is charged here"
        return message

    def follows(self, part: str) -> int:
        """Return how many entries of a part count because they follow from a slip."""
        return sum(one[0] == part for one in self._followed)

    def wrong(self) -> list[WrongAt]:
        """Return all mistakes, in the order of the steps that decide them."""
        found = [one for part in self.claims for one in self._wrong_in(part)]
        return sorted(found, key=lambda one: one.step)

    def charged(self) -> list[WrongAt]:
        """Return all mistakes except those that follow from a slip."""
        if self.slip is None:
            return self.wrong()
        found: list[WrongAt] = []
        for part, tally in self.tallies.items():
            places = {said.node for name, said, *_ in self._followed if name == part}
            places.discard(self.slip[0].node)
            if part in ("visits", "line"):  # such a part has one mistake: its first one
                follows = part != self._paid and tally.share(len(places)) == 1
                found += [] if follows else self._wrong_in(part)
            else:
                found += [one for one in self._wrong_in(part) if one.node not in places]
        return sorted(found, key=lambda one: one.step) or self.wrong()

    def _wrong_in(self, part: str) -> Iterator[WrongAt]:
        if self.tallies[part].fit < 1:
            right, steps = self.mixture.right(part), self.mixture.first.steps
            yield from PARTS[part].wrong(self.claims[part], right, self.tallies[part], steps)

    # Diagnosis --------------------------------------------------------------------------------

    def weights(self) -> dict[str, float]:
        """Return the weight of each answered part; they sum to 1."""
        given = {part: self.points[part] for part in self.claims}
        total = sum(given.values())
        if not total:
            return dict.fromkeys(given, 1 / max(1, len(given)))
        return {part: points / total for part, points in given.items()}

    def suspect(self, reading: Reading) -> Suspect:
        """Return a reading of a misconception with how well it fits the sheet."""
        rules = self.mixture.plain_rules
        shares = {
            part: PARTS[part].share(one, reading.answers, rules)
            for part, one in self.claims.items()
        }
        return Suspect(reading, self._fit(shares), shares)

    def _fit(self, shares: Mapping[str, float]) -> float:
        weights = self.weights()
        return sum(weights[part] * share for part, share in shares.items())

    def first_shows(self, reading: Reading) -> int:
        """Return the first step at which a misconception shows."""
        steps, rules = self.mixture.first.steps, self.mixture.rules
        found = set()
        for name in self.claims:
            part, right = PARTS[name], self.mixture.right(name)
            claim = part.wrote(reading.answers, rules)
            tally = part.tally(claim, right)
            found |= {(one.step, one.node) for one in part.wrong(claim, right, tally, steps)}
        # Prefer steps at which this sheet is wrong too.
        here = found & {(one.step, one.node) for one in self.wrong()}
        return min(here or found, default=(steps.last, ""))[0]

    @cached_property
    def first_departure(self) -> list[Departed]:
        """The wrong entries at the first step at which the sheet is wrong."""
        found = [(one.step, part, one.node) for part in self.claims for one in self._wrong_in(part)]
        first = min((step for step, _, _ in found), default=0)
        return [
            Departed(part, node, PARTS[part].at(self.claims[part], node, self.mixture.right(part)))
            for step, part, node in found
            if step == first
        ]

    def explains_first(self, reading: Reading) -> bool:
        """Return whether a misconception leads to what the sheet says at its first departure."""
        other = (reading.answers, self.mixture.plain_rules)
        return any(
            PARTS[one.part].leads_to(one.claim, one.node, other) for one in self.first_departure
        )

    def explains_a_mistake(self, one: Suspect) -> bool:
        """Return whether a misconception explains something wrong, not only what is missing."""
        return any(one.shares[part] > self.direct[part] + SAME for part in self.mistaken_parts)

    def _states(self, node: str, value: NodeValue) -> bool:
        """Return whether the sheet gives a node this value."""
        said = [
            claim[node]
            for part, claim in self.claims.items()
            if isinstance(PARTS[part], Values) and node in claim
        ]
        if _ROOT_VALUE in self.claims and node == self.mixture.first.answers.path[0]:
            said.append(self.claims[_ROOT_VALUE])
        return any(_ROOT.agrees(one, value, self.mixture.rules) for one in said)

    def _says(self, one: Hypothesis, value: NodeValue) -> bool:
        """Return whether the sheet itself shows a slip, so that none need be supposed."""
        return one.is_cut or self._states(one.node, value)

    def _is_clearer(self, one: Hypothesis, value: NodeValue) -> bool:
        """Return whether the sheet shows this slip, and not the one that is used so far."""
        return self.slip is not None and self._says(one, value) and not self._says(*self.slip)

    def slip_suspect(self) -> Suspect | None:
        """Return the wrong value from which most of the sheet follows, if any.

        It leads to the first departure, at least two wrong entries follow from it or state it, and
        no right part refutes it.
        """
        known = self._hypotheses()
        if known is None:
            return None
        departed = self.first_departure
        is_of_order = len(departed) == 1 and departed[0].part == Visits.name
        begins = departed[0].claim if is_of_order else ()
        tried: list[tuple[float, bool, Hypothesis, NodeValue]] = []
        tolerance = self.mixture.rules.tolerance
        for number, gains in self._gains(known, -math.inf):
            one = known.known[number]
            for value, gained in _values_of(one, gains, tolerance) if not one.is_cut else ():
                explained = sum(
                    self.points[gain.part] * gain.worth / (self.tallies[gain.part].items or 1)
                    for gain in gained
                )
                tried.append((-round(explained, 9), not self._states(one.node, value), one, value))
        tried.sort(key=lambda each: each[:2])
        task = self.mixture.first.task
        for _, unsaid, one, value in tried[:_MOST_TRIED]:
            answers = known.answers_with(task, one.place, value, begins)
            if answers is None:
                continue
            shown = shown_value(value)
            reading = Reading("arithmetic-slip", answers, f"at {one.node}, taken as {shown}")
            if not self.explains_first(reading):
                continue
            there = self._not_refuted(answers, is_supposed=unsaid)
            if there is not None and self._follow_from(there):
                shares = {part: there[part].fit for part in self.claims}
                supposed = f"{one.node} were {shown}" if unsaid else ""
                return Suspect(reading, self._fit(shares), shares, supposed)
        return None

    def _not_refuted(self, answers: Answers, *, is_supposed: bool) -> dict[str, Tally] | None:
        """Return the tallies of a sheet by other answers; None if a part refutes them."""
        there: dict[str, Tally] = {}
        for part in sorted(self.claims, key=lambda part: not PARTS[part].is_choice):
            tally = PARTS[part].tally(self.claims[part], ((answers, self.mixture.plain_rules),))
            if is_supposed and tally.wrong and isinstance(PARTS[part], Values):
                return None
            is_right = part in self.right_parts
            if is_right and tally.fit < 1 - SAME and not self.mixture.allows(part, answers):
                return None
            there[part] = tally
        return there

    def _follow_from(self, there: Mapping[str, Tally]) -> bool:
        """Return whether more than a single wrong entry is right by other answers."""
        explained = set()
        for part in self.wrong_parts:
            if there[part].fit <= self.direct[part] + SAME:
                continue
            still = {said.place for said in there[part].wrong}
            places = {said.node for said in self.tallies[part].wrong if said.place not in still}
            explained |= {(part, node) for node in places or {""}}
        return len(explained) > 1


def _items(gained: Sequence[_Gain]) -> dict[str, float]:
    """Return the items that are gained in each part."""
    items: dict[str, float] = {}
    for gain in gained:
        items[gain.part] = items.get(gain.part, 0.0) + gain.worth
    return items


def _values_of(
    one: Hypothesis, gains: list[_Gain], tolerance: float | None
) -> Iterator[tuple[NodeValue, list[_Gain]]]:
    """Yield the wrong values that explain some statements, with what each explains."""
    if one.box:
        yield from _vectors_of(one, gains, tolerance)
        return
    if one.low == one.high or one.is_cut:
        yield one.low, gains
        return
    always = [gain for gain in gains if not gain.is_ranged]
    ranged = [gain for gain in gains if gain.is_ranged]
    if not ranged:
        yield _inside(one.low, one.high), gains
    written = {(gain.low + gain.high) / 2 for gain in ranged}
    rounded = {gain.low for gain in ranged if gain.high - gain.low > _ROUNDED}
    for value in (*sorted(written), *sorted(rounded)):
        if one.low < value < one.high:
            here = (gain for gain in ranged if gain.low <= value <= gain.high)
            distinct = {(gain.part, gain.said.place): gain for gain in (*here, *always)}
            yield value, [*distinct.values()]


def _vectors_of(
    one: Hypothesis, gains: list[_Gain], tolerance: float | None
) -> Iterator[tuple[Shares, list[_Gain]]]:
    """Yield the wrong vectors that explain some statements, with what each explains.

    These are the claimed vectors, and one with the claimed numbers of single players.
    """
    vectors = dict.fromkeys(gain.whole for gain in gains if gain.whole is not None)
    shares = [_inside(low, high) for low, high in one.box]
    for gain in gains:
        middle = (gain.low + gain.high) / 2
        low, high = one.box[gain.place]
        if gain.is_ranged and gain.whole is None and low < middle < high:
            shares[gain.place] = middle
    for vector in (*vectors, Shares(shares)):
        if one.has(vector):
            here = [gain for gain in gains if gain.holds_for(vector, tolerance)]
            yield vector, [*{(gain.part, gain.said.place): gain for gain in here}.values()]


def _inside(low: float, high: float) -> float:
    """Return a simple number inside an open interval, or its only number."""
    if low == -float("inf"):
        return 0.0 if high == float("inf") else high - 1
    return low + 1 if high == float("inf") else (low + high) / 2
