"""Principal variation search: alpha-beta with null-window searches of later moves.

Marsland and Campbell (1982); as NegaScout, Reinefeld (1983). The first move of a node is searched
with the full window. Every later one is searched with a null window, which asks only whether it is
above α (at a MIN node: below β) and prunes more. If it is, the move is searched again for its
value.
"""

from __future__ import annotations

import math
from typing import Any, Final

from engine.errors import SearchRefused
from engine.game import MAX, MIN, AnyGame
from engine.log.visit_log import NO_PARENT, Flag, VisitLog
from engine.searches.alphabeta import AlphaBeta
from engine.searches.settings import Settings


_RESEARCH: Final = int(Flag.RESEARCH)
_BOUND: Final = int(Flag.LOWER | Flag.UPPER)


_LISTING: Final = """\
search        | PVS(state) → an action
              |   value, move ← MAX-VALUE(state, −∞, +∞)
              |   return move
              |
max.head      | MAX-VALUE(state, α, β) → a (utility, move) pair
max.terminal  |   if IS-TERMINAL(state) then return UTILITY(state), null
max.limit     |   if IS-CUTOFF(state, depth) then return EVAL(state), null         @depth
max.keep      |   α₀, β₀ ← α, β                                                    @fail-hard
max.init      |   v ← −∞
max.loop      |   for each a in ACTIONS(state) do
max.call      |     if a is the first or α is infinite then
max.call      |       v2 ← VALUE(RESULT(state, a), α, β)
max.scout     |     else v2 ← VALUE(RESULT(state, a), α, α + 1)
max.again     |       if α + 1 ≤ v2 < β then v2 ← VALUE(RESULT(state, a), α, β)          @from-bound
max.again     |       if α + 1 ≤ v2 < β then v2 ← VALUE(RESULT(state, a), v2, β)         @from-value
max.better    |     if v2 {>} v then
max.take      |       v, move ← v2, a
max.update    |     α ← MAX(α, v)                                                  @before-test
max.test      |     if v {≥} β then return {v}, move
max.update    |     α ← MAX(α, v)                                                  @after-test
max.return    |   return {v}, move
              |
min.head      | MIN-VALUE(state, α, β) → a (utility, move) pair
min.terminal  |   if IS-TERMINAL(state) then return UTILITY(state), null
min.limit     |   if IS-CUTOFF(state, depth) then return EVAL(state), null         @depth
min.keep      |   α₀, β₀ ← α, β                                                    @fail-hard
min.init      |   v ← +∞
min.loop      |   for each a in ACTIONS(state) do
min.call      |     if a is the first or β is infinite then
min.call      |       v2 ← VALUE(RESULT(state, a), α, β)
min.scout     |     else v2 ← VALUE(RESULT(state, a), β − 1, β)
min.again     |       if α < v2 ≤ β − 1 then v2 ← VALUE(RESULT(state, a), α, β)          @from-bound
min.again     |       if α < v2 ≤ β − 1 then v2 ← VALUE(RESULT(state, a), α, v2)         @from-value
min.better    |     if v2 {<} v then
min.take      |       v, move ← v2, a
min.update    |     β ← MIN(β, v)                                                  @before-test
min.test      |     if v {≤} α then return {v}, move
min.update    |     β ← MIN(β, v)                                                  @after-test
min.return    |   return {v}, move
"""


class PrincipalVariation(AlphaBeta):
    """Scouts every move except the first with a null window, and searches better ones again."""

    name = "pvs"
    summary = "alpha-beta that scouts all moves except the first with a null window"
    phrase = "principal variation search"
    rules = (
        "The first child of a node is searched with the node's window, and so is every child while "
        "α at a MAX node, or β at a MIN node, is infinite. Any other child of a MAX node is "
        "searched with the window (α, α + δ), of a MIN node with (β − δ, β); no two values differ "
        "by less than δ. If the value is inside the node's window, the child is searched again "
        "with that window."
    )
    listing = _LISTING
    searches_again = True
    takes = AlphaBeta.takes | {"research"}
    second_windows = ("alpha", "value")

    def __init__(self, game: AnyGame, settings: Settings, log: VisitLog) -> None:
        super().__init__(game, settings, log)
        if settings.convention.ties == "last":
            raise SearchRefused(
                "pvs cannot keep the last of equal moves: its null window only shows that a later "
                "move is not better, and that bound may look like an equal value",
                expected="ties=first",
            )

    def visit(
        self, state: Any, action: int, parent: int, depth: int, alpha: float, beta: float
    ) -> float:
        """Search the first child with the full window; scout the others first."""
        low, high = alpha, beta
        if parent != NO_PARENT and len(self.log) > parent + 1:
            low, high = scout_window(self.log.player[parent], alpha, beta)
        v = super().visit(state, action, parent, depth, low, high)
        if high <= v < beta or alpha < v <= low:  # better, but the value is not known yet
            again = len(self.log)
            if self.second == "value":
                alpha, beta = (v, beta) if high <= v else (alpha, v)
            scout_value = v
            v = super().visit(state, action, parent, depth, alpha, beta)
            flags = self.log.flags[again] | _RESEARCH
            if self.second == "value" and v == scout_value:  # each search proved one side
                flags &= ~_BOUND
            self.log.flags[again] = flags
            self.log.returned = flags
        return v


def scout_window(player: int, alpha: float, beta: float) -> tuple[float, float]:
    """Return the null window of a node's later children: (α, α + 1) at MAX, (β − 1, β) at MIN.

    The step is 1, the least between whole values. A value inside the window is exact. If the bound
    is infinite, the full window is kept.
    """
    if player == MAX and math.isfinite(alpha):
        return alpha, min(beta, max(alpha + 1, math.nextafter(alpha, math.inf)))
    if player == MIN and math.isfinite(beta):
        return max(alpha, min(beta - 1, math.nextafter(beta, -math.inf))), beta
    return alpha, beta
