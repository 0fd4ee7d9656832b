"""The size of a whole game tree, which is what minimax visits."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

from engine.game import MAX, MIN, AnyGame


#: The most paths into positions that are counted; beyond that the size is unknown.
_MOST_WAYS: Final = 1_000_000
#: Paths between two checks whether to continue.
_SLICE: Final = 256


@dataclass(frozen=True, slots=True)
class FullTree:
    """The measures of a whole game tree, with a node for every path to a position."""

    nodes: int
    leaves: int
    depth: int
    max_strategy: int
    min_strategy: int

    @property
    def fewest(self) -> int:
        """The minimum number of leaves that prove a value, in any move order.

        A proof consists of a strategy of each player; the two share one leaf. In a uniform tree
        that is b^⌈d/2⌉ + b^⌊d/2⌋ − 1 (Knuth and Moore, 1975).
        """
        return self.max_strategy + self.min_strategy - 1


#: The trees below positions, by `position_key`.
Known: TypeAlias = dict[Any, FullTree]


def full_tree_size(
    game: AnyGame, depth: int | None = None, go_on: Callable[[], bool] = lambda: True
) -> int | None:
    """Count the nodes of a game's tree; the arguments are those of `measure_full_tree`."""
    tree = measure_full_tree(game, depth, go_on)
    return None if tree is None else tree.nodes


def measure_full_tree(
    game: AnyGame,
    depth: int | None = None,
    go_on: Callable[[], bool] = lambda: True,
    most: int = _MOST_WAYS,
    measured: Known | None = None,
) -> FullTree | None:
    """Count a game's tree, each node once for every path to it.

    The tree below a position is counted once, so that the 549,946 nodes of tic-tac-toe take the
    time of its 5,478 positions.
    """
    if measured is None:
        measured = {}
    # The path to the current position, each node with its remaining moves.
    way = [_Open(game, game.initial, depth)]
    steps = 0
    while True:
        steps += 1
        if steps % _SLICE == 0 and (steps > most or not go_on()):
            return None
        last = way[-1]
        if not last.left:
            tree = measured[last.key] = last.measure()
            way.pop()
            if not way:
                return tree
            way[-1].add(tree)
            continue
        below = _Open(game, game.result(last.state, last.left.pop()), last.plies_below)
        counted = measured.get(below.key)
        if counted is not None:
            last.add(counted)
            continue
        way.append(below)


def position_key(state: Any, plies: int | None) -> Any:
    """Return the cache key of the tree below a position with at most `plies` plies."""
    return state if plies is None else (state, plies)


_LEAF: Final = FullTree(1, 1, 0, 1, 1)


class _Open:
    """A position that is being counted."""

    __slots__ = (
        "depth",
        "is_leaf",
        "key",
        "leaves",
        "left",
        "max_strategy",
        "min_strategy",
        "mover",
        "nodes",
        "plies_below",
        "state",
    )

    def __init__(self, game: AnyGame, state: Any, plies: int | None) -> None:
        self.state = state
        self.key = position_key(state, plies)
        self.plies_below = None if plies is None else plies - 1
        ends = plies == 0 or game.is_terminal(state)
        self.left = [] if ends else list(game.moves(state))
        self.is_leaf = not self.left
        self.mover = None if ends else game.to_move(state)
        self.nodes, self.leaves, self.depth = 1, 0, 0
        self.max_strategy = self.min_strategy = 0

    def add(self, child: FullTree) -> None:
        """Add the tree below one of the moves."""
        is_first = self.leaves == 0
        self.nodes += child.nodes
        self.leaves += child.leaves
        self.depth = max(self.depth, 1 + child.depth)
        # A strategy has one move of its own player, and all moves of the others.
        if self.mover is not MAX:
            self.max_strategy += child.max_strategy
        elif is_first or child.max_strategy < self.max_strategy:
            self.max_strategy = child.max_strategy
        if self.mover is not MIN:
            self.min_strategy += child.min_strategy
        elif is_first or child.min_strategy < self.min_strategy:
            self.min_strategy = child.min_strategy

    def measure(self) -> FullTree:
        """Return the measures of the tree below, once each of its moves is counted."""
        if self.is_leaf:
            return _LEAF
        return FullTree(self.nodes, self.leaves, self.depth, self.max_strategy, self.min_strategy)
