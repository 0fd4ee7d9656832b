"""Which misconceptions a sheet allows to name."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from tracer.mistakes import MISCONCEPTIONS
from tracer.mistakes.engine import SAME, Suspect
from tracer.questions import PARTS
from tracer.questions.items import Form

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
    if not mistaken_parts:
        return None
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
    suspects: Sequence[Suspect], right: Mapping[str, float], weights: Mapping[str, float]
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
        suspect
        for suspect in suspects
        if (_explains_enough(suspect, right, weights) and _explains_enough(suspect, right, search))
        or (suspect.full_parts & telling and suspect.fit > fit_of_right + SAME)
    ]
    named.sort(key=lambda suspect: (-round(suspect.fit, 9), order[suspect.reading.slug]))
    best = sum(named[0].fit - suspect.fit <= SAME for suspect in named)
    return Diagnosis(tuple(named[:best]), tuple(named[best:]))


def _explains_enough(
    suspect: Suspect, right: Mapping[str, float], weights: Mapping[str, float]
) -> bool:
    """Return whether a suspect explains half of what is wrong in some parts."""
    wrong = sum(weight * (1 - right[part]) for part, weight in weights.items())
    gained = sum(weight * (suspect.shares[part] - right[part]) for part, weight in weights.items())
    return gained >= _ENOUGH * wrong - SAME
