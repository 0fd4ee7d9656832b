"""What the words of a shape's driver mean: the games it takes, the form of moves and positions.

The words are in the `DRIVER` of `tracer.programs.child.shapes.NAME`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from itertools import count
from typing import TYPE_CHECKING, Any, Final

from engine.errors import InvalidInput
from engine.game import MAX, AnyGame
from engine.games.mnk import MNK
from engine.games.reversi import Reversi
from engine.wrappers.changed_rules import DepthAdjusted, MaxToMove
from engine.wrappers.wrapped import Wrapped
from tracer.programs.child.program import Driver
from trees.hand_tree import HandTree

if TYPE_CHECKING:
    from tracer.marking.keys.problem import Problem

#: Parts that cannot be seen from outside a program.
UNSEEN: Final = ("values", "windows", "cutoffs")


@dataclass(frozen=True)
class PrintedAnswers:
    """The answers of a program that is not watched but prints them.

    Args:
        answers: its answers, by part.
        notes: remarks, a sentence each.
        error: reason why there is nothing to grade; empty if there is something.
    """

    answers: Mapping[str, Any] = field(default_factory=dict)
    notes: tuple[str, ...] = ()
    error: str = ""


@dataclass(frozen=True)
class ProgramShape:
    """A shape for the grading process; a subclass judges programs that print their answers.

    Args:
        name: name of the shape.
        driver: its half that runs next to a program.
    """

    name: str
    driver: Driver

    @property
    def starter(self) -> str:
        """The name of the starter file."""
        return f"{self.name}.py"

    def check(self, game: AnyGame) -> None:
        """Refuse a game that such programs cannot search.

        Raises:
            InvalidInput: if the game is refused.
        """
        _GAMES[self.driver.games](game)

    def untold(self, game: AnyGame, search: str, function: str | None) -> tuple[str, ...]:
        """Return the parts that such programs do not show.

        Args:
            game: game of the key.
            search: name of the search.
            function: function that is called; None for the usual names.
        """
        has_value = function is not None or search not in self.driver.valueless
        return (*UNSEEN, "helpers", *self.driver.unanswered, *(() if has_value else ("utility",)))

    def action(self, game: AnyGame, action: Any) -> Any:
        """Return a move in the program's form, as JSON."""
        return _MOVES[self.driver.moves](game, action)

    def text(self, game: AnyGame, state: Any) -> Any:
        """Return a position in the form that the driver reads, as JSON."""
        return _POSITIONS[self.driver.positions](game, state)

    def facts(self, game: AnyGame) -> Mapping[str, Any]:
        """Return further facts about the game for the driver, as JSON.

        They are its name, the board at the root, MAX's label, the value of a win where later wins
        are worth less (otherwise 0), and the number of agents that move in turn.
        """
        layers = layers_of(game)
        return {
            "game": layers[-1].name,
            "rows": [[*row] for row in game.cells(game.initial)],
            "max": game.labels[MAX],
            "win": next((one.win for one in layers if isinstance(one, DepthAdjusted)), 0),
            "agents": _plies_of_round(game),
        }

    def printed_answers(
        self, game: AnyGame, problem: Problem, printed: Any
    ) -> PrintedAnswers | None:
        """Return the answers that a program prints; None for a program that is watched.

        Args:
            game: game with its wrappers, as it is searched.
            problem: problem of the key.
            printed: message of the driver, which has not been checked.
        """
        return None


def layers_of(game: AnyGame) -> list[AnyGame]:
    """Return a game and the games inside it, the innermost last."""
    layers = [game]
    while isinstance(layers[-1], Wrapped):
        layers.append(layers[-1].inner)
    return layers


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
    layers = layers_of(game)
    if not isinstance(layers[-1], MNK):
        raise InvalidInput(
            f"Lab 3's functions cannot play {game}", expected="a position of tic-tac-toe or of mnk"
        )
    if any(isinstance(one, MaxToMove) for one in layers):
        raise InvalidInput(
            "MAX is O in this key, but X in Lab 3's programs", expected="a key without max:"
        )


def _refuse_other_than_reversi(game: AnyGame) -> None:
    if not isinstance(layers_of(game)[-1], Reversi) or game.labels[MAX] != "B":
        raise InvalidInput(
            f"programs of the shape mp520 play Reversi by their own rules, not {game}",
            expected="a key whose source is reversi:4 or reversi@POSITION, with B as MAX",
        )


_GAMES: Final[Mapping[str, Callable[[AnyGame], None]]] = {
    "any": _accept,
    "max begins": _refuse_max_second,
    "x is max": _refuse_other_than_mnk,
    "reversi": _refuse_other_than_reversi,
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
    name, tree = game.format(state), layers_of(game)[-1]
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
