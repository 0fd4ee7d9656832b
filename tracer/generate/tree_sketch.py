"""Sketches of trees: flat columns that are easy to change, and random choices for them."""

from __future__ import annotations

import math
import random
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any, TypeVar

from engine.game import Player
from tracer.generate.order import MOST_NODES, Order, split_in
from tracer.generate.order_keys import DENOMINATORS
from trees.building import TreeEdge, TreeNode, build
from trees.hand_tree import HandTree

# Random choices that are equal on every machine and in every version of Python.

_Thing = TypeVar("_Thing")


class Dice:
    """Random choices with a text as the seed.

    Python guarantees that `random()` gives the same numbers for the same seed in every version. It
    does not guarantee this for `randrange`, `shuffle` or `sample`, so this class replaces them.
    """

    def __init__(self, seed: str) -> None:
        self._random = random.Random()
        self._random.seed(seed, version=2)

    def below(self, count: int) -> int:
        """Return a whole number from 0 to `count` − 1; `count` is at most 2^53."""
        return int(self._random.random() * count)

    def between(self, low: int, high: int) -> int:
        """Return a whole number from `low` to `high`, both included."""
        return low + self.below(high - low + 1)

    def pick(self, things: Sequence[_Thing]) -> _Thing:
        """Return one of several things."""
        return things[self.below(len(things))]

    def shuffled(self, things: Sequence[_Thing]) -> list[_Thing]:
        """Return the things in random order."""
        mixed = list(things)
        for last in range(len(mixed) - 1, 0, -1):
            other = self.below(last + 1)
            mixed[last], mixed[other] = mixed[other], mixed[last]
        return mixed

    def distinct(self, low: int, high: int, count: int) -> list[int]:
        """Return `count` different whole numbers from `low` to `high`, in random order.

        Floyd's algorithm (Bentley and Floyd, "A Sample of Brilliance", CACM 30(9), 1987): a wide
        range costs no more than a narrow one.
        """
        found: dict[int, None] = {}  # unlike a set, it keeps the order
        for last in range(high - count + 1, high + 1):
            number = self.between(low, last)
            found[last if number in found else number] = None
        return self.shuffled([*found])


@dataclass(slots=True)
class TreeSketch:
    """A tree in columns by node, to be changed; nodes are numbered level by level."""

    children: list[Sequence[int]]
    depth: list[int]
    #: Player to move, at leaves too.
    turns: list[Player]
    #: Values of leaves, and estimates of internal nodes.
    values: list[Any]
    #: Probabilities of the outcomes of chance nodes; those of others are equal.
    shares: dict[int, tuple[Fraction, ...]] = field(default_factory=dict)
    #: Leaves of a tree whose values change.
    leaves: Sequence[int] = ()
    #: Common denominators and numerators of the probabilities.
    weights: dict[int, tuple[int, tuple[int, ...]]] = field(default_factory=dict)

    @classmethod
    def start(cls, turn: Player) -> TreeSketch:
        """Return a sketch of the root alone."""
        return cls([()], [0], [turn], [0])

    def add_children(self, node: int, count: int, turn: Player) -> None:
        """Give a node its children; the nodes before it have theirs."""
        first = len(self.children)
        self.children[node] = range(first, first + count)
        self.children += [()] * count
        self.depth += [self.depth[node] + 1] * count
        self.turns += [turn] * count
        self.values += [0] * count

    def copy(self) -> TreeSketch:
        """Return a copy whose children can be sorted, and whose values can be changed."""
        return replace(self, children=self.children.copy(), values=self.values.copy())

    def worth(self) -> list[int | Fraction]:
        """Return the true value of every node."""
        children = self.children
        worth: list[int | Fraction] = [*self.values]
        for node in range(len(children) - 1, -1, -1):
            kids = children[node]
            if kids:
                turn = self.turns[node]
                below = [worth[kid] for kid in kids]
                if turn is Player.MAX:
                    worth[node] = max(below)
                elif turn is Player.MIN:
                    worth[node] = min(below)
                else:
                    whole, parts = self.weights[node]
                    total = sum(x * part for x, part in zip(below, parts, strict=True))
                    # Whole numbers are much faster than fractions, and most values are whole.
                    worth[node] = total // whole if total % whole == 0 else Fraction(total, whole)
        return worth

    def build(
        self, players: tuple[Player, ...], name: str = "", *, has_estimates: bool = False
    ) -> HandTree:
        """Return the sketch as a tree of the other parts of plytrace."""
        nodes = [TreeNode() for _ in self.children]
        for at, children in enumerate(self.children):
            node, shares = nodes[at], self.shares.get(at)
            if not children:
                node.value = self.values[at]
                continue
            node.player = self.turns[at]
            if has_estimates:
                node.eval = self.values[at]
            node.edges = [
                TreeEdge(nodes[child], None, shares[place] if shares else None)
                for place, child in enumerate(children)
            ]
        return build(nodes[0], players=players, name=name)


