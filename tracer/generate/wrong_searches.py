"""Wrong searches of drafted trees: the right one with another step, as programs have them.

A step sees a node as the player who moves there does: `low` is the player's own bound, `high` the
opponent's, and `v` is to become large. So one row is a mistake at MAX nodes, at MIN nodes, or at
both. The mistakes of `tracer.mistakes` that programs make are among them.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from fractions import Fraction
from math import inf, nan
from statistics import median
from typing import Any, Final, Literal, NamedTuple

from engine.game import CHANCE, MAX, MIN, Number, Player

#: What a wrong search may do otherwise.
Aspect = Literal["visits", "value", "move"]
Visits = tuple[int, ...]
Window = tuple[Number, Number]
_Steps = Mapping[str, Callable[..., Any]]

FULL: Final = (-inf, inf)
#: Plies after which a program may stop too early.
_EARLY_ENDS: Final = (1, 2, 3, 4, 5)


@dataclass(slots=True)
class Draft:
    """A tree in columns by node; nodes are numbered level by level."""

    children: list[tuple[int, ...]]
    depth: list[int]
    #: Player to move, at leaves too.
    turns: list[Player]
    #: Values of leaves, and estimates of internal nodes.
    values: list[Number]
    #: Probabilities of the outcomes of chance nodes; those of others are equal.
    shares: dict[int, tuple[Fraction, ...]] = field(default_factory=dict)


class SearchedNode:
    """A node in the middle of its search, as the player who moves there sees it."""

    __slots__ = (
        *("depth", "number", "count", "at_bottom", "entered", "child_was_cut"),
        *("low", "high", "low_before", "high_before", "v", "v_before", "x"),
    )

    v: Number
    v_before: Number
    #: Value of the last child, and its number from 1.
    x: Number
    number: int
    child_was_cut: bool

    def __init__(self, window: Window, depth: int, count: int, at_bottom: bool) -> None:
        self.depth, self.count, self.at_bottom = depth, count, at_bottom
        self.entered = window
        self.low, self.high = self.low_before, self.high_before = window


class Outcome(NamedTuple):
    """What a search of a drafted tree does and returns."""

    visits: Visits
    value: Number
    move: int | None


@dataclass(frozen=True, slots=True)
class SearchKind:
    """A right search."""

    has_window: bool = True
    #: Whether a value must exceed the opponent's bound for a cutoff.
    is_strict: bool = False
    #: Whether the last of equal moves is chosen.
    takes_last: bool = False
    #: Whether MIN's nodes get the mean of their children, as in expectimax.
    averages_min: bool = False
    #: Depth limit in plies.
    limit: int | None = None
    #: Window of the root.
    window: Window = FULL

    @property
    def steps(self) -> _Steps:
        """The steps of the search; mistakes replace some of them."""
        return {
            "first": lambda _: -inf,
            "hand": (lambda n: (n.low, n.high)) if self.has_window else (lambda _: FULL),
            "back": lambda n, *_: (n.low, n.high),
            "better": (lambda n: n.x >= n.v) if self.takes_last else (lambda n: n.x > n.v),
            "update": lambda n: (max(n.low, n.v), n.high),
            "stop": self.stop,
            "result": lambda n: n.v,
            "order": lambda children, _: children,
            "leaf": lambda value: value,
            "mean": _weigh,
        }

    def see_turn(self, turn: Player) -> Player:
        """Return whose node it is for the search."""
        return CHANCE if self.averages_min and turn is MIN else turn

    @property
    def stop(self) -> Callable[[SearchedNode], bool]:
        """The test for a cutoff."""
        if not self.has_window:
            return lambda _: False
        return (lambda n: n.v > n.high) if self.is_strict else (lambda n: n.v >= n.high)


def _weigh(values: Sequence[Number], shares: Sequence[Fraction] | None) -> Number:
    """Return the mean of the outcomes of a chance node."""
    total = sum(values) if shares is None else _sum_weighted(values, shares)
    if total in FULL or shares is not None:
        return total
    return Fraction(total) / len(values)


def _sum_weighted(values: Sequence[Number], shares: Sequence[Fraction]) -> Number:
    if any(value in FULL for value in values):
        return sum(values)
    return sum(Fraction(value) * share for value, share in zip(values, shares, strict=True))


@dataclass(frozen=True)
class WrongSearch:
    """A search with another step at the nodes of some players; a right one without any."""

    kind: SearchKind
    name: str = ""
    steps: _Steps = field(default_factory=dict)
    #: The players whose nodes have the other steps.
    players: tuple[Player, ...] = (MAX, MIN, CHANCE)
    #: The clearest aspect in which it can differ from the right search.
    shows_in: Aspect = "visits"

    @property
    def title(self) -> str:
        """What is wrong, and at whose nodes."""
        whose = self.players[0].name if len(self.players) == 1 else "the program"
        return f"{whose} {self.name}"

    def search(self, draft: Draft, expected: Sequence[Visits] = ()) -> Outcome:
        """Search a draft; it ends where its visits differ from all expected ones, with NaN."""
        search = Search(draft, self, expected)
        with suppress(_Differs):
            value = search.visit(0, *self.kind.window)
            return Outcome(tuple(search.visits), value, search.move)
        return Outcome(tuple(search.visits), nan, None)


def find_best_moves(kind: SearchKind, draft: Draft) -> frozenset[int]:
    """Return the children of the root that no other child exceeds."""
    search = Search(draft, WrongSearch(replace(kind, has_window=False)))
    sign = -1 if kind.see_turn(draft.turns[0]) is MIN else 1
    values = {child: sign * search.visit(child, *FULL) for child in draft.children[0]}
    return frozenset(child for child, value in values.items() if value == max(values.values()))


class _Differs(Exception):
    """A search differs from all expected orders of visits."""


class Search:
    """One search of a draft."""

    def __init__(self, draft: Draft, wrong: WrongSearch, expected: Sequence[Visits] = ()) -> None:
        usual = wrong.kind.steps
        changed = {**usual, **wrong.steps}
        self._steps = {
            player: changed if player in wrong.players else usual for player in (MAX, MIN, CHANCE)
        }
        self.draft, self._kind, self._expected = draft, wrong.kind, expected
        self._limit = inf if wrong.kind.limit is None else wrong.kind.limit
        self.visits: list[int] = []
        self.move: int | None = None
        #: The final window of the node that returned last, and whether it was cut.
        self._last: Window = FULL
        self._was_cut = False

    def visit(self, node: int, alpha: Number, beta: Number) -> Number:
        """Search below a node, and return its value for MAX."""
        self.visits.append(node)
        if self._expected:
            self._compare(node)
        draft = self.draft
        turn = self._kind.see_turn(draft.turns[node])
        steps = self._steps[turn]
        children = draft.children[node]
        result: Number
        if not children or draft.depth[node] >= self._limit:
            self._last, self._was_cut = (alpha, beta), False
            result = steps["leaf"](self.evaluate(node, alpha, beta))
            return result
        children = steps["order"](children, draft)
        if turn is MAX:
            return self._choose(node, children, steps, 1, (alpha, beta))
        if turn is MIN:
            return -self._choose(node, children, steps, -1, (-beta, -alpha))
        values = [self.visit(child, *FULL) for child in children]
        shares = draft.shares.get(node) if len(values) == len(draft.children[node]) else None
        result = steps["mean"](values, shares)
        self._last, self._was_cut = (alpha, beta), False
        return result

    def evaluate(self, node: int, alpha: Number, beta: Number) -> Number:
        """Return the value or the estimate of a node that is entered with a window."""
        return self.draft.values[node]

    def _compare(self, node: int) -> None:
        """End the search at a visit that no expected order has at its place."""
        place = len(self.visits) - 1
        for order in self._expected:
            if place >= len(order) or order[place] != node:
                self._expected = [other for other in self._expected if other is not order]
        if not self._expected:
            raise _Differs

    def _choose(
        self, at: int, children: Sequence[int], steps: _Steps, sign: int, window: Window
    ) -> Number:
        """Return the value of a node for its player: MAX with the sign 1, MIN with -1."""
        depth = self.draft.depth[at]
        at_bottom = not self.draft.children[children[0]] or depth + 1 >= self._limit
        node = SearchedNode(window, depth, len(children), at_bottom)
        hand, back, better = steps["hand"], steps["back"], steps["better"]
        update, stop = steps["update"], steps["stop"]
        node.v = steps["first"](node)
        best = None
        was_cut = False
        for node.number, child in enumerate(children, 1):
            low, high = hand(node)
            if sign > 0:
                node.x = self.visit(child, low, high)
                low, high = self._last
            else:
                node.x = -self.visit(child, -high, -low)
                high, low = self._last
                low, high = -low, -high
            node.child_was_cut = self._was_cut
            node.low, node.high = node.low_before, node.high_before = back(node, low, high)
            node.v_before = node.v
            if better(node):
                node.v, best = node.x, child
            node.low, node.high = update(node)
            if stop(node):
                was_cut = node.number < len(children)
                break
        if sign > 0:
            self._last = node.low, node.high
        else:
            self._last = -node.high, -node.low
        self._was_cut = was_cut
        if not depth:
            self.move = best
        result: Number = steps["result"](node)
        return result


# The mistakes, by what is wrong ------------------------------------------------------------------


def _raise_with_better(node: SearchedNode) -> Window:
    """Raise the player's own bound only if the last child is the best so far."""
    return max(node.low, node.v) if node.v > node.v_before else node.low, node.high


