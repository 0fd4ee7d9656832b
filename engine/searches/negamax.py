"""Negamax: alpha-beta as one function, with every value seen from the side to move.

Knuth and Moore (1975). A value for one side is the negative for the other: since
max(a, b) = −min(−a, −b), one function serves both. The log holds MAX's values, as always.
"""

from __future__ import annotations

from math import inf
from typing import Any, Final

from engine.game import CHANCE, MAX, Player
from engine.log.visit_log import Flag
from engine.log.windows import Windows
from engine.searches.alphabeta import AlphaBeta

_LOWER: Final = int(Flag.LOWER)
_UPPER: Final = int(Flag.UPPER)
_EARLY_RETURN: Final = int(Flag.EARLY_RETURN)
_CUTOFF: Final = int(Flag.CUTOFF)


_LISTING: Final = """\
search        | NEGAMAX-SEARCH(state) → an action
              |   value, move ← NEGAMAX(state, −∞, +∞)
              |   return move
              |
any.head      | NEGAMAX(state, α, β) → a (value, move) pair, as the mover sees it
any.terminal  |   if IS-TERMINAL(state) then return UTILITY(state, mover), null
any.limit     |   if IS-CUTOFF(state, depth) then return EVAL(state, mover), null  @depth
any.keep      |   α₀, β₀ ← α, β                                                    @fail-hard
any.init      |   v ← −∞
any.loop      |   for each a in ACTIONS(state) do
any.call      |     v2 ← −NEGAMAX(RESULT(state, a), −β, −α)                        @turns
any.call      |     v2 ← NEGAMAX(RESULT(state, a), α, β) if the mover stays, or    @no-turns
any.call      |     v2 ← −NEGAMAX(RESULT(state, a), −β, −α)                        @no-turns
any.better    |     if v2 {>} v then
any.take      |       v, move ← v2, a
any.update    |     α ← MAX(α, v)                                                  @before-test
any.test      |     if v {≥} β then return {v}, move
any.update    |     α ← MAX(α, v)                                                  @after-test
any.return    |   return {v}, move
"""


class Negamax(AlphaBeta):
    """Alpha-beta in its one-function form, with the same visits, values and cutoffs."""

    name = "negamax"
    windows = Windows.ONE_END
    summary = "alpha-beta as one function, with values seen from the side to move"
    phrase = "negamax search with alpha-beta pruning"
    rules = "Write all values and windows as MAX sees them, also at MIN's nodes."
    listing = _LISTING
    sees_as_mover = True

    def interior(
        self, state: Any, row: int, player: Player, depth: int, alpha: float, beta: float
    ) -> float:
        """Search below a node, with window and values for the player to move."""
        if player is CHANCE:
            raise self.chance_error(self.game)
        is_max = player is MAX
        mine, others = (_LOWER, _UPPER) if is_max else (_UPPER, _LOWER)
        # 0 − x instead of −x, so that zero gets no sign.
        own, bound = (alpha, beta) if is_max else (0.0 - beta, 0.0 - alpha)
        v, tried, cut = -inf, 0, 0
        at_least, at_most = 0, 0  # flags: whether v is only a bound so far, for the mover
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
            if self.max_cuts(v, bound) and not self.is_after_pass(move):
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
