"""The shape of functions over `game` and `state`, as in the AIMA book."""

from __future__ import annotations

from typing import Final

from tracer.programs.shapes.program_shape import ProgramShape

__all__ = ["SHAPE"]

SHAPE: Final = ProgramShape(
    "aima",
    "functions over game and state, as in the AIMA book and its repository",
    list_place=1,
    try_place=1,
)
