"""The shapes of programs: what they are called, and in which form they are given a game."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import Any, Final

from engine.errors import InvalidInput, chosen
from engine.game import MAX, AnyGame

__all__ = ["SHAPES", "ParentShape", "parent_shape", "starter_of"]


@dataclass(frozen=True)
class ParentShape:
    """A shape, as this side knows it; `tracer.programs.child.shapes` is the other side.

    Args:
        name: what it is called.
        about: what such programs are, in a line.
        starter: the file of `starters` that a course can hand out.
    """

    name: str
    about: str
    starter: str

    def check(self, game: AnyGame) -> None:
        """Refuse a game that such programs cannot be given.

        Raises:
            InvalidInput: it is one.
        """

    def action(self, game: AnyGame, action: Any) -> Any:
        """A move as programs are given it, as JSON: a whole number where it is called one."""
        name = game.name_of(action)
        return int(name) if name.isdecimal() and name.isascii() else name

    def text(self, game: AnyGame, state: Any) -> Any:
        """A position in the form that the other side reads, as JSON."""
        return game.format(state)

    def more(self, game: AnyGame) -> Mapping[str, Any]:
        """What else the other side is told of the game."""
        return {}


class _Agents(ParentShape):
    """Agents that take turns, the first of whom is MAX."""

    def check(self, game: AnyGame) -> None:
        """Refuse a game in which MAX does not begin."""
        if game.to_move(game.initial) is not MAX:
            raise InvalidInput(
                f"MAX does not begin in {game}",
                expected="a game in which MAX is to move, which is agent 0 of CS 188",
                hint="A key of a game may say max: to-move; a tree root: max",
            )

    def action(self, game: AnyGame, action: Any) -> str:
        """A move by its name, as all of the project's are texts."""
        return game.name_of(action)

    def more(self, game: AnyGame) -> Mapping[str, Any]:
        """How many agents there are."""
        return {"agents": _turns(game)}


def _turns(game: AnyGame) -> int:
    """The plies until MAX moves again."""
    state = game.initial
    for plies in count(1):
        if game.is_terminal(state):
            break
        state = game.result(state, game.moves(state)[0])
        if game.to_move(state) is MAX:
            return plies
    return max(plies, game.plies_per_round)


#: The shapes by name.
SHAPES: Final[Mapping[str, ParentShape]] = {
    one.name: one
    for one in (
        ParentShape(
            "aima",
            "functions over game and state, as in the AIMA book and its repository",
            "aima.py",
        ),
        _Agents(
            "cs188",
            "agents with a getAction over CS 188's states, as in its project's multiAgents.py",
            "cs188.py",
        ),
        ParentShape(
            "tree",
            "functions over a plain tree: nested lists, tuples or dicts",
            "tree.py",
        ),
    )
}


def parent_shape(name: str) -> ParentShape:
    """The shape of that name.

    Raises:
        UsageError: there is none.
    """
    return chosen(name, SHAPES, "shape of programs")


def starter_of(name: str) -> str:
    """The file that a course hands out to begin with.

    Args:
        name: a shape's.

    Raises:
        UsageError: there is no such shape.
    """
    shape = parent_shape(name)
    return (Path(__file__).parent / "starters" / shape.starter).read_text(encoding="utf-8")
