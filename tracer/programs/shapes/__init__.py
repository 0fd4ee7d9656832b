"""The shapes of programs: what they are called, and in which form they are given a game."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Final

from engine.errors import chosen
from tracer.programs.child.shapes import shape_called
from tracer.programs.shapes.base import ParentShape, Said
from tracer.programs.shapes.cs188 import Cs188
from tracer.programs.shapes.cs480 import CS480
from tracer.programs.shapes.lab3 import Lab3
from tracer.programs.shapes.mit import Mit
from tracer.programs.shapes.mp520 import Mp520

__all__ = ["SHAPES", "ParentShape", "Said", "parent_shape", "searches_of", "starter_of"]

#: The files that courses hand out.
_STARTERS: Final = Path(__file__).parents[1] / "starters"

#: The shapes by name.
SHAPES: Final[Mapping[str, ParentShape]] = {
    one.name: one
    for one in (
        ParentShape(
            "aima",
            "functions over game and state, as in the AIMA book and its repository",
            "aima.py",
        ),
        Mit(
            "mit",
            "functions over game_state, as in MIT's Principles of Autonomy, problem set 5",
            "mit.py",
            untold=(),
        ),
        Mp520(
            "mp520",
            "a module with Reversi and its searches, as in Rutgers' MP 520, problem 4",
            "mp520.py",
            untold=(),
        ),
        Cs188(
            "cs188",
            "agents with a getAction over CS 188's states, as in its project's multiAgents.py",
            "cs188.py",
            untold=("utility", "line"),
        ),
        ParentShape(
            "tree",
            "functions over a plain tree: nested lists, tuples or dicts",
            "tree.py",
        ),
        Lab3("lab3", "Lab 3's functions over its TicTacToe, in a notebook or a file", "lab3.py"),
        CS480(
            "cs480",
            "CS 480's script, by what it prints",
            "cs480.py",
            untold=("visits", "utility", "line"),
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
    return (_STARTERS / shape.starter).read_text(encoding="utf-8")
