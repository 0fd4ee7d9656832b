"""The mistakes that lead to wrong numbers of a letter."""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import pairwise
from typing import Final, TypeAlias

from engine.errors import PlytraceError
from engine.search import find_search
from tracer.answers.answers import Answers, answers_of_work
from tracer.answers.hand_worker import HandWorker
from tracer.answers.work_tree import work_tree
from tracer.ask.answer import BandAnswer
from tracer.ask.intervals import ALL, Interval, Real, join, join_whole
from tracer.ask.questions import ask
from tracer.ask.search_run import LetterSearch
from tracer.mistakes import MISCONCEPTIONS, HandTask, Misconception
from tracer.mistakes.of_letters import LETTER_MISTAKES
from trees.hand_tree import HandTree

#: Numbers of a letter, as disjoint intervals in order.
Claim: TypeAlias = tuple[Interval, ...]

#: The misconceptions that change no search, or one place of it only.
_WRITTEN: Final = frozenset(
    {"arithmetic-slip", "other-count", "other-traversal", "rewritten-window", "depth-off-by-one"}
)
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

    def of(self, claim: Claim) -> tuple[str, ...]:
        """Return the slugs of the mistakes that lead to a wrong answer, the likeliest first."""
        found = (*self._of_the_answer(claim), *self._of_the_search(claim))
        # A number of another leaf has other causes too.
        return found or (("wrong-end",) if self._ends_at_another_leaf(claim) else ())

    def wrong_answers(self) -> Iterator[Claim]:
        """Yield wrong answers that mistakes lead to, the most usual first; some more than once."""
        others = complement(self.right)
        yield tuple(join_whole(others)) if self.whole else others
        if not self.whole:
            yield tuple(_with_ends_reversed(self.right))
        if self._returned_or_true is not None:
            yield self._returned_or_true
        places = self._places(())
        if places and all(self._worker_is_right(place) for place in places):
            for slug, kind in MISCONCEPTIONS.items():
                if slug not in _WRITTEN:
                    yield from self._claims_of(kind)

    # The answer ----------------------------------------------------------------------------

    def _of_the_answer(self, claim: Claim) -> Iterator[str]:
        """Yield the slugs of `LETTER_MISTAKES` that lead to a claim."""
        leads: Mapping[str, Callable[[Claim], bool]] = {
            "tie-reversed": self._is_at_the_same_ends,
            "whole-for-reals": lambda one: not self.whole and one == tuple(join_whole(self.right)),
            "other-side": self._is_on_the_other_side,
            "returned-or-true": lambda one: one == self._returned_or_true,
            "other-node": lambda one: one in self._of_other_nodes,
        }
        assert leads.keys() | {"wrong-end"} == LETTER_MISTAKES.keys()
        for slug, leads_to in leads.items():
            if leads_to(claim):
                yield slug
                return

    def _is_at_the_same_ends(self, claim: Claim) -> bool:
        return bool(self.right) and closed(claim) == closed(self.right)

    def _is_on_the_other_side(self, claim: Claim) -> bool:
        others = complement(self.right)
        if self.whole:
            return claim == tuple(join_whole(others))
        return closed(claim) == closed(others)

    @cached_property
    def _returned_or_true(self) -> Claim | None:
        if not self.question.startswith("value "):
            return None
        return self._answer(self.question, true=not self.true)

    @cached_property
    def _of_other_nodes(self) -> Collection[Claim]:
        """The answers about the relatives of the node, or about the other moves."""
        word, _, name = self.question.partition(" ")
        node, equals, value = name.rpartition("=") if word == "value" else (name, "", "")
        tree = self.search.tree
        if word == "move":
            others = [tree.name_of(edge) for edge in tree.moves(tree.initial)]
        else:
            others = [tree.ids[one] for one in _relatives(tree, tree.parse(node.strip()))]
        found = (
            self._answer(f"{word} {other}{equals}{value}", true=self.true)
            for other in others
            if other != node.strip()
        )
        # All numbers and none are the answers about many nodes.
        return {one for one in found if one and one != (ALL,)} - {self.right}

    def _answer(self, question: str, *, true: bool) -> Claim | None:
        search = self.search
        try:
            found = ask(
                search.opened,
                question,
                search.search,
                search.convention,
                whole=self.whole,
                true=true,
                **search.options,
            )
        except PlytraceError:
            return None
        assert isinstance(found, BandAnswer)
        return tuple(found.intervals or ())

    def _ends_at_another_leaf(self, claim: Claim) -> bool:
        """Return whether an answer differs only in ends that are values of leaves."""
        leaves = set(self._leaves)
        if len(claim) != len(self.right):
            return False
        for one, due in zip(claim, self.right, strict=True):
            for end, right in ((one.low, due.low), (one.high, due.high)):
                if math.isinf(end) != math.isinf(right):
                    return False
                if end != right and end not in leaves:
                    return False
        return True

    @cached_property
    def _leaves(self) -> list[Fraction]:
        return sorted({Fraction(one) for one in self.search.tree.values if one is not None})

    # The search ----------------------------------------------------------------------------

    def _of_the_search(self, claim: Claim) -> Iterator[str]:
        """Yield the slugs of the misconceptions that answer so for every number.

        Without chance, a search compares the letter only with leaf values and with the ends of the
        first window: it does the same everywhere between two of them.
        """
        places = self._places(claim)
        if not places or not all(self._worker_is_right(place) for place in places):
            return
        for slug, kind in MISCONCEPTIONS.items():
            if slug not in _WRITTEN and self._leads(kind, claim, places):
                yield slug

    def _places(self, claim: Claim) -> Sequence[Fraction]:
        """Return numbers to try, first those for which an answer is wrong."""
        tree = self.search.tree
        if tree.has_chance or len(tree) > _MOST_NODES or self.search.options.get("depth"):
            return ()
        ends = {Fraction(end) for part in claim for end in (part.low, part.high) if _finite(end)}
        listed = sorted({*self._leaves, *self._window_ends, *ends})
        if not listed:
            return ()
        between = [(one + other) / 2 for one, other in pairwise(listed)]
        places = [*listed, *between, listed[0] - 1, listed[-1] + 1]
        if self.whole:
            places = [place for place in places if place.denominator == 1]
        return sorted(places, key=lambda place: _holds(claim, place) == _holds(self.right, place))

    def _worker_is_right(self, place: Fraction) -> bool:
        """Return whether the search by hand, which mistakes change, answers as the search does."""
        task = self._task(place)
        return task is not None and self._says(task.right) == _holds(self.right, place)

    def _leads(self, kind: Misconception, claim: Claim, places: Sequence[Fraction]) -> bool:
        """Return whether a reading of a misconception leads to a claim at every place."""
        fitting: set[int] | None = None
        for place in places:
            task = self._task(place)
            assert task is not None, "the search by hand is right"
            readings = [one for one in kind.readings(task) if not one.where]
            due = _holds(claim, place)
            now = {at for at, one in enumerate(readings) if self._says(one.answers) == due}
            fitting = now if fitting is None else fitting & now
            if not fitting:
                return False
        return bool(fitting)

    def _claims_of(self, kind: Misconception) -> Iterator[Claim]:
        """Yield the answer of each reading of a misconception that is about the whole tree."""
        ends = sorted({*self._leaves, *self._window_ends})
        between = [(one + other) / 2 for one, other in pairwise(ends)]
        holding: dict[Fraction, list[bool | None]] = {}
        for place in (ends[0] - 1, *ends, *between, ends[-1] + 1):
            task = self._task(place)
            assert task is not None, "the search by hand is right"
            readings = [one for one in kind.readings(task) if not one.where]
            holding[place] = [self._says(one.answers) for one in readings]
        for at in range(min(map(len, holding.values()))):
            parts = [Interval(-math.inf, ends[0])] if holding[ends[0] - 1][at] else []
            uppers: list[Real] = [*ends[1:], math.inf]
            for end, after, inside in zip(ends, uppers, [*between, ends[-1] + 1], strict=True):
                if holding[end][at]:
                    parts.append(Interval(end, end, True, True))
                if holding[inside][at]:
                    parts.append(Interval(end, after))
            yield tuple(join_whole(parts) if self.whole else join(parts))

    @property
    def _window_ends(self) -> set[Fraction]:
        window = self.search.options.get("window") or ()
        return {Fraction(end) for end in window if not math.isinf(end)}

    def _task(self, place: Fraction) -> HandTask | None:
        """Return the search for a number; one outside the known bounds counts as their end."""
        domain = self.search.domain
        place = Fraction(min(max(place, domain.low), domain.high))
        if place not in self._tasks:
            self._tasks[place] = self._made_task(place)
        return self._tasks[place]

    @cached_property
    def _tasks(self) -> dict[Fraction, HandTask | None]:
        return {}

    def _made_task(self, place: Fraction) -> HandTask | None:
        request = self.search.request(place)
        settings = request.settings
        tree = work_tree(request.game, settings, request.search)
        if tree is None:
            return None
        windowed = find_search(request.search).has_window
        work = HandWorker(tree, settings.convention, windowed=windowed).run()
        right = answers_of_work(tree, work)
        return HandTask(tree, settings.convention, windowed, right, (settings.convention,))

    def _says(self, answers: Answers) -> bool | None:
        """Return what a search says about the statement of the question."""
        word, _, name = self.question.partition(" ")
        if word == "move":
            return answers.moves[:1] == (name,)
        if word == "value":
            node, _, value = name.rpartition("=")
            values = answers.complete if self.true else answers.values
            if values is None:
                return None
            return values.get(node.strip()) == float(Fraction(value.strip().replace("−", "-")))
        return (name in answers.visits) == (word == "visited")


