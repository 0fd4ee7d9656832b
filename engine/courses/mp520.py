"""Rutgers' MP 520, problem 4: Reversi over lists of lists, under the names of the sheet.

A state is a list of rows, and a cell is `''` (or `' '`), `'B'` or `'W'`. Player one has `'B'`. The
value of a game is the number of black discs minus that of white discs, at either player's turn.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, TypeAlias

from engine.errors import InvalidInput
from engine.game import Player
from engine.games.reversi import PASS, Reversi
from engine.log.best_play import actions_along, best_rows
from engine.search import run_search

#: A board in the sheet's notation.
State: TypeAlias = Sequence[Sequence[str]]

#: A player, row and column of the disc placed; (-1, -1) for a pass.
Move: TypeAlias = tuple[str, int, int]

_NOWHERE: Final = (-1, -1)

_CELLS: Final = {"": ".", " ": ".", "B": "B", "W": "W"}


def get_move_value(state: State, player: str, row: int, column: int) -> int:
    """Return how many discs a move would flip."""
    return _flips(_game(state, player), row, column).bit_count()


def execute_move(state: State, player: str, row: int, column: int) -> list[list[str]]:
    """Return the board after a move, as new lists."""
    game = _game(state, player)
    after = [list(cells) for cells in state]
    if (row, column) == _NOWHERE and game.actions(game.initial) == [PASS]:
        return after
    if (row, column) == _NOWHERE:
        raise InvalidInput(
            f"{player} has a move and cannot pass",
            where=game.format(game.initial),
            expected="(-1, -1) only if there is no move",
        )
    flipped = _flips(game, row, column)
    if not flipped:
        raise InvalidInput(
            f"{player} cannot place a disc on ({row}, {column})",
            where=game.format(game.initial),
            expected="an empty cell where it flips at least one disc",
        )
    after[row][column] = player
    for cell in game.board.cells_of(flipped):
        down, right = divmod(cell, game.columns)
        after[down][right] = player
    return after


def is_terminal_state(state: State) -> bool:
    """Return whether neither player has a move."""
    game = _game(state, "B")
    return game.is_terminal(game.initial)


def count_pieces(state: State) -> tuple[int, int]:
    """Return the number of black discs and of white ones."""
    black, white, _ = _game(state, "B").initial
    return black.bit_count(), white.bit_count()


def minimax(state: State, player: str) -> tuple[int, int, int]:
    """Return the value of a game and the first best move, by minimax."""
    return _value_and_move(*_best_play(state, player, "minimax"))


def full_minimax(state: State, player: str) -> tuple[int, list[Move]]:
    """Return the value of a game and all moves of best play, by minimax."""
    return _value_and_moves(*_best_play(state, player, "minimax"))


def minimax_ab(state: State, player: str) -> tuple[int, int, int]:
    """Return the same as `minimax`, by alpha-beta."""
    return _value_and_move(*_best_play(state, player, "alphabeta"))


def full_minimax_ab(state: State, player: str) -> tuple[int, list[Move]]:
    """Return the same as `full_minimax`, by alpha-beta."""
    return _value_and_moves(*_best_play(state, player, "alphabeta"))


def _best_play(state: State, player: str, search: str) -> tuple[int, list[Move]]:
    """Return the value and every turn of best play, including passes and the end."""
    game = _game(state, player)
    log = run_search(game, search).log
    turns = []
    for position, action in actions_along(game, log, best_rows(log)):
        cell = None if action is None else game.cell_of(action)
        turns.append((game.labels[game.to_move(position)], *(cell or _NOWHERE)))
    return int(log.value[0]), turns


def _value_and_move(value: int, turns: Sequence[Move]) -> tuple[int, int, int]:
    _, row, column = turns[0]
    return value, row, column


def _value_and_moves(value: int, turns: Sequence[Move]) -> tuple[int, list[Move]]:
    return value, [turn for turn in turns[:-1] if turn[1:] != _NOWHERE] + [turns[-1]]


def _game(state: State, player: str) -> Reversi:
    """Return the game that starts from a board."""
    if player not in ("B", "W"):
        raise InvalidInput(f"the player cannot be {player!r}", expected="'B' or 'W'")
    if not (_is_list(state) and state and all(_is_list(cells) and cells for cells in state)):
        raise InvalidInput(
            f"{state!r} is not a board", expected="a list of rows, each a list of cells"
        )
    for row, cells in enumerate(state):
        for column, cell in enumerate(cells):
            if not isinstance(cell, str) or cell not in _CELLS:
                raise InvalidInput(
                    f"({row}, {column}) of the board cannot hold {cell!r}",
                    expected="'', ' ', 'B' or 'W'",
                )
    rows = "|".join("".join(_CELLS[cell] for cell in cells) for cells in state)
    return Reversi(f"{rows} {player}", f"{len(state)},{len(state[0])}")


def _flips(game: Reversi, row: int, column: int) -> int:
    """Return the discs that a move flips; none if the cell is taken."""
    board = game.board
    if not (0 <= row < board.rows and 0 <= column < board.columns):
        raise InvalidInput(
            f"({row}, {column}) is not on the board",
            expected=f"a row from 0 to {board.rows - 1} and a column from 0 to {board.columns - 1}",
        )
    black, white, player = game.initial
    mine, theirs = (black, white) if player is Player.MAX else (white, black)
    cell = row * board.columns + column
    return 0 if (mine | theirs) >> cell & 1 else board.flips(mine, theirs, cell)


def _is_list(value: object) -> bool:
    return isinstance(value, Sequence) and not isinstance(value, str)
