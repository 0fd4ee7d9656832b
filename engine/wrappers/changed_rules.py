"""The player to move becomes MAX, as in AIMA's and CS 480's programs."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any, Final

from engine.errors import SearchRefused, UsageError, look_up
from engine.game import CHANCE, MIN, AnyGame, Game, Number, Player
from engine.values import Term
from engine.wrappers.wrapped import Wrapped


class MaxToMove(Wrapped):
    """The same game with MAX and MIN swapped, including values."""

    option = "max"

    @property
    def option_value(self) -> str:
        """The word `to-move`."""
        return "to-move"

    def __init__(self, inner: AnyGame) -> None:
        super().__init__(inner)
        self.labels = {player: inner.labels[player.opponent] for player in inner.labels}
        low, high = self.value_range
        self.value_range = (-high, -low)

    def to_move(self, state: Any) -> Player:
        """Return the inner game's other player; chance stays chance."""
        return self.inner.to_move(state).opponent

    def utility(self, state: Any, player: Player) -> Number:
        """Return the state's value for the inner game's other player."""
        return self.inner.utility(state, player.opponent)

    def bounds_of(self, state: Any) -> tuple[Number, Number]:
        """Return the inner bounds, negated and swapped."""
        low, high = self.inner.bounds_of(state)
        return -high, -low

    def evaluate(self, state: Any) -> Number:
        """Return the inner evaluation, negated."""
        return -self.inner.evaluate(state)

    def terms(self, state: Any) -> Sequence[Term]:
        """Return the inner terms with negated amounts."""
        return [replace(term, amount=-term.amount) for term in self.inner.terms(state)]


def max_to_move(game: AnyGame) -> AnyGame:
    """Return the game with the side to move as MAX; unchanged if MAX is to move."""
    return MaxToMove(game) if game.to_move(game.initial) is MIN else game


# Quicker wins are worth more: the utilities of Lab 3.


def worth_of_win(win: int) -> str:
    """Return the sentences about the worth of a win."""
    return (
        f"Here, a win of MAX is worth {win} − depth, a win of MIN −{win} + depth, a draw 0. The "
        "root has depth 0."
    )


class DepthAdjusted(Wrapped):
    """A won game is worth `win` − depth, a lost one −`win` + depth, a draw 0.

    A state is the inner game's state and the plies played since the root.
    """

    option = "win"

    @property
    def option_value(self) -> str:
        """The value of a win."""
        return f"{self.win}-depth"

    @property
    def saved(self) -> int:
        """The value of a win at the root."""
        return self.win

    @classmethod
    def restore(cls, inner: AnyGame, saved: Any) -> DepthAdjusted:
        """Return the game with that win."""
        return cls(inner, saved)

    def __init__(self, inner: AnyGame, win: int) -> None:
        if not (isinstance(win, int) and win >= 1):
            raise UsageError(f"a win cannot be worth {win!r}", expected="a whole number, 1 or more")
        if not inner.has_wins:
            raise SearchRefused(
                f"{inner} has values but no wins, so --win does not apply",
                expected="a game with wins",
            )
        super().__init__(inner)
        self.has_bounds = False  # those of the utilities
        # A win may be worth less than the plies, and a state holds the plies too.
        self.value_range, self.symmetries = Game.value_range, Game.symmetries
        self.win = win
        self.rules = " ".join(filter(None, (inner.rules, worth_of_win(win))))
        self.initial = self.wrap(inner.initial)

    def unwrap(self, state: Any) -> Any:
        """Return the inner game's state."""
        return state[0]

    def wrap(self, state: Any) -> Any:
        """Return a state at the root."""
        return state, 0

    def result(self, state: Any, action: Any) -> Any:
        """Return the inner game's result, a ply further down."""
        return self.inner.result(state[0], action), state[1] + 1

    def utility(self, state: Any, player: Player) -> Number:
        """Return the value of a win at this depth, with the sign of the inner utility."""
        inner, depth = state
        outcome = self.inner.utility(inner, player)
        return 0 if outcome == 0 else (self.win - depth) * (1 if outcome > 0 else -1)


# Names of cells by row and column or by number, as courses write them.


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


# MIN moves at random: its turns are chance nodes.


class RandomOpponent(Wrapped):
    """A game in which chance makes MIN's moves."""

    option = "opponent"

    @property
    def option_value(self) -> str:
        """The opponent's weights."""
        return self.chooses

    @classmethod
    def restore(cls, inner: AnyGame, saved: Any) -> RandomOpponent:
        """Return the game with that opponent."""
        return cls(inner, saved)

    def __init__(self, inner: AnyGame, weights: str = "uniform") -> None:
        super().__init__(inner)
        self.has_chance = True
        self.chance_plays = not inner.has_chance
        self.labels = {**inner.labels, CHANCE: inner.labels[MIN]}
        self.chooses = weights
        self.weights = _read(weights)
        self._known: dict[int, list[Fraction]] = {}

    def to_move(self, state: Any) -> Player:
        """Return the player to move, chance instead of MIN."""
        player = self.inner.to_move(state)
        return CHANCE if player is MIN else player

    def chances(self, state: Any) -> Sequence[tuple[Any, Number]]:
        """Return MIN's moves by their weights, or the inner game's own outcomes."""
        if self.inner.to_move(state) is CHANCE:
            return self.inner.chances(state)
        moves = self.inner.actions(state)
        return list(zip(moves, self.probabilities(len(moves)), strict=True))

    def probabilities(self, count: int) -> list[Fraction]:
        """Return the probabilities of this many moves."""
        if count not in self._known:
            last = len(self.weights) - 1
            weights = [self.weights[min(place, last)] for place in range(count)]
            if not any(weights):  # all moves have weight 0
                weights = [Fraction(1)] * count
            total = sum(weights, Fraction())
            self._known[count] = [weight / total for weight in weights]
        return self._known[count]


def _read(text: str) -> list[Fraction]:
    if text == "uniform":
        return [Fraction(1)]
    try:
        parts = text.split(",") if isinstance(text, str) else []
        weights = [Fraction(part.strip()) for part in parts]
    except (ValueError, ZeroDivisionError):
        weights = []
    if not weights or any(weight < 0 for weight in weights) or not any(weights):
        raise UsageError(
            f"a random opponent cannot choose by {text!r}",
            expected="uniform, or weights of 0 or more for its moves in order, such as 2,1,1",
        )
    return weights
