"""Single-agent search: the best value that MAX can reach (Pac-Man without ghosts)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from engine.errors import SearchRefused
from engine.game import MIN
from engine.log.windows import Windows
from engine.searches.minimax import Minimax


class Single(Minimax):
    """Visits every node; each takes the largest value of its children."""

    name = "single"
    windows = Windows.SAME
    summary = "one player: every node takes its children's largest value"
    phrase = "a search in which only MAX moves"
    has_min = False

    def moves(self, state: Any, row: int) -> Sequence[Any]:
        """Return the moves of a node, which must be MAX's."""
        if self.game.to_move(state) is MIN:
            raise SearchRefused(
                f"single has one player, but MIN is to move at {self.game.format(state)} of "
                f"{self.game}",
                hint="Use minimax, or a tree with players: [max]",
            )
        return super().moves(state, row)
