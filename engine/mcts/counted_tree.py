"""UCB1 in a tree with given visits n and wins w: the choices, a rollout, and the role of C.

A child's score is w/n + C · √(ln N / n), where N is its parent's n; that of a child without visits
is infinite. Each w belongs to the player who moves to the node.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

# UCB1: how Monte Carlo tree search balances exploitation and exploration.
#
# Auer, Cesa-Bianchi and Fischer, "Finite-time analysis of the multiarmed bandit problem", Machine
# Learning 47 (2002); in trees: Kocsis and Szepesvári, "Bandit based Monte-Carlo planning", ECML
# 2006; AIMA 4e, section 5.4: UCB1(n) = U(n) / N(n) + C · √(ln N(parent) / N(n)).

#: The constant of the original bound, for rewards between 0 and 1.
USUAL_C = math.sqrt(2)


def bonus(visits: int, parent_visits: int, c: float) -> float:
    """Return UCB1's bonus for a child: C · √(ln N / n)."""
    return c * math.sqrt(math.log(parent_visits) / visits)


def reward_width(lowest: float, highest: float) -> float:
    """Return the range of a search's rewards, the unit of its constant C.

    UCB1 assumes rewards between 0 and 1. Utilities from −1 to 1 have twice that range, and
    differences of discs far more, so C is multiplied by the range.
    """
    return highest - lowest if highest > lowest else 1.0


@dataclass(frozen=True, slots=True)
class CountedNode:
    """A node with its counts."""

    name: str
    visits: int
    wins: Fraction
    children: tuple[CountedNode, ...] = ()

    @property
    def mean(self) -> Fraction | None:
        """The mean reward w/n; None without visits."""
        return self.wins / self.visits if self.visits else None

    def walk(self) -> Iterator[CountedNode]:
        """Yield the node and all below it, in pre-order."""
        waiting = [self]
        while waiting:
            node = waiting.pop()
            yield node
            waiting += reversed(node.children)


@dataclass(frozen=True, slots=True)
class Score:
    """The score of a child."""

    node: CountedNode
    bonus: float
    total: float


@dataclass(frozen=True, slots=True)
class Band:
    """The values of C for which one child is chosen."""

    low: float
    high: float
    node: CountedNode


def scores(node: CountedNode, c: float) -> list[Score]:
    """Return the scores of a node's children, in order."""
    child_scores = []
    for child in node.children:
        added = bonus(child.visits, node.visits, c) if child.visits else math.inf
        mean = child.mean
        child_scores.append(Score(child, added, math.inf if mean is None else float(mean) + added))
    return child_scores


def chosen_path(root: CountedNode, c: float) -> list[CountedNode]:
    """Return the nodes from the root to the leaf that UCB1 selects; of equal ones, the first."""
    path = [root]
    while path[-1].children:
        path.append(max(scores(path[-1], c), key=lambda score: score.total).node)
    return path


def add_rollout(
    path: Sequence[CountedNode], reward: Fraction, *, total: Fraction | None
) -> CountedNode:
    """Return the tree after a rollout from the end of a path."""
    changed: CountedNode | None = None
    for depth, node in reversed([*enumerate(path)]):
        # The root's player moves to nodes of odd depth; the root itself belongs to the other.
        gain = reward if total is None or depth % 2 == 1 else total - reward
        children = tuple(
            changed if changed is not None and child is path[depth + 1] else child
            for child in node.children
        )
        changed = replace(node, visits=node.visits + 1, wins=node.wins + gain, children=children)
    assert changed is not None
    return changed


def bands_of_c(node: CountedNode) -> list[Band]:
    """Return which child is chosen for which C, from 0 up; one band if a child has no visits."""
    unvisited = [child for child in node.children if not child.visits]
    if unvisited:
        return [Band(0.0, math.inf, unvisited[0])]
    slopes = {id(score.node): score.bonus for score in scores(node, 1.0)}

    def crossing(node: CountedNode, other: CountedNode) -> float:
        """Return the C at which another child, with a larger bonus, reaches the same score."""
        behind = float((node.mean or 0) - (other.mean or 0))
        return behind / (slopes[id(other)] - slopes[id(node)])

    now = max(node.children, key=lambda child: (child.mean or 0, slopes[id(child)]))
    # At C = 0 only the mean counts, so the first child with the best mean is chosen there.
    bands = [Band(0.0, math.inf, now)]
    while True:
        steeper = [child for child in node.children if slopes[id(child)] > slopes[id(now)]]
        if not steeper:
            return bands
        following = min(steeper, key=lambda child: (crossing(now, child), -slopes[id(child)]))
        at = crossing(now, following)
        bands[-1] = replace(bands[-1], high=at)
        bands.append(Band(at, math.inf, following))
        now = following
