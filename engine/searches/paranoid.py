"""Paranoid search: the first player of several against all others (Sturtevant and Korf, 2000)."""

from __future__ import annotations

from engine.game import AnyGame
from engine.log.windows import Windows
from engine.searches.alphabeta import AlphaBeta
from engine.searches.settings import Settings
from engine.vector_game import VectorGame


class Paranoid(AlphaBeta):
    """Alpha-beta on the share of the player who moves first.

    That player is MAX. All others are MIN: they minimize this share and ignore their own. In a game
    of two players with one value per end, this is alpha-beta.
    """

    name = "paranoid"
    windows = Windows.ONE_END
    summary = "alpha-beta for several players: the first is MAX, all others are MIN"
    phrase = "paranoid search with alpha-beta pruning"
    rules = "Write only the value of the player who moves first; all other players are MIN."

    @classmethod
    def prepare(cls, game: AnyGame, settings: Settings) -> AnyGame:
        """Return the game of two players, with the share of the player who moves first."""
        return game.against_all() if isinstance(game, VectorGame) else game
