"""The size of a tree that is too large to count, estimated from random paths.

D. E. Knuth, "Estimating the efficiency of backtrack programs", Mathematics of Computation 29
(1975). A probe takes a random move at every node. The product of the numbers of moves on its path
is an unbiased estimate of the leaves. A probe may end at a position whose tree is already counted,
which reduces the variance.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from random import Random
from typing import Final

from engine.game import AnyGame
from engine.tree_size.full_tree import Known, position_key


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
