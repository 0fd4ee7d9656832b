"""Small changes of a sketch: one leaf, two leaves, two children, or the order below a node."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from tracer.generate.dice import Dice
from tracer.generate.order import Order
from tracer.generate.tree_sketch import TreeSketch


#: Of ten changes, this many change a leaf or swap two children; the rest sort a node's children.
_LEAF, _SWAP = 6, 2


def change_slightly(sketch: TreeSketch, order: Order, dice: Dice) -> TreeSketch:
    """Return a copy of a sketch with one small change."""
    new = sketch.copy()
    kind = dice.below(10)
    if order.chance and order.whole and dice.below(2) == 0:
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
        if len(kids) > 1 and node not in sketch.shape.shares:
            _sort(sketch, node, worth, best_first=best_first)


def _sort(
    sketch: TreeSketch, node: int, worth: Sequence[int | Fraction], *, best_first: bool
) -> None:
    """Sort the children of one node; equal ones keep their order."""
    shape = sketch.shape
    falling = (shape.turns[shape.depth[node]].name == "MAX") is best_first
    sketch.children[node] = sorted(
        sketch.children[node], key=lambda kid: -worth[kid] if falling else worth[kid]
    )


def _choices(sketch: TreeSketch) -> list[int | None]:
    """Return the nodes of players with several children; [None] if there are none."""
    shares = sketch.shape.shares
    found: list[int | None] = [
        node for node, kids in enumerate(sketch.children) if len(kids) > 1 and node not in shares
    ]
    return found or [None]


def _below_fraction(sketch: TreeSketch, dice: Dice) -> int | None:
    """Return a leaf below the last chance node with a fraction as its value; None for none."""
    worth = sketch.worth()
    for node in range(len(worth) - 1, -1, -1):
        if worth[node].denominator > 1 and node in sketch.shape.shares:
            while sketch.children[node]:
                node = dice.pick(sketch.children[node])
            return node
    return None


def _change_leaf(sketch: TreeSketch, order: Order, dice: Dice, leaf: int | None = None) -> None:
    """Change the value of a leaf, or swap it with another leaf; None picks a random leaf."""
    low, high = order.value_span
    if leaf is None:
        leaf = dice.pick(sketch.shape.leaves)
    if not order.distinct:
        take_other = order.fewest_ties and dice.below(2) == 0  # makes a tie, or keeps one
        other = dice.pick(sketch.shape.leaves)
        sketch.values[leaf] = sketch.values[other] if take_other else dice.between(low, high)
        return
    value = dice.between(low, high)
    for other in sketch.shape.leaves:
        if sketch.values[other] == value:
            sketch.values[other] = sketch.values[leaf]
            break
    sketch.values[leaf] = value
