"""Drafts of a generated tree: the shape in flat columns, and values that are easy to change."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import combinations

from engine.game import Player
from tracer.generate.dice import Dice
from tracer.generate.order import MOST_NODES, Order
from trees.building.builder import build
from trees.building.node import TreeEdge, TreeNode
from trees.hand_tree import HandTree


@dataclass(frozen=True, slots=True)
class TreeShape:
    """The nodes of a tree and their children, before any reordering."""

    turns: tuple[Player, ...]
    children: tuple[tuple[int, ...], ...]
    depth: tuple[int, ...]
    leaves: tuple[int, ...]
    shares: dict[int, tuple[Fraction, ...]]
    weights: dict[int, tuple[int, tuple[int, ...]]]


@dataclass(frozen=True, slots=True)
class TreeSketch:
    """A draft of a tree, to be changed until it meets the order."""

    shape: TreeShape
    children: list[Sequence[int]]
    values: list[int]

    def copy(self) -> TreeSketch:
        """Return a copy that can be changed."""
        return TreeSketch(self.shape, self.children.copy(), self.values.copy())

    def worth(self) -> list[int | Fraction]:
        """Return the true value of every node."""
        shape, children = self.shape, self.children
        worth: list[int | Fraction] = [*self.values]
        for node in range(len(children) - 1, -1, -1):
            kids = children[node]
            if kids:
                turn = shape.turns[shape.depth[node]]
                below = [worth[kid] for kid in kids]
                if turn is Player.MAX:
                    worth[node] = max(below)
                elif turn is Player.MIN:
                    worth[node] = min(below)
                else:
                    whole, parts = shape.weights[node]
                    total = sum(x * part for x, part in zip(below, parts, strict=True))
                    # Whole numbers are much faster than fractions, and most values are whole.
                    worth[node] = total // whole if total % whole == 0 else Fraction(total, whole)
        return worth

    def tree(self, root: Player, name: str = "") -> HandTree:
        """Return the sketch as a tree of the other parts of plytrace."""
        shape = self.shape
        nodes = [TreeNode() for _ in self.children]
        for node, kids in enumerate(self.children):
            made = nodes[node]
            if not kids:
                made.value = self.values[node]
                continue
            shares = shape.shares.get(node)
            if shares is not None:
                made.player = Player.CHANCE
            made.edges = [
                TreeEdge(nodes[kid], None, shares[place] if shares else None)
                for place, kid in enumerate(kids)
            ]
        return build(nodes[0], players=(root, root.opponent), name=name)


def draw_shape(order: Order, dice: Dice) -> TreeShape | None:
    """Return a random shape that an order allows; None if the drawn one is too large."""
    children: list[tuple[int, ...]] = []
    depth: list[int] = []
    level = 1
    for at, span in enumerate(order.spans):
        first = len(children) + level
        for _ in range(level):
            if at in order.chance:
                count = dice.pick(outcome_counts(order, at))
            else:
                count = dice.between(span.low, span.high)
            children.append(tuple(range(first, first + count)))
            first += count
            if first > MOST_NODES:
                return None
        depth += [at] * level
        level = first - len(children)
    leaves = tuple(range(len(children), len(children) + level))
    children += [()] * level
    depth += [order.plies] * level
    turns = order.turns
    shares = {
        node: _shares(len(kids), order.fractions, dice)
        for node, kids in enumerate(children)
        if kids and turns[depth[node]] is Player.CHANCE
    }
    weights = {node: _weights(parts) for node, parts in shares.items()}
    return TreeShape(turns, tuple(children), tuple(depth), leaves, shares, weights)


def outcome_counts(order: Order, at: int) -> list[int]:
    """Return the possible numbers of outcomes of a chance node at a depth.

    There must be probabilities for that number, and enough different values.
    """
    span, most = order.spans[at], max(order.fractions)
    if order.whole or at == max(order.chance):  # whole outcomes, from the range of the leaves
        most = min(most, order.value_span.high - order.value_span.low + 1)
    counts = range(max(span.low, 2), min(span.high, most) + 1)
    return [count for count in counts if probability_splits(count, order.fractions)]


@cache
def probability_splits(count: int, denominators: tuple[int, ...]) -> list[tuple[Fraction, ...]]:
    """Return all ways to split 1 among `count` outcomes with these denominators in lowest terms."""
    found = dict.fromkeys(
        one for whole in denominators for one in _parts(count, whole, denominators)
    )
    return [*found]


@cache
def _parts(count: int, whole: int, denominators: tuple[int, ...]) -> list[tuple[Fraction, ...]]:
    """Return the ways that use parts of one denominator."""
    found = [
        tuple(
            Fraction(after - before, whole)
            for before, after in zip((0, *bars), (*bars, whole), strict=True)
        )
        for bars in combinations(range(1, whole), count - 1)
    ]
    return [one for one in found if all(share.denominator in denominators for share in one)]


def _shares(count: int, denominators: tuple[int, ...], dice: Dice) -> tuple[Fraction, ...]:
    """Return a random way; the denominator is drawn first, so halves are as common as sixths."""
    able = [one for one in denominators if _parts(count, one, denominators)]
    return dice.pick(_parts(count, dice.pick(able), denominators))


def _weights(shares: Sequence[Fraction]) -> tuple[int, tuple[int, ...]]:
    whole = math.lcm(*(share.denominator for share in shares))
    return whole, tuple(int(share * whole) for share in shares)


def fill(shape: TreeShape, order: Order, dice: Dice, *, values_at_most: int = 0) -> TreeSketch:
    """Return a sketch of a shape with random values."""
    low, high = order.value_span
    values = [0] * len(shape.children)
    count = len(shape.leaves)
    if order.distinct:
        drawn = dice.distinct(low, high, count)
    elif order.fewest_ties or values_at_most:  # from few enough values for the required ties
        room = min(count - order.fewest_ties, high - low + 1, values_at_most or count)
        pool = dice.distinct(low, high, max(1, room))
        drawn = [dice.pick(pool) for _ in range(count)]
    else:
        drawn = [dice.between(low, high) for _ in range(count)]
    for leaf, value in zip(shape.leaves, drawn, strict=True):
        values[leaf] = value
    return TreeSketch(shape, [*shape.children], values)
