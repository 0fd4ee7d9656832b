"""Symmetries of a board: mirror images and, on a square, quarter turns.

A symmetric position has the same value, so a search need not search both. Which symmetries the
rules have is the game's choice: discs that fall leave only the mirror image.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any, TypeAlias

from engine.games.lines import Bits
from engine.games.memo_table import MemoTable

#: The bit of each cell's image, by the bit of the cell.
_Images: TypeAlias = tuple[int | None, ...]


class Symmetry:
    """A symmetry of a game whose states are two sets of cells and the side to move."""

    def __init__(
        self,
        images: _Images,
        bit_of: Callable[[Any], int | None],
        action_of: Callable[[int], Any],
    ) -> None:
        self.images = images
        self._cells = _make_image_table(images)
        self._before = {after: bit for bit, after in enumerate(images)}
        self._bit_of, self._action_of = bit_of, action_of

    def state(self, state: Any) -> Any:
        """Return the symmetric state."""
        x, o, player = state
        return self._cells[x], self._cells[o], player

    def action(self, action: Any) -> Any:
        """Return the move in the symmetric state that corresponds to a move."""
        bit = self._bit_of(action)
        image = None if bit is None else self.images[bit]
        return action if image is None else self._action_of(image)

    def undo(self, action: Any) -> Any:
        """Return the move that corresponds to a move in the symmetric state."""
        bit = self._bit_of(action)
        before = None if bit is None else self._before[bit]
        return action if before is None else self._action_of(before)


def symmetries(
    bits: Bits,
    bit_of: Callable[[Any], int | None],
    action_of: Callable[[int], Any],
    *,
    falling: bool = False,
) -> tuple[Symmetry, ...]:
    """Return the symmetries of a board, without the identity."""
    return tuple(Symmetry(images, bit_of, action_of) for images in _images(bits, falling))


@lru_cache(maxsize=64)
def _images(bits: Bits, falling: bool) -> Sequence[_Images]:
    rows, columns = len(bits), len(bits[0])
    places = [(row, column) for row in range(rows) for column in range(columns)]
    distinct: dict[_Images, None] = {}
    for is_turned in (False, True) if rows == columns and not falling else (False,):
        for is_flipped in (False,) if falling else (False, True):
            for is_mirrored in (False, True):
                images: list[int | None] = [None] * (max(map(max, bits)) + 1)
                for row, column in places:
                    down = rows - 1 - row if is_flipped else row
                    right = columns - 1 - column if is_mirrored else column
                    to = bits[right][down] if is_turned else bits[down][right]
                    images[bits[row][column]] = to
                distinct[tuple(images)] = None
    identity = next(iter(distinct))
    return [images for images in distinct if images != identity]


@lru_cache(maxsize=256)
def _make_image_table(images: _Images) -> MemoTable[int, int]:
    """Return a table of sets of cells after a symmetry."""
    targets = [0 if to is None else 1 << to for to in images]

    def moved(cells: int) -> int:
        image = 0
        while cells:
            lowest = cells & -cells
            image |= targets[lowest.bit_length() - 1]
            cells ^= lowest
        return image

    return MemoTable(moved)
