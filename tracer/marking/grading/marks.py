"""The marks of a sheet: the maximum over no slip and every single slip that the sheet shows."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from functools import cached_property
from itertools import chain
from typing import Any, Final

from tracer.answers.answers import NodeValue
from tracer.answers.work_tree import Shares
from tracer.marking.grading.accepted_conventions import Mixture
from tracer.mistakes import MISCONCEPTIONS
from tracer.mistakes.base import Reading
from tracer.mistakes.engine import SAME, Departed, Suspect
from tracer.mistakes.slips import Followed, Slip, search_with_slip
from tracer.questions import PARTS
from tracer.questions.base import Statement, Tally, WrongAt
from tracer.questions.claims import Bound, plain_shares, same_said, shown_value, value_agrees
from tracer.questions.nodes import CompleteValues, Values
from tracer.questions.one_value import Utility
from tracer.questions.rules import Right
from tracer.text.printable_text import join_names

#: The most nodes that are named as following from a slip.
_MOST_NAMED: Final = 6
#: The most slips of a sheet that are tried: a sheet with more wrong values follows none of them.
_MOST_SLIPS: Final = 100


class SheetMarks:
    """The marks of one sheet under conventions that mix."""

    def __init__(
        self,
        mixture: Mixture,
        claims: Mapping[str, Any],
        points: Mapping[str, float],
        kept: dict[Any, Tally] | None = None,
    ) -> None:
        self.mixture = mixture
        #: All claims; those without points may say where others come from.
        self._said = claims
        self.claims = {part: claim for part, claim in claims.items() if part in points}
        self.points = points
        #: The tallies of this sheet, which versions with the same right answers share.
        self._kept: dict[Any, Tally] = {} if kept is None else kept
        self.tallies = {part: self._tally(part) for part in self.claims}
        #: The score of each part, from 0 to 1.
        self.final = {part: tally.share() for part, tally in self.tallies.items()}
        #: The slip that gives the most points; None if none gives any.
        self.slip: Slip | None = None
        #: The tallies if it is followed.
        self._carried: dict[str, Tally] = {}

    def _tally(self, part: str) -> Tally:
        """Return what the claim to a part earns."""
        key = part, self.mixture.key(part)
        if key not in self._kept:
            self._kept[key] = PARTS[part].tally(self._said[part], self.mixture.right(part))
        return self._kept[key]

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
            if not all(entry.is_missing for entry in self._mistakes[part])
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
        if not self.mixture.follows or self.is_right:
            return
        tallies = {part: self._tally(part) for part in self._said}
        for slip in _find_slips(self._said, tallies, self.mixture):
            for carried in self._tallies_after(slip):
                shares = {part: tally.share() for part, tally in carried.items()}
                charged = self._charge(slip, shares)
                if self._sum(charged) > best + SAME:
                    best, self.slip, self._carried = self._sum(charged), slip, carried
                    self.final = charged

    def _tallies_after(self, slip: Slip) -> Iterator[dict[str, Tally]]:
        """Yield what each part earns if a slip is followed; nothing if the sheet does not carry it.

        After a wrong value, due is what the right search has, or what the search with that value
        has; after a missed cutoff, what the right search has.
        """
        right_due = {part: self._tally_after(part, slip, is_own_due=False) for part in self.claims}
        is_carried = any(
            tally.share() > self.tallies[part].share() + SAME
            for part, tally in right_due.items()
            if slip.is_missed_cutoff or PARTS[part].carries_values
        )
        if not is_carried:
            return
        yield right_due
        if not slip.is_missed_cutoff:
            yield {part: self._tally_after(part, slip, is_own_due=True) for part in self.claims}

    def _tally_after(self, part: str, slip: Slip, *, is_own_due: bool) -> Tally:
        """Return what a part earns if a slip is followed.

        Due is what the right search has, or what that with the slip has. If the sheet states the
        root's wrong value among those of the nodes, the utility follows it.
        """
        right, claim = self.mixture.right(part), self.claims[part]
        own = self.mixture.own_search(slip, root_as_stated=self._has_among_values(slip))
        accepted: Right = [*own, *right] if is_own_due else [right[0], *own, *right[1:]]
        if slip.is_missed_cutoff:
            claim = PARTS[part].remove_cutoff(claim, slip.node, right)
        return PARTS[part].tally(claim, accepted)

    def _has_among_values(self, slip: Slip) -> bool:
        """Return whether the sheet states the value of a slip among those of the nodes."""
        return slip.value is not None and any(
            isinstance(PARTS[part], Values)
            and slip.node in claim
            and value_agrees(claim[slip.node], slip.value, None)
            for part, claim in self.claims.items()
        )

    def _charge(self, slip: Slip, shares: dict[str, float]) -> dict[str, float]:
        """Return the score of each part, less the dearest item that gained.

        Nothing is taken back if a part of the key has the slip's own entry, which earns nothing.
        """
        items = {
            part: max(1.0, self.tallies[part].items)
            for part, share in shares.items()
            if share > self.tallies[part].share() + SAME
        }
        if not items or self._has_entry_of(slip):
            return shares
        dearest = max(items, key=lambda part: self.points[part] / items[part])
        return {**shares, dearest: shares[dearest] - 1 / items[dearest]}

    def _has_entry_of(self, slip: Slip) -> bool:
        """Return whether a part of the key has a slip's own entry, a cutoff also if unanswered."""
        parts = self.points if slip.is_missed_cutoff else self.claims
        return any(self._states(part, slip) for part in parts)

    def _states(self, part: str, slip: Slip) -> bool:
        """Return whether a slip's own entry is one of a part's."""
        if slip.is_missed_cutoff:
            return PARTS[part].states_cutoffs
        if part == Utility.name:
            return slip.node == self.mixture.first.answers.path[0]
        return isinstance(PARTS[part], Values) and slip.node in self.claims[part]

    def _sum(self, shares: Mapping[str, float]) -> float:
        return sum(self.points[part] * share for part, share in shares.items())

    # Messages ---------------------------------------------------------------------------------

    def message(self, part: str) -> str:
        """Return what is right and wrong in a part, and what follows from a slip."""
        right, followed = self.mixture.right(part), self.followed(part)
        tally = replace(self.tallies[part], followed=followed)
        message = PARTS[part].message(self.claims[part], right, tally)
        if not self.follows(part):
            return message
        if self.final[part] >= 1 - SAME:
            return f"it follows from {self.cause}"
        nodes = [*dict.fromkeys(said.node for said in followed)]
        if self.final[part] < self._carried[part].share() - SAME:
            taken_back = "; one entry less, for the slip itself"
        else:
            taken_back = ""
        if not 1 <= len(nodes) <= _MOST_NAMED or not all(map(self.mixture.has_node, nodes)):
            return f"{message}; some of it counts, since it follows from {self.cause}{taken_back}"
        verbs = ("counts", "follows") if len(nodes) == 1 else ("count", "follow")
        reason = f"{'it' if len(nodes) == 1 else 'they'} {verbs[1]} from {self.cause}"
        return f"{message}; {join_names(nodes)} {verbs[0]}, since {reason}{taken_back}"

    @property
    def cause(self) -> str:
        """The slip that is followed, in words for the student."""
        assert self.slip is not None, "a slip is followed"
        if self.slip.value is None:
            return f"your search, which makes no cutoff at {self.slip.node}"
        return f"your own {self.slip.node} = {shown_value(self.slip.value)}"

    def followed(self, part: str) -> list[Statement]:
        """Return the entries of a part that count because they follow from a slip."""
        if part not in self._carried:
            return []
        still_wrong = {said.place for said in self._carried[part].wrong}
        own = self._own_entries(part)
        return [
            said
            for said in self.tallies[part].wrong
            if said.place not in still_wrong and said.place not in own
        ]

    def _own_entries(self, part: str) -> frozenset[Any]:
        """Return the places of the slip's own entry in a part."""
        if self.slip is None or not self.slip.is_missed_cutoff:
            return frozenset()
        wrong = self.tallies[part].wrong if PARTS[part].states_cutoffs else ()
        return frozenset(said.place for said in wrong if said.node == self.slip.node)

    def follows(self, part: str) -> bool:
        """Return whether entries of a part count because they follow from a slip."""
        if part not in self._carried or self.final[part] <= SAME:
            return False
        return bool(self.followed(part)) or self._carried[part].share() > (
            self.tallies[part].share() + SAME
        )

    def wrong(self) -> list[WrongAt]:
        """Return all mistakes: those of a slip first, and what only lacks something last.

        Each kind is in the order of the steps that decide it.
        """
        return self._sort(chain(*self._mistakes.values()))

    def _sort(self, mistakes: Iterable[WrongAt]) -> list[WrongAt]:
        """Sort mistakes as feedback shows them.

        An answer that only lacks something may be unfinished, so this comes last. A program's is
        finished.
        """
        own, of_program = self._own_mistakes, self.mixture.first.task.of_program
        return sorted(
            mistakes,
            key=lambda one: (one not in own, one.is_missing and not of_program, one.step),
        )

    def charged(self) -> list[WrongAt]:
        """Return all mistakes except those that follow from a slip."""
        if self.slip is None:
            return self.wrong()
        mistakes: list[WrongAt] = []
        for part in self.tallies:
            followed = {said.node for said in self.followed(part)} - {self.slip.node}
            if PARTS[part].row.ordered:  # such a part has one mistake: its first one
                if self.final[part] < 1:
                    mistakes += self._mistakes[part]
            else:
                mistakes += [one for one in self._mistakes[part] if one.node not in followed]
        return self._sort(mistakes) or self.wrong()

    def part_of(self, mistake: WrongAt) -> str:
        """Return the part that a mistake is in."""
        return next(part for part in self.claims if mistake in self._mistakes[part])

    def list_first_mistakes(self) -> dict[str, WrongAt]:
        """Return the first mistake, the slip's own if there is one, and that of each other part."""
        firsts = {self.part_of(wrong): wrong for wrong in self.wrong()[:1]}
        lossy = (part for part in self.claims if self.final[part] < 1 - SAME)
        later = {part: wrong for part in lossy for wrong in self._sort(self._mistakes[part])[:1]}
        for part, wrong in sorted(later.items(), key=lambda pair: pair[1].step):
            firsts.setdefault(part, wrong)
        return firsts

    @property
    def _own_mistakes(self) -> list[WrongAt]:
        """The slip's own entries that are wrong."""
        if self.slip is None:
            return []
        slip = self.slip
        return [
            entry
            for part in self.claims
            if self._states(part, slip)
            for entry in self._mistakes[part]
            if entry.node == slip.node
        ]

    @cached_property
    def _mistakes(self) -> Mapping[str, list[WrongAt]]:
        """The mistakes in each part; the right answers of a long search are not compared again."""
        right, steps = self.mixture.right, self.mixture.first.steps
        return {
            part: [*PARTS[part].wrong(claim, right(part), self.tallies[part], steps)]
            if part in self.wrong_parts
            else []
            for part, claim in self.claims.items()
        }

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

    @property
    def first_departure(self) -> Departed | None:
        """The first mistake, as other answers are compared with it."""
        for mistake in self.wrong()[:1]:
            part = self.part_of(mistake)
            return Departed(part, mistake.node, self._find_claim(part, mistake))
        return None

    def is_explained_by(self, suspect: Suspect) -> bool:
        """Return whether a misconception explains all that is wrong, whatever is only missing."""
        if suspect.fit >= 1 - SAME:
            return True
        other = (suspect.reading.answers, self.mixture.plain_rules)
        return not self.mixture.first.task.of_program and all(
            suspect.shares[part] >= 1 - SAME
            if PARTS[part].row.ordered
            else PARTS[part].leads_to(self._find_claim(part, mistake), mistake.node, other)
            for part in self.mistaken_parts
            for mistake in self._mistakes[part]
            if not mistake.is_missing
        )

    def _find_claim(self, part: str, mistake: WrongAt) -> Any:
        """Return what a part claims where a mistake is."""
        return PARTS[part].at(self.claims[part], mistake.node, self.mixture.right(part))

    def may_be_behind(self, suspect: Suspect) -> bool:
        """Return whether a misconception explains something wrong, and nothing refutes it.

        What is only missing has no explanation. A part in which more right entries contradict the
        misconception than wrong ones agree with it refutes it.
        """
        gains = [suspect.shares[part] - self.direct[part] for part in self.mistaken_parts]
        is_habit = MISCONCEPTIONS[suspect.reading.slug].in_every_entry
        if min(gains, default=0.0) < -SAME or max(gains, default=0.0) <= SAME:
            return False
        return not (is_habit and self._has_right_entry_against(suspect.reading))

    def _has_right_entry_against(self, reading: Reading) -> bool:
        """Return whether an entry is right that a misconception would have written otherwise."""
        other = ((reading.answers, self.mixture.plain_rules),)
        return any(
            not {entry.place for entry in self.tallies[part].right}.isdisjoint(
                entry.place for entry in PARTS[part].tally(claim, other).wrong
            )
            for part, claim in self.claims.items()
        )

    def slip_suspect(self) -> Suspect | None:
        """Return the wrong value from which all that is wrong follows, if any.

        No right part refutes it.
        """
        if self.slip is None or self.slip.value is None:
            return None
        answers = search_with_slip(self.mixture.first.task, self.slip)
        shown = shown_value(self.slip.value)
        where = f"at {self.slip.node}, taken as {shown}"
        reading = Reading(answers, where, self.slip.node, slug="arithmetic-slip")
        first, other = self.first_departure, (answers, self.mixture.plain_rules)
        if first is None or not PARTS[first.part].leads_to(first.claim, first.node, other):
            return None
        tallies = {part: PARTS[part].tally(claim, (other,)) for part, claim in self.claims.items()}
        if any(tallies[part].fit < 1 - SAME for part in self.mistaken_parts):
            return None  # the search is not right except for one value
        for part in self.right_parts:
            if tallies[part].fit < 1 - SAME and not self.mixture.allows(part, answers):
                return None
        shares = {part: tally.fit for part, tally in tallies.items()}
        return Suspect(reading, self._fit(shares), shares)


