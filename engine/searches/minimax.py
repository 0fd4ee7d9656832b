"""Minimax: the value of a game when both sides play their best (AIMA 4e, figure 5.3)."""

from __future__ import annotations

import math
from typing import Any

from engine.game import CHANCE, MAX
from engine.searches.depth_first import DepthFirst

__all__ = ["Minimax"]


class Minimax(DepthFirst):
    """Visits every node; MAX takes the largest value of its children, MIN the smallest.

    The window in the log stays (−∞, +∞): minimax knows none.
    """

    name = "minimax"
    summary = "every node, MAX and MIN at their best"

    def visit(
        self, state: Any, action: int, parent: int, depth: int, alpha: float, beta: float
    ) -> float:
        """Enter a node, search below it, and return its value."""
        player = self.game.to_move(state)
        row = self.log.enter(parent, depth, action, player, alpha, beta)
        if self.game.is_terminal(state):
            return self.terminal(state, row)
        if depth == self.limit:
            return self.evaluated(state, row)
        if player is CHANCE:
            return self.chance(state, row, depth)
        moves = self.moves(state, row)
        v = -math.inf if player is MAX else math.inf
        for place in self.order.places(state, moves, depth):
            child = self.game.result(state, moves[place])
            v2 = self.visit(child, place, row, depth + 1, alpha, beta)
            if v2 > v if player is MAX else v2 < v:
                v = v2
        return self.log.leave(row, v, len(moves), 0)

    def chance(self, state: Any, row: int, depth: int) -> float:
        """Value a chance node; minimax has no way to."""
        raise self.refuse_chance(self.game)
