"""Minimax: the value of a game when both sides play their best (AIMA 4e, figure 5.3)."""

from __future__ import annotations

from math import inf
from typing import Any

from engine.game import CHANCE, MAX
from engine.searches.depth_first import EVALUATED, TERMINAL, DepthFirst

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
            return self.leaf(state, row, self.game.utility(state, MAX), TERMINAL)
        if depth == self.limit:
            return self.leaf(state, row, self.game.evaluate(state), EVALUATED)
        if player is CHANCE:
            return self.chance(state, row, depth)
        moves = self.moves(state, row)
        v = -inf if player is MAX else inf
        for place, move in self.order.pairs(state, moves, depth):
            child = self.game.result(state, move)
            v2 = self.visit(child, place, row, depth + 1, alpha, beta)
            if v2 > v if player is MAX else v2 < v:
                v = v2
        return self.log.leave(row, v, len(moves), 0)

    def chance(self, state: Any, row: int, depth: int) -> float:
        """Value a chance node; minimax has no way to."""
        raise self.refuse_chance(self.game)
