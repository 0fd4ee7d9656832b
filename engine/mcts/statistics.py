"""What Monte Carlo tree search knows of every node, counted again from its log.

Each root of the log is one iteration, and the rows below it the way that it went. A node is known
by the moves that lead to it, so that the same node is in many iterations.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass

from engine.conventions import Ties
from engine.game import Player
from engine.log import Flag, VisitLog
from engine.mcts.ucb1 import bonus, reward_width

__all__ = ["Statistics", "Tally", "statistics"]


class Tally:
    """What is known of one node of the tree.

    Args:
        row: its row in the iteration that came to it first, and added it to the tree.
        player: whose turn it is there.
    """

    __slots__ = ("children", "player", "row", "total", "visits")

    def __init__(self, row: int, player: int) -> None:
        self.row = row
        self.player = player
        #: How many iterations went through it, the one that added it included.
        self.visits = 0
        #: The sum of their rewards, as MAX counts them.
        self.total = 0.0
        #: Its children by the place of their moves, in the order in which they were added.
        self.children: dict[int, Tally] = {}

    @property
    def mean(self) -> float:
        """The mean reward as MAX counts it; NaN without a visit."""
        return self.total / self.visits if self.visits else math.nan

    @property
    def sign(self) -> int:
        """What the player to move here multiplies rewards by: 1 MAX, −1 MIN, 0 chance."""
        return _SIGNS[self.player]

    def most_visited(self, ties: Ties = "first") -> int | None:
        """The place of the move most often gone; None where none was.

        Of several it is the one whose mean the player likes best, and of several of those the
        first, or the last.
        """
        places = sorted(self.children, reverse=ties == "last")
        sign = self.sign
        return max(
            places,
            key=lambda place: (self.children[place].visits, sign * self.children[place].mean),
            default=None,
        )


_SIGNS: dict[int, int] = {Player.MAX: 1, Player.MIN: -1, Player.CHANCE: 0}


@dataclass(frozen=True, slots=True)
class Statistics:
    """What is known after some iterations.

    Args:
        root: the tree of counts.
        lowest: the lowest reward; +∞ before the first.
        highest: the highest; −∞ before the first.
    """

    root: Tally
    lowest: float
    highest: float

    @property
    def iterations(self) -> int:
        """How many there were."""
        return self.root.visits

    def at(self, places: Iterable[int]) -> Tally | None:
        """The node that a way leads to, or None where no iteration has come so far.

        Args:
            places: of each move from the root on, its place among its node's moves.
        """
        node: Tally | None = self.root
        for place in places:
            if node is None:
                return None
            node = node.children.get(place)
        return node

    def line(self, ties: Ties = "first") -> list[int]:
        """The moves most often gone, from the root on, by their places."""
        node, places = self.root, list[int]()
        while (place := node.most_visited(ties)) is not None:
            places.append(place)
            node = node.children[place]
        return places

    def ucb1(self, node: Tally, place: int, c: float) -> float:
        """The number by which the search chooses among a node's children, the largest first.

        Args:
            node: a node where a player moves.
            place: the place of a move that was tried there.
            c: the search's constant C.
        """
        child = node.children[place]
        width = reward_width(self.lowest, self.highest)
        return node.sign * child.mean + bonus(child.visits, node.visits, c * width)


def statistics(log: VisitLog, upto_row: int | None = None) -> Statistics:
    """Count what a search by Monte Carlo knew, in one pass over its log.

    Args:
        log: its visits.
        upto_row: only the iterations that ended before this row count, as they did for whoever
            chose there; the whole log by default. One that was stopped never counts.
    """
    end = len(log) if upto_row is None else upto_row
    size, value, flags = log.size, log.value, log.flags
    action, player = log.action, log.player
    tree = Tally(0, player[0] if len(log) else Player.MAX)
    lowest, highest = math.inf, -math.inf
    start = 0
    while start < end and (after := start + size[start]) <= end:
        if not flags[start] & Flag.INCOMPLETE:
            reward = value[start]
            lowest, highest = min(lowest, reward), max(highest, reward)
            node = tree
            node.visits += 1
            node.total += reward
            for row in range(start + 1, after):
                child = node.children.get(action[row])
                if child is None:
                    child = node.children[action[row]] = Tally(row, player[row])
                node = child
                node.visits += 1
                node.total += reward
        start = after
    return Statistics(tree, lowest, highest)
