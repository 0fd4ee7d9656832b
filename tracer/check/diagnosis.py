"""Which misconception makes a sheet what it is."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from tracer.check.answers import Answers
from tracer.check.misconceptions import MISCONCEPTIONS, Reading, Task
from tracer.check.parts import PARTS, Rules

__all__ = [
    "LOOKS_AT",
    "SAME",
    "Diagnosis",
    "Scope",
    "Suspect",
    "Suspects",
    "diagnose",
    "hashable",
    "scope_of",
]

#: A misconception is named where it explains at least this much of what is wrong, or the whole of
#: a part that says much, such as an order of visits.
_ENOUGH: Final = 0.5
#: Misconceptions that are named, at most.
_MOST_NAMED: Final = 5
#: Shares that differ by less are the same.
SAME: Final = 1e-9
#: Claims whose comparison is kept.
_MOST_KEPT: Final = 3_000
#: Parts that hardly anybody gets wholly as a misconception would have them by chance.
_SAY_MUCH: Final = frozenset({"visits", "windows", "values", "minimax", "expectiminimax"})
#: Parts that tell which way a search has gone.
_OF_THE_WAY: Final = frozenset({"visits", "windows", "cutoffs"})
#: What is chosen in the end, when the search is done.
_CHOICES: Final = frozenset({"move", "line", "utility"})

#: What of the answers each part looks at.
LOOKS_AT: Final[Mapping[str, Callable[[Answers], Any]]] = {
    "visits": lambda answers: answers.visits,
    "values": lambda answers: (tuple(answers.values.items()), answers.interior),
    "windows": lambda answers: (tuple(answers.windows.items()), answers.interior),
    "cutoffs": lambda answers: answers.cuts,
    "move": lambda answers: (answers.moves[:1], answers.path[1:2]),
    "line": lambda answers: (answers.moves, answers.path),
    "utility": lambda answers: answers.utility,
    "counts": lambda answers: tuple(answers.counts.items()),
    "minimax": lambda answers: answers.complete and tuple(answers.complete.items()),
    "expectiminimax": lambda answers: answers.complete and tuple(answers.complete.items()),
}


@dataclass(frozen=True, slots=True)
class Suspect:
    """A misconception that a sheet may come from.

    Args:
        reading: it, in the reading that fits best.
        fit: how much of the sheet is as it would be with it, from 0 to 1.
        shares: how much of each part is.
    """

    reading: Reading
    fit: float
    shares: Mapping[str, float]

    @property
    def whole(self) -> frozenset[str]:
        """The parts that are wholly as they would be with it."""
        return frozenset(part for part, share in self.shares.items() if share == 1)


@dataclass(frozen=True, slots=True)
class Diagnosis:
    """What a sheet may come from.

    Args:
        suspects: the misconceptions that explain it, best first.
        alike: the slugs that fit equally well, where those are several.
    """

    suspects: tuple[Suspect, ...] = ()
    alike: tuple[str, ...] = ()


class Suspects:
    """The answers that each misconception leads to, in each reading, worked once.

    Args:
        tasks: the problem under each of the rules that are accepted.
    """

    def __init__(self, tasks: Iterable[Task]) -> None:
        self._readings = list(_all_readings(tasks))
        self._of_slug: dict[str, list[int]] = {}
        for place, reading in enumerate(self._readings):
            self._of_slug.setdefault(reading.slug, []).append(place)
        self._memo: dict[Any, list[float]] = {}
        self._numbers: dict[str, tuple[list[int], list[Answers]]] = {}

    def __len__(self) -> int:
        return len(self._readings)

    def best(
        self, claims: Mapping[str, Any], weights: Mapping[str, float], rules: Rules
    ) -> Iterator[Suspect]:
        """The best reading of each misconception for a sheet.

        Args:
            claims: what it claims, by part.
            weights: what each part counts; they sum to 1.
            rules: how parts are compared.
        """
        shares = {part: self._shares(part, claim, rules) for part, claim in claims.items()}
        fits = [0.0] * len(self._readings)
        for part, each in shares.items():  # part by part: there are hundreds of readings
            weight = weights[part]
            fits = [fit + weight * share for fit, share in zip(fits, each, strict=True)]
        for places in self._of_slug.values():
            at = max(places, key=fits.__getitem__)
            yield Suspect(self._readings[at], fits[at], {part: shares[part][at] for part in claims})

    def _shares(self, part: str, claim: Any, rules: Rules) -> list[float]:
        """How much of a claim is as each reading has it; a class repeats itself."""
        key = part, rules.headline, hashable(claim)
        shares = self._memo.get(key)
        if shares is None:
            places, kept = self._numbered(part)
            distinct = [PARTS[part].share(claim, answers, rules) for answers in kept]
            shares = [distinct[place] for place in places]
            if len(self._memo) < _MOST_KEPT:
                self._memo[key] = shares
        return shares

    def _numbered(self, part: str) -> tuple[list[int], list[Answers]]:
        """For each reading the place of its answers to a part, and these: many give the same."""
        found = self._numbers.get(part)
        if found is None:
            looks_at = LOOKS_AT[part]
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


def hashable(claim: Any) -> Any:
    """A claim as something that can be looked up."""
    return tuple(claim.items()) if isinstance(claim, dict) else claim


def _all_readings(tasks: Iterable[Task]) -> Iterator[Reading]:
    for task in tasks:
        for misconception in MISCONCEPTIONS.values():
            yield from misconception.readings(task)


@dataclass(frozen=True, slots=True)
class Scope:
    """What may be concluded from a sheet.

    Args:
        slugs: the misconceptions that it may come from; None for any.
        only_whole: whether only what reproduces the sheet counts.
        is_of_ties: whether the search was worked rightly: of two that tie, only which is preferred
            is left to ask, by the rules of the convention that fits.
    """

    slugs: frozenset[str] | None = None
    only_whole: bool = False
    is_of_ties: bool = False

    def admits(self, one: Suspect) -> bool:
        """Whether a suspect may be named."""
        if self.only_whole and one.fit < 1 - SAME:
            return False
        return self.slugs is None or one.reading.slug in self.slugs


def scope_of(
    claims: Mapping[str, Any], wrong_parts: frozenset[str], *, unfinished: bool
) -> Scope | None:
    """What may be concluded from what is claimed and what of it is wrong; None for nothing.

    Args:
        claims: what was claimed, by part.
        wrong_parts: the parts that are not wholly right.
        unfinished: whether the order of visits is right as far as it goes, and ends early.
    """
    telling = claims.keys() & (_SAY_MUCH | {"cutoffs"})
    unfinished = unfinished and wrong_parts <= {"visits"} | _CHOICES
    if wrong_parts <= _CHOICES and (telling or claims.keys() <= {"move", "utility"}):
        # The search was worked rightly, or nothing is said of it: a wrong move alone comes from
        # anything, except where it ties.
        return Scope(only_whole=True, is_of_ties=True) if telling else None
    if wrong_parts == {"counts"} and (telling & _OF_THE_WAY or len(claims["counts"]) == 1):
        return Scope(frozenset({"other-count"}))  # a number alone comes from anything else
    return Scope(only_whole=unfinished)


def diagnose(
    found: Sequence[Suspect], right: Mapping[str, float], weights: Mapping[str, float]
) -> Diagnosis:
    """Which of the suspects explain a sheet.

    Args:
        found: the suspects, each misconception once.
        right: how much of each part is right.
        weights: what each part counts; they sum to 1.
    """
    fit_of_right = sum(weights[part] * share for part, share in right.items())
    if fit_of_right >= 1 - SAME:
        return Diagnosis()
    order = {slug: place for place, slug in enumerate(MISCONCEPTIONS)}
    wrong_parts = frozenset(part for part, share in right.items() if share < 1)
    # A move that fits is little beside values that do not.
    search = {part: weights[part] for part in wrong_parts - _CHOICES}
    telling = wrong_parts & _SAY_MUCH
    named = [
        one
        for one in found
        if (_explains_enough(one, right, weights) and _explains_enough(one, right, search))
        or (one.whole & telling and one.fit > fit_of_right + SAME)
    ]
    named.sort(key=lambda one: (-round(one.fit, 9), order[one.reading.slug]))
    if not named:
        return Diagnosis()
    alike = tuple(one.reading.slug for one in named if named[0].fit - one.fit <= SAME)
    if named[0].fit >= 1 - SAME:  # what reproduces the sheet leaves nothing to others
        named = [one for one in named if one.fit >= 1 - SAME]
    most = max(_MOST_NAMED, len(alike))  # what cannot be told apart is explained, all of it
    return Diagnosis(tuple(named[:most]), alike if len(alike) > 1 else ())


def _explains_enough(
    one: Suspect, right: Mapping[str, float], weights: Mapping[str, float]
) -> bool:
    """Whether it explains half of what is wrong with some parts."""
    wrong = sum(weight * (1 - right[part]) for part, weight in weights.items())
    gained = sum(weight * (one.shares[part] - right[part]) for part, weight in weights.items())
    return gained >= _ENOUGH * wrong - SAME
