"""Mistakes of programs: what they do otherwise at a step of a search, in words and as code.

A row is a mistake at MAX nodes, at MIN nodes, or at both. The mistakes of `tracer.mistakes` that
programs make are among them. Trees on which changes of bounds show in the visits show mistakes
about values too, so these count only if bounds cannot show.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from math import inf
from statistics import median
from typing import Any, Final, TypeAlias

from engine.game import CHANCE, MAX, MIN, Number, Player
from tracer.generate.tree_sketch import TreeSketch
from tracer.generate.wrong_searches import (
    FULL,
    Outcome,
    SearchedNode,
    SearchKind,
    Steps,
    WrongSearch,
    find_best_moves,
    is_infinite,
    weigh,
)
from tracer.questions.visits import Visits

#: Plies after which a program may stop too early.
_EARLY_ENDS: Final = (1, 2, 3, 4, 5)


def _sort_by_value(children: Sequence[int], sketch: TreeSketch) -> Sequence[int]:
    return sorted(children, key=sketch.values.__getitem__)


def _drop_fraction(value: Number) -> Number:
    return value if is_infinite(value) else math.trunc(value)


# Mistakes at the nodes of a player.

#: Mistakes in a search with a window: in the first value, what a child is entered with, the window
#: after it, and the test for a cutoff.
_OF_WINDOWS: Final[Mapping[str, Mapping[str, Callable[[SearchedNode], object]]]] = {
    "first": {"begins with -999": lambda _: -999},
    "hand": {
        "hands down the full window": lambda _: FULL,
        "hands down its own bound alone": lambda n: (n.low, inf),
        "hands down the other bound alone": lambda n: (-inf, n.high),
        "hands down v alone": lambda n: (n.v, inf),
        "hands down v and the other bound": lambda n: (n.v, n.high),
        "hands down the window that it was entered with": lambda n: n.entered,
        "hands down no 0 of its own": lambda n: (n.low or -inf, n.high),
        "hands down no 0 of the other": lambda n: (n.low, n.high or inf),
        "hands down the bounds swapped": lambda n: (n.high, n.low),
    },
    "update": {
        "never raises its bound": lambda n: (n.low, n.high),
        "replaces its bound by v": lambda n: (n.v, n.high),
        "replaces its bound by the child's value": lambda n: (n.x, n.high),
        "replaces a bound of 0 by a better v": lambda n: (
            n.v if not n.low and n.v > n.v_before else max(n.low, n.v),
            n.high,
        ),
        "sets its bound to a v of 0": lambda n: (max(n.low, n.v) if n.v else n.v, n.high),
        "raises its bound above its size": lambda n: (
            n.v if n.v > max(n.low, -n.low) else n.low,
            n.high,
        ),
        "raises its bound above minus its size": lambda n: (
            n.v if n.v > min(n.low, -n.low) else n.low,
            n.high,
        ),
        "does not raise its bound to 0": lambda n: (max(n.low, n.v) or n.low, n.high),
        "raises its bound to 0 at least": lambda n: (max(n.low, n.v, 0), n.high),
        "raises its bound by one more": lambda n: (max(n.low, n.v + 1), n.high),
        "raises its bound by one less": lambda n: (max(n.low, n.v - 1), n.high),
        "raises its bound without the fraction": lambda n: (
            max(n.low, _drop_fraction(n.v)),
            n.high,
        ),
        "lowers its bound": lambda n: (min(n.low, n.v), n.high),
        "changes the other bound": lambda n: (n.low, min(n.high, n.v)),
        "changes the other bound too": lambda n: (max(n.low, n.v), min(n.high, n.v)),
    },
    "stop": {
        "does not stop": lambda _: False,
        "stops at an equal value": lambda n: n.v >= n.high,
        "does not stop at an equal value": lambda n: n.v > n.high,
        "stops at an equal value alone": lambda n: n.v == n.high,
        "stops one below": lambda n: n.v >= n.high - 1,
        "stops less than one below": lambda n: n.v > n.high - 1,
        "does not stop less than one above": lambda n: n.v >= n.high + 1,
        "stops at any value": lambda _: True,
        "tests its own bound": lambda n: n.v >= n.low_before,
        "tests its own bound the other way": lambda n: n.v <= n.low_before,
        "tests the other way": lambda n: n.v <= n.high,
        "tests before the update of its bound": lambda n: n.low_before >= n.high,
        "tests the value before": lambda n: n.v_before >= n.high,
        "tests the child's value": lambda n: n.x > n.high,
        "tests without signs": lambda n: n.v >= max(n.high, -n.high),
        "does not stop at a bound of 0": lambda n: n.high and n.v >= n.high,
        "does not stop at a value of 0": lambda n: n.v and n.v >= n.high,
        "does not stop above 0": lambda n: 0 >= n.v >= n.high,
        "does not stop below 0": lambda n: n.v >= max(n.high, 0),
        "does not stop far below 0": lambda n: n.v >= max(n.high, -1000),
    },
}

#: Mistakes about values. Some programs begin with a number as if no value could be worse.
_OF_VALUES: Final[Mapping[str, Steps]] = {
    "takes the worst value": {"first": lambda _: inf, "better": lambda n: n.x < n.v},
    "takes the last value": {"better": lambda _: True},
    "begins with 0": {"first": lambda _: 0},
    "begins with -1": {"first": lambda _: -1},
    "begins with -999": {"first": lambda _: -999},
    "replaces a value of 0": {"better": lambda n: not n.v or n.x > n.v},
    "drops a value of 0": {"better": lambda n: n.x and n.x > n.v},
    "returns the last child's value": {"result": lambda n: n.x},
    "returns the value before the last child's": {"result": lambda n: n.v_before},
    "has the other player's leaves": {"leaf": lambda value: -value},
    "has leaves without their signs": {"leaf": abs},
    "has leaves without their fractions": {"leaf": _drop_fraction},
    "has all wins alike": {"leaf": lambda value: (value > 0) - (value < 0)},
    "has leaves from -50 to 50": {"leaf": lambda value: max(-50, min(50, value))},
    "goes from right to left": {"order": lambda children, _: children[::-1]},
    **{
        f"goes from right to left at ply {depth + 1} and deeper": {
            "order": lambda children, sketch, depth=depth: (
                children[::-1] if sketch.depth[children[0]] > depth else children
            )
        }
        for depth in (1, 2, 3, 4)
    },
    "sorts leaves upwards": {"order": _sort_by_value},
    "sorts leaves downwards": {"order": lambda *order: _sort_by_value(*order)[::-1]},
    "skips the first child": {"order": lambda children, _: children[1:] or children},
    "skips the last child": {"order": lambda children, _: children[:-1] or children},
    "skips all but two children": {"order": lambda children, _: children[:2]},
    "skips all but three children": {"order": lambda children, _: children[:3]},
}

#: Mistakes that no change of windows is like.
_OF_ALL: Final[Mapping[str, Steps]] = {
    "never replaces a value of 0": {"better": lambda n: n.v and n.x > n.v},
    "skips all but four children": {"order": lambda children, _: children[:4]},
    "skips all but five children": {"order": lambda children, _: children[:5]},
}

#: Mistakes about chance nodes.
_OF_CHANCE: Final[Mapping[str, Steps]] = {
    "adds outcomes without weights": {"mean": lambda values, _: weigh(values, None)},
    "divides the mean again": {"mean": lambda values, shares: weigh(values, shares) / len(values)},
    "rounds the mean down": {"mean": lambda *outcomes: _round(math.floor, *outcomes)},
    "drops the mean's fraction": {"mean": lambda *outcomes: _round(math.trunc, *outcomes)},
    "rounds the mean": {"mean": lambda *outcomes: _round(round, *outcomes)},
    "takes the largest outcome": {"mean": lambda values, _: max(values)},
    "takes the smallest outcome": {"mean": lambda values, _: min(values)},
    "takes the middle outcome": {"mean": lambda values, _: median(values)},
    "takes the middle of the extremes": {
        "mean": lambda values, _: weigh((min(values), max(values)), None)
    },
    "takes the sum of outcomes": {"mean": lambda values, _: sum(values)},
    "divides the sum of outcomes by 2": {"mean": lambda values, _: Fraction(sum(values)) / 2},
}


def _round(
    how: Callable[[Number], Number], values: Sequence[Number], shares: Sequence[Fraction] | None
) -> Number:
    mean = weigh(values, shares)
    return mean if is_infinite(mean) else how(mean)


def list_wrong_searches(
    kind: SearchKind,
    turns: Sequence[Player],
    plies_per_round: int,
    *,
    of_windows: bool,
    of_values: bool,
) -> Iterator[WrongSearch]:
    """Yield the mistakes that programs make at all nodes of a player, if these players move."""
    turns = [*map(kind.see_turn, turns)]
    has_both = MAX in turns and MIN in turns
    players = ((MAX, MIN), (MAX,), (MIN,)) if has_both else ((MAX, MIN),)
    other = replace(kind, is_strict=not kind.is_strict, takes_last=not kind.takes_last)
    of_moves: dict[str, Steps] = {
        "takes another of equal moves": {"better": other.is_better},
        "takes another of equal moves below 0": {"better": _take_if(kind, other, lambda v: v < 0)},
        "takes another of equal moves of 0": {"better": _take_if(kind, other, lambda v: not v)},
        "takes another of equal moves above 0": {"better": _take_if(kind, other, lambda v: v > 0)},
    }
    for name, steps in of_moves.items():
        yield WrongSearch(kind, name, steps, is_of_move=True)
    if CHANCE in turns:
        for name, steps in _OF_CHANCE.items():
            yield WrongSearch(kind, name, steps, (CHANCE,))
    for step, changes in _OF_WINDOWS.items() if of_windows else ():
        for name, change in changes.items():
            for player in (MAX, MIN):
                yield WrongSearch(kind, name, {step: change}, (player,))
    for name, steps in _OF_ALL.items():
        for whose in players:
            yield WrongSearch(kind, name, steps, whose)
    if not of_values:
        return
    if not kind.has_window:
        yield WrongSearch(replace(kind, has_window=True), "makes cutoffs")
    for name, steps in _OF_VALUES.items():
        for whose in players:
            yield WrongSearch(kind, name, steps, whose)
    limits: Sequence[int] = _EARLY_ENDS
    if kind.limit is not None:
        half = max(1, plies_per_round // 2)
        limits = sorted({kind.limit + plies for plies in (-half, -1, 1, half)})
    for limit in (limit for limit in limits if limit >= 0):
        yield WrongSearch(replace(kind, limit=limit), f"has a depth limit of {limit} plies")


def _take_if(
    kind: SearchKind, other: SearchKind, is_so: Callable[[Number], bool]
) -> Callable[[SearchedNode], bool]:
    """Return a choice that treats equal moves otherwise if their value is so."""
    return lambda n: other.is_better(n) if is_so(n.x) else kind.is_better(n)


# What shows, in the parts of a key.

#: The number of the mistake to give the move of the key's tree on any tree.
_OTHER_MOVE: Final = -1
#: The parts that notice each aspect of a search.
_NOTICED_BY: Final[Mapping[str, set[str]]] = {
    "order": {Visits.name, "counts"},
    "value": {"utility", "line"},
    "move": {"move", "line"},
}
#: Mistakes that show, by number: with False, and also with True if they show as clearly as they
#: can: in more than the move, which a program may lack.
ShownMistakes: TypeAlias = frozenset[tuple[int, bool]]


@dataclass(frozen=True)
class Mistakes:
    """The mistakes that programs can make in a search, as a key notices them."""

    #: The right searches.
    kinds: tuple[SearchKind, ...]
    #: The players who move, and the plies until one moves again.
    turns: tuple[Player, ...]
    plies_per_round: int
    #: Parts that the key asks for.
    parts: frozenset[str]
    #: Whether every best move is right.
    takes_any_move: bool
    #: Whether they must show on given positions, not on trees that are chosen.
    on_positions: bool = False

    @cached_property
    def _wrong(self) -> list[WrongSearch]:
        """The wrong searches, for each way to test for a cutoff."""
        has_windows = self.kinds[0].has_window and bool(self.parts & _NOTICED_BY["order"])
        return [
            wrong
            for kind in {kind.is_strict: kind for kind in reversed(self.kinds)}.values()
            for wrong in list_wrong_searches(
                kind,
                self.turns,
                self.plies_per_round,
                of_windows=has_windows,
                of_values=self.on_positions or not has_windows,
            )
        ]

    def find_shown(
        self,
        sketch: TreeSketch,
        own_move: int | None = None,
        omitted: Collection[tuple[int, bool]] = (),
    ) -> ShownMistakes:
        """Return the mistakes that a tree shows, except those that are omitted.

        The place of the best move of the key's tree is a mistake too: to give it on any tree.
        """
        best_moves = frozenset[int]()
        if self.takes_any_move:
            best_moves = find_best_moves(self.kinds[0], sketch)
        right = [WrongSearch(kind).search(sketch) for kind in self.kinds]
        noticed = [self._notice(outcome, best_moves) for outcome in right]
        rows = set[tuple[int, bool]]()
        move = right[0].move
        if move is not None and sketch.children[0].index(move) != own_move:
            rows |= {(_OTHER_MOVE, False), (_OTHER_MOVE, True)}
        for number, wrong in enumerate(self._wrong):
            if (number, True) in omitted:
                continue
            said = self._notice(wrong.search(sketch), best_moves)
            differing = [at for at in said if all(said[at] != each[at] for each in noticed)]
            if differing:
                is_clear = wrong.is_of_move or differing != ["move"]
                rows |= {(number, False), (number, is_clear)}
        return frozenset(rows)

    def list_shown(self, shown: ShownMistakes) -> list[str]:
        """Return in words the mistakes that show."""
        titles = (wrong.title for at, wrong in enumerate(self._wrong) if (at, False) in shown)
        return [*dict.fromkeys(titles)]

    def _notice(self, outcome: Outcome, best_moves: Collection[int]) -> dict[str, Any]:
        """Return what the key's parts notice of an outcome."""
        aspects = {
            "order": outcome.visits if Visits.name in self.parts else len(outcome.visits),
            "value": outcome.value,
            "move": outcome.move in best_moves or outcome.move,
        }
        return {at: said for at, said in aspects.items() if self.parts & _NOTICED_BY[at]}
