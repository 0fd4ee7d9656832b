"""Mistakes of programs: what they do otherwise at a step of a search, in words and as code.

A row is a mistake at MAX nodes, at MIN nodes, or at both. The mistakes of `tracer.mistakes` that
programs make are among them. Trees on which changes of bounds show in the visits, each at each kind
of place, show mistakes about values too, so these count only if bounds cannot show.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from math import inf
from statistics import median
from typing import Final

from engine.game import CHANCE, MAX, MIN, Number, Player
from tracer.generate.tree_sketch import TreeSketch
from tracer.generate.wrong_searches import (
    FULL,
    SearchedNode,
    SearchKind,
    Steps,
    Window,
    WrongSearch,
    weigh,
)

#: Plies after which a program may stop too early.
_EARLY_ENDS: Final = (1, 2, 3, 4, 5)


def _sort_by_value(children: Sequence[int], sketch: TreeSketch) -> Sequence[int]:
    return sorted(children, key=sketch.values.__getitem__)


def _drop_fraction(value: Number) -> Number:
    return value if value in FULL else math.trunc(value)


# Changes of one step with a bound: `shown_mistakes` follows each at each kind of place.

#: What a child is entered with.
HANDED: Final[Mapping[str, Callable[[SearchedNode], Window]]] = {
    "hands down the full window": lambda _: FULL,
    "hands down its own bound alone": lambda n: (n.low, inf),
    "hands down the other bound alone": lambda n: (-inf, n.high),
    "hands down v alone": lambda n: (n.v, inf),
    "hands down v and the other bound": lambda n: (n.v, n.high),
    "hands down the window that it was entered with": lambda n: n.entered,
    "hands down no 0 of its own": lambda n: (n.low or -inf, n.high),
    "hands down no 0 of the other": lambda n: (n.low, n.high or inf),
    "hands down the bounds swapped": lambda n: (n.high, n.low),
}

#: The window after a child.
UPDATED: Final[Mapping[str, Callable[[SearchedNode], Window]]] = {
    "never raises its bound": lambda n: (n.low, n.high),
    "replaces its bound by v": lambda n: (n.v, n.high),
    "replaces its bound by the child's value": lambda n: (n.x, n.high),
    "replaces a bound of 0 by v": lambda n: (max(n.low, n.v) if n.low else n.v, n.high),
    "does not raise its bound to 0": lambda n: (max(n.low, n.v) or n.low, n.high),
    "raises its bound to 0 at least": lambda n: (max(n.low, n.v, 0), n.high),
    "raises its bound by one more": lambda n: (max(n.low, n.v + 1), n.high),
    "raises its bound by one less": lambda n: (max(n.low, n.v - 1), n.high),
    "raises its bound without the fraction": lambda n: (max(n.low, _drop_fraction(n.v)), n.high),
    "lowers its bound": lambda n: (min(n.low, n.v), n.high),
    "changes the other bound": lambda n: (n.low, min(n.high, n.v)),
    "changes the other bound too": lambda n: (max(n.low, n.v), min(n.high, n.v)),
}

#: The test for a cutoff.
TESTED: Final[Mapping[str, Callable[[SearchedNode], object]]] = {
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
}

# Mistakes at every node of a player.

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
    return mean if mean in FULL else how(mean)


def list_wrong_searches(
    kind: SearchKind, turns: Sequence[Player], plies_per_round: int, *, of_values: bool
) -> Iterator[WrongSearch]:
    """Yield the mistakes that programs make at all nodes of a player, if these players move."""
    turns = [*map(kind.see_turn, turns)]
    has_both = MAX in turns and MIN in turns
    players = ((MAX, MIN), (MAX,), (MIN,)) if has_both else ((MAX, MIN),)
    other = replace(kind, is_strict=not kind.is_strict, takes_last=not kind.takes_last)
    of_moves: dict[str, Steps] = {
        "takes another of equal moves": {"better": other.steps["better"]},
        "takes another of equal moves below 0": {"better": _take_if(kind, other, lambda v: v < 0)},
        "takes another of equal moves of 0": {"better": _take_if(kind, other, lambda v: not v)},
        "takes another of equal moves above 0": {"better": _take_if(kind, other, lambda v: v > 0)},
    }
    for name, steps in of_moves.items():
        yield WrongSearch(kind, name, steps, is_of_move=True)
    if CHANCE in turns:
        for name, steps in _OF_CHANCE.items():
            yield WrongSearch(kind, name, steps, (CHANCE,))
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
    usual, changed = kind.steps["better"], other.steps["better"]
    return lambda n: bool(changed(n) if is_so(n.x) else usual(n))
