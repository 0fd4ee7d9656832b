"""The board of a match for display: symbols, legal moves, the last move, flipped discs."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from copy import copy
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any, Protocol

from engine.errors import InvalidInput
from engine.game import AnyGame, Player
from engine.games import GAMES, make_game
from engine.match.naming import LegalMove, legal_moves
from engine.text import Ground, Piece
from engine.wrappers.changed import Changed

# A game from another state, its SOURCE, and the cells changed between two states.


def start_at(game: AnyGame, state: Any) -> AnyGame:
    """Return the same game with another initial state."""
    placed = copy(game)
    if isinstance(placed, Changed):
        placed.inner = start_at(placed.inner, placed.unwrap(state))
    placed.initial = state
    placed.warnings = ()
    return placed


def changed_cells(game: AnyGame, before: Any, after: Any) -> frozenset[tuple[int, int]]:
    """Return the cells that changed; in Reversi the placed disc and the flipped ones."""
    rows = zip(game.cells(before), game.cells(after), strict=False)
    return frozenset(
        (row, column)
        for row, (old, new) in enumerate(rows)
        for column, (was, sign) in enumerate(zip(old, new, strict=False))
        if was != sign
    )


def find_source(game: AnyGame) -> str:
    """Return the SOURCE that opens a game at its initial state; empty if unknown."""
    if game.name not in GAMES:
        return ""
    size = f":{game.size}" if game.size else ""
    position = game.format(game.initial)
    try:
        usual = make_game(game.name, size=game.size)
        is_start = usual.format(usual.initial) == position
    except InvalidInput:  # a size without a usual start
        is_start = False
    return f"{game.name}{size}" if is_start else f"{game.name}{size}@{position}"


#: The symbol of an empty cell in every game.
EMPTY = "."


@dataclass(frozen=True, slots=True)
class CellView:
    """One cell."""

    sign: str
    legal: bool = False
    last: bool = False
    changed: bool = False
    tells: bool = False
    chosen: bool = False
    hinted: bool = False
    label: str = ""
    value: str = ""


@dataclass(frozen=True, slots=True)
class BoardView:
    """A board."""

    cells: tuple[tuple[CellView, ...], ...]
    rows: Sequence[str]
    columns: Sequence[str]
    pieces: Mapping[str, Piece] = field(default_factory=dict)
    ground: Ground = "lines"


class MadeMove(Protocol):
    """A move that was made."""

    @property
    def action(self) -> Any:
        """The game's own move."""

    @property
    def before(self) -> Any:
        """The state in which it was made."""


def choose_signs(game: AnyGame) -> tuple[str, str]:
    """Return the symbols of the first and the second player's pieces.

    They are capital and small letters if the game defines pieces, else the players' labels.
    """
    small = "".join(sign for sign in game.pieces if sign.islower())
    if small:
        return "".join(sign for sign in game.pieces if sign.isupper()), small
    return game.labels[Player.MAX], game.labels[Player.MIN]


def board_view(
    game: AnyGame,
    state: Any,
    last: MadeMove | None = None,
    chosen: tuple[int, int] | None = None,
    *,
    shows_moves: bool = True,
    hinted: Collection[tuple[int, int]] = (),
    values: Mapping[Any, str] = MappingProxyType({}),
) -> BoardView | None:
    """Return the board of a state; None for a game without one."""
    signs = game.cells(state)
    if not signs:
        return None
    rows, columns = game.rulers()
    possible = legal_moves(game, state)
    numbered = not rows and not columns and all(move.name.isdecimal() for move in possible)
    labels = {move.cells[0]: move.name for move in possible if numbered and move.cells}
    moves = possible if shows_moves else []
    done = len(() if chosen is None else (chosen,))
    shown_values = {
        move.cells[done]: values[move.action]
        for move in possible
        if move.action in values and len(move.cells) == done + 1 and chosen in (None, move.cells[0])
    }
    legal = {
        move.cells[done]
        for move in moves
        if len(move.cells) > done and (chosen is None or move.cells[0] == chosen)
    }
    taken = set(game.cells_of(last.before, last.action)) if last is not None else set()
    telling = set(game.highlighted_cells(state))
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
                shown_values.get((row, column), ""),
            )
            for column, sign in enumerate(signs_of_row)
        )
        for row, signs_of_row in enumerate(signs)
    )
    return BoardView(cells, rows, columns, game.pieces, game.ground)


def find_moves_at(
    game: AnyGame, moves: Sequence[LegalMove], cell: tuple[int, int], chosen: tuple[int, int] | None
) -> list[LegalMove]:
    """Return the legal moves that clicking a cell can mean.

    In Connect Four and similar games, any cell of a column stands for the cell that the disc falls
    to.
    """
    if chosen is not None:
        return [move for move in moves if move.cells == (chosen, cell)]
    exact = [move for move in moves if move.cells[:1] == (cell,)]
    if exact or game.columns or any(len(move.cells) != 1 for move in moves):
        return exact
    return [move for move in moves if move.cells[0][1] == cell[1]]
