"""The board of a match as people look at it: signs, legal moves, the last move, the flips."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from engine.game import AnyGame, Player
from engine.match.naming import LegalMove, legal_moves
from engine.match.positions import changed_cells
from engine.pieces import Ground, Piece

__all__ = ["BoardView", "CellView", "Made", "board_view", "moves_at", "signs_of"]

#: What an empty cell holds in every game.
EMPTY = "."


@dataclass(frozen=True, slots=True)
class CellView:
    """One cell.

    Args:
        sign: what stands in it; empty for nothing.
        legal: whether a legal move is made by pointing at it now.
        last: whether the last move took it, or led from or to it.
        changed: whether the last move changed it besides, such as a disc that was flipped.
        tells: whether it says how the game stands, as a line that has won and a king in check do.
        chosen: whether the next move is to start from it.
        hinted: whether the move that a hint names leads from, to or over it.
        label: the number that a move into it is called by, where nothing else says it.
    """

    sign: str
    legal: bool = False
    last: bool = False
    changed: bool = False
    tells: bool = False
    chosen: bool = False
    hinted: bool = False
    label: str = ""


@dataclass(frozen=True, slots=True)
class BoardView:
    """A board.

    Args:
        cells: its rows from the top.
        rows: what stands beside each row; nothing where the game says nothing.
        columns: what stands at each column.
        pieces: what the signs stand for; one that is not here is written as it is.
        ground: what the board is made of.
    """

    cells: tuple[tuple[CellView, ...], ...]
    rows: Sequence[str]
    columns: Sequence[str]
    pieces: Mapping[str, Piece] = field(default_factory=dict)
    ground: Ground = "lines"


class Made(Protocol):
    """A move that was made."""

    @property
    def action(self) -> Any:
        """The game's own move."""

    @property
    def before(self) -> Any:
        """The state in which it was made."""


def signs_of(game: AnyGame) -> tuple[str, str]:
    """The signs of the first and the second player's pieces.

    They are capitals and small letters where the game has pieces of its own, and else the labels.
    """
    small = "".join(sign for sign in game.pieces if sign.islower())
    if small:
        return "".join(sign for sign in game.pieces if sign.isupper()), small
    return game.labels[Player.MAX], game.labels[Player.MIN]


def board_view(
    game: AnyGame,
    state: Any,
    last: Made | None = None,
    chosen: tuple[int, int] | None = None,
    *,
    shows_moves: bool = True,
    hinted: Collection[tuple[int, int]] = (),
) -> BoardView | None:
    """The board of a state; None for a game without one.

    Args:
        game: the game.
        state: the state.
        last: the move that led to it.
        chosen: the cell that the next move is to start from, where that has been pointed at.
        shows_moves: whether to mark the cells of legal moves.
        hinted: the cells of the move that a hint names.
    """
    signs = game.cells(state)
    if not signs:
        return None
    rows, columns = game.rulers()
    possible = legal_moves(game, state)
    numbered = not rows and not columns and all(move.name.isdecimal() for move in possible)
    labels = {move.cells[0]: move.name for move in possible if numbered and move.cells}
    moves = possible if shows_moves else []
    done = len(() if chosen is None else (chosen,))
    legal = {
        move.cells[done]
        for move in moves
        if len(move.cells) > done and (chosen is None or move.cells[0] == chosen)
    }
    taken = set(game.cells_of(last.before, last.action)) if last is not None else set()
    telling = set(game.telling_cells(state))
    changed = changed_cells(game, last.before, state) if last is not None else frozenset()
    cells = tuple(
        tuple(
            CellView(
                "" if sign == EMPTY else sign,
                (row, column) in legal,
                (row, column) in taken,
                (row, column) in changed and (row, column) not in taken,
                (row, column) in telling,
                (row, column) == chosen,
                (row, column) in hinted,
                labels.get((row, column), ""),
            )
            for column, sign in enumerate(signs_of_row)
        )
        for row, signs_of_row in enumerate(signs)
    )
    return BoardView(cells, rows, columns, game.pieces, game.ground)


def moves_at(
    game: AnyGame, moves: Sequence[LegalMove], cell: tuple[int, int], chosen: tuple[int, int] | None
) -> list[LegalMove]:
    """The legal moves that pointing at a cell can mean.

    In a game whose moves take no cell by name, such as Connect Four, any cell of a column is as
    good as the one that the disc falls to.

    Args:
        game: the game.
        moves: its legal moves.
        cell: the cell.
        chosen: the cell pointed at before, of a move that has two.
    """
    if chosen is not None:
        return [move for move in moves if move.cells == (chosen, cell)]
    exact = [move for move in moves if move.cells[:1] == (cell,)]
    if exact or game.columns or any(len(move.cells) != 1 for move in moves):
        return exact
    return [move for move in moves if move.cells[0][1] == cell[1]]
