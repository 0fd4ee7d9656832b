"""The shape of functions over a plain tree."""

from __future__ import annotations

from typing import Final

from tracer.programs.shapes.program_shape import ProgramShape

__all__ = ["SHAPE"]

SHAPE: Final = ProgramShape(
    "tree",
    "functions over a plain tree: nested lists, tuples or dicts",
    list_place=5,
    try_place=7,
)
