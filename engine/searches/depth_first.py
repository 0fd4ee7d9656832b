"""What the depth-first searches share: how a leaf is valued, and who may stop them."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from math import inf
from typing import Any, Final

from engine.errors import SearchRefused
from engine.game import AnyGame, Number
from engine.log import MAX_ACTIONS, NO_PARENT, Flag, VisitLog
from engine.ordering import make_order
from engine.searches.base import Search
from engine.searches.checks import no_moves, no_value
from engine.settings import Settings

__all__ = ["EVALUATED", "TERMINAL", "DepthFirst"]

# Plain numbers: an enum's arithmetic costs more than a visit.
TERMINAL: Final = int(Flag.TERMINAL)
EVALUATED: Final = int(Flag.EVALUATED)


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

    def leaf(self, state: Any, row: int, value: Number, flag: int) -> float:
        """Value a node that is not expanded, by its utility or its evaluation.

        Args:
            state: its state.
            row: its row.
            value: what the game says that it is worth.
            flag: `TERMINAL` or `EVALUATED`.
        """
        number = float(value) + 0.0  # −0.0 becomes 0.0
        if not -inf < number < inf:
            raise no_value(self.game, number, state)
        return self.log.leaf(row, number, flag)

    def moves(self, state: Any, row: int) -> Sequence[Any]:
        """The moves of a node where a player is to move, recorded."""
        moves = self.game.actions(state)
        if not 0 < len(moves) <= MAX_ACTIONS:
            raise no_moves(self.game, moves, state)
        self.log.expand(row, len(moves))
        return moves
