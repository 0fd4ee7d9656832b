"""What several games read alike in the texts of a source: whole numbers, and the side to move."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

from engine.errors import InvalidInput
from engine.game import Player

__all__ = ["FIRST_AND_SECOND", "read_side", "source_text", "split_side", "whole_number"]

#: The sides of a game whose players have no colours or marks, as they may be written.
FIRST_AND_SECOND: Final[Mapping[str, Player]] = {
    "first": Player.MAX,
    "second": Player.MIN,
    "max": Player.MAX,
    "min": Player.MIN,
}

# Nine digits hold every number that a game can use; Python would read other signs and more of them.
_WHOLE: Final = re.compile(r"[0-9]{1,9}")


def source_text(name: str, size: str, position: str) -> str:
    """`GAME[:SIZE][@POSITION]`, for the place that an error tells of."""
    return name + (f":{size}" if size else "") + (f"@{position}" if position else "")


def whole_number(text: str) -> int | None:
    """The number that a text of up to nine digits writes; None for any other text."""
    return int(text) if _WHOLE.fullmatch(text) else None


def split_side(position: str, to_move: str, where: str) -> tuple[str, str]:
    """A position without its side to move, and that side; either may be empty.

    Args:
        position: a position, perhaps with a side after a space.
        to_move: the side where it is told apart from the position.
        where: the place that an error tells of.

    Raises:
        InvalidInput: the side is told twice.
    """
    cells, _, side = position.strip().partition(" ")
    side, to_move = side.strip(), to_move.strip()
    if side and to_move:
        raise InvalidInput(
            f"{side!r} after the position, and {to_move!r} as the side to move",
            where=where,
            expected="the side to move once",
        )
    return cells, side or to_move


def read_side(side: str, sides: Mapping[str, Player], where: str, expected: str) -> Player:
    """The player of that name, in upper or lower case.

    Args:
        side: what was written.
        sides: the players by their names in lower case.
        where: the place that an error tells of.
        expected: the names to be offered.

    Raises:
        InvalidInput: there is no such side.
    """
    player = sides.get(side.lower())
    if player is None:
        raise InvalidInput(f"{side!r} as the side to move", where=where, expected=expected)
    return player
