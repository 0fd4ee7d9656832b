"""Wrong searches of drafted trees: the right one with another step, as programs have them.

A step sees a node as the player who moves there does: `low` is the player's own bound, `high` the
opponent's, and `v` is to become large. So one row is a mistake at MAX nodes, at MIN nodes, or at
both. The mistakes of `tracer.mistakes` that programs make are among them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from fractions import Fraction
from math import floor, inf, nan
from typing import Any, Final, Literal, NamedTuple

from engine.game import CHANCE, MAX, MIN, Number, Player
from tracer.generate.tree_sketch import TreeSketch

#: What a wrong search may do otherwise.
Aspect = Literal["visits", "value", "move"]
Visits = tuple[int, ...]
_Window = tuple[Number, Number]
_Steps = Mapping[str, Callable[..., Any]]

_FULL: Final = (-inf, inf)
#: The mistake that shows only where values are fractions.
ROUNDS: Final = "rounds its bound down"
#: The depth below which a program with a limit of its own does not look.
_DEEP: Final = 5


class _Node:
    """A node in the middle of its search, as the player who moves there sees it."""

    __slots__ = (
        *("at_root", "at_bottom", "entered", "low", "high", "low_before", "high_before"),
        *("v", "v_before", "x", "child_was_cut", "depth", "number"),
    )

    v: Number
    v_before: Number
    x: Number
    child_was_cut: bool
    #: The number of the last child, from 1.
    number: int

    def __init__(self, window: _Window, depth: int, at_bottom: bool) -> None:
        self.depth, self.at_root, self.at_bottom = depth, not depth, at_bottom
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

    #: Whether it passes and tests windows.
    has_window: bool = True
    #: Whether a value must exceed the opponent's bound for a cutoff.
    is_strict: bool = False
    #: Whether the last of equal moves is chosen.
    takes_last: bool = False
    #: Whether MIN's nodes get the mean of their children, as in expectimax.
    averages_min: bool = False
    limit: int | None = None
    window: _Window = _FULL

    @property
    def steps(self) -> _Steps:
        """The steps of the search; mistakes replace some of them."""
        return {
            "first": lambda _: -inf,
            "hand": (lambda n: (n.low, n.high)) if self.has_window else (lambda _: _FULL),
            "back": lambda n, *_: (n.low, n.high),
            "better": (lambda n: n.x >= n.v) if self.takes_last else (lambda n: n.x > n.v),
            "update": lambda n: (max(n.low, n.v), n.high),
            "stop": self._stop,
            "result": lambda n: n.v,
            "order": lambda children, _: children,
            "leaf": lambda value: value,
            "mean": _weigh,
        }

    def see_turns(self, turns: Sequence[Player]) -> Sequence[Player]:
        """Return the turns as the search sees them."""
        return [CHANCE if self.averages_min and turn is MIN else turn for turn in turns]

    @property
    def _stop(self) -> Callable[[_Node], bool]:
        """The test for a cutoff."""
        if not self.has_window:
            return lambda _: False
        return (lambda n: n.v > n.high) if self.is_strict else (lambda n: n.v >= n.high)


def _weigh(values: Sequence[Number], weights: Sequence[int]) -> Number:
    """Return the mean of the outcomes of a chance node."""
    total = sum(value * weight for value, weight in zip(values, weights, strict=True))
    return total if total in _FULL else Fraction(total) / sum(weights)


def _round_down(value: Number) -> Number:
    return value if value in _FULL else floor(value)


@dataclass(frozen=True)
class WrongSearch:
    """A search with another step at the nodes of some players; a right one without any."""

    kind: SearchKind
    name: str = ""
    steps: _Steps = field(default_factory=dict)
    #: The players whose nodes have them.
    players: tuple[Player, ...] = (MAX, MIN, CHANCE)
    #: The clearest aspect in which it can differ from the right search.
    shows_in: Aspect = "visits"

    def search(
        self, sketch: TreeSketch, turns: Sequence[Player], expected: Sequence[Visits] = ()
    ) -> Outcome:
        """Search a drafted tree."""
        turns = self.kind.see_turns(turns)
        usual = self.kind.steps
        changed = {**usual, **self.steps}
        steps = {player: changed if player in self.players else usual for player in turns}
        search = _Search(sketch, turns, steps, self.kind.limit, expected)
        with suppress(_Differs):
            value = search.visit(0, *self.kind.window)
            return Outcome(tuple(search.visits), value, search.move)
        return Outcome(tuple(search.visits), nan, None)


def find_best_moves(
    kind: SearchKind, sketch: TreeSketch, turns: Sequence[Player]
) -> frozenset[int]:
    """Return the children of the root that no other child exceeds."""
    turns = kind.see_turns(turns)
    steps = dict.fromkeys(turns, replace(kind, has_window=False).steps)
    search = _Search(sketch, turns, steps, kind.limit, ())
    sign = -1 if turns[0] is MIN else 1
    values = {child: sign * search.visit(child, *_FULL) for child in sketch.children[0]}
    return frozenset(child for child, value in values.items() if value == max(values.values()))


class _Differs(Exception):
    """A search differs from all expected orders of visits."""


class _Search:
    """One search of a drafted tree."""

    def __init__(
        self,
        sketch: TreeSketch,
        turns: Sequence[Player],
        steps: Mapping[Player, _Steps],
        limit: int | None,
        expected: Sequence[Visits],
    ) -> None:
        self._children, self._values = sketch.children, sketch.values
        self._depth, self._weights = sketch.shape.depth, sketch.shape.weights
        self._turns, self._steps, self._limit = turns, steps, limit
        self._expected = expected
        plies = len(sketch.shape.turns)
        self._bottom = plies if limit is None else min(limit, plies)
        self.visits: list[int] = []
        self.move: int | None = None
        #: The final window of the node that returned last, and whether it was cut.
        self._last: _Window = _FULL
        self._was_cut = False

    def visit(self, node: int, alpha: Number, beta: Number) -> Number:
        """Search below a node, and return its value for MAX."""
        self.visits.append(node)
        if self._expected:
            self._compare(node)
        depth = self._depth[node]
        turn = self._turns[depth]
        steps = self._steps[turn]
        result: Number
        if depth >= self._bottom:
            self._last, self._was_cut = (alpha, beta), False
            result = steps["leaf"](self._values[node])
            return result
        children = steps["order"](self._children[node], self._values)
        if turn is MAX:
            return self._choose(depth, children, steps, 1, (alpha, beta))
        if turn is MIN:
            return -self._choose(depth, children, steps, -1, (-beta, -alpha))
        values = [self.visit(child, *_FULL) for child in children]
        _, weights = self._weights.get(node, (0, [1] * len(values)))
        result = steps["mean"](values, weights)
        self._last, self._was_cut = (alpha, beta), False
        return result

    def _compare(self, node: int) -> None:
        """End the search at a visit that no expected order has at its place."""
        place = len(self.visits) - 1
        for order in self._expected:
            if place >= len(order) or order[place] != node:
                self._expected = [other for other in self._expected if other is not order]
        if not self._expected:
            raise _Differs

    def _choose(
        self, depth: int, children: Sequence[int], steps: _Steps, sign: int, window: _Window
    ) -> Number:
        """Return the value of a node for its player: MAX with the sign 1, MIN with -1."""
        node = _Node(window, depth, depth == self._bottom - 1)
        hand, back, better = steps["hand"], steps["back"], steps["better"]
        update, stop = steps["update"], steps["stop"]
        node.v = steps["first"](node)
        best = None
        was_cut = False
        for number, child in enumerate(children, 1):
            node.number = number
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
                was_cut = number < len(children)
                break
        if sign > 0:
            self._last = node.low, node.high
        else:
            self._last = -node.high, -node.low
        self._was_cut = was_cut
        if node.at_root:
            self.move = best
        result: Number = steps["result"](node)
        return result


# The mistakes, by what is wrong ------------------------------------------------------------------


def _raise_with_better(node: _Node) -> _Window:
    """Raise the player's own bound only if the last child is the best so far."""
    return max(node.low, node.v) if node.v > node.v_before else node.low, node.high


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
    "goes from right to left": {"order": lambda children, _: children[::-1]},
    "sorts leaves upwards": {
        "order": lambda children, values: sorted(children, key=values.__getitem__)
    },
    "sorts leaves downwards": {
        "order": lambda children, values: sorted(children, key=values.__getitem__, reverse=True)
    },
    "skips the first child": {"order": lambda children, _: children[1:] or children},
    "skips the last child": {"order": lambda children, _: children[:-1] or children},
    "takes the first three children": {"order": lambda children, _: children[:3]},
}

