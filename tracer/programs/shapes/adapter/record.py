"""The shape of programs that an adapter calls."""

from __future__ import annotations

from typing import Final

from tracer.programs.shapes.program_shape import ProgramShape

__all__ = ["SHAPE"]

SHAPE: Final = ProgramShape(
    "adapter",
    "programs of any form, which a course's adapter calls (adapter: FILE in the key)",
    list_place=20,
    try_place=200,
)
