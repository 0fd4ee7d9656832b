"""Alpha-beta with a transposition table: a position that was searched is not searched again.

Greenblatt, Eastlake and Crocker (1967); Slate and Atkin (1977). The table holds for every interior
position what its search returned, and whether that is its value or a bound of it. A value answers
any later visit; a bound only where it is enough for the cutoff that it makes.
"""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any, Final

from engine.game import AnyGame, Player
from engine.log import Flag, VisitLog
from engine.ordering import check_hashable
from engine.searches.alphabeta import AlphaBeta
from engine.settings import Settings

__all__ = ["Transposition"]

_REPEAT: Final = int(Flag.REPEAT)
_LOWER: Final = int(Flag.LOWER)
_UPPER: Final = int(Flag.UPPER)
_BOUND: Final = _LOWER | _UPPER


class Transposition(AlphaBeta):
    """Looks every interior node up in a table first, and writes there what it found."""

    name = "transposition"
    summary = "alpha-beta with a table of the positions that it has searched"

    def __init__(self, game: AnyGame, settings: Settings, log: VisitLog) -> None:
        super().__init__(game, settings, log)
        check_hashable(game, self.name)
        #: What the log keeps of a position's last search, by the position and the plies left below.
        self.table: dict[Hashable, int] = {}

    def interior(
        self, state: Any, row: int, player: Player, depth: int, alpha: float, beta: float
    ) -> float:
        """Answer from the table where that is enough; search and remember otherwise."""
        key = (state, None if self.limit is None else self.limit - depth)
        known = self.table.get(key)
        if known is not None:
            value, flags = self.log.answer(known)
            bound = flags & _BOUND
            if self._is_enough(value, bound, alpha, beta):
                self.log.repeat(row, known)
                return self.leave(row, value, 0, _REPEAT | bound, alpha, beta)
        value = super().interior(state, row, player, depth, alpha, beta)
        self.table[key] = self.log.keep(row)
        return value

    def _is_enough(self, value: float, bound: int, alpha: float, beta: float) -> bool:
        """Whether what an earlier visit returned answers one with this window."""
        if not bound:
            return True
        if bound == _LOWER:
            return self.max_cuts(value, beta)
        return bound == _UPPER and self.min_cuts(value, alpha)
