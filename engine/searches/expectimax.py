"""Expectimax: MAX against an opponent who moves at random (AIMA 4e, section 5.5; CS 188)."""

from __future__ import annotations

from engine.game import AnyGame
from engine.log.windows import Windows
from engine.searches.expectiminimax import Expectiminimax
from engine.searches.settings import Settings
from engine.wrappers.random_opponent import RandomOpponent


class Expectimax(Expectiminimax):
    """Expectiminimax of the game in which MIN's turns are chance nodes."""

    name = "expectimax"
    windows = Windows.SAME
    summary = "MAX against a MIN that moves at random; MIN's nodes have their expected value"
    phrase = "expectimax search, in which MIN moves at random"
    has_min = False
    takes = Expectiminimax.takes | {"opponent"}

    @classmethod
    def prepare(cls, game: AnyGame, settings: Settings) -> AnyGame:
        """Return the game with MIN replaced by chance."""
        return RandomOpponent(game, settings.opponent)
