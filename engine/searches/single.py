"""One player and no opponent: the best that MAX can reach (a Pac-Man without ghosts)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from engine.errors import SearchRefused
from engine.game import MIN
from engine.searches.minimax import Minimax

__all__ = ["Single"]


class Single(Minimax):
    """Visits every node; each takes the largest value of its children."""

    name = "single"
    summary = "one player alone: every node takes its largest value"
    has_min = False

    def moves(self, state: Any, row: int) -> Sequence[Any]:
        """The moves of a node, which must be MAX's."""
        if self.game.to_move(state) is MIN:
            raise SearchRefused(
                f"single has one player, and at {self.game.format(state)} of {self.game} MIN is "
                f"to move",
                hint="Use minimax, or a tree with players: [max]",
            )
        return super().moves(state, row)
