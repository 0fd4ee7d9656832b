"""Alpha-beta with a transposition table: no position is searched twice.

Greenblatt, Eastlake and Crocker (1967); Slate and Atkin (1977). For every interior position the
table stores the value returned and whether it is exact or a bound. An exact value answers any later
visit; a bound only if it causes a cutoff.
"""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any

from engine.conventions import read_listing
from engine.game import AnyGame, Player
from engine.log.visit_log import Flag, VisitLog
from engine.log.windows import Windows
from engine.searches.alphabeta import AlphaBeta
from engine.searches.ordering import check_hashable
from engine.searches.settings import Settings


class Transposition(AlphaBeta):
    """Looks up every interior node in a table first, and stores its result there."""

    name = "transposition"
    windows = Windows.ONE_END
    summary = "alpha-beta with a table of searched positions"
    phrase = "alpha-beta search with a transposition table"
    rules = (
        "A table keeps the value of every position below which the search has finished. After a "
        "cutoff the value is only a bound. A position in the table is visited again but not "
        "expanded if its value is exact, or if its bound causes a cutoff."
    )
    listing = read_listing("transposition")
    keeps_positions = True

    def __init__(self, game: AnyGame, settings: Settings, log: VisitLog) -> None:
        super().__init__(game, settings, log)
        check_hashable(game, self.name)
        #: The log's key of a position's last search, by position and plies left.
        self.table: dict[Hashable, int] = {}

    def interior(
        self, state: Any, row: int, player: Player, depth: int, alpha: float, beta: float
    ) -> float:
        """Answer from the table if possible; otherwise search and store the result."""
        key = (state, None if self.limit is None else self.limit - depth)
        entry = self.table.get(key)
        if entry is not None:
            value, flags = self.log.answer(entry)
            bound = flags & Flag.BOUND
            if self._is_enough(value, bound, alpha, beta):
                self.log.repeat(row, entry)
                return self.leave(row, value, 0, Flag.REPEAT | bound, alpha, beta)
        value = super().interior(state, row, player, depth, alpha, beta)
        self.table[key] = self.log.keep(row)
        return value

    def _is_enough(self, value: float, bound: int, alpha: float, beta: float) -> bool:
        """Return whether an earlier result answers a visit with this window."""
        if not bound:
            return True
        if bound == Flag.LOWER:
            return self.max_cuts(value, beta)
        return bound == Flag.UPPER and self.min_cuts(value, alpha)