def draw_shape(order: Order, dice: Dice) -> TreeSketch | None:
    """Return a random tree without values; None if the drawn one has too many leaves."""
    turns = (*order.turns, order.turns[-1])
    sketch = TreeSketch.start(turns[0])
    for node, depth in enumerate(sketch.depth):  # which grows
        if depth == order.plies:
            break
        if depth in order.chance:
            count = dice.pick(order.outcome_counts(depth))
        else:
            count = dice.between(*order.spans[depth])
        sketch.add_children(node, count, turns[depth + 1])
        if len(sketch.children) > MOST_NODES:
            return None
    sketch.leaves = range(sketch.depth.index(order.plies), len(sketch.children))
    if order.distinct and len(sketch.leaves) > order.value_span.size:
        return None
    for node, kids in enumerate(sketch.children):
        if kids and sketch.turns[node] is Player.CHANCE:
            shares = draw_shares(len(kids), dice)
            sketch.shares[node], sketch.weights[node] = shares, _weights(shares)
    return sketch


def draw_shares(count: int, dice: Dice) -> tuple[Fraction, ...]:
    """Return a random way; the denominator is drawn first, so halves are as common as sixths."""
    able = [whole for whole in DENOMINATORS if split_in(whole, count)]
    return dice.pick(split_in(dice.pick(able), count))


def _weights(shares: Sequence[Fraction]) -> tuple[int, tuple[int, ...]]:
    whole = math.lcm(*(share.denominator for share in shares))
    return whole, tuple(int(share * whole) for share in shares)


def fill(shape: TreeSketch, order: Order, dice: Dice, *, values_at_most: int = 0) -> TreeSketch:
    """Return a sketch of a shape with random values."""
    low, high = order.value_span
    sketch = shape.copy()
    count = len(shape.leaves)
    if order.distinct:
        drawn = dice.distinct(low, high, count)
    elif order.fewest_ties or values_at_most:  # from few enough values for the required ties
        room = min(count - order.fewest_ties, order.value_span.size, values_at_most or count)
        pool = dice.distinct(low, high, max(1, room))
        drawn = [dice.pick(pool) for _ in range(count)]
    else:
        drawn = [dice.between(low, high) for _ in range(count)]
    for leaf, value in zip(shape.leaves, drawn, strict=True):
        sketch.values[leaf] = value
    return sketch


# Small changes of a sketch: one leaf, two leaves, two children, or the order below a node.

#: Of ten changes, this many change a leaf or swap two children; the rest sort a node's children.
_LEAF, _SWAP = 6, 2


def change_slightly(sketch: TreeSketch, order: Order, dice: Dice) -> TreeSketch:
    """Return a copy of a sketch with one small change."""
    new = sketch.copy()
    kind = dice.below(10)
    if order.chance and dice.below(2) == 0:
        _change_leaf(new, order, dice, _below_fraction(new, dice))
    elif order.children or kind < _LEAF:
        _change_leaf(new, order, dice)
    else:
        node = dice.pick(_choices(new))
        if node is None:
            _change_leaf(new, order, dice)
        elif kind < _LEAF + _SWAP:
            kids = [*new.children[node]]
            one, other = dice.distinct(0, len(kids) - 1, 2)
            kids[one], kids[other] = kids[other], kids[one]
            new.children[node] = kids
        else:
            _sort(new, node, new.worth(), best_first=dice.below(2) == 0)
    if order.children:
        sort_children(new, best_first=order.children == "best-first")
    return new


def sort_children(sketch: TreeSketch, *, best_first: bool) -> None:
    """Sort the children of every node of a player by their values."""
    worth = sketch.worth()
    for node, kids in enumerate(sketch.children):
        if len(kids) > 1 and node not in sketch.shares:
            _sort(sketch, node, worth, best_first=best_first)


def _sort(
    sketch: TreeSketch, node: int, worth: Sequence[int | Fraction], *, best_first: bool
) -> None:
    """Sort the children of one node; equal ones keep their order."""
    falling = (sketch.turns[node] is Player.MAX) is best_first
    sketch.children[node] = sorted(
        sketch.children[node], key=lambda kid: -worth[kid] if falling else worth[kid]
    )


def _choices(sketch: TreeSketch) -> list[int | None]:
    """Return the nodes of players with several children; [None] if there are none."""
    shares = sketch.shares
    found: list[int | None] = [
        node for node, kids in enumerate(sketch.children) if len(kids) > 1 and node not in shares
    ]
    return found or [None]


def _below_fraction(sketch: TreeSketch, dice: Dice) -> int | None:
    """Return a leaf below the last chance node with a fraction as its value; None for none."""
    worth = sketch.worth()
    for node in range(len(worth) - 1, -1, -1):
        if worth[node].denominator > 1 and node in sketch.shares:
            while sketch.children[node]:
                node = dice.pick(sketch.children[node])
            return node
    return None


def _change_leaf(sketch: TreeSketch, order: Order, dice: Dice, leaf: int | None = None) -> None:
    """Change the value of a leaf, or swap it with another leaf; None picks a random leaf."""
    low, high = order.value_span
    if leaf is None:
        leaf = dice.pick(sketch.leaves)
    if not order.distinct:
        take_other = order.fewest_ties and dice.below(2) == 0  # makes a tie, or keeps one
        other = dice.pick(sketch.leaves)
        sketch.values[leaf] = sketch.values[other] if take_other else dice.between(low, high)
        return
    value = dice.between(low, high)
    for other in sketch.leaves:
        if sketch.values[other] == value:
            sketch.values[other] = sketch.values[leaf]
            break
    sketch.values[leaf] = value
