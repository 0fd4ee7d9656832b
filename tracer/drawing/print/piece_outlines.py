"""The outlines of pieces in a cell of side 1, the origin at its top left.

Every writer of figures draws pieces from these shapes, so no font has to have them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from importlib.resources import files
from types import MappingProxyType
from typing import Final, TypeAlias

from engine.text import Shape

#: The corners of a polygon or a line, clockwise on the page.
Corners: TypeAlias = tuple[tuple[float, float], ...]


@dataclass(frozen=True, slots=True)
class Circle:
    """A circle."""

    x: float
    y: float
    radius: float


#: A polygon or a circle.
Outline: TypeAlias = Corners | Circle


@dataclass(frozen=True, slots=True)
class PieceOutline:
    """A piece."""

    parts: tuple[Outline, ...]
    filled: bool = True


def _read_outlines() -> Iterator[tuple[Shape, PieceOutline]]:
    """Yield the shapes of `pieces.txt`, each with its outline."""
    _, _, text = (files(__package__) / "pieces.txt").read_text(encoding="utf-8").partition("\n\n")
    for piece in re.findall(r"^\w+ .*(?:\n  .*)*", text, re.MULTILINE):
        head, *parts = piece.splitlines()
        shape, look = head.split()
        yield shape, PieceOutline(tuple(map(_read_part, parts)), look == "filled")


def _read_part(line: str) -> Outline:
    points = [[int(number) / 100 for number in point.split(",")] for point in line.split()]
    return Circle(*points[0]) if len(points) == 1 else tuple((x, y) for x, y in points)


#: The outline of every shape.
OUTLINES: Final[Mapping[Shape, PieceOutline]] = MappingProxyType(dict(_read_outlines()))
