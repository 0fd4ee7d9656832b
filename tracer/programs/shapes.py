"""The shapes of programs: what they are called, and in which form they are given a game."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from engine.errors import chosen
from engine.game import AnyGame
from tracer.programs.child.shapes import shape_called

__all__ = ["SHAPES", "ParentShape", "parent_shape", "searches_of", "starter_of"]


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


#: The shapes by name.
SHAPES: Final[Mapping[str, ParentShape]] = {
    one.name: one
    for one in (
        ParentShape(
            "aima",
            "functions over game and state, as in the AIMA book and its repository",
            "aima.py",
        ),
    )
}


def parent_shape(name: str) -> ParentShape:
    """The shape of that name.

    Raises:
        UsageError: there is none.
    """
    return chosen(name, SHAPES, "shape of programs")


def searches_of(name: str | None = None) -> tuple[str, ...]:
    """The searches for which functions of a shape have names.

    Args:
        name: a shape's; None for those of any.

    Raises:
        UsageError: there is no such shape.
    """
    shapes = [parent_shape(name).name] if name else [*SHAPES]
    return tuple(dict.fromkeys(one for shape in shapes for one in shape_called(shape).FUNCTIONS))


def starter_of(name: str) -> str:
    """The file that a course hands out to begin with.

    Args:
        name: a shape's.

    Raises:
        UsageError: there is no such shape.
    """
    shape = parent_shape(name)
    return (Path(__file__).parent / "starters" / shape.starter).read_text(encoding="utf-8")
