"""The shapes of programs by name, as the grading process uses them.

A shape is a module in `tracer.programs.child.shapes`, whose `DRIVER` says all about it; `forms`
gives its words their meaning. What a driver sends in a form of its own is judged by the `JUDGE` in
a module of the same name here.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from importlib import import_module
from importlib.resources import files
from pkgutil import iter_modules
from typing import Final

from engine.errors import look_up
from tracer.programs.adapters import ADAPTERS
from tracer.programs.child import shapes as drivers
from tracer.programs.child.choosing import find_driver
from tracer.programs.shapes.forms import ProgramShape

#: The files that courses hand out.
STARTERS: Final = files("tracer.programs") / "starters"


def _shapes_in(folders: Iterable[str]) -> dict[str, ProgramShape]:
    """Return the shapes whose drivers are in some folders, in the order of lists."""
    judged = {module.name for module in iter_modules(__path__)}
    shapes: list[ProgramShape] = []
    for name in sorted(module.name for module in iter_modules(folders)):
        kind = import_module(f"{__name__}.{name}").JUDGE if name in judged else ProgramShape
        shapes.append(kind(name, find_driver(name)))
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


def starter_of(name: str) -> str:
    """Return the starter file that a course hands out, or an adapter."""
    if name in ADAPTERS:
        return ADAPTERS[name].text
    return STARTERS.joinpath(find_shape(name).starter).read_text(encoding="utf-8")
