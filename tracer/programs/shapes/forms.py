"""What the words of a shape's driver mean: the games it takes, the form of moves and positions.

The words are in the `DRIVER` of `tracer.programs.child.shapes.NAME`.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from itertools import count
from typing import Any, Final

from engine.errors import InvalidInput
from engine.game import MAX, AnyGame
from engine.games.mnk import MNK
from engine.games.reversi import Reversi
from engine.wrappers.changed import changes_of
from engine.wrappers.wrapped import base_of
from tracer.programs.child.program import Driver
from trees.hand_tree import HandTree


@dataclass(frozen=True)
class ProgramShape:
    """A shape for the grading process; a subclass judges what else its driver sends."""

    name: str
    #: Its half that runs next to a program.
    driver: Driver

    @property
    def starter(self) -> str:
        """The name of the starter file."""
        return f"{self.name}.py"

    def check(self, game: AnyGame) -> None:
        """Refuse a game that such programs cannot search."""
        _GAMES[self.driver.games](game)

    def parts(self, search: str, function: str | None) -> list[str]:
        """Return the parts that such programs can answer."""
        named = self.driver.named_parts
        hidden = [part for part in named if function is None and search in named[part]]
        return [part for part in self.driver.parts if part not in hidden]

    def action(self, game: AnyGame, action: Any) -> Any:
        """Return a move in the program's form, as JSON."""
        return _MOVES[self.driver.moves](game, action)

    def text(self, game: AnyGame, state: Any) -> Any:
        """Return a position in the form that the driver reads, as JSON."""
        return _POSITIONS[self.driver.positions](game, state)

    def facts(self, game: AnyGame, parts: Collection[str]) -> Mapping[str, Any]:
        """Return further facts about the game for the driver, as JSON.

        They are its name, the board at the root, MAX's label, the value of a win where later wins
        are worth less (otherwise 0), and the number of agents that move in turn.
        """
        return {
            "game": base_of(game).name,
            "rows": [[*row] for row in game.cells(game.initial)],
            "max": game.labels[MAX],
            "win": changes_of(game).win or 0,
            "agents": _plies_of_round(game),
        }

    def further_answers(self, printed: Any) -> Mapping[str, Any]:
        """Return answers by part that the driver sends in a form of its own."""
        return {}


def _plies_of_round(game: AnyGame) -> int:
    """Return the plies until MAX moves again."""
    state = game.initial
    for plies in count(1):
        if game.is_terminal(state):
            break
        state = game.result(state, game.moves(state)[0])
        if game.to_move(state) is MAX:
            return plies
    return max(plies, game.plies_per_round)


# The games ----------------------------------------------------------------------------------------


def _accept(game: AnyGame) -> None:
    """Accept any game."""


def _refuse_max_second(game: AnyGame) -> None:
    if game.to_move(game.initial) is not MAX:
        raise InvalidInput(
            f"MAX does not begin in {game}",
            expected="a game in which MAX moves first, who is agent 0 of CS 188",
            hint="Set max: to-move in the key of a game, or root: max in a tree",
        )


def _refuse_other_than_mnk(game: AnyGame) -> None:
    if not isinstance(base_of(game), MNK):
        raise InvalidInput(
            f"Lab 3's functions cannot play {game}", expected="a position of tic-tac-toe or of mnk"
        )
    if changes_of(game).max:
        raise InvalidInput(
            "MAX is O in this key, but X in Lab 3's programs", expected="a key without max:"
        )


def _refuse_other_than_reversi(game: AnyGame) -> None:
    if not isinstance(base_of(game), Reversi) or game.labels[MAX] != "B":
        raise InvalidInput(
            f"programs of the shape mp520 play Reversi by their own rules, not {game}",
            expected="a key whose source is reversi:4 or reversi@POSITION, with B as MAX",
        )


def _refuse_other_than_tic_tac_toe(game: AnyGame) -> None:
    base = base_of(game)
    if not isinstance(base, MNK) or base.size not in ("", "3,3,3"):
        raise InvalidInput(
            f"programs of the shapes cs50 and cs480 play tic-tac-toe alone, not {game}",
            expected="tic-tac-toe; for any other game, check the file's functions with "
            "--shape aima",
        )
    if changes_of(game).win is not None:
        raise InvalidInput(
            "this key values a win at win - depth, but programs of the shapes cs50 and cs480 at 1",
            expected="a key without win:",
        )


def _refuse_other_than_open_tic_tac_toe(game: AnyGame) -> None:
    _refuse_other_than_tic_tac_toe(game)
    if game.is_terminal(game.initial):
        raise InvalidInput(
            f"the game is over at {game.format(game.initial)}",
            expected="a position to search from",
        )
    signs = "".join(sign.upper() for row in game.cells(game.initial) for sign in row)
    side, other = ("X", "O") if game.labels[game.to_move(game.initial)] == "X" else ("O", "X")
    if not 0 <= signs.count(other) - signs.count(side) <= 1:
        raise InvalidInput(
            f"no game comes to {game.format(game.initial)} with {side} to move",
            expected="as many X as O, or one more of the player who has moved last",
        )


_GAMES: Final[Mapping[str, Callable[[AnyGame], None]]] = {
    "any": _accept,
    "max begins": _refuse_max_second,
    "x is max": _refuse_other_than_mnk,
    "reversi": _refuse_other_than_reversi,
    "tic-tac-toe": _refuse_other_than_tic_tac_toe,
    "open tic-tac-toe": _refuse_other_than_open_tic_tac_toe,
}

# The form of moves and positions ------------------------------------------------------------------


def cell_number(game: AnyGame, action: Any) -> int | None:
    """Return the number of the cell that a move takes, from 1, row by row; None without cells."""
    cell = game.cell_of(action)
    return None if cell is None else cell[0] * game.columns + cell[1] + 1


def _number_or_name(game: AnyGame, action: Any) -> int | str:
    name = game.name_of(action)
    return int(name) if name.isdecimal() and name.isascii() else name


def _row_and_column(game: AnyGame, action: Any) -> list[int]:
    return [*(game.cell_of(action) or (-1, -1))]


def _name_and_winner(game: AnyGame, state: Any) -> list[Any]:
    """Return the name of a state, and True if it is won, False if lost, otherwise None.

    A `.test` file says so itself. In other games, a terminal state with a value of at least 0 is
    won.
    """
    name, tree = game.format(state), base_of(game)
    if isinstance(tree, HandTree) and tree.won is not None:
        return [name, tree.won.get(tree.parse(name))]
    return [name, game.utility(state, MAX) >= 0 if game.is_terminal(state) else None]


_MOVES: Final[Mapping[str, Callable[[AnyGame, Any], Any]]] = {
    "number or name": _number_or_name,
    "name": lambda game, action: game.name_of(action),
    "cell": cell_number,
    "row and column": _row_and_column,
}
_POSITIONS: Final[Mapping[str, Callable[[AnyGame, Any], Any]]] = {
    "name": lambda game, state: game.format(state),
    "name and winner": _name_and_winner,
    "drawing": lambda game, state: game.draw(state) if game.columns else game.format(state),
    "cells": lambda game, state: "".join(sign for row in game.cells(state) for sign in row),
}
