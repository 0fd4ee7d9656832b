"""Searches through chance nodes that note the exact numbers they compare.

The log has the windows as doubles. A letter's bands need them exactly, and before they are clipped
to the bounds of the leaves.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any, Final, TypeAlias

from engine.game import AnyGame
from engine.log.visit_log import VisitLog
from engine.running.control import Control, SearchStopped
from engine.running.recursion import in_one_chunk
from engine.search import too_large_error
from engine.searches.settings import Settings
from engine.searches.star1 import Star1
from engine.searches.star2 import Star2


#: An exact number, or an infinity.
NotedNumber: TypeAlias = Fraction | float


class _Noting(Star1):
    """Notes both sides of each cutoff test, and each window with the bounds that clip it."""

    def __init__(self, game: AnyGame, settings: Settings, log: VisitLog) -> None:
        super().__init__(game, settings, log)
        self.noted: list[NotedNumber] = []

    def visit(
        self, state: Any, action: int, parent: int, depth: int, alpha: Any, beta: Any
    ) -> float:
        """Note a window and its bounds, and visit the node."""
        self.noted += (alpha, beta, *self.find_span(state))
        return super().visit(state, action, parent, depth, alpha, beta)

    def cuts(self, value: Any, other: Any) -> bool:
        """Note the two sides of a cutoff test, and make it."""
        self.noted += (value, other)
        return super().cuts(value, other)


class _NotingStar1(_Noting):
    """Star1 that notes its numbers."""


class _NotingStar2(_Noting, Star2):
    """Star2 that notes its numbers."""


#: The noting form of each search through chance nodes with a window.
NOTING: Final[Mapping[str, type[_Noting]]] = {
    Star1.name: _NotingStar1,
    Star2.name: _NotingStar2,
}


def run_noting(
    game: AnyGame, kind: type[_Noting], settings: Settings
) -> tuple[VisitLog, list[NotedNumber]]:
    """Search a tree, and return the log and the noted numbers in order."""
    control = Control()
    log = VisitLog(control.checkpoint)
    search = kind(game, settings, log)
    control.row_bytes = log.row_bytes
    try:
        in_one_chunk(search.run)
    except SearchStopped:
        raise too_large_error(game, kind) from None
    log.finish()
    return log, search.noted
