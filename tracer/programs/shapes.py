"""The shapes of programs: what they are called, and in which form they are given a game."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Final

from engine.errors import chosen
from tracer.programs.cs188 import Cs188
from tracer.programs.shape import ParentShape

__all__ = ["SHAPES", "ParentShape", "parent_shape", "starter_of"]


#: The shapes by name.
SHAPES: Final[Mapping[str, ParentShape]] = {
    one.name: one
    for one in (
        ParentShape(
            "aima",
            "functions over game and state, as in the AIMA book and its repository",
            "aima.py",
        ),
        Cs188(
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
