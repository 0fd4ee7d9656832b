"""Shared parsing of a source's parts: whole numbers and the side to move."""

from __future__ import annotations

import re
from collections.abc import Collection, Hashable, Mapping
from fractions import Fraction
from functools import partial
from math import isfinite
from typing import Any, Final, SupportsIndex, TypeVar

from engine.errors import InvalidInput, did_you_mean
from engine.game import Game, Number, Player
from engine.games import find_recipe, make_game

#: Names of the sides of a game whose players have no colours or marks.
FIRST_AND_SECOND: Final[Mapping[str, Player]] = {
    "first": Player.MAX,
    "second": Player.MIN,
    "max": Player.MAX,
    "min": Player.MIN,
}

# Nine digits are enough for every game; `int` would also accept other symbols and longer numbers.
_WHOLE: Final = re.compile(r"[0-9]{1,9}")


def source_text(name: str, size: str, position: str) -> str:
    """Return `GAME[:SIZE][@POSITION]`, the place for error messages."""
    return name + (f":{size}" if size else "") + (f"@{position}" if position else "")


def whole_number(text: str) -> int | None:
    """Return the number in a text of up to nine digits; None for any other text."""
    return int(text) if _WHOLE.fullmatch(text) else None


def read_size(
    size: str, count: int, where: str, expected: str, *, one_for_all: bool = False
) -> list[int]:
    """Return the numbers of a size, which are joined by commas."""
    numbers = [whole_number(part.strip()) for part in size.split(",")]
    numbers *= count if one_for_all and len(numbers) == 1 else 1
    if len(numbers) != count or None in numbers:
        raise InvalidInput(f"the size {size!r} cannot be read", where=where, expected=expected)
    return [number or 0 for number in numbers]


def split_side(position: str, to_move: str, where: str) -> tuple[str, str]:
    """Return a position without its side to move, and that side; either may be empty."""
    cells, _, side = position.strip().partition(" ")
    side, to_move = side.strip(), to_move.strip()
    if side and to_move:
        raise InvalidInput(
            f"the side to move is given twice: {side!r} after the position and {to_move!r}",
            where=where,
            expected="one of the two",
        )
    return cells, side or to_move


def read_side(side: str, sides: Mapping[str, Player], where: str, expected: str) -> Player:
    """Return the player of that name, in upper or lower case."""
    player = sides.get(side.lower())
    if player is None:
        raise InvalidInput(f"the side to move cannot be {side!r}", where=where, expected=expected)
    return player


def read_weights(
    weights: Mapping[Any, Any], features: Collection[str], lacking: str, where: str
) -> dict[str, Number]:
    """Return finite weights of features; `lacking` is the start of an error about another one."""
    for name in weights:
        if name not in features:
            raise InvalidInput(
                f"{lacking} {name!r}",
                where=where,
                expected=f"one or more of {', '.join(features)}",
                hint=did_you_mean(str(name), features),
            )
    return {name: read_finite(weights[name], f"the weight of {name}", where) for name in weights}


def read_finite(value: Any, what: str, where: str) -> Number:
    """Return a number that a file gives; refuse any other value."""
    if isinstance(value, int | float | Fraction) and not isinstance(value, bool):
        try:
            if isfinite(value):
                return value
        except OverflowError:  # an integer too large for any search
            value = "a number of more than 300 digits"
    raise InvalidInput(f"{what} cannot be {value!r}", where=where, expected="a finite number")


_State = TypeVar("_State", bound=Hashable)
_Action = TypeVar("_Action", bound=Hashable)


class BuiltIn(Game[_State, _Action]):
    """A game that `make_game` builds from a position, a size and the side to move."""

    def parse(self, text: str) -> _State:
        """Read a position of this size, with the side to move after it if that is not clear."""
        where = source_text(self.name, self.size, text)
        return self._read(*split_side(text, "", where), where)

    def _read(self, cells: str, side: str, where: str) -> _State:
        """Return the state of a position and a side, which may be empty."""
        raise NotImplementedError

    def __reduce_ex__(self, protocol: SupportsIndex) -> Any:
        """Return the name, size and position for pickle and copy."""
        # The game's functions cannot be pickled; its tables are rebuilt. A subclass that is not in
        # `GAMES` is pickled in Python's default way.
        recipe = find_recipe(self)
        if recipe is None:
            return super().__reduce_ex__(protocol)
        return partial(make_game, **recipe), ()