def _sort_by_value(children: Sequence[int], draft: Draft) -> Sequence[int]:
    return sorted(children, key=draft.values.__getitem__)


def _drop_fraction(value: Number) -> Number:
    return value if value in FULL else math.trunc(value)


#: Mistakes of any search. Some programs begin with a number as if no value could be worse.
_OF_VALUES: Final[Mapping[str, _Steps]] = {
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
            "order": lambda children, draft, depth=depth: (
                children[::-1] if draft.depth[children[0]] > depth else children
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
_OF_MOVES: Final[Mapping[str, _Steps]] = {
    "prefers the bound of a child that was cut": {
        "better": lambda n: n.x > n.v or (n.x == n.v and n.child_was_cut)
    },
    "prefers such a bound at the root": {
        "better": lambda n: n.x > n.v or (n.x == n.v and n.child_was_cut and not n.depth)
    },
}

#: Mistakes about chance nodes.
_OF_CHANCE: Final[Mapping[str, _Steps]] = {
    "adds outcomes without weights": {"mean": lambda values, _: _weigh(values, None)},
    "divides the mean again": {"mean": lambda values, shares: _weigh(values, shares) / len(values)},
    "rounds the mean down": {"mean": lambda *outcomes: _round(math.floor, *outcomes)},
    "drops the mean's fraction": {"mean": lambda *outcomes: _round(math.trunc, *outcomes)},
    "rounds the mean": {"mean": lambda *outcomes: _round(round, *outcomes)},
    "takes the largest outcome": {"mean": lambda values, _: max(values)},
    "takes the smallest outcome": {"mean": lambda values, _: min(values)},
    "takes the middle outcome": {"mean": lambda values, _: median(values)},
    "takes the middle of the extremes": {
        "mean": lambda values, _: _weigh((min(values), max(values)), None)
    },
    "takes the sum of outcomes": {"mean": lambda values, _: sum(values)},
    "divides the sum of outcomes by 2": {"mean": lambda values, _: Fraction(sum(values)) / 2},
}


def _round(
    how: Callable[[Number], Number], values: Sequence[Number], shares: Sequence[Fraction] | None
) -> Number:
    mean = _weigh(values, shares)
    return mean if mean in FULL else how(mean)


#: Mistakes about windows that reach beyond one step; `window_mistakes` has the others.
_OF_WINDOWS: Final[Mapping[str, _Steps]] = {
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
    "hands down the full window": {"hand": lambda _: FULL},
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
    "changes the other bound": {"update": lambda n: (n.low, min(n.high, n.v))},
    "neither raises its bound nor tests": {
        "update": lambda n: (n.low, n.high),
        "stop": lambda _: False,
    },
    "never stops": {"stop": lambda _: False},
    "never stops at bounds of 0": {"stop": lambda n: n.low and n.high and n.v >= n.high},
    "tests its own bound": {"stop": lambda n: n.v >= n.low_before},
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
    rows: dict[str, _Steps] = {**_OF_VALUES}
    of_moves: dict[str, _Steps] = {
        "takes another of equal moves": {"better": other.steps["better"]},
        "takes another of equal moves below 0": {"better": _take_if(kind, other, lambda v: v < 0)},
        "takes another of equal moves of 0": {"better": _take_if(kind, other, lambda v: not v)},
        "takes another of equal moves above 0": {"better": _take_if(kind, other, lambda v: v > 0)},
    }
    if kind.has_window:
        of_moves |= _OF_MOVES
        rows |= {**_OF_WINDOWS, "stops otherwise at an equal value": {"stop": other.stop}}
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
