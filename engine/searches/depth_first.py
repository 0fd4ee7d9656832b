"""What the depth-first searches share: how a leaf is valued, and who may stop them."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from typing import Any

from engine.errors import SearchRefused
from engine.game import MAX, AnyGame
from engine.log import NO_PARENT, Flag, VisitLog
from engine.ordering import make_order
from engine.searches.base import Search
from engine.searches.checks import checked_moves, finite
from engine.settings import Settings

__all__ = ["DepthFirst"]

# Plain numbers: an enum's arithmetic costs more than a visit.
_TERMINAL = int(Flag.TERMINAL)
_EVALUATED = int(Flag.EVALUATED)


class DepthFirst(Search):
    """A search that goes down one branch after another."""

    def __init__(self, game: AnyGame, settings: Settings, log: VisitLog) -> None:
        super().__init__(game, settings, log)
        self.limit = settings.depth_limit(game)
        self.order = make_order(settings.order, game, self.limit)
        learns_from = self.order.learns_from
        if learns_from == "cutoffs" and not self.has_window:
            raise SearchRefused(
                f"the order {settings.order} learns from cutoffs, and {self.name} makes none",
                hint="Use it with alphabeta or one of its kin",
            )
        if learns_from == "passes" and not self.several_roots:
            raise SearchRefused(
                f"the order {settings.order} learns from an earlier pass, and {self.name} has none",
                hint="Use it with deepening",
            )
        self.learn = self.order.learn if learns_from else None

    def run(self) -> None:
        """Search from the initial state."""
        alpha, beta = self.settings.window
        # −0.0 becomes 0.0, as in `finite`.
        self.visit(self.game.initial, 0, NO_PARENT, 0, alpha + 0.0, beta + 0.0)

    @abstractmethod
    def visit(
        self, state: Any, action: int, parent: int, depth: int, alpha: float, beta: float
    ) -> float:
        """Enter a node, search below it, and return its value.

        Args:
            state: the node's state.
            action: place of the move that led here among the parent's moves; 0 at a root.
            parent: the parent's row in the log.
            depth: plies below the root.
            alpha: what MAX has for certain on the way here.
            beta: what MIN has for certain on the way here.
        """

    def terminal(self, state: Any, row: int) -> float:
        """Value a leaf where the game is over: its utility."""
        value = finite(self.game, self.game.utility(state, MAX), state)
        return self.log.leave(row, value, 0, _TERMINAL)

    def evaluated(self, state: Any, row: int) -> float:
        """Value a node at which the depth limit stops: its evaluation."""
        value = finite(self.game, self.game.evaluate(state), state)
        return self.log.leave(row, value, 0, _EVALUATED)

    def moves(self, state: Any, row: int) -> Sequence[Any]:
        """The moves of a node where a player is to move, recorded."""
        moves = checked_moves(self.game, self.game.actions(state), state)
        self.log.expand(row, len(moves))
        return moves
