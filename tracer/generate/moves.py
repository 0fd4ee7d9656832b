"""Small changes of a sketch: a leaf, two leaves, two children, or the order below one node."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from tracer.generate.dice import Dice
from tracer.generate.order import Order
from tracer.generate.sketch import Sketch

__all__ = ["changed", "sort_children"]

#: Of ten changes so many are of leaves, of two children, and of the order below a node.
_LEAF, _SWAP = 6, 2


def changed(sketch: Sketch, order: Order, dice: Dice) -> Sketch:
    """A sketch like another but for one small thing.

    Args:
        sketch: the other.
        order: what its values have to keep to.
        dice: what the change is drawn from.
    """
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


def sort_children(sketch: Sketch, *, best_first: bool) -> None:
    """Sort the children of every node of a player by their values.

    Args:
        sketch: the tree, which is changed.
        best_first: as the player who moves there sees it; otherwise worst first.
    """
    worth = sketch.worth()
    for node, kids in enumerate(sketch.children):
        if len(kids) > 1 and node not in sketch.shape.shares:
            _sort(sketch, node, worth, best_first=best_first)


def _sort(sketch: Sketch, node: int, worth: Sequence[int | Fraction], *, best_first: bool) -> None:
    """Sort the children of one node; equal ones stay as they stand."""
    shape = sketch.shape
    falling = (shape.turns[shape.depth[node]].name == "MAX") is best_first
    sketch.children[node] = sorted(
        sketch.children[node], key=lambda kid: -worth[kid] if falling else worth[kid]
    )


def _choices(sketch: Sketch) -> list[int | None]:
    """The nodes with several children at which a player moves; None alone where there are none."""
    shares = sketch.shape.shares
    found: list[int | None] = [
        node for node, kids in enumerate(sketch.children) if len(kids) > 1 and node not in shares
    ]
    return found or [None]


def _below_fraction(sketch: Sketch, dice: Dice) -> int | None:
    """A leaf below a chance node whose value is not whole, the lowest first; None for none."""
    worth = sketch.worth()
    for node in range(len(worth) - 1, -1, -1):
        if worth[node].denominator > 1 and node in sketch.shape.shares:
            while sketch.children[node]:
                node = dice.pick(sketch.children[node])
            return node
    return None


def _change_leaf(sketch: Sketch, order: Order, dice: Dice, leaf: int | None = None) -> None:
    """Give a leaf, or any, another value, or exchange it for that of another leaf."""
    low, high = order.value_span
    if leaf is None:
        leaf = dice.pick(sketch.shape.leaves)
    if not order.distinct:
        take_other = order.ties and dice.below(2) == 0  # which makes a tie, or keeps one
        other = dice.pick(sketch.shape.leaves)
        sketch.values[leaf] = sketch.values[other] if take_other else dice.between(low, high)
        return
    value = dice.between(low, high)
    for other in sketch.shape.leaves:
        if sketch.values[other] == value:
            sketch.values[other] = sketch.values[leaf]
            break
    sketch.values[leaf] = value
