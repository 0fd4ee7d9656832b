"""The shapes of programs, as the grading process uses them.

A shape is a module in `tracer.programs.child.shapes`, whose `DRIVER` says all about it. Here its
words get their meaning: the games that it takes, the form of moves and positions.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from importlib.resources import files
from itertools import count
from pkgutil import iter_modules
from typing import Any, Final

from engine.errors import InvalidInput, look_up
from engine.game import CHANCE, MAX, MIN, AnyGame
from engine.games.mnk import MNK
from engine.games.reversi import Reversi
from engine.wrappers.changed import base_of, changes_of
from tracer.programs.adapters import ADAPTERS
from tracer.programs.child import shapes as drivers
from tracer.programs.child.program import Driver, find_driver
from tracer.programs.helper_verdicts import HELPERS, HelperCalls
from tracer.questions.of_programs import Helpers
from trees.hand_tree import HandTree


@dataclass(frozen=True)
class ProgramShape:
    """A shape for the grading process."""

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
        are worth less (otherwise 0), the number of agents that move in turn, and the calls of
        helpers if a part asks for their verdicts or the shape has no such part.
        """
        facts = {
            "game": base_of(game).name,
            "rows": [[*row] for row in game.cells(game.initial)],
            "max": game.labels[MAX],
            "win": changes_of(game).win or 0,
            "agents": _plies_of_round(game),
        }
        is_asked = Helpers.name in parts or Helpers.name not in self.driver.parts
        helpers = self.helpers(game) if is_asked else None
        return facts | ({"helpers": helpers.to_json()} if helpers else {})

    def helpers(self, game: AnyGame) -> HelperCalls | None:
        """Return the calls of helpers of such programs; None without helpers."""
        return HELPERS[self.name](base_of(game)) if self.name in HELPERS else None


def _plies_of_round(game: AnyGame) -> int:
    """Return the plies until MAX moves again, on any path: a leaf is nobody's turn."""
    for plies in count(1):
        state = None
        for state in _list_states(game, game.initial, plies):
            if game.to_move(state) is MAX:
                return plies
        if state is None:
            return max(plies, game.plies_per_round)
    raise AssertionError


def _list_states(game: AnyGame, state: Any, plies: int) -> Iterator[Any]:
    """Yield the states at a depth below a state at which the game is not over."""
    if game.is_terminal(state):
        return
    if not plies:
        yield state
        return
    for move in game.moves(state):
        yield from _list_states(game, game.result(state, move), plies - 1)


# The games ----------------------------------------------------------------------------------------


def _refuse_max_second(game: AnyGame) -> None:
    if game.to_move(game.initial) is not MAX:
        raise InvalidInput(
            f"MAX does not begin in {game}",
            expected="a game in which MAX moves first, who is agent 0 of CS 188",
            hint="Set max: to-move in the key of a game, or root: max in a tree",
        )
    tree = base_of(game)
    if not isinstance(tree, HandTree):
        return
    agents = _plies_of_round(game)
    level = {game.initial}
    for depth in count():
        inner = sorted(node for node in level if not game.is_terminal(node))
        if not inner:
            break
        for node in inner:
            if (game.to_move(node) is MAX) != (depth % agents == 0):
                who = "MAX does not move" if depth % agents == 0 else "MAX moves"
                raise InvalidInput(
                    f"{who} at {game.format(node)} of {game}, out of turn",
                    expected="a tree in which agents take turns, as in CS 188",
                )
        level = {game.result(node, move) for node in inner for move in game.moves(node)}
    if not _has_even_chances(game, tree):
        raise InvalidInput(
            f"the outcomes of the chance nodes of {game} are not equally likely, and states of "
            "CS 188 hold no probabilities",
            expected="equally likely outcomes, or programs of another shape",
        )


def _has_even_chances(game: AnyGame, tree: HandTree) -> bool:
    """Return whether the outcomes of each chance node are equally likely."""
    nodes = (node for node in range(len(tree.values)) if not game.is_terminal(node))
    chances = (game.chances(node) for node in nodes if game.to_move(node) is CHANCE)
    return all(len({share for _, share in outcomes}) == 1 for outcomes in chances)


