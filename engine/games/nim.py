"""Nim: take one or more objects from one heap. Taking the last object wins.

That is normal play; with `misere` after the heaps, taking the last object loses. `first` is MAX
and `second` is MIN, and a win is worth 1.

C. L. Bouton, "Nim, a game with a complete mathematical theory", *Annals of Mathematics* 3 (1901):
the player to move loses if the bitwise exclusive or of the heaps is 0. In misère play that holds
while a heap has two objects or more; with heaps of one only, facing an odd number of them loses.
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
    source_text,
    split_side,
    whole_number,
)

#: The objects in each heap, and whose turn it is.
Position: TypeAlias = tuple[tuple[int, ...], Player]
#: A heap, from 1, and how many objects are taken from it.
Take: TypeAlias = tuple[int, int]

_USUAL: Final = "3,5,7"
_MISERE: Final = ("misere", "misère")
_MAX_HEAPS: Final = 20
_MAX_OBJECTS: Final = 1_000


class Nim(BuiltIn[Position, Take]):
    """Nim with any heaps."""

    name = "nim"
    move_naming = (
        "A move is named by the heap and the number of objects: 1-2 takes two from the first heap."
    )
    given_order = "from the first heap to the last, in each the smallest number first"
    labels = {MAX: "first", MIN: "second", CHANCE: "chance"}  # noqa: RUF012
    value_range = (-1, 1)

    def __init__(self, position: str = "", size: str = "", to_move: str = "") -> None:
        where = source_text(self.name, size, position)
        heaps, side = split_side(position, to_move, where)
        began, self.misere = _read_size(size, heaps or _USUAL, where)
        #: The objects that each heap began with.
        self.heaps = began
        self.size = ",".join([*map(str, began), *(["misere"] if self.misere else [])])
        self.rules = (
            "The players take turns; a move takes one object or more from one heap. The player who "
            f"takes the last object {'loses' if self.misere else 'wins'}. A win of MAX is worth 1, "
            "a win of MIN −1."
        )
        self.initial = self._read(heaps or ",".join(map(str, began)), side, where)

    def to_move(self, state: Position) -> Player:
        return state[1]

    def actions(self, state: Position) -> Sequence[Take]:
        """Return every amount of every heap, first heap and smallest amount first."""
        return [
            (heap, amount)
            for heap, objects in enumerate(state[0], 1)
            for amount in range(1, objects + 1)
        ]

    def result(self, state: Position, action: Take) -> Position:
        heaps, player = state
        heap, amount = action
        left = list(heaps)
        left[heap - 1] -= amount
        return tuple(left), MIN if player is MAX else MAX

    def is_terminal(self, state: Position) -> bool:
        return not any(state[0])

    def utility(self, state: Position, player: Player) -> Number:
        """Return 1 for the winner: in normal play the player who is not to move."""
        return 1 if (player is state[1]) is self.misere else -1

    def name_of(self, action: Take) -> str:
        """Return the heap and the number taken from it: `1-2`."""
        heap, amount = action
        return f"{heap}-{amount}"

    def draw(self, state: Position) -> str:
        """Return the heaps, one in a line, with a bar for each object."""
        lines = ((heap, objects, "|" * objects) for heap, objects in enumerate(state[0], 1))
        return "\n".join(f"{heap}: {objects} {bars}".rstrip() for heap, objects, bars in lines)

    def score_line(self, state: Position, began: Position) -> str:
        return f"{sum(state[0])} left"

    def format(self, state: Position) -> str:
        """Return the heaps joined by `-`, with ` second` if that player is to move."""
        heaps = "-".join(map(str, state[0]))
        return heaps if state[1] is MAX else f"{heaps} {self.labels[state[1]]}"

    def _read(self, cells: str, side: str, where: str) -> Position:
        heaps = _read_heaps(cells.replace("-", ","), where)
        fits = len(heaps) == len(self.heaps) and all(map(int.__le__, heaps, self.heaps))
        if not fits:
            raise InvalidInput(
                f"the heaps cannot be {cells}",
                where=where,
                expected=f"at most {'-'.join(map(str, self.heaps))}, heap by heap",
            )
        return heaps, read_side(side or "first", FIRST_AND_SECOND, where, "first or second")


make = Nim


def _read_size(size: str, usual: str, where: str) -> tuple[tuple[int, ...], bool]:
    """Return the heaps that a game began with, and whether it is misère."""
    heaps, comma, last = size.strip().rpartition(",")
    misere = last.strip().lower() in _MISERE
    if not misere:
        heaps = f"{heaps}{comma}{last}"
    return _read_heaps(heaps or usual.replace("-", ","), where), misere


def _read_heaps(text: str, where: str) -> tuple[int, ...]:
    heaps = []
    for part in text.split(","):
        objects = whole_number(part.strip())
        if objects is None or objects > _MAX_OBJECTS:
            raise InvalidInput(
                f"a heap cannot be {part.strip()!r}",
                where=where,
                expected=f"heaps of 0 to {_MAX_OBJECTS:,} objects, such as 3,5,7",
            )
        heaps.append(objects)
    if len(heaps) > _MAX_HEAPS:
        raise InvalidInput(
            f"the game cannot have {len(heaps)} heaps",
            where=where,
            expected=f"1 to {_MAX_HEAPS} heaps",
        )
    return tuple(heaps)
