"""Games whose ends have a value for each player: three or more players, or no zero sum."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from typing import Any

from engine.errors import SearchRefused
from engine.game import MAX, AnyGame, Game, Number, Player


class VectorGame(Game[Any, Any]):
    """A game without chance in which each player has a share of an end.

    Players are numbered from 0 in the order of `share_names`, which is the order of the shares.
    Each player maximizes its own share, so every node is MAX's. The value of a node is the share of
    the player who moved to it.
    """

    #: The players' names, in the order of the shares.
    share_names: Sequence[str] = ()

    @abstractmethod
    def mover(self, state: Any) -> int:
        """Return the place of the player to move; at an end, whose turn it would be."""

    @abstractmethod
    def shares(self, state: Any) -> tuple[Number, ...]:
        """Return what an end is worth to each player."""

    @abstractmethod
    def against_all(self) -> AnyGame:
        """Return the game of two players: the first to move, as MAX, against all others."""

    def to_move(self, state: Any) -> Player:
        """Return MAX, since each player maximizes."""
        return MAX

    def player_name(self, state: Any) -> str:
        """Return the name of the player to move."""
        return self.share_names[self.mover(state)]

    def refusal(self, search: str) -> SearchRefused:
        """Return the error for a search that needs one value per end."""
        return SearchRefused(
            f"{search} needs one value per leaf, and each leaf of {self} has "
            f"{len(self.share_names)}, one for each player",
            expected="a search for several players",
            hint="Use maxn or paranoid",
        )