# The slips that a sheet itself shows: values that it states wrongly, and cutoffs not made.


def _find_slips(
    claims: Mapping[str, Any], tallies: Mapping[str, Tally], mixture: Mixture
) -> list[Slip]:
    """Return the slips that a sheet shows, in the order of the search."""
    slips = dict.fromkeys([*_wrong_values(claims, tallies, mixture), *_missed(claims, mixture)])
    visits = mixture.first.answers.visits
    place = {name: number for number, name in reversed([*enumerate(visits)])}
    ordered = sorted(slips, key=lambda slip: place.get(slip.node, len(visits)))
    return ordered[:_MOST_SLIPS]


def _wrong_values(
    claims: Mapping[str, Any], tallies: Mapping[str, Tally], mixture: Mixture
) -> Iterator[Slip]:
    """Yield the values that are stated wrongly; two different numbers for a node are none."""
    stated: dict[tuple[str, bool], list[NodeValue]] = {}
    wrong: dict[tuple[str, bool], None] = {}
    root = mixture.first.answers.path[0]
    for part, claim in claims.items():
        entries = claim.items() if isinstance(PARTS[part], Values) else ()
        if part == Utility.name:
            entries = [(root, claim)]
        is_complete = isinstance(PARTS[part], CompleteValues)
        for node, value in entries:
            stated.setdefault((node, is_complete), []).append(value)
        if entries:
            places = {said.place for said in tallies[part].wrong}
            wrong |= {
                (node, is_complete): None
                for node, _ in entries
                if node in places or (part == Utility.name and places)
            }
    for node, is_complete in wrong:
        followed = _followed_in(node, mixture, is_complete=is_complete)
        said = stated[node, is_complete]
        value = next((number for number in said if _is_one_number(number, said)), None)
        if value is not None and mixture.has_node(node):
            yield Slip(node, value, followed)


