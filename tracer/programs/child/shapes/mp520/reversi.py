"""The right rules of Reversi on boards written as texts of `B`, `W` and `.`."""

from __future__ import annotations

from typing import Any, Final

__all__ = ["OTHER", "BoardReader", "ReversiRules"]

OTHER: Final = {"B": "W", "W": "B"}
_DIRECTIONS: Final = tuple(
    (down, right) for down in (-1, 0, 1) for right in (-1, 0, 1) if down or right
)
_SIGNS: Final = {"B": "B", "W": "W", "": ".", " ": ".", ".": "."}
#: Boards that are cached.
_MOST: Final = 200_000


class BoardReader:
    """Reads boards in MP 520's form: lists of rows of `''`, `'B'` and `'W'`.

    Args:
        rows: number of rows.
        columns: number of columns.
    """

    def __init__(self, rows: int, columns: int) -> None:
        self._shape = rows, columns
        self._known: dict[tuple[Any, ...], str | None] = {}

    def read(self, state: Any) -> str | None:
        """Return the cells row by row; None if this is not a board of this size."""
        try:
            raw = tuple(map(tuple, state))
            if raw in self._known:
                return self._known[raw]
        except TypeError:
            return None
        if len(self._known) >= _MOST:
            self._known.clear()
        found = self._known[raw] = self._read(raw)
        return found

    def _read(self, raw: tuple[Any, ...]) -> str | None:
        rows, columns = self._shape
        if len(raw) != rows or any(len(row) != columns for row in raw):
            return None
        try:
            return "".join(_SIGNS[cell] for row in raw for cell in row)
        except (KeyError, TypeError):
            return None

    def shown(self, cells: str) -> str:
        """Return the cells with bars between the rows."""
        columns = self._shape[1]
        return "|".join(cells[start : start + columns] for start in range(0, len(cells), columns))

    def written(self, cells: str) -> list[list[str]]:
        """Return the cells in MP 520's form, in new lists."""
        columns = self._shape[1]
        return [
            ["" if sign == "." else sign for sign in cells[start : start + columns]]
            for start in range(0, len(cells), columns)
        ]


class ReversiRules:
    """The rules on boards of one size.

    Args:
        rows: number of rows.
        columns: number of columns.
    """

    def __init__(self, rows: int, columns: int) -> None:
        self.rows = rows
        self.columns = columns
        #: For each cell, the runs of cells to the edges.
        self._rays = [
            [
                ray
                for down, right in _DIRECTIONS
                if len(ray := self._ray(row, column, down, right)) > 1
            ]
            for row in range(rows)
            for column in range(columns)
        ]

    def _ray(self, row: int, column: int, down: int, right: int) -> tuple[int, ...]:
        found = []
        row, column = row + down, column + right
        while 0 <= row < self.rows and 0 <= column < self.columns:
            found.append(row * self.columns + column)
            row, column = row + down, column + right
        return tuple(found)

    def cell(self, row: Any, column: Any) -> int | None:
        """Return the number of a cell; None if there is no such cell."""
        try:
            inside = 0 <= row < self.rows and 0 <= column < self.columns
            return int(row) * self.columns + int(column) if inside else None
        except (TypeError, ValueError):
            return None

    def flips(self, cells: str, player: str, cell: int) -> list[int]:
        """Return the cells that a disc would flip; none if the cell is occupied."""
        found: list[int] = []
        if cells[cell] != ".":
            return found
        other = OTHER[player]
        for ray in self._rays[cell]:
            if cells[ray[0]] == other:
                for many, one in enumerate(ray):
                    if cells[one] == player:
                        found += ray[:many]
                    if cells[one] != other:
                        break
        return found

    def values(self, cells: str, player: str) -> dict[tuple[int, int], int]:
        """Return how many discs each move of a player would flip, by row and column."""
        return {
            divmod(cell, self.columns): len(self.flips(cells, player, cell))
            for cell in range(len(cells))
        }

    def after(self, cells: str, player: str, cell: int) -> str:
        """Return the board after a move that flips discs."""
        signs = [*cells]
        for one in (cell, *self.flips(cells, player, cell)):
            signs[one] = player
        return "".join(signs)

    def is_over(self, cells: str) -> bool:
        """Return whether neither player can place a disc."""
        return not any(
            self.flips(cells, player, cell)
            for player in OTHER
            for cell, sign in enumerate(cells)
            if sign == "."
        )
