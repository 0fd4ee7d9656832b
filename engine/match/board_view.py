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
from engine.match.match import MatchHistory, MatchResult, PlayedMove, find_result, resigned_result
from engine.match.naming import LegalMove, legal_moves
from engine.match.players import Human, Participant
from engine.text import Ground, Piece
from engine.wrappers.wrapped import Wrapped

# A game from another state, its SOURCE, and the cells changed between two states.


def start_at(game: AnyGame, state: Any) -> AnyGame:
    """Return the same game with another initial state."""
    placed = copy(game)
    if isinstance(placed, Wrapped):
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


# The state of a match: everything that can be read without changing it.


class MatchState:
    """A game, its players, and the moves so far."""

    def __init__(self, game: AnyGame, first: Participant, second: Participant) -> None:
        self.game = game
        self._players = {Player.MAX: first, Player.MIN: second}
        self._history = MatchHistory()
        self._resigned: Player | None = None

    @property
    def players(self) -> Mapping[Player, Participant]:
        """The players of MAX and MIN."""
        return self._players

    @property
    def moves(self) -> tuple[PlayedMove, ...]:
        """The moves so far."""
        return tuple(self._history.done)

    @property
    def undone_moves(self) -> tuple[PlayedMove, ...]:
        """The moves that were taken back, in the order of `redo`."""
        return tuple(reversed(self._history.undone))

    @property
    def states(self) -> list[Any]:
        """The states from the first to the current one: one more than the moves."""
        return [self.game.initial, *(played.after for played in self._history.done)]

    @property
    def state(self) -> Any:
        """The current state."""
        return self._history.done[-1].after if self._history.done else self.game.initial

    @property
    def last(self) -> PlayedMove | None:
        """The last move; None if there is none."""
        return self._history.done[-1] if self._history.done else None

    @property
    def to_move(self) -> Player:
        """Whose turn it is; at the end, whose turn it would be."""
        return self.game.to_move(self.state)

    @property
    def participant(self) -> Participant:
        """The player who chooses the next move."""
        return self._players[self.to_move]

    @property
    def is_humans_turn(self) -> bool:
        """Whether a human is to move now."""
        return not self.is_over and isinstance(self._players.get(self.to_move), Human)

    @property
    def result(self) -> MatchResult | None:
        """The result; None if the match is not over."""
        if self._resigned is not None:
            return resigned_result(self.game, self._resigned)
        return find_result(self.game, self.states)

    @property
    def is_over(self) -> bool:
        """Whether it has ended."""
        return self.result is not None

    @property
    def score_line(self) -> str:
        """A short score, such as `B 5, W 2`; empty if the game has none."""
        return self.game.score_line(self.state, self.game.initial)

    def label(self, player: Player) -> str:
        """Return a player's name in the game: X, B, White, first, chance."""
        return self.game.labels[player]

    def legal_moves(self) -> list[LegalMove]:
        """Return the legal moves, with their names and cells; none if the match is over."""
        return [] if self.is_over else legal_moves(self.game, self.state)

    @property
    def is_pass_forced(self) -> bool:
        """Whether the side to move can only pass."""
        if self.is_over or self.to_move is Player.CHANCE:
            return False
        actions = self.game.actions(self.state)
        return len(actions) == 1 and self.game.is_pass(actions[0])