def _is_one_number(value: NodeValue, said: Iterable[NodeValue]) -> bool:
    """Return whether all stated values are one number as they are written: 4.67 is also 14/3."""
    return all(_is_number(other) and value_agrees(other, value, None) for other in said)


def _is_number(value: NodeValue) -> bool:
    """Return whether a value can be used as one: neither it nor a share of it is only a bound."""
    return (
        plain_shares(value) is not None if isinstance(value, Shares) else type(value) is not Bound
    )


def _followed_in(node: str, mixture: Mixture, *, is_complete: bool) -> Followed:
    """Return the searches in which a value is followed.

    Both, if the node has the same value whether the search prunes or not.
    """
    version = mixture.first
    pruned, whole = version.answers.values.get(node), version.rules.complete.get(node)
    if pruned is not None and whole is not None and same_said(pruned, whole):
        return "both"
    return "complete" if is_complete else "search"


def _missed(claims: Mapping[str, Any], mixture: Mixture) -> Iterator[Slip]:
    """Yield the due cutoffs of which the sheet shows a skipped node."""
    rules = mixture.rules
    shown = {node for part in claims for node in PARTS[part].list_visited(claims[part], rules)}
    ancestors = rules.list_upwards(shown)
    for cut in mixture.first.answers.cuts:
        if not ancestors.isdisjoint(cut.skipped):
            yield Slip(cut.at)
