"""Names of cells by row and column or by number, as courses write them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from engine.errors import SearchRefused, look_up
from engine.game import AnyGame
from engine.wrappers.wrapped import Wrapped


def _row_col(row: int, column: int, _columns: int) -> str:
    return f"({row},{column})"


def _number(row: int, column: int, columns: int) -> str:
    return str(row * columns + column + 1)


#: Notations of a cell by name: functions of its row and column, from 0, and the number of columns.
#: No cell name has a space, so that a line of moves can be parsed.
CELL_STYLES: dict[str, tuple[Callable[[int, int, int], str], str]] = {
    "number": (_number, "row by row from 1 (CS 480)"),
    "row-col": (_row_col, "(row,column) from 0 (Lab 3, MIT, MP 520)"),
}

#: The sentence about the names of moves, by style.
_NAMING: Final = {
    "number": "Cells are numbered row by row from 1, at the top left.",
    "row-col": "Cells are named (row,column), from (0,0) at the top left.",
}


def cell_name(style: str, cell: tuple[int, int], columns: int) -> str:
    """Return a cell in one of the styles."""
    return look_up(style, CELL_STYLES, "notation of cells")[0](*cell, columns)


class NamedCells(Wrapped):
    """A game on a board whose moves are named in one style."""

    option = "cells"

    @property
    def option_value(self) -> str:
        """The style."""
        return self.style

    @classmethod
    def restore(cls, inner: AnyGame, saved: Any) -> NamedCells:
        """Return the game in that style."""
        return cls(inner, saved)

    def __init__(self, inner: AnyGame, style: str) -> None:
        look_up(style, CELL_STYLES, "notation of cells")
        if not inner.columns:
            raise SearchRefused(
                f"the moves of {inner} take no cells, so --cells does not apply",
                expected="a board game",
            )
        super().__init__(inner)
        self.style = style
        self.move_naming = _NAMING[style]

    def name_of(self, action: Any) -> str:
        """Return the cell in this style; a pass keeps its own name."""
        cell = self.inner.cell_of(action)
        if cell is None:
            return self.inner.name_of(action)
        return cell_name(self.style, cell, self.columns)
