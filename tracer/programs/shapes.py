"""The shapes of programs: what they are called, and in which form they are given a game."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any, Final

from engine.errors import InvalidInput, chosen
from engine.game import MAX, AnyGame
from engine.games.reversi import Reversi
from engine.games.tic_tac_toe import TicTacToe
from engine.wrappers.wrapped import Wrapped
from tracer.programs.child.shapes import shape_called
from tracer.programs.cs188 import Cs188
from tracer.programs.cs480 import CS480
from tracer.programs.lab3 import Lab3
from tracer.programs.shape import ParentShape, Said

__all__ = ["SHAPES", "ParentShape", "Said", "parent_shape", "searches_of", "starter_of"]


class _Mit(ParentShape):
    """MIT's: a state draws itself, as the notebook's board where it is tic-tac-toe."""

    def action(self, game: AnyGame, action: Any) -> Any:
        """Of tic-tac-toe the cell, from 0; else nothing, since programs are shown no moves."""
        return _cell(game, action) if _is_tic_tac_toe(game) else None

    def text(self, game: AnyGame, state: Any) -> Any:
        """Of tic-tac-toe the symbols of the root and MAX's; the other side plays on from them."""
        if not _is_tic_tac_toe(game):
            return game.draw(state) if game.columns else game.format(state)
        if state != game.initial:
            return None
        signs = [sign for row in game.cells(state) for sign in row]
        symbols = [sign.lower() if sign.lower() in "xo" else " " for sign in signs]
        return [*symbols, game.labels[MAX].lower()]


class _Mp520(ParentShape):
    """MP 520's: a board is its cells, a move a row and a column."""

    def check(self, game: AnyGame) -> None:
        """Refuse what is not Reversi with black as MAX."""
        if not isinstance(_innermost(game), Reversi) or game.labels[MAX] != "B":
            raise InvalidInput(
                f"programs of the shape mp520 play Reversi by their own rules, and not {game}",
                expected="a key whose source is reversi:4 or reversi@POSITION, B as MAX",
            )

    def action(self, game: AnyGame, action: Any) -> Any:
        """Row and column; -1 and -1 for a pass."""
        return [*(game.cell_of(action) or (-1, -1))]

    def text(self, game: AnyGame, state: Any) -> Any:
        """The cells, row by row: B, W and `.`."""
        return "".join(sign for row in game.cells(state) for sign in row)

    def more(self, game: AnyGame) -> Mapping[str, Any]:
        """The size of the board."""
        cells = game.cells(game.initial)
        return {"rows": len(cells), "columns": len(cells[0])}


@lru_cache(maxsize=8)  # asked at every node
def _is_tic_tac_toe(game: AnyGame) -> bool:
    return isinstance(_innermost(game), TicTacToe)


def _innermost(game: AnyGame) -> AnyGame:
    """The game itself, however it is seen."""
    while isinstance(game, Wrapped):
        game = game.inner
    return game


def _cell(game: AnyGame, action: Any) -> int:
    row, column = game.cell_of(action) or (0, 0)
    return 3 * row + column


#: The shapes by name.
SHAPES: Final[Mapping[str, ParentShape]] = {
    one.name: one
    for one in (
        ParentShape(
            "aima",
            "functions over game and state, as in the AIMA book and its repository",
            "aima.py",
        ),
        _Mit(
            "mit",
            "functions over game_state, as in MIT's Principles of Autonomy, problem set 5",
            "mit.py",
        ),
        _Mp520(
            "mp520",
            "a module with Reversi and its searches, as in Rutgers' MP 520, problem 4",
            "mp520.py",
        ),
        Cs188(
            "cs188",
            "agents with a getAction over CS 188's states, as in its project's multiAgents.py",
            "cs188.py",
        ),
        ParentShape(
            "tree",
            "functions over a plain tree: nested lists, tuples or dicts",
            "tree.py",
        ),
        Lab3("lab3", "Lab 3's functions over its TicTacToe, in a notebook or a file", "lab3.py"),
        CS480("cs480", "CS 480's script, by what it prints", "cs480.py"),
    )
}


def parent_shape(name: str) -> ParentShape:
    """The shape of that name.

    Raises:
        UsageError: there is none.
    """
    return chosen(name, SHAPES, "shape of programs")


def searches_of(name: str | None = None) -> tuple[str, ...]:
    """The searches for which functions of a shape have names.

    Args:
        name: a shape's; None for those of any.

    Raises:
        UsageError: there is no such shape.
    """
    shapes = [parent_shape(name).name] if name else [*SHAPES]
    return tuple(dict.fromkeys(one for shape in shapes for one in shape_called(shape).FUNCTIONS))


def starter_of(name: str) -> str:
    """The file that a course hands out to begin with.

    Args:
        name: a shape's.

    Raises:
        UsageError: there is no such shape.
    """
    shape = parent_shape(name)
    return (Path(__file__).parent / "starters" / shape.starter).read_text(encoding="utf-8")
