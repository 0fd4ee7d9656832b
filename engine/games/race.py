"""The number race of Lab 3: who reaches the target exactly wins, and who goes over it loses.

The number starts at 0. The players add 1, 2, … up to the largest step in turns; `first` is MAX and
`second` is MIN, and a win is worth 1. Every step may be taken at any time, those that go over the
target included.

The player to move loses where the target is a multiple of (largest step + 1) away: whatever is
added, the other player adds what is missing to the next such number. In the race to 10 by 1 to 3
that is so at 2 and at 6.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, TypeAlias

from engine.errors import InvalidInput
from engine.game import CHANCE, MAX, MIN, Game, Number, Player
from engine.games.source_texts import (
    FIRST_AND_SECOND,
    read_side,
    source_text,
    split_side,
    whole_number,
)

__all__ = ["Race", "make"]

#: The number reached, and whose turn it is.
Position: TypeAlias = tuple[int, Player]

_USUAL: Final = "10,3"
#: A number of moves that every search can descend, and of steps that a person can look through.
_MAX_TARGET: Final = 10_000
_MAX_STEP: Final = 1_000


class Race(Game[Position, int]):
    """A race to a number.

    Args:
        position: the number reached, perhaps with a side to move after a space; 0 by default.
        size: the target and the largest step.
        to_move: `first` or `second`, where the position does not say it; `first` by default.

    Raises:
        InvalidInput: a size or position that cannot be read or cannot come about.
    """

    name = "race"
    labels = {MAX: "first", MIN: "second", CHANCE: "chance"}  # noqa: RUF012

    def __init__(self, position: str = "", size: str = _USUAL, to_move: str = "") -> None:
        where = source_text(self.name, size, position)
        self.target, self.largest = _read_size(size, where)
        self.size = f"{self.target},{self.largest}"
        self._steps = range(1, self.largest + 1)
        number, side = split_side(position, to_move, where)
        self.initial = self._read(number or "0", side, where)

    def to_move(self, state: Position) -> Player:
        """Whose turn it is."""
        return state[1]

    def actions(self, state: Position) -> Sequence[int]:
        """What can be added, the smallest first."""
        return self._steps

    def result(self, state: Position, action: int) -> Position:
        """The number reached by adding."""
        number, player = state
        return number + action, player.opponent

    def is_terminal(self, state: Position) -> bool:
        """Whether the target is reached or passed."""
        return state[0] >= self.target

    def utility(self, state: Position, player: Player) -> Number:
        """1 for who has won: who reached the target, or did not go over it."""
        number, to_move = state
        winner = to_move.opponent if number == self.target else to_move
        return 1 if player is winner else -1

    def draw(self, state: Position) -> str:
        """The number reached and the target."""
        return f"{state[0]} of {self.target}"

    def format(self, state: Position) -> str:
        """The number reached, and ` second` where that player is to move."""
        number, player = state
        return str(number) if player is MAX else f"{number} {self.labels[player]}"

    def parse(self, text: str) -> Position:
        """Read a number reached, with ` first` or ` second` after it to say who moves.

        Raises:
            InvalidInput: no number, or one that no step leads to.
        """
        where = source_text(self.name, self.size, text)
        return self._read(*split_side(text, "", where), where)

    def _read(self, number: str, side: str, where: str) -> Position:
        reached, most = whole_number(number), self.target - 1 + self.largest
        if reached is None or reached > most:
            raise InvalidInput(
                f"{number!r} as the number reached", where=where, expected=f"0 to {most}"
            )
        return reached, read_side(side or "first", FIRST_AND_SECOND, where, "first or second")


def make(size: str, position: str, to_move: str) -> Race:
    """The game of a source.

    Raises:
        InvalidInput: a size or position that cannot be read or cannot come about.
    """
    return Race(position, size or _USUAL, to_move)


def _read_size(size: str, where: str) -> tuple[int, int]:
    numbers = [whole_number(part.strip()) for part in size.split(",")]
    if len(numbers) != 2 or None in numbers:
        raise InvalidInput(
            f"{size!r} as a size", where=where, expected="the target and the largest step: 10,3"
        )
    target, largest = (number or 0 for number in numbers)
    if not 1 <= target <= _MAX_TARGET:
        raise InvalidInput(
            f"a target of {target}", where=where, expected=f"a target from 1 to {_MAX_TARGET:,}"
        )
    if not 1 <= largest <= _MAX_STEP:
        raise InvalidInput(
            f"a largest step of {largest}",
            where=where,
            expected=f"a largest step from 1 to {_MAX_STEP:,}",
        )
    return target, largest
