"""The mistakes that lead to wrong numbers of a letter."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache, cached_property
from itertools import pairwise
from typing import Final, TypeAlias

from tracer.answers.answers import Answers
from tracer.ask.intervals import Interval, Real, find_numbers, join, join_whole
from tracer.ask.search_run import LetterSearch
from tracer.mistakes import MISCONCEPTIONS, written_down
from tracer.mistakes.base import HandTask, make_task

#: Numbers of a letter, as disjoint intervals in order.
Claim: TypeAlias = tuple[Interval, ...]

#: The largest tree that is searched with every mistake.
_MOST_NODES: Final = 150


@dataclass(frozen=True)
class LetterMistakes:
    """The mistakes in answers to one question about a letter."""

    search: LetterSearch
    question: str
    true: bool
    whole: bool
    right: Claim

    def list_behind(self, claim: Claim) -> tuple[str, ...]:
        """Return the slugs of the mistakes that lead to a wrong answer, the likeliest first."""
        return (*self._list_in_the_answer(claim), *self._list_in_the_search(claim))

    def list_wrong_answers(self) -> Iterator[Claim]:
        """Yield wrong answers that mistakes lead to, the most usual first; some more than once."""
        yield self._others
        if not self.whole:
            yield tuple(_reverse_ends(part) for part in self.right if part.low < part.high)
        for slug in self._searched_mistakes:
            for at in range(min(len(self._ask(slug, place)) for place in self._list_places())):

                def says_so(number: Fraction, slug: str = slug, at: int = at) -> bool:
                    return self._ask(slug, number)[at : at + 1] == (True,)

                yield self._fit(find_numbers(says_so, self._ends))

    def _fit(self, numbers: Iterable[Interval]) -> Claim:
        """Return numbers as a claim: only whole ones if the question is about these."""
        return tuple(join_whole(numbers) if self.whole else numbers)

    # The answer ----------------------------------------------------------------------------

    def _list_in_the_answer(self, claim: Claim) -> Iterator[str]:
        """Yield the slug of the first of `LETTER_MISTAKES` that leads to a claim."""
        closed = close_ends(claim)
        if self.right and closed == close_ends(self.right):
            yield "tie-reversed"
        elif not self.whole and claim == tuple(join_whole(self.right)):
            yield "whole-for-reals"
        elif claim == self._others or (not self.whole and closed == close_ends(self._others)):
            yield "other-side"

    @cached_property
    def _others(self) -> Claim:
        """All other numbers than the right ones."""
        ends = (end for part in self.right for end in (part.low, part.high))
        return self._fit(find_numbers(lambda number: not is_among(self.right, number), ends))

    @cached_property
    def _leaves(self) -> frozenset[Fraction]:
        return frozenset(Fraction(value) for value in self.search.tree.values if value is not None)

    # The search ----------------------------------------------------------------------------
    #
    # Each misconception searches the tree with a number for the letter. Without chance, a search
    # compares the letter only with leaf values and with the ends of the first window: it does the
    # same everywhere between two of them.

    def _list_in_the_search(self, claim: Claim) -> Iterator[str]:
        """Yield the slugs of the misconceptions that answer so for every number."""
        if not self._can_search:
            return
        ends = {Fraction(end) for part in claim for end in (part.low, part.high) if _is_finite(end)}
        # First those for which the answer is wrong, where most mistakes do not lead to it.
        places = sorted(
            self._list_places(ends),
            key=lambda place: is_among(claim, place) == is_among(self.right, place),
        )
        for slug in self._searched_mistakes:
            readings = {*range(len(self._ask(slug, places[0])))}
            for place in places:
                said = enumerate(self._ask(slug, place))
                readings &= {at for at, holds in said if holds == is_among(claim, place)}
                if not readings:
                    break
            else:
                yield slug

    @cached_property
    def _ends(self) -> frozenset[Fraction]:
        """The numbers with which a search may compare the letter."""
        window = self.search.options.get("window") or ()
        return self._leaves | {Fraction(end) for end in window if _is_finite(end)}

    def _list_places(self, more: Iterable[Fraction] = ()) -> Sequence[Fraction]:
        """Return the ends, and numbers between and beyond them: whole ones if only these count."""
        ends = sorted({*self._ends, *more})
        if self.whole:
            near = {math.floor(end) + step for end in ends for step in (-1, 0, 1)}
            return [Fraction(number) for number in sorted(near)]
        between = ((low + high) / 2 for low, high in pairwise(ends))
        return [*ends, *between, ends[0] - 1, ends[-1] + 1]

    @cached_property
    def _can_search(self) -> bool:
        """Whether the search by hand, which mistakes change, answers as the search does."""
        tree = self.search.tree
        if tree.has_chance or len(tree) > _MOST_NODES or self.search.options.get("depth"):
            return False
        return bool(self._ends) and all(
            (task := self._find_task(place)) is not None
            and self._says(task.right) == is_among(self.right, place)
            for place in self._list_places()
        )

    @property
    def _searched_mistakes(self) -> Sequence[str]:
        """The misconceptions that change the search, not only what is written."""
        slugs = MISCONCEPTIONS if self._can_search else ()
        return [slug for slug in slugs if slug not in written_down.READINGS]

    @cached_property
    def _ask(self) -> Callable[[str, Fraction], tuple[bool, ...]]:
        """What the readings of a misconception that are about the whole tree say for a number."""

        @cache
        def search_with_mistake(slug: str, place: Fraction) -> tuple[bool, ...]:
            task = self._find_task(place)
            assert task is not None, "the search by hand is right"
            readings = MISCONCEPTIONS[slug].readings(task)
            return tuple(self._says(reading.answers) for reading in readings if not reading.where)

        return search_with_mistake

    @cached_property
    def _find_task(self) -> Callable[[Fraction], HandTask | None]:
        """The search by hand for a number; one outside the known bounds counts as their end."""
        domain = self.search.domain

        @cache
        def task_for(place: Fraction) -> HandTask | None:
            request = self.search.request(Fraction(min(max(place, domain.low), domain.high)))
            return make_task(request.game, request.settings, request.search)

        return task_for

    def _says(self, answers: Answers) -> bool:
        """Return what a search says about the statement of the question."""
        word, _, name = self.question.partition(" ")
        if word == "move":
            return answers.moves[:1] == (name,)
        if word == "value":
            node, _, value = name.rpartition("=")
            values = (answers.complete if self.true else answers.values) or {}
            return values.get(node.strip()) == float(Fraction(value.strip().replace("−", "-")))
        return (name in answers.visits) == (word == "visited")


def _reverse_ends(part: Interval) -> Interval:
    """Return an interval with closed ends instead of open ones, and the reverse."""
    return replace(
        part,
        low_closed=not part.low_closed and _is_finite(part.low),
        high_closed=not part.high_closed and _is_finite(part.high),
    )


def _is_finite(end: Real) -> bool:
    return not math.isinf(end)


def is_among(parts: Claim, number: Fraction) -> bool:
    """Return whether a number is in a union."""
    return any(number in part for part in parts)


def close_ends(parts: Claim) -> Claim:
    """Return a union with all finite ends."""
    closed = (
        Interval(part.low, part.high, _is_finite(part.low), _is_finite(part.high)) for part in parts
    )
    return tuple(join(closed))
