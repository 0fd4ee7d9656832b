"""Principal variation search: alpha-beta that only asks whether later moves are better.

Marsland and Campbell (1982); as NegaScout, Reinefeld (1983). The first move of a node is searched
with the whole window. Of every later one a null window asks "is it more than α at all?" (at a MIN
node: less than β), which cuts more; only if it is, the move is searched again to find out how much.
"""

from __future__ import annotations

import math
from typing import Any, Final

from engine.errors import SearchRefused
from engine.game import MAX, MIN, AnyGame
from engine.log import NO_PARENT, Flag, VisitLog
from engine.searches.alphabeta import AlphaBeta
from engine.settings import Settings

__all__ = ["PrincipalVariation"]

_RESEARCH: Final = int(Flag.RESEARCH)


class PrincipalVariation(AlphaBeta):
    """Scouts every move but the first with a null window, and searches the better ones again."""

    name = "pvs"
    summary = "alpha-beta that scouts all moves but the first with a null window"
    searches_again = True

    def __init__(self, game: AnyGame, settings: Settings, log: VisitLog) -> None:
        super().__init__(game, settings, log)
        if settings.convention.ties == "last":
            raise SearchRefused(
                "pvs cannot keep the last of equal moves: its null window tells of a later move "
                "only that it is no better, and such a bound may pass for an equal value",
                expected="ties=first",
            )

    def visit(
        self, state: Any, action: int, parent: int, depth: int, alpha: float, beta: float
    ) -> float:
        """Search a first child with the whole window; scout any other, and perhaps search again."""
        low, high = alpha, beta
        if parent != NO_PARENT and len(self.log) > parent + 1:
            low, high = scout_window(self.log.player[parent], alpha, beta)
        v = super().visit(state, action, parent, depth, low, high)
        if high <= v < beta or alpha < v <= low:  # better, and no more is known of how much
            again = len(self.log)
            v = super().visit(state, action, parent, depth, alpha, beta)
            self.log.flags[again] |= _RESEARCH
        return v


def scout_window(player: int, alpha: float, beta: float) -> tuple[float, float]:
    """The null window of a node's later children: (α, α + 1) at MAX, (β − 1, β) at MIN.

    One is the least step between whole values. A value that falls inside, which is then not whole,
    is an exact one. Where the bound is infinite there is nothing to ask.

    Args:
        player: whose turn it is at the node.
        alpha: its window now.
        beta: its window now.
    """
    if player == MAX and math.isfinite(alpha):
        return alpha, min(beta, max(alpha + 1, math.nextafter(alpha, math.inf)))
    if player == MIN and math.isfinite(beta):
        return max(alpha, min(beta - 1, math.nextafter(beta, -math.inf))), beta
    return alpha, beta
