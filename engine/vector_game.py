"""Games whose ends have a value for each player: three or more players, or no zero sum."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from typing import Any

from engine.errors import SearchRefused
from engine.game import MAX, MIN, AnyGame, Game, Number, Player

__all__ = ["VectorGame"]


class VectorGame(Game[Any, Any]):
    """A game without chance in which each player has a share of an end.

    Players are numbered from 0 in the order of `players`, which is the order of the shares. For
    searches of two players, the player who moves first is MAX and all others are MIN.
    """

    #: The players' names, in the order of the shares.
    players: Sequence[str] = ()

    @abstractmethod
    def mover(self, state: Any) -> int:
        """Return the place of the player to move among `players`."""

    @abstractmethod
    def shares(self, state: Any) -> tuple[Number, ...]:
        """Return what an end is worth to each player."""

    @abstractmethod
    def against_all(self) -> AnyGame:
        """Return the game of two players: the first to move, as MAX, against all others."""

    def to_move(self, state: Any) -> Player:
        """Return MAX for the player who moves first in the game, MIN for any other."""
        return MAX if self.mover(state) == self.mover(self.initial) else MIN

    def utility(self, state: Any, player: Player) -> Number:
        """Refuse to value an end by one number.

        Raises:
            SearchRefused: always.
        """
        raise self.refusal()

    def refusal(self) -> SearchRefused:
        """Return the error for a search that needs one value per end."""
        return SearchRefused(
            f"each leaf of {self} has {len(self.players)} values, one for each player",
            expected="a search for several players",
            hint="Use paranoid",
        )
