"""Statistics of the nodes of Monte Carlo tree search, counted from its log.

Each root of the log is one iteration, and the rows below it are its path. The moves that lead to a
node identify it, so the same node appears in many iterations.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass

from engine.conventions import Ties
from engine.game import Player
from engine.log.visit_log import Flag, VisitLog
from engine.mcts.counted_tree import bonus, reward_width
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
        self.children: dict[int, NodeStatistics] = {}

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
        child = node.children[place]
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
