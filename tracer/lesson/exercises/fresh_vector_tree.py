"""Random trees with vectors for exercises: small, with one answer to each question."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from engine.errors import InvalidInput
from tracer.generate.spans import Span
from tracer.generate.tree_sketch import Dice
from tracer.runs.run import trace
from tracer.runs.search_trace import Trace
from trees.formats.tree_yaml import read_tree
from trees.hand_tree import VectorTree, show_vector

#: Number of trees to try; a student waits for the result.
_TRIES: Final = 2000
_TWO: Final = Span(2, 2)


@dataclass(frozen=True, slots=True)
class VectorOrder:
    """The properties of the trees of an exercise."""

    players: tuple[str, ...] = ("Ann", "Ben", "Cleo")
    plies: Span = _TWO
    branching: Span = _TWO
    sum: int = 10
    skips: Span | None = None

    @property
    def options(self) -> dict[str, Any]:
        """The arguments of `tracer.trace` for its search."""
        return {} if self.skips is None else {"sum": self.sum}


def fresh_vector_tree(order: VectorOrder, seed: str) -> VectorTree:
    """Return a random tree with the requested properties.

    No player is ever indifferent, so every vector is determined. The first player does not reach
    its largest share of all leaves: who looks at this share alone is wrong.
    """
    dice = Dice(seed)
    for _ in range(_TRIES):
        listed = _drawn(order, dice, dice.between(*order.plies))
        text = f"players: [{', '.join(order.players)}]\ntree: {listed}"
        tree = read_tree(text, "the tree", title="the tree")
        assert isinstance(tree, VectorTree), "its leaves have vectors"
        if _suits(order, tree):
            return tree
    raise InvalidInput(
        f"none of {_TRIES:,} trees has the requested properties",
        expected="players, plies, branching, sum and skips that fit together",
    )


def _drawn(order: VectorOrder, dice: Dice, plies: int) -> str:
    """Return a random tree as nested lists."""
    if not plies:
        return show_vector(_shares(order, dice))
    children = (_drawn(order, dice, plies - 1) for _ in range(dice.between(*order.branching)))
    return f"[{', '.join(children)}]"


def _shares(order: VectorOrder, dice: Dice) -> list[int]:
    """Divide the sum among the players at random, each division being equally likely."""
    bars = len(order.players) - 1
    places = sorted(dice.distinct(1, order.sum + bars, bars))
    ends = zip([0, *places], [*places, order.sum + bars + 1], strict=True)
    return [high - low - 1 for low, high in ends]


def _suits(order: VectorOrder, tree: VectorTree) -> bool:
    whole: Trace = trace(tree, "maxn")
    log = whole.log
    for row in range(len(log.value)):
        values = [log.value[child] for child in log.children(row)]
        if values and values.count(max(values)) > 1:
            return False
    first = tree.mover(tree.initial)
    root: Any = whole.shares(whole.root)
    if root[first] == max(tree.shares(leaf)[first] for leaf in tree.known_leaves()):
        return False
    if order.skips is None:
        return True
    skipped = trace(tree, "maxn", **order.options).counts.skipped
    return not order.skips.miss(skipped)
