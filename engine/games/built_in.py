"""The base class of the games in `engine.games.GAMES`."""

from __future__ import annotations

from collections.abc import Hashable
from functools import partial
from typing import Any, SupportsIndex, TypeVar

from engine.game import Game
from engine.games import find_recipe, make_game


_State = TypeVar("_State", bound=Hashable)
_Action = TypeVar("_Action", bound=Hashable)


class BuiltIn(Game[_State, _Action]):
    """A game that `make_game` builds from a name, a size and a position."""

    def __reduce_ex__(self, protocol: SupportsIndex) -> Any:
        """Return the name, size and position for pickle and copy.

        The game's functions cannot be pickled; its tables are rebuilt. A subclass that is not in
        `GAMES` is pickled in Python's default way.
        """
        recipe = find_recipe(self)
        if recipe is None:
            return super().__reduce_ex__(protocol)
        return partial(make_game, **recipe), ()
