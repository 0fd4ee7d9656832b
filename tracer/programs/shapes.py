"""The shapes of programs: what they are called, and in which form they are given a game."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Final

from engine.errors import chosen
from tracer.programs.cs480 import CS480
from tracer.programs.lab3 import Lab3
from tracer.programs.shape import ParentShape, Said

__all__ = ["SHAPES", "ParentShape", "Said", "parent_shape", "starter_of"]


#: The shapes by name.
SHAPES: Final[Mapping[str, ParentShape]] = {
    one.name: one
    for one in (
        ParentShape(
            "aima",
            "functions over game and state, as in the AIMA book and its repository",
            "aima.py",
        ),
        Lab3("lab3", "Lab 3's functions over its TicTacToe, in a notebook or a file", "lab3.py"),
        CS480("cs480", "CS 480's script, by what it prints", "cs480.py"),
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
