"""Which misconception makes a sheet what it is."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from typing import Any, Final

from tracer.check.answers import Answers
from tracer.check.misconceptions import MISCONCEPTIONS, Reading, Task
from tracer.check.parts import PARTS, Rules

__all__ = ["LOOKS_AT", "Diagnosis", "Suspect", "Suspects", "diagnose", "hashable"]

#: A misconception is named where it explains at least this much of what is wrong, or the whole of
#: a part that says much, such as an order of visits.
_ENOUGH: Final = 0.5
#: Misconceptions that are named, at most.
_MOST_NAMED: Final = 5
_SAME: Final = 1e-9
#: Claims whose comparison is kept.
_MOST_KEPT: Final = 3_000
#: Parts that hardly anybody gets wholly as a misconception would have them by chance.
_SAY_MUCH: Final = frozenset({"visits", "windows", "values", "minimax", "expectiminimax"})
#: Further parts from which something can be concluded.
_SAY_SOMETHING: Final = frozenset({"cutoffs", "line", "counts"})

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
    "minimax": lambda answers: tuple(answers.values.items()),
    "expectiminimax": lambda answers: tuple(answers.values.items()),
}


@dataclass(frozen=True, slots=True)
class Suspect:
    """A misconception that a sheet may come from.

    Args:
        reading: it, in the reading that fits best.
        fit: how much of the sheet is as it would be with it, from 0 to 1.
        whole: the parts that are wholly as they would be with it.
    """

    reading: Reading
    fit: float
    whole: frozenset[str] = frozenset()


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
        found: dict[str, Suspect] = {}
        for at, reading in enumerate(self._readings):
            fit = sum(weights[part] * shares[part][at] for part in claims)
            best = found.get(reading.slug)
            if best is None or fit > best.fit + _SAME:
                whole = frozenset(part for part in claims if shares[part][at] == 1)
                found[reading.slug] = Suspect(reading, fit, whole)
        yield from found.values()

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


def diagnose(
    found: Sequence[Suspect], fit_of_right: float, wrong_parts: frozenset[str], claimed: Set[str]
) -> Diagnosis:
    """Which of the suspects explain a sheet.

    Args:
        found: the suspects, each misconception once.
        fit_of_right: how much of the sheet is right, from 0 to 1.
        wrong_parts: the parts that are not wholly right.
        claimed: the parts that were answered.
    """
    wrong = 1 - fit_of_right
    order = {slug: place for place, slug in enumerate(MISCONCEPTIONS)}
    if not claimed & (_SAY_MUCH | _SAY_SOMETHING):
        return Diagnosis()  # a wrong move alone comes from anything
    telling = wrong_parts & _SAY_MUCH
    named = [
        one
        for one in found
        if one.fit - fit_of_right >= _ENOUGH * wrong - _SAME
        or (one.whole & telling and one.fit > fit_of_right + _SAME)
    ]
    named.sort(key=lambda one: (-round(one.fit, 9), order[one.reading.slug]))
    if not named or wrong <= _SAME:
        return Diagnosis()
    alike = tuple(one.reading.slug for one in named if named[0].fit - one.fit <= _SAME)
    if named[0].fit >= 1 - _SAME:  # what reproduces the sheet leaves nothing to others
        named = [one for one in named if one.fit >= 1 - _SAME]
    most = max(_MOST_NAMED, len(alike))  # what cannot be told apart is explained, all of it
    return Diagnosis(tuple(named[:most]), alike if len(alike) > 1 else ())
