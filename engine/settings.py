"""What a search is asked to do, apart from the game it is given."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from types import MappingProxyType
from typing import Any, Final

from engine.conventions import AIMA, Convention
from engine.errors import SearchRefused, UsageError
from engine.game import AnyGame
from engine.ordering import check_order

__all__ = ["OPTION_NAMES", "Settings"]

#: What people call the settings that not every search takes, by field; in the order of listings.
OPTION_NAMES: Final[Mapping[str, str]] = MappingProxyType(
    {
        "window": "window",
        "depth": "depth limit",
        "rounds": "limit in rounds",
        "order": "order of moves",
        "opponent": "random opponent",
        "iterations": "iterations",
        "exploration": "exploration constant",
        "seed": "seed",
    }
)


@dataclass(frozen=True, slots=True)
class Settings:
    """How to search. What a search has no use for it refuses.

    Args:
        convention: how the cutoff test, the update, the return and ties are to be understood.
        window: α and β at the root, α < β.
        depth: plies below the root at which nodes are evaluated, at least 0; None for no limit.
        rounds: the same in rounds, in which every player moves once; at most one of the two.
        order: the name of an order of moves.
        opponent: how expectimax's random player chooses: `uniform`, or the weights of its first,
            second, ... move, as `2,1,1`; see `engine.wrappers.random_opponent`.
        iterations: how often MCTS goes down the tree, at least 1; None for its usual number.
        exploration: MCTS's constant C, at least 0; None for its usual one.
        seed: what MCTS's random playouts are drawn from; None for its usual one.

    Raises:
        UsageError: an impossible window, limit, order or number.
    """

    convention: Convention = field(default=AIMA)
    window: tuple[float, float] = (-math.inf, math.inf)
    depth: int | None = None
    rounds: int | None = None
    order: str = "given"
    opponent: str = "uniform"
    iterations: int | None = None
    exploration: float | None = None
    seed: int | None = None

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
        if self.iterations is not None and self.iterations < 1:
            raise UsageError(f"{self.iterations} iterations are no search", expected="1 or more")
        if self.exploration is not None and not 0 <= self.exploration < math.inf:
            raise UsageError(
                f"an exploration constant cannot be {self.exploration:g}", expected="0 or more"
            )
        check_order(self.order)

    def given(self) -> dict[str, Any]:
        """What is not as usual of all that not every search takes, by the names of the fields."""
        usual = {field.name: field.default for field in fields(self)}
        return {
            name: getattr(self, name) for name in OPTION_NAMES if getattr(self, name) != usual[name]
        }

    def depth_limit(self, game: AnyGame) -> int | None:
        """The limit in plies of this game, or None.

        Raises:
            SearchRefused: rounds of a game with chance, whose rolls are plies but nobody's move.
        """
        if self.rounds is not None and game.has_chance and not game.chance_plays:
            raise SearchRefused(
                f"{game} has chance nodes, whose plies belong to no round",
                expected="a limit in plies (--depth)",
            )
        if self.rounds is not None:
            return self.rounds * game.plies_per_round
        return self.depth
