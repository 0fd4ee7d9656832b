"""Expectimax: MAX against an opponent who moves at random (AIMA 4e, section 5.5; CS 188)."""

from __future__ import annotations

from engine.game import AnyGame
from engine.searches.expectiminimax import Expectiminimax
from engine.settings import Settings
from engine.wrappers.random_opponent import RandomOpponent

__all__ = ["Expectimax"]


class Expectimax(Expectiminimax):
    """Expectiminimax of the game in which MIN's turns are chance nodes."""

    name = "expectimax"
    summary = "MAX against a MIN who moves at random, each node worth its expected value"
    has_min = False
    takes = Expectiminimax.takes | {"opponent"}

    @classmethod
    def prepare(cls, game: AnyGame, settings: Settings) -> AnyGame:
        """The game with chance in MIN's place."""
        return RandomOpponent(game, settings.opponent)