def _refuse_min_first(game: AnyGame) -> None:
    if game.to_move(game.initial) is MIN:
        raise InvalidInput(
            f"MIN begins in {game}",
            expected="a game in which MAX moves first, for whom COMP 341's functions decide",
            hint="Set max: to-move in the key of a game, or root: max in a tree",
        )


def _refuse_two_opponents(game: AnyGame) -> None:
    tree = base_of(game)
    if not (isinstance(tree, HandTree) and tree.has_chance):
        return
    # As it is searched: in expectimax, chance moves for MIN.
    inner = [node for node in range(len(tree.values)) if not game.is_terminal(node)]
    if not _has_even_chances(game, tree):
        fault = "are not equally likely, and a game_state cannot hold probabilities"
    elif any(game.to_move(node) is MIN for node in inner):
        fault = "come beside MIN's moves, and a game_state has one opponent of player 1"
    else:
        return
    raise InvalidInput(
        f"the outcomes of the chance nodes of {game} {fault}",
        expected="MAX and chance nodes with equally likely outcomes, or programs of another shape",
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
    "any": lambda _: None,
    "max begins": _refuse_max_second,
    "min does not begin": _refuse_min_first,
    "one opponent": _refuse_two_opponents,
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
    "row and column": lambda game, action: [*(game.cell_of(action) or (-1, -1))],
}
_POSITIONS: Final[Mapping[str, Callable[[AnyGame, Any], Any]]] = {
    "name": lambda game, state: game.format(state),
    "name and winner": _name_and_winner,
    "drawing": lambda game, state: game.draw(state) if game.columns else game.format(state),
    "cells": lambda game, state: "".join(sign for row in game.cells(state) for sign in row),
}


# The shapes by name -------------------------------------------------------------------------------

#: The files that courses hand out.
STARTERS: Final = files("tracer.programs") / "starters"


def _shapes_in(folders: Iterable[str]) -> dict[str, ProgramShape]:
    """Return the shapes whose drivers are in some folders, in the order of lists."""
    names = sorted(module.name for module in iter_modules(folders))
    shapes = [ProgramShape(name, find_driver(name)) for name in names]
    return {shape.name: shape for shape in sorted(shapes, key=lambda it: it.driver.list_place)}


#: The shapes by name, in the order of lists.
SHAPES: Final[Mapping[str, ProgramShape]] = _shapes_in(drivers.__path__)


def find_shape(name: str) -> ProgramShape:
    """Return the shape of that name."""
    return look_up(name, SHAPES, "shape of programs")


def shape_names_to_try() -> list[str]:
    """Return the names of the shapes in the order in which they are tried."""
    return sorted(SHAPES, key=lambda name: (SHAPES[name].driver.try_place, name))


def searches_of(name: str | None = None) -> tuple[str, ...]:
    """Return the searches for which a shape has function names."""
    shapes = [find_shape(name)] if name else SHAPES.values()
    return tuple(dict.fromkeys(search for shape in shapes for search in shape.driver.functions))


def parts_of(name: str | None, search: str, function: str | None) -> list[str]:
    """Return the parts that programs of a shape can answer."""
    shapes = [find_shape(name)] if name else SHAPES.values()
    return [*dict.fromkeys(part for shape in shapes for part in shape.parts(search, function))]


def find_only_shape(search: str, parts: Collection[str]) -> str | None:
    """Return the only shape whose programs can answer some parts; None if several can."""
    able = [name for name in SHAPES if {*parts} <= {*parts_of(name, search, None)}]
    return able[0] if len(able) == 1 else None


def starter_of(name: str) -> str:
    """Return the starter file that a course hands out, or an adapter."""
    if name in ADAPTERS:
        return ADAPTERS[name].text
    return STARTERS.joinpath(find_shape(name).starter).read_text(encoding="utf-8")