#: Mistakes that change the move at most.
_OF_MOVES: Final[Mapping[str, _Steps]] = {
    "prefers the bound of a child that was cut": {
        "better": lambda n: n.x > n.v or (n.x == n.v and n.child_was_cut)
    },
    "takes the last of equal moves below 0": {
        "better": lambda n: n.x > n.v or (n.x == n.v and n.v < 0)
    },
    "prefers such a bound at the root": {
        "better": lambda n: n.x > n.v or (n.x == n.v and n.child_was_cut and n.at_root)
    },
}

#: Mistakes about chance nodes.
_OF_CHANCE: Final[Mapping[str, _Steps]] = {
    "adds outcomes without weights": {"mean": lambda values, _: _weigh(values, [1] * len(values))},
    "divides the mean again": {
        "mean": lambda values, weights: _weigh(values, weights) / len(values)
    },
    "rounds the mean down": {"mean": lambda values, weights: _round_down(_weigh(values, weights))},
    "takes the largest outcome": {"mean": lambda values, _: max(values)},
    "takes the smallest outcome": {"mean": lambda values, _: min(values)},
    "takes the sum of outcomes": {"mean": lambda values, _: sum(values)},
}

#: Mistakes about windows: what a child is entered with, what becomes of the window after a child,
#: the update of a bound, the test for a cutoff, and what is returned.
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
    "hands down the full window": {"hand": lambda _: _FULL},
    "hands down the full window at the root": {
        "hand": lambda n: _FULL if n.at_root else (n.low, n.high)
    },
    "hands down its own bound alone": {"hand": lambda n: (n.low, inf)},
    "hands down the other bound alone": {"hand": lambda n: (-inf, n.high)},
    "hands down v alone": {"hand": lambda n: (n.v, inf)},
    "hands down no 0": {"hand": lambda n: (n.low or -inf, n.high or inf)},
    "hands down no 0 of its own": {"hand": lambda n: (n.low or -inf, n.high)},
    "hands down no 0 of the other": {"hand": lambda n: (n.low, n.high or inf)},
    "hands down the bounds swapped": {"hand": lambda n: (n.high, n.low)},
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
    "replaces its bound by v": {"update": lambda n: (n.v, n.high)},
    "replaces its bound by the child's value": {"update": lambda n: (n.x, n.high)},
    "never raises its bound": {"update": lambda n: (n.low, n.high)},
    "raises its bound too far": {"update": lambda n: (max(n.low, n.v + 1), n.high)},
    ROUNDS: {"update": lambda n: (max(n.low, _round_down(n.v)), n.high)},
    "takes a bound of 0 for none": {
        "update": lambda n: (max(n.low, n.v) if n.low else n.v, n.high)
    },
    "raises its bound at the first child alone": {
        "update": lambda n: (max(n.low, n.v) if n.number == 1 else n.low, n.high)
    },
    "raises its bound at the first two children alone": {
        "update": lambda n: (max(n.low, n.v) if n.number <= 2 else n.low, n.high)
    },
    "never raises its bound from the fifth ply on": {
        "update": lambda n: (max(n.low, n.v) if n.depth < 4 else n.low, n.high)
    },
    "lowers its bound": {"update": lambda n: (min(n.low, n.v), n.high)},
    "changes the other bound": {"update": lambda n: (n.low, min(n.high, n.v))},
    "changes the other bound too": {"update": lambda n: (max(n.low, n.v), min(n.high, n.v))},
    "neither raises its bound nor tests": {
        "update": lambda n: (n.low, n.high),
        "stop": lambda _: False,
    },
    "never stops": {"stop": lambda _: False},
    "never stops at a bound of 0": {"stop": lambda n: n.high and n.v >= n.high},
    "never stops at bounds of 0": {"stop": lambda n: n.low and n.high and n.v >= n.high},
    "never stops at a value of 0": {"stop": lambda n: n.v and n.v >= n.high},
    "never stops at a value far below 0": {"stop": lambda n: n.v > -1000 and n.v >= n.high},
    "never stops at the second child": {"stop": lambda n: n.number != 2 and n.v >= n.high},
    "stops at the first child alone": {"stop": lambda n: n.number == 1 and n.v >= n.high},
    "stops short of the bound": {"stop": lambda n: n.v >= n.high - 1},
    "tests its own bound": {"stop": lambda n: n.v >= n.low_before},
    "tests its own bound the other way": {"stop": lambda n: n.v <= n.low_before},
    "tests the other way": {"stop": lambda n: n.v <= n.high},
    "tests before the update of the bound": {"stop": lambda n: n.low_before >= n.high},
    "stops at the bottom alone": {"stop": lambda n: n.at_bottom and n.v >= n.high},
    "stops above the bottom alone": {"stop": lambda n: not n.at_bottom and n.v >= n.high},
    "stops one child late": {"stop": lambda n: n.v_before >= n.high},
    "stops one child late, which does not count": {
        "better": lambda n: n.x > n.v and n.v < n.high,
        "stop": lambda n: n.v_before >= n.high,
    },
    "returns its bound": {"result": lambda n: n.low},
    "returns the other bound at a cutoff": {"result": lambda n: min(n.v, n.entered[1])},
    "takes only what exceeds its bound": {"better": lambda n: n.x > n.low},
    "drops the value that makes a cutoff": {
        "result": lambda n: n.v_before if n.v >= n.entered[1] else n.v
    },
}


