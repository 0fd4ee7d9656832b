"""What a search is asked to do, apart from the game it is given."""

from __future__ import annotations

import math
from dataclasses import dataclass, field

from engine.conventions import AIMA, Convention
from engine.errors import SearchRefused, UsageError
from engine.game import AnyGame
from engine.ordering import ordering

__all__ = ["Settings"]


@dataclass(frozen=True, slots=True)
class Settings:
    """How to search.

    Args:
        convention: how the cutoff test, the update, the return and ties are to be understood.
        window: α and β at the root, α < β.
        depth: plies below the root at which nodes are evaluated, at least 0; None for no limit.
        rounds: the same in rounds, in which every player moves once; at most one of the two.
        order: the name of an order of moves.

    Raises:
        UsageError: an impossible window, limit or order.
    """

    convention: Convention = field(default=AIMA)
    window: tuple[float, float] = (-math.inf, math.inf)
    depth: int | None = None
    rounds: int | None = None
    order: str = "given"

    def __post_init__(self) -> None:
        alpha, beta = self.window
        if not alpha < beta:
            raise UsageError(
                f"a window cannot run from {alpha:g} to {beta:g}", expected="α below β"
            )
        if self.depth is not None and self.rounds is not None:
            raise UsageError("a depth and rounds exclude each other", expected="one of the two")
        for limit, what in ((self.depth, "plies"), (self.rounds, "rounds")):
            if limit is not None and (not isinstance(limit, int) or limit < 0):
                raise UsageError(
                    f"a search cannot stop after {limit} {what}",
                    expected="a whole number, 0 or more",
                )
        ordering(self.order)

    def depth_limit(self, game: AnyGame) -> int | None:
        """The limit in plies of this game, or None.

        Raises:
            SearchRefused: rounds of a game with chance, whose rolls are plies but nobody's move.
        """
        if self.rounds is not None and game.has_chance:
            raise SearchRefused(
                f"{game} has chance nodes, whose plies belong to no round",
                expected="a limit in plies (--depth)",
            )
        if self.rounds is not None:
            return self.rounds * game.plies_per_round
        return self.depth
