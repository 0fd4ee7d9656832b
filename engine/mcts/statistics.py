"""Statistics of the nodes of Monte Carlo tree search, counted from its log.

Each root of the log is one iteration, and the rows below it are its path. The moves that lead to a
node identify it, so the same node appears in many iterations.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from engine.conventions import Ties
from engine.game import Player
from engine.log.visit_log import Flag, VisitLog
from engine.values import Exact, nearest_fraction


class NodeStatistics:
    """The statistics of one node of the tree."""

    __slots__ = ("children", "player", "row", "total", "visits")

    def __init__(self, row: int, player: int) -> None:
        self.row = row
        self.player = player
        #: Iterations through it, including the one that added it.
        self.visits = 0
        #: The exact sum of their rewards for MAX.
        self.total: Exact = 0
        #: Its children by the place of their moves, in the order in which they were added.
        self.children: dict[int, Any] = {}

    @property
    def mean(self) -> float:
        """The mean reward for MAX; NaN without a visit."""
        return float(self.total / self.visits) if self.visits else math.nan

    @property
    def sign(self) -> int:
        """The sign of rewards for the player to move: 1 MAX, −1 MIN, 0 chance."""
        return _SIGNS[self.player]

    def most_visited(self, ties: Ties = "first") -> int | None:
        """Return the place of the most visited move; None if there is none.

        Among equally visited moves it is the one with the best mean for the player; among those
        the first or the last.
        """
        places = sorted(self.children, reverse=ties == "last")
        sign = self.sign
        return max(
            places,
            # With equal visits, the larger sum has the larger mean.
            key=lambda place: (self.children[place].visits, sign * self.children[place].total),
            default=None,
        )


_SIGNS: dict[int, int] = {Player.MAX: 1, Player.MIN: -1, Player.CHANCE: 0}


@dataclass(frozen=True, slots=True)
class Statistics:
    """The statistics after some iterations."""

    root: NodeStatistics
    lowest: float
    highest: float

    @property
    def iterations(self) -> int:
        """The number of iterations."""
        return self.root.visits

    def find_node(self, places: Iterable[int]) -> NodeStatistics | None:
        """Return the node at the end of a path; None if no iteration has reached it."""
        node: NodeStatistics | None = self.root
        for place in places:
            if node is None:
                return None
            node = node.children.get(place)
        return node

    def line(self, ties: Ties = "first") -> list[int]:
        """Return the line of most visited moves from the root, by their places."""
        node, places = self.root, list[int]()
        while (place := node.most_visited(ties)) is not None:
            places.append(place)
            node = node.children[place]
        return places

    def ucb1(self, node: NodeStatistics, place: int, c: float) -> float:
        """Return a child's UCB1 score, which the search maximises."""
        child: NodeStatistics = node.children[place]
        width = reward_width(self.lowest, self.highest)
        return node.sign * child.mean + bonus(child.visits, node.visits, c * width)


def statistics(log: VisitLog, upto_row: int | None = None) -> Statistics:
    """Count the statistics of a Monte Carlo search in one pass over its log."""
    end = len(log) if upto_row is None else upto_row
    size, value, flags = log.size, log.value, log.flags
    action, player = log.action, log.player
    tree = NodeStatistics(0, player[0] if len(log) else Player.MAX)
    lowest, highest = math.inf, -math.inf
    start = 0
    while start < end and (after := start + size[start]) <= end:
        if not flags[start] & Flag.INCOMPLETE:
            reward = value[start]
            lowest, highest = min(lowest, reward), max(highest, reward)
            worth = nearest_fraction(reward)
            node = tree
            node.visits += 1
            node.total += worth
            for row in range(start + 1, after):
                child = node.children.get(action[row])
                if child is None:
                    child = node.children[action[row]] = NodeStatistics(row, player[row])
                node = child
                node.visits += 1
                node.total += worth
        start = after
    return Statistics(tree, lowest, highest)


# UCB1: how Monte Carlo tree search balances exploitation and exploration.
#
# In a tree with given visits n and wins w, a child's score is w/n + C · √(ln N / n), where N is its
# parent's n; that of a child without visits is infinite. Each w belongs to the player who moves to
# the node.
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
    """Return the range of a search's rewards, the unit of its constant C."""
    # UCB1 assumes rewards between 0 and 1. Utilities from −1 to 1 have twice that range, and
    # differences of discs far more, so C is multiplied by the range.
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
