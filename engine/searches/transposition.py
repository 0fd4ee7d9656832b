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
        #: The row that last searched a position, by the position and the plies left below it.
        self.table: dict[Hashable, int] = {}

    def interior(
        self, state: Any, row: int, player: Player, depth: int, alpha: float, beta: float
    ) -> float:
        """Answer from the table where that is enough; search and remember otherwise."""
        key = (state, None if self.limit is None else self.limit - depth)
        known = self.table.get(key)
        if known is not None and self._is_enough(known, player, alpha, beta):
            self.log.repeat(row, known)
            bound = self.log.flags[known] & _BOUND
            return self.leave(row, self.log.value[known], 0, _REPEAT | bound, alpha, beta)
        value = super().interior(state, row, player, depth, alpha, beta)
        self.table[key] = row
        return value

    def _is_enough(self, known: int, player: Player, alpha: float, beta: float) -> bool:
        """Whether what a row returned answers a visit with this window."""
        value, bound = self.log.value[known], self.log.flags[known] & _BOUND
        if not bound:
            return True
        if bound == _LOWER:
            return self.max_cuts(value, beta)
        return bound == _UPPER and self.min_cuts(value, alpha)
