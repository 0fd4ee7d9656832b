"""The number race of Lab 3: reaching the target exactly wins, going over it loses.

The number starts at 0. The players add 1, 2, … up to the largest step in turns; `first` is MAX and
`second` is MIN, and a win is worth 1. Every step may be taken at any time, even one that goes
over the target.

The player to move loses if the target is a multiple of (largest step + 1) away: after any step, the
other player moves on to the next such number. In the race to 10 by 1 to 3 these are 2 and 6.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, TypeAlias

from engine.errors import InvalidInput
from engine.game import CHANCE, MAX, MIN, Number, Player
from engine.games.source_texts import (
    FIRST_AND_SECOND,
    BuiltIn,
    read_side,
    read_size,
    source_text,
    split_side,
    whole_number,
)

#: The number reached, and whose turn it is.
Position: TypeAlias = tuple[int, Player]

_USUAL: Final = "10,3"
#: A number of moves that every search can descend and a person can step through.
_MAX_TARGET: Final = 10_000
_MAX_STEP: Final = 1_000


class Race(BuiltIn[Position, int]):
    """A race to a number."""

    name = "race"
    move_naming = "A move is named by the number that it adds."
    given_order = "the smallest number first"
    labels = {MAX: "first", MIN: "second", CHANCE: "chance"}  # noqa: RUF012
    value_range = (-1, 1)

    def __init__(self, position: str = "", size: str = "", to_move: str = "") -> None:
        where = source_text(self.name, size, position)
        self.target, self.largest = _read_size(size, where)
        self.size = f"{self.target},{self.largest}"
        most = f"a number from 1 to {self.largest}" if self.largest > 1 else "1"
        self.rules = (
            f"The players take turns; a move adds {most} to the number reached. The player who "
            f"reaches {self.target} exactly wins; the player who goes over {self.target} loses. A "
            "win of MAX is worth 1, a win of MIN −1."
        )
        self._steps = range(1, self.largest + 1)
        number, side = split_side(position, to_move, where)
        self.initial = self._read(number or "0", side, where)

    def to_move(self, state: Position) -> Player:
        return state[1]

    def actions(self, state: Position) -> Sequence[int]:
        return self._steps

    def result(self, state: Position, action: int) -> Position:
        number, player = state
        return number + action, player.opponent

    def is_terminal(self, state: Position) -> bool:
        """Return whether the target is reached or passed."""
        return state[0] >= self.target

    def utility(self, state: Position, player: Player) -> Number:
        """Return 1 for the winner: who reached the target or did not go over it."""
        number, to_move = state
        winner = to_move.opponent if number == self.target else to_move
        return 1 if player is winner else -1

    def draw(self, state: Position) -> str:
        return f"{state[0]} of {self.target}"

    def format(self, state: Position) -> str:
        """Return the number reached, with ` second` if that player is to move."""
        number, player = state
        return str(number) if player is MAX else f"{number} {self.labels[player]}"

    def _read(self, cells: str, side: str, where: str) -> Position:
        reached, most = whole_number(cells), self.target - 1 + self.largest
        if reached is None or reached > most:
            raise InvalidInput(
                f"the number reached cannot be {cells!r}", where=where, expected=f"0 to {most}"
            )
        return reached, read_side(side or "first", FIRST_AND_SECOND, where, "first or second")


make = Race


def _read_size(size: str, where: str) -> tuple[int, int]:
    expected = "the target and the largest step: 10,3"
    target, largest = read_size(size or _USUAL, 2, where, expected)
    limits = (("target", target, _MAX_TARGET), ("largest step", largest, _MAX_STEP))
    for what, number, most in limits:
        if not 1 <= number <= most:
            raise InvalidInput(
                f"the {what} cannot be {number}",
                where=where,
                expected=f"a {what} from 1 to {most:,}",
            )
    return target, largest