def _relatives(tree: HandTree, node: int) -> set[int]:
    """Return the parents, siblings and children of a node."""
    children = {one: [tree.children[edge] for edge in tree.moves(one)] for one in range(len(tree))}
    parents = {one for one, listed in children.items() if node in listed}
    siblings = {child for parent in parents for child in children[parent]}
    return (parents | siblings | {*children[node]}) - {node}


def _with_ends_reversed(parts: Claim) -> Iterator[Interval]:
    """Yield a union with closed ends instead of open ones, and the reverse."""
    for part in parts:
        if part.low < part.high:
            yield Interval(
                part.low,
                part.high,
                _finite(part.low) and not part.low_closed,
                _finite(part.high) and not part.high_closed,
            )


def _finite(end: float | Fraction) -> bool:
    return not math.isinf(end)


def _holds(parts: Claim, number: Fraction) -> bool:
    return any(number in part for part in parts)


def closed(parts: Claim) -> Claim:
    """Return a union with all finite ends."""
    made = (
        Interval(part.low, part.high, not math.isinf(part.low), not math.isinf(part.high))
        for part in parts
    )
    return tuple(join(made))


def complement(parts: Claim) -> Claim:
    """Return all other numbers."""
    found: list[Interval] = []
    low: float | Fraction = -math.inf
    low_closed = False
    for part in parts:
        if low < part.low or (low == part.low and low_closed and not part.low_closed):
            found.append(Interval(low, part.low, low_closed, not part.low_closed))
        low, low_closed = part.high, not part.high_closed
    if not parts or not math.isinf(low):
        found.append(Interval(low, math.inf, low_closed, False))
    return tuple(
        Interval(
            one.low,
            one.high,
            one.low_closed and not math.isinf(one.low),
            one.high_closed and not math.isinf(one.high),
        )
        for one in found
    )
