"""The shapes of programs: their names, and the form in which they receive a game.

Each folder is a shape: `record.py` with its `SHAPE`, and `starter.py`, the file that courses hand
out. The code next to a program is its driver in `tracer.programs.child.shapes`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from importlib import import_module
from importlib.resources import files
from pkgutil import iter_modules
from typing import Final

from engine.errors import look_up
from tracer.programs.child.shapes.choosing import find_driver
from tracer.programs.shapes.adapter.adapters import ADAPTERS
from tracer.programs.shapes.program_shape import ProgramShape

__all__ = [
    *("SHAPES", "ProgramShape"),
    *("find_shape", "shape_names_to_try", "searches_of", "starter_of"),
]


def _shapes_in(folders: Iterable[str]) -> dict[str, ProgramShape]:
    """Return the shapes in some folders of this package, in order."""
    names = [one.name for one in iter_modules(folders) if one.ispkg]
    found: list[ProgramShape] = [import_module(f"{__name__}.{one}.record").SHAPE for one in names]
    return {one.name: one for one in sorted(found, key=lambda one: (one.list_place, one.name))}


#: The shapes by name, in the order of lists.
SHAPES: Final[Mapping[str, ProgramShape]] = _shapes_in(__path__)


def find_shape(name: str) -> ProgramShape:
    """Return the shape of that name.

    Raises:
        UsageError: if there is none.
    """
    return look_up(name, SHAPES, "shape of programs")


def shape_names_to_try() -> list[str]:
    """Return the names of the shapes in the order in which they are tried."""
    shapes = sorted(SHAPES.values(), key=lambda one: (one.try_place, one.name))
    return [one.name for one in shapes]


def searches_of(name: str | None = None) -> tuple[str, ...]:
    """Return the searches for which a shape has function names.

    Args:
        name: name of a shape; None for all shapes.

    Raises:
        UsageError: if there is no such shape.
    """
    shapes = [find_shape(name).name] if name else [*SHAPES]
    return tuple(dict.fromkeys(one for shape in shapes for one in find_driver(shape).functions))


def starter_of(name: str) -> str:
    """Return the starter file that a course hands out, or an adapter.

    Args:
        name: name of a shape, or of an adapter that comes with plytrace.

    Raises:
        UsageError: if there is no such shape.
    """
    if name in ADAPTERS:
        return ADAPTERS[name].text
    folder = files(f"{__name__}.{find_shape(name).name}")
    return folder.joinpath("starter.py").read_text(encoding="utf-8")
