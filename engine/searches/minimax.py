"""Minimax: the value of a game when both sides play their best (AIMA 4e, figure 5.3)."""

from __future__ import annotations

from collections.abc import Sequence
from math import inf
from typing import Any

from engine.errors import SearchRefused
from engine.game import CHANCE, MAX, MIN, Player
from engine.log.windows import Windows
from engine.searches.base import DepthFirst


class Minimax(DepthFirst):
    """Visits every node; MAX takes the largest value of its children, MIN the smallest.

    The window in the log stays (−∞, +∞), since minimax has no window.
    """

    name = "minimax"
    windows = Windows.SAME
    summary = "visit every node; MAX and MIN play their best"
    phrase = "minimax search"

    def interior(
        self, state: Any, row: int, player: Player, depth: int, alpha: float, beta: float
    ) -> float:
        """Search below a node, and return its value."""
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
        """Refuse a chance node, which minimax cannot value."""
        raise self.chance_error(self.game)


# Single-agent search: the best value that MAX can reach (Pac-Man without ghosts).


class Single(Minimax):
    """Visits every node; each takes the largest value of its children."""

    name = "single"
    windows = Windows.SAME
    summary = "one player: every node takes its children's largest value"
    phrase = "a search in which only MAX moves"
    has_min = False

    def moves(self, state: Any, row: int) -> Sequence[Any]:
        """Return the moves of a node, which must be MAX's."""
        if self.game.to_move(state) is MIN:
            raise SearchRefused(
                f"single has one player, but MIN is to move at {self.game.format(state)} of "
                f"{self.game}",
                hint="Use minimax, or a tree with players: [max]",
            )
        return super().moves(state, row)
