"""Searches of sketched trees, each step of which can be replaced by a wrong one.

A step sees a node as the player who moves there does: `low` is the player's own bound, `high` the
opponent's, and `v` is to become large.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from math import fsum, inf
from operator import mul, truediv
from typing import Any, Final, NamedTuple

from engine.game import CHANCE, MAX, MIN, Number, Player
from tracer.generate.tree_sketch import TreeSketch

Window = tuple[Number, Number]
Steps = Mapping[str, Callable[..., Any]]

FULL: Final = (-inf, inf)


class SearchedNode:
    """A node in the middle of its search, as the player who moves there sees it."""

    __slots__ = ("entered", "high", "low", "low_before", "v", "v_before", "x")

    v: Number
    v_before: Number
    #: Value of the last child.
    x: Number

    def __init__(self, window: Window) -> None:
        self.entered = window
        self.low, self.high = window
        self.low_before = self.low
        self.v = self.v_before = self.x = -inf


class Outcome(NamedTuple):
    """What a search of a sketched tree does and returns."""

    visits: tuple[int, ...]
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
    def steps(self) -> Steps:
        """The steps of the search; mistakes replace some of them."""
        return {
            "first": lambda _: -inf,
            "hand": lambda n: (n.low, n.high),
            "better": (lambda n: n.x >= n.v) if self.takes_last else (lambda n: n.x > n.v),
            "update": lambda n: (max(n.low, n.v), n.high),
            "stop": self._stop,
            "result": lambda n: n.v,
            "order": lambda children, _: children,
            "leaf": lambda value: value,
            "mean": weigh,
        }

    def see_turn(self, turn: Player) -> Player:
        """Return whose node it is for the search."""
        return CHANCE if self.averages_min and turn is MIN else turn

    @property
    def _stop(self) -> Callable[[SearchedNode], bool]:
        """The test for a cutoff."""
        return (lambda n: n.v > n.high) if self.is_strict else (lambda n: n.v >= n.high)


def weigh(values: Sequence[Number], shares: Sequence[Fraction] | None) -> Number:
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
    steps: Steps = field(default_factory=dict)
    #: The players whose nodes have the other steps.
    players: tuple[Player, ...] = (MAX, MIN, CHANCE)
    #: Whether it can change the move alone.
    is_of_move: bool = False

    @property
    def title(self) -> str:
        """What is wrong, and at whose nodes."""
        whose = self.players[0].name if len(self.players) == 1 else "the program"
        return f"{whose} {self.name}"

    def search(self, sketch: TreeSketch) -> Outcome:
        """Search a sketch."""
        search = Search(sketch, self)
        value = search.visit(0, *self.kind.window)
        return Outcome(tuple(search.visits), value, search.move)


def find_best_moves(kind: SearchKind, sketch: TreeSketch) -> frozenset[int]:
    """Return the children of the root that no other child exceeds."""
    search = Search(sketch, WrongSearch(replace(kind, has_window=False)))
    sign = -1 if kind.see_turn(sketch.turns[0]) is MIN else 1
    values = {child: sign * search.visit(child, *FULL) for child in sketch.children[0]}
    return frozenset(child for child, value in values.items() if value == max(values.values()))


def _mean_of_equals(values: Sequence[float], shares: Sequence[float]) -> float:
    is_equal = len({*shares}) == 1
    return sum(values) / len(values) if is_equal else sum(map(mul, values, shares))


#: How programs add up the outcomes of a chance node, each with its probability.
_ROUNDED_MEANS: Final[Sequence[Callable[[Sequence[float], Sequence[float]], float]]] = (
    lambda values, shares: sum(map(mul, values, shares)),
    lambda values, shares: sum(map(mul, reversed(values), reversed(shares))),
    lambda values, shares: fsum(map(mul, values, shares)),
    lambda values, shares: sum(map(truediv, values, (1 / share for share in shares))),
    _mean_of_equals,
)


def is_move_rounded(kind: SearchKind, sketch: TreeSketch) -> bool:
    """Return whether right programs that round may choose another move, of equal ones."""
    if all(kind.see_turn(turn) is not CHANCE for turn in sketch.turns):
        return False

    def find_move(mean: Callable[[Sequence[float], Sequence[float]], float]) -> int | None:
        def weigh_rounded(values: Sequence[Number], shares: Sequence[Fraction] | None) -> float:
            parts = shares or [Fraction(1, len(values))] * len(values)
            return mean([*map(float, values)], [*map(float, parts)])

        return WrongSearch(kind, steps={"mean": weigh_rounded}).search(sketch).move

    move = WrongSearch(kind).search(sketch).move
    return any(find_move(mean) != move for mean in _ROUNDED_MEANS)


class Search:
    """One search of a sketch."""

    def __init__(self, sketch: TreeSketch, wrong: WrongSearch) -> None:
        usual = wrong.kind.steps
        changed = {**usual, **wrong.steps}
        self._steps = {
            player: changed if player in wrong.players else usual for player in (MAX, MIN, CHANCE)
        }
        self.sketch, self._kind = sketch, wrong.kind
        self._limit = inf if wrong.kind.limit is None else wrong.kind.limit
        self.visits: list[int] = []
        self.move: int | None = None

    def visit(self, node: int, alpha: Number, beta: Number) -> Number:
        """Search below a node, and return its value for MAX."""
        self.visits.append(node)
        sketch = self.sketch
        turn = self._kind.see_turn(sketch.turns[node])
        steps = self._steps[turn]
        children = sketch.children[node]
        result: Number
        if not children or sketch.depth[node] >= self._limit:
            result = steps["leaf"](self.evaluate(node, alpha, beta))
            return result
        children = steps["order"](children, sketch)
        if turn is MAX:
            return self._choose(node, children, steps, 1, (alpha, beta))
        if turn is MIN:
            return -self._choose(node, children, steps, -1, (-beta, -alpha))
        values = [self.visit(child, *FULL) for child in children]
        shares = sketch.shares.get(node) if len(values) == len(sketch.children[node]) else None
        result = steps["mean"](values, shares)
        return result

    def evaluate(self, node: int, alpha: Number, beta: Number) -> Number:
        """Return the value or the estimate of a node that is entered with a window."""
        value: Number = self.sketch.values[node]
        return value

    def _choose(
        self, at: int, children: Sequence[int], steps: Steps, sign: int, window: Window
    ) -> Number:
        """Return the value of a node for its player: MAX with the sign 1, MIN with -1."""
        node = SearchedNode(window)
        hand, better, update, stop = (steps[key] for key in ("hand", "better", "update", "stop"))
        node.v = steps["first"](node)
        best = None
        has_window = self._kind.has_window
        for child in children:
            low, high = hand(node) if has_window else FULL
            if sign > 0:
                node.x = self.visit(child, low, high)
            else:
                node.x = -self.visit(child, -high, -low)
            node.low_before, node.v_before = node.low, node.v
            if better(node):
                node.v, best = node.x, child
            if has_window:
                node.low, node.high = update(node)
                if stop(node):
                    break
        if not self.sketch.depth[at]:
            self.move = best
        result: Number = steps["result"](node)
        return result
