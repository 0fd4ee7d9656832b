"""A position of a match: the game from there, its legal moves and their names, and its board."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping, Sequence
from copy import copy
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any, Final

from engine.errors import InvalidInput, did_you_mean
from engine.game import AnyGame, Player
from engine.games import GAMES, make_game
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


# The legal moves, and the move that a typed text names.

#: How many moves an error lists.
_MOST_LISTED: Final = 40

#: Separators between the words of a move, such as the brackets and the comma of (1,2).
_PARTING: Final = re.compile(r"[\W_]+")


@dataclass(frozen=True, slots=True)
class LegalMove:
    """A legal move."""

    action: Any
    name: str
    cells: tuple[tuple[int, int], ...] = ()
    is_pass: bool = False


def legal_moves(game: AnyGame, state: Any) -> list[LegalMove]:
    """Return the legal moves of a state, or the outcomes of a chance node, in the game's order."""
    if game.is_terminal(state):
        return []
    return [
        LegalMove(
            action,
            game.name_of(action),
            tuple(game.cells_of(state, action)),
            game.is_pass(action),
        )
        for action in game.moves(state)
    ]


def find_move(game: AnyGame, state: Any, text: str) -> Any:
    """Return the legal move that a typed text names.

    An exact name has priority, then a name in another case, then its words with any separators:
    `(1,2)` matches `1 2` and `1-2`, and on a small board `12`. A cell may also be given by its row
    and column from 0, or by a spelling of the game (`Game.spellings`).
    """
    moves = legal_moves(game, state)
    wanted = " ".join(text.split())
    for spelled, only_names in _SPELLERS:
        key = spelled(wanted)
        matches = []
        for move in moves:
            texts = [move.name] if only_names else _list_names(game, move)
            if key and key in map(spelled, texts):
                matches.append(move)
        if len(matches) == 1:
            return matches[0].action
        if matches:
            raise InvalidInput(
                f"{wanted!r} is ambiguous: it can be {' or '.join(move.name for move in matches)}",
                expected="one of their names",
            )
    names = [move.name for move in moves]
    if not names:
        raise InvalidInput(f"{wanted!r} cannot be played: the game is over", expected="no move")
    raise InvalidInput(
        f"{wanted!r} is not a legal move here" if wanted else "the move is missing",
        expected=_join_names(names),
        # Numbers of cells all look similar: only a name with letters can be misspelt.
        hint=did_you_mean(wanted, names) if any(map(str.isalpha, wanted)) else "",
    )


def list_spellings(game: AnyGame, state: Any) -> dict[str, list[str]]:
    """Return the names of the legal moves, each with the texts that `find_move` takes for it."""
    return {move.name: _list_names(game, move) for move in legal_moves(game, state)}


def _list_names(game: AnyGame, move: LegalMove) -> list[str]:
    """Return all accepted names of a move; its cell is also named by its row and column."""
    names = [move.name, *game.spellings(move.action)]
    if (cell := game.cell_of(move.action)) is not None:
        names.append(f"{cell[0]},{cell[1]}")
        # If cells have numbers, 12 is a number.
        if not move.name.isdecimal() and max(cell) <= 9:
            names.append(f"{cell[0]}{cell[1]}")
    return names


def part_words(text: str) -> str:
    """Return the words of a text in lower case, whatever separates them."""
    return _PARTING.sub(" ", text.casefold()).strip()


#: Normalisations of a text, from strict to lenient, and whether to compare only names. In chess,
#: bxc3 and Bxc3 are different moves, and bc3 is the first of them.
_SPELLERS: Final[Sequence[tuple[Callable[[str], str], bool]]] = (
    (str, True),
    (str, False),
    (str.casefold, False),
    (part_words, False),
)


def _join_names(names: Sequence[str]) -> str:
    shown = " ".join(names[:_MOST_LISTED])
    more = len(names) - _MOST_LISTED
    return f"one of {shown}" + (f" and {more} more" if more > 0 else "")


def find_moves_at(
    game: AnyGame, moves: Sequence[LegalMove], cell: tuple[int, int], chosen: tuple[int, int] | None
) -> list[LegalMove]:
    """Return the legal moves that clicking a cell can mean."""
    # In Connect Four and similar games, any cell of a column stands for the cell that the disc
    # falls to.
    if chosen is not None:
        return [move for move in moves if move.cells == (chosen, cell)]
    exact = [move for move in moves if move.cells[:1] == (cell,)]
    if exact or game.columns or any(len(move.cells) != 1 for move in moves):
        return exact
    return [move for move in moves if move.cells[0][1] == cell[1]]


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


def choose_signs(game: AnyGame) -> tuple[str, str]:
    """Return the symbols of the first and the second player's pieces."""
    # They are capital and small letters if the game defines pieces, else the players' labels.
    small = "".join(sign for sign in game.pieces if sign.islower())
    if small:
        return "".join(sign for sign in game.pieces if sign.isupper()), small
    return game.labels[Player.MAX], game.labels[Player.MIN]


def board_view(
    game: AnyGame,
    state: Any,
    last: tuple[Any, Any] | None = None,
    chosen: tuple[int, int] | None = None,
    *,
    shows_moves: bool = True,
    hinted: Collection[tuple[int, int]] = (),
    values: Mapping[Any, str] = MappingProxyType({}),
) -> BoardView | None:
    """Return the board of a state; None for a game without one.

    The last move is given after the state in which it was made.
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
    taken = set(game.cells_of(*last)) if last is not None else set()
    telling = set(game.highlighted_cells(state))
    changed = changed_cells(game, last[0], state) if last is not None else frozenset()
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