def list_wrong_searches(
    kind: SearchKind, turns: Sequence[Player], plies_per_round: int
) -> Iterator[WrongSearch]:
    """Yield the mistakes that programs make in a right search."""
    turns = kind.see_turns(turns)
    has_both = MAX in turns and MIN in turns
    players = ((MAX, MIN), (MAX,), (MIN,)) if has_both else ((MAX, MIN),)
    other = replace(kind, is_strict=not kind.is_strict, takes_last=not kind.takes_last)
    rows: dict[str, _Steps] = {**_OF_VALUES}
    of_moves: dict[str, _Steps] = {
        "takes another of equal moves": {"better": other.steps["better"]}
    }
    if kind.has_window:
        of_moves |= _OF_MOVES
        right_stop, other_stop = kind.steps["stop"], other.steps["stop"]
        rows |= {
            **_OF_WINDOWS,
            "stops otherwise at an equal value": {"stop": other_stop},
            "stops otherwise at an equal value from the third ply on": {
                "stop": lambda n: other_stop(n) if n.depth > 1 else right_stop(n)
            },
        }
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
    if kind.limit is None:
        yield WrongSearch(replace(kind, limit=_DEEP), "does not look below a depth")
    else:
        for plies in sorted({1, max(1, plies_per_round // 2)}):
            for limit in (kind.limit - plies, kind.limit + plies):
                if limit >= 0:
                    yield WrongSearch(replace(kind, limit=limit), "has another depth limit")
