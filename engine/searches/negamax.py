"""Negamax: alpha-beta in one function, with every value seen from the side to move.

Knuth and Moore (1975). What is good for one side is as bad for the other, so that
max(a, b) = −min(−a, −b) makes one function of two. The log holds MAX's values, as everywhere.
"""

from __future__ import annotations

from math import inf
from typing import Any, Final

from engine.game import CHANCE, MAX, Player
from engine.log import Flag
from engine.searches.alphabeta import AlphaBeta

__all__ = ["Negamax"]

_LOWER: Final = int(Flag.LOWER)
_UPPER: Final = int(Flag.UPPER)
_EARLY_RETURN: Final = int(Flag.EARLY_RETURN)
_CUTOFF: Final = int(Flag.CUTOFF)


class Negamax(AlphaBeta):
    """The visits, values and cutoffs of alpha-beta, found by its one-function form."""

    name = "negamax"
    summary = "alpha-beta as one function, values seen from the side to move"

    def interior(
        self, state: Any, row: int, player: Player, depth: int, alpha: float, beta: float
    ) -> float:
        """Search below a node, with its window and values as its mover sees them."""
        if player is CHANCE:
            raise self.refuse_chance(self.game)
        is_max = player is MAX
        mine, others = (_LOWER, _UPPER) if is_max else (_UPPER, _LOWER)
        # 0 − x and not −x throughout: zero has no sign here.
        own, bound = (alpha, beta) if is_max else (0.0 - beta, 0.0 - alpha)
        v, tried, cut = -inf, 0, 0
        at_least, at_most = 0, 0  # flags: whether v is but a bound so far, as the mover sees it
        moves = self.moves(state, row)
        for place, move in self.order.pairs(state, moves, depth):
            child = self.game.result(state, move)
            window = (own, bound) if is_max else (0.0 - bound, 0.0 - own)
            value = self.visit(child, place, row, depth + 1, *window)
            v2 = value if is_max else 0.0 - value
            flags = self.log.returned
            tried += 1
            if v2 > v:
                v, at_most = v2, flags & others
            elif v2 == v:
                at_most &= flags
            at_least |= flags & mine
            if self.max_cuts(v, bound) and not self.passed(move):
                cut = _EARLY_RETURN
                break
            if v > own:
                own = v
        if tried < len(moves):
            cut, at_least = _CUTOFF | _EARLY_RETURN, mine
        v = self.leave(row, v if is_max else 0.0 - v, tried, cut | at_least | at_most, alpha, beta)
        if self.learn:
            self.learn(self.log, row, state, moves)
        return v
