"""The size of a whole game tree: counted, or estimated by random probes."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from random import Random
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
        """The minimum number of leaves that prove a value, in any move order."""
        # A proof consists of a strategy of each player; the two share one leaf. In a uniform tree
        # that is b^⌈d/2⌉ + b^⌊d/2⌋ − 1 (Knuth and Moore, 1975).
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
    """Count a game's tree, each node once for every path to it."""
    # The tree below a position is counted once, so that the 549,946 nodes of tic-tac-toe take the
    # time of its 5,478 positions.
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
            way[-1].children.append(tree)
            continue
        below = _Open(game, game.result(last.state, last.left.pop()), last.plies_below)
        counted = measured.get(below.key)
        if counted is not None:
            last.children.append(counted)
            continue
        way.append(below)


def position_key(state: Any, plies: int | None) -> Any:
    """Return the cache key of the tree below a position with at most `plies` plies."""
    return state if plies is None else (state, plies)


_LEAF: Final = FullTree(1, 1, 0, 1, 1)


class _Open:
    """A position that is being counted."""

    __slots__ = ("children", "key", "left", "mover", "plies_below", "state")

    def __init__(self, game: AnyGame, state: Any, plies: int | None) -> None:
        self.state = state
        self.key = position_key(state, plies)
        self.plies_below = None if plies is None else plies - 1
        ends = plies == 0 or game.is_terminal(state)
        self.left = [] if ends else list(game.moves(state))
        self.mover = None if ends else game.to_move(state)
        self.children: list[FullTree] = []

    def measure(self) -> FullTree:
        """Return the measures of the tree below, once each of its moves is counted."""
        children = self.children
        if not children:
            return _LEAF
        # A strategy has one move of its own player, and all moves of the others.
        return FullTree(
            nodes=1 + sum(child.nodes for child in children),
            leaves=sum(child.leaves for child in children),
            depth=1 + max(child.depth for child in children),
            max_strategy=(min if self.mover is MAX else sum)(
                [child.max_strategy for child in children]
            ),
            min_strategy=(min if self.mover is MIN else sum)(
                [child.min_strategy for child in children]
            ),
        )


# The size of a tree that is too large to count, estimated from random paths.
#
# D. E. Knuth, "Estimating the efficiency of backtrack programs", Mathematics of Computation 29
# (1975). A probe takes a random move at every node. The product of the numbers of moves on its
# path is an unbiased estimate of the leaves. A probe may end at a position whose tree is already
# counted, which reduces the variance.

#: The maximum and minimum number of probes of an estimate.
_MOST_PROBES: Final = 1_000
_FEWEST_PROBES: Final = 30
#: The approximate number of moves of all probes together.
_MOST_STEPS: Final = 20_000
#: Plies after which a probe gives up.
_DEEPEST: Final = 2_000
#: The seed of the random moves, so that estimates are reproducible.
_SEED: Final = 1975


@dataclass(frozen=True, slots=True)
class Estimate:
    """A number that random probes estimate."""

    mean: float
    error: float


@dataclass(frozen=True, slots=True)
class Probes:
    """The estimates from random probes of a tree."""

    count: int
    leaves: Estimate
    nodes: Estimate
    depth: int


def probe_tree(
    game: AnyGame,
    depth: int | None = None,
    go_on: Callable[[], bool] = lambda: True,
    measured: Known | None = None,
    seed: int = _SEED,
) -> Probes | None:
    """Estimate the size of a game's tree, with a node for every path to a position."""
    random = Random(seed)
    leaves, nodes = list[int](), list[int]()
    steps = deepest = 0
    while len(leaves) < _MOST_PROBES:
        if len(leaves) >= _FEWEST_PROBES and (steps >= _MOST_STEPS or not go_on()):
            break
        probe = _probe(game, depth, measured or {}, random)
        if probe is None:
            return None
        leaves.append(probe.leaves)
        nodes.append(probe.nodes)
        steps += probe.steps
        deepest = max(deepest, probe.depth)
    return Probes(len(leaves), _estimate(leaves), _estimate(nodes), deepest)


@dataclass(frozen=True, slots=True)
class _Probe:
    """The estimate of a tree from one random path."""

    leaves: int
    nodes: int
    depth: int
    steps: int


def _probe(game: AnyGame, depth: int | None, measured: Known, random: Random) -> _Probe | None:
    """Return the estimate from one random path; None if it does not end."""
    state, plies = game.initial, 0
    ways, nodes = 1, 0  # at the current depth, and above it
    while plies <= _DEEPEST:
        left = None if depth is None else depth - plies
        tree = measured.get(position_key(state, left)) if measured else None
        if tree is not None:
            return _Probe(ways * tree.leaves, nodes + ways * tree.nodes, plies + tree.depth, plies)
        nodes += ways
        if left == 0 or game.is_terminal(state):
            return _Probe(ways, nodes, plies, plies)
        moves = game.moves(state)
        state = game.result(state, moves[random.randrange(len(moves))])
        ways *= len(moves)
        plies += 1
    return None


def _estimate(counts: list[int]) -> Estimate:
    """Return the mean of some numbers, 2 or more, and its standard error."""
    count, total = len(counts), sum(counts)
    squares = sum(count * count for count in counts)
    # In whole numbers, since the square of a large estimate is beyond floats.
    relative = Fraction(count * squares - total * total, total * total * (count - 1))
    mean = _float(Fraction(total, count))
    return Estimate(mean, mean * math.sqrt(relative) if relative else 0.0)


def _float(number: Fraction) -> float:
    try:
        return float(number)
    except OverflowError:
        return math.inf
