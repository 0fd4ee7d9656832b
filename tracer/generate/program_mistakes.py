"""Mistakes of programs: what they do otherwise at a step of a search, in words and as code.

A row is a mistake at MAX nodes, at MIN nodes, or at both. The mistakes of `tracer.mistakes` that
programs make are among them.
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
    Aspect,
    SearchedNode,
    SearchKind,
    Steps,
    Window,
    WrongSearch,
    weigh,
)

#: Plies after which a program may stop too early.
_EARLY_ENDS: Final = (1, 2, 3, 4, 5)


def _raise_with_better(node: SearchedNode) -> Window:
    """Raise the player's own bound only if the last child is the best so far."""
    return max(node.low, node.v) if node.v > node.v_before else node.low, node.high


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

#: Mistakes of any search. Some programs begin with a number as if no value could be worse.
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

#: Mistakes that change the move at most.
_OF_MOVES: Final[Mapping[str, Steps]] = {
    "prefers the bound of a child that was cut": {
        "better": lambda n: n.x > n.v or (n.x == n.v and n.child_was_cut)
    },
    "prefers such a bound at the root": {
        "better": lambda n: n.x > n.v or (n.x == n.v and n.child_was_cut and not n.depth)
    },
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


def _make_rows(
    step: str, changes: Mapping[str, Callable[[SearchedNode], object]], *names: str
) -> Mapping[str, Steps]:
    """Return rows with these changes of a step."""
    return {name: {step: changes[name]} for name in names}


#: Mistakes about windows that a program makes at all its nodes: those that reach beyond one step,
#: and changes of one step that show in other parts than the visits too.
_OF_WINDOWS: Final[Mapping[str, Steps]] = {
    "is the other player": {
        "first": lambda _: inf,
        "better": lambda n: n.x < n.v,
        "update": lambda n: (n.low, min(n.high, n.v)),
        "stop": lambda n: n.v <= n.low,
    },
    **{
        f"begins with {number} and raises its bound with better values alone": {
            "first": lambda _, number=number: number,
            "update": _raise_with_better,
        }
        for number in (0, -1, -999)
    },
    **_make_rows("hand", HANDED, "hands down the full window"),
    "keeps the child's window": {"back": lambda _, low, high: (low, high)},
    "keeps the child's other bound": {"back": lambda n, _, high: (n.low, high)},
    "keeps the child's window and compares the bounds": {
        "back": lambda _, low, high: (low, high),
        "stop": lambda n: n.low >= n.high,
    },
    "has one bound for both": {
        "update": lambda n: (n.v, n.v),
        "stop": lambda n: n.low_before == n.high_before and n.v >= n.high_before,
    },
    "has one bound for both in the whole search": {
        "back": lambda _, low, high: (low, high),
        "update": lambda n: (n.v, n.v),
        "stop": lambda n: n.low_before == n.high_before and n.v >= n.high_before,
    },
    **_make_rows("update", UPDATED, "changes the other bound"),
    "neither raises its bound nor tests": {
        "update": lambda n: (n.low, n.high),
        "stop": lambda _: False,
    },
    **_make_rows("stop", TESTED, "does not stop", "tests its own bound"),
    "never stops at bounds of 0": {"stop": lambda n: n.low and n.high and n.v >= n.high},
    "stops one child late, which does not count": {
        "better": lambda n: n.x > n.v and n.v < n.high,
        "stop": lambda n: n.v_before >= n.high,
    },
    "returns its bound": {"result": lambda n: n.low},
    "returns the other bound at a cutoff": {"result": lambda n: min(n.v, n.entered[1])},
    "returns 0 at a cutoff": {"result": lambda n: 0 if n.v >= n.entered[1] else n.v},
    "takes only what exceeds its bound": {"better": lambda n: n.x > n.low},
    "drops the value that makes a cutoff": {
        "result": lambda n: n.v_before if n.v >= n.entered[1] else n.v
    },
}


def list_wrong_searches(
    kind: SearchKind, turns: Sequence[Player], plies_per_round: int
) -> Iterator[WrongSearch]:
    """Yield the mistakes that programs make in a right search, if these players move."""
    turns = [*map(kind.see_turn, turns)]
    has_both = MAX in turns and MIN in turns
    players = ((MAX, MIN), (MAX,), (MIN,)) if has_both else ((MAX, MIN),)
    other = replace(kind, is_strict=not kind.is_strict, takes_last=not kind.takes_last)
    rows: dict[str, Steps] = {**_OF_VALUES}
    of_moves: dict[str, Steps] = {
        "takes another of equal moves": {"better": other.steps["better"]},
        "takes another of equal moves below 0": {"better": _take_if(kind, other, lambda v: v < 0)},
        "takes another of equal moves of 0": {"better": _take_if(kind, other, lambda v: not v)},
        "takes another of equal moves above 0": {"better": _take_if(kind, other, lambda v: v > 0)},
    }
    if kind.has_window:
        of_moves |= _OF_MOVES
        at_equal = "stops" if kind.is_strict else "does not stop"
        rows |= {**_OF_WINDOWS, **_make_rows("stop", TESTED, f"{at_equal} at an equal value")}
    else:
        yield WrongSearch(replace(kind, has_window=True), "makes cutoffs")
    for name, steps in of_moves.items():
        yield WrongSearch(kind, name, steps, shows_in="move")
    shows_in: Aspect
    for name, steps in rows.items():
        for whose in players:
            shows_in = "visits" if kind.has_window or "order" in steps else "value"
            yield WrongSearch(kind, name, steps, whose, shows_in)
    if CHANCE in turns:
        for name, steps in _OF_CHANCE.items():
            yield WrongSearch(
                kind, name, steps, (CHANCE,), "visits" if kind.has_window else "value"
            )
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
