"""Diagnosis: which misconceptions explain a sheet."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

from tracer.answers.answers import Answers
from tracer.marking.grading.accepted_conventions import Mixture
from tracer.mistakes import MISCONCEPTIONS
from tracer.mistakes.base import HandTask, Reading
from tracer.questions import PARTS
from tracer.questions.base import Rules, hashable

#: A misconception is named if it explains at least this share of what is wrong, or all of a part
#: that is hard to match by chance, such as the order of visits.
_ENOUGH: Final = 0.5
#: Shares that differ by less are the same.
SAME: Final = 1e-9
#: Comparisons that are cached.
_MOST_KEPT: Final = 3_000
#: The answers that each part compares, for parts that depend on the search.
LOOKS_AT: Final[Mapping[str, Callable[[Answers], Any]]] = {
    name: part.looks_at for name, part in PARTS.items() if part.is_of_search
}


@dataclass(frozen=True, slots=True)
class Suspect:
    """A misconception that may explain a sheet."""

    reading: Reading
    fit: float
    shares: Mapping[str, float]

    @property
    def whole(self) -> frozenset[str]:
        """The parts that it explains fully."""
        return frozenset(part for part, share in self.shares.items() if share == 1)


class Departed(NamedTuple):
    """A wrong entry of the first departure."""

    part: str
    node: str
    claim: Any


@dataclass(frozen=True, slots=True)
class Diagnosis:
    """The misconceptions that explain a sheet."""

    suspects: tuple[Suspect, ...] = ()
    others: tuple[Suspect, ...] = ()


class Suspects:
    """The answers of each reading of each misconception, worked out once for all sheets."""

    def __init__(self, tasks: Iterable[HandTask]) -> None:
        kinds = MISCONCEPTIONS.values()
        self._readings = [one for task in tasks for kind in kinds for one in kind.readings(task)]
        self._numbers: dict[str, tuple[list[int], list[Answers]]] = {}
        #: By part, rules and claim: the share of the claim that each distinct answer explains.
        self._shares: dict[Any, dict[int, float]] = {}
        #: By part, rules and claim at a node: the readings that lead to it.
        self._leading: dict[Any, frozenset[int]] = {}
        #: By part and right answers to it: whether each distinct answer is right too.
        self._right: dict[Any, dict[int, bool]] = {}

    def __len__(self) -> int:
        return len(self._readings)

    def best(
        self,
        claims: Mapping[str, Any],
        weights: Mapping[str, float],
        mixture: Mixture,
        first: Iterable[Departed],
        right_parts: Collection[str],
    ) -> list[Suspect]:
        """Return the best reading of each misconception that explains the first departure.

        A part that the sheet answers rightly refutes a reading that leads to another answer.
        """
        rules = mixture.plain_rules
        best: dict[str, Suspect] = {}
        leading = frozenset[int]().union(*(self._leading_to(one, rules) for one in first))
        known = {part: self._known_shares(part, claim, rules) for part, claim in claims.items()}
        for at in sorted(leading):
            reading = self._readings[at]
            least = best[reading.slug].fit + SAME if reading.slug in best else -1.0
            fit, rest = 0.0, 1.0 + SAME
            shares = {}
            for part, claim in claims.items():
                if fit + rest <= least:
                    break  # another reading is better, however the other parts agree
                places, kept = self._numbered(part)
                number, found = places[at], known[part]
                if number not in found:
                    found[number] = PARTS[part].share(claim, kept[number], rules)
                if part in right_parts and found[number] < 1 - SAME:
                    also_right = self._right.setdefault((part, mixture.key(part)), {})
                    if number not in also_right:
                        also_right[number] = mixture.allows(part, kept[number])
                    if not also_right[number]:
                        break
                shares[part] = found[number]
                fit += weights[part] * shares[part]
                rest -= weights[part]
            if len(shares) == len(claims) and fit > least:
                best[reading.slug] = Suspect(reading, fit, shares)
        return [*best.values()]

    def differing(
        self, slug: str, parts: Sequence[str], right: Answers, rules: Rules
    ) -> list[bool]:
        """Return whether each reading of a misconception leads to a sheet that is not right."""
        return [
            any(
                PARTS[part].share(PARTS[part].wrote(mine, rules), other, rules) < 1
                for part in parts
                for mine, other in ((right, one.answers), (one.answers, right))
            )
            for one in self._readings
            if one.slug == slug
        ]

    def _leading_to(self, one: Departed, rules: Rules) -> frozenset[int]:
        """Return the readings that lead to a wrong entry, cached."""
        key = one.part, rules.headline, one.node, hashable(one.claim)
        found = self._leading.get(key)
        if found is None:
            places, kept = self._numbered(one.part)
            leads = [PARTS[one.part].leads_to(one.claim, one.node, (each, rules)) for each in kept]
            found = frozenset(at for at, number in enumerate(places) if leads[number])
            if len(self._leading) < _MOST_KEPT:
                self._leading[key] = found
        return found

    def _known_shares(self, part: str, claim: Any, rules: Rules) -> dict[int, float]:
        """Return the shares of a claim that distinct answers explain, as far as they are known."""
        key = part, rules.headline, hashable(claim)
        if key not in self._shares and len(self._shares) >= _MOST_KEPT:
            return {}
        return self._shares.setdefault(key, {})

    def _numbered(self, part: str) -> tuple[list[int], list[Answers]]:
        """Return an index per reading into the distinct answers to a part, and these answers."""
        found = self._numbers.get(part)
        if found is None:
            looks_at = PARTS[part].looks_at
            numbers: dict[Any, int] = {}
            places: list[int] = []
            kept: list[Answers] = []
            for reading in self._readings:
                number = numbers.setdefault(looks_at(reading.answers), len(numbers))
                if number == len(kept):
                    kept.append(reading.answers)
                places.append(number)
            found = self._numbers[part] = places, kept
        return found


#: The parts that are the result of the search.
_CHOICES: Final = frozenset(name for name, part in PARTS.items() if part.row.result)


@dataclass(frozen=True, slots=True)
class Scope:
    """The conclusions that a sheet allows."""

    only_counts: bool = False
    only_whole: bool = False
    is_of_ties: bool = False

    def admits(self, one: Suspect) -> bool:
        """Return whether a suspect may be named."""
        if self.only_whole and one.fit < 1 - SAME:
            return False
        return not self.only_counts or MISCONCEPTIONS[one.reading.slug].of_counts


def scope_of(
    claims: Mapping[str, Any], wrong_parts: frozenset[str], mistaken_parts: frozenset[str]
) -> Scope | None:
    """Return the conclusions that a sheet allows; None if it allows none."""
    if not mistaken_parts:
        return None
    telling = {part for part in claims if PARTS[part].says_much or PARTS[part].tells_way}
    if wrong_parts <= _CHOICES and (telling or claims.keys() <= _CHOICES):
        # The search is right, or the sheet does not show it: a wrong move alone has many causes,
        # unless it ties.
        return Scope(only_whole=True, is_of_ties=True) if telling else None
    if wrong_parts == {"counts"} and (
        any(PARTS[part].tells_way for part in claims) or len(claims["counts"]) == 1
    ):
        return Scope(only_counts=True)  # a single number has many other causes
    return Scope(only_whole=mistaken_parts <= _CHOICES)


def diagnose(
    found: Sequence[Suspect], right: Mapping[str, float], weights: Mapping[str, float]
) -> Diagnosis:
    """Find the suspects that explain a sheet."""
    fit_of_right = sum(weights[part] * share for part, share in right.items())
    if fit_of_right >= 1 - SAME:
        return Diagnosis()
    order = {slug: place for place, slug in enumerate(MISCONCEPTIONS)}
    wrong_parts = frozenset(part for part, share in right.items() if share < 1)
    # A matching move counts little if values do not match.
    search = {part: weights[part] for part in wrong_parts - _CHOICES}
    telling = {part for part in wrong_parts if PARTS[part].says_much}
    named = [
        one
        for one in found
        if (_explains_enough(one, right, weights) and _explains_enough(one, right, search))
        or (one.whole & telling and one.fit > fit_of_right + SAME)
    ]
    named.sort(key=lambda one: (-round(one.fit, 9), order[one.reading.slug]))
    best = sum(named[0].fit - one.fit <= SAME for one in named)
    return Diagnosis(tuple(named[:best]), tuple(named[best:]))


def _explains_enough(
    one: Suspect, right: Mapping[str, float], weights: Mapping[str, float]
) -> bool:
    """Return whether a suspect explains half of what is wrong in some parts."""
    wrong = sum(weight * (1 - right[part]) for part, weight in weights.items())
    gained = sum(weight * (one.shares[part] - right[part]) for part, weight in weights.items())
    return gained >= _ENOUGH * wrong - SAME
