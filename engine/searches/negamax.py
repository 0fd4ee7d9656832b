"""Negamax: alpha-beta in one function, with every value seen from the side to move.

Knuth and Moore (1975). What is good for one side is as bad for the other, so that
max(a, b) = −min(−a, −b) makes one function of two. The log holds MAX's values, as everywhere.
"""

from __future__ import annotations

import math
from typing import Any, Final

from engine.game import CHANCE, MAX, Player
from engine.log import Flag
from engine.searches.alphabeta import AlphaBeta

__all__ = ["Negamax"]

_LOWER: Final = int(Flag.LOWER)
_UPPER: Final = int(Flag.UPPER)


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
        v, tried, cut = -math.inf, 0, False
        at_most, at_least = True, False  # what v says about the mover's true value so far
        moves = self.moves(state, row)
        for place in self.order.places(state, moves, depth):
            child = self.game.result(state, moves[place])
            window = (own, bound) if is_max else (0.0 - bound, 0.0 - own)
            value, child_row = self.child(child, place, row, depth, *window)
            v2 = value if is_max else 0.0 - value
            tried += 1
            flags = self.log.flags[child_row]
            if v2 > v:
                v, at_least = v2, not flags & others
            elif v2 == v:
                at_least = at_least or not flags & others
            at_most = at_most and not flags & mine
            if self.max_cuts(v, bound) and not self.passed(moves[place]):
                cut = True
                break
            own = max(own, v)
        at_most = at_most and tried == len(moves)
        low, high = (at_least, at_most) if is_max else (at_most, at_least)
        v = self.leave(row, v if is_max else 0.0 - v, tried, cut, low, high, alpha, beta)
        if self.learn:
            self.learn(self.log, row, state, moves)
        return v
