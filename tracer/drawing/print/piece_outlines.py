"""The outlines of pieces in a cell of side 1, the origin at its top left.

Every writer of figures draws pieces from these shapes, so no font has to have them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
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


def _corners(text: str) -> Corners:
    """Read corners in hundredths: `26,88 40,70`."""
    pairs = (pair.split(",") for pair in text.split())
    return tuple((int(x) / 100, int(y) / 100) for x, y in pairs)


#: The outline of every shape.
OUTLINES: Final[Mapping[Shape, PieceOutline]] = MappingProxyType(
    {
        "cross": PieceOutline((_corners("22,22 78,78"), _corners("78,22 22,78")), filled=False),
        "ring": PieceOutline((Circle(0.5, 0.5, 0.3),), filled=False),
        "disc": PieceOutline((Circle(0.5, 0.5, 0.38),)),
        "pawn": PieceOutline(
            (
                _corners("42,44 58,44 64,70 74,80 74,88 26,88 26,80 36,70"),
                Circle(0.5, 0.33, 0.15),
            )
        ),
        "rook": PieceOutline(
            (
                _corners(
                    "24,16 36,16 36,24 44,24 44,16 56,16 56,24 64,24 64,16 76,16 76,34 66,42 "
                    "68,70 78,80 78,88 22,88 22,80 32,70 34,42 24,34"
                ),
            )
        ),
        "knight": PieceOutline(
            (
                _corners(
                    "40,12 47,21 60,25 72,40 78,62 78,88 28,88 31,75 45,60 47,50 35,55 27,63 "
                    "17,57 20,47 34,29"
                ),
            )
        ),
        "bishop": PieceOutline(
            (
                _corners(
                    "50,20 62,34 65,47 58,58 63,73 76,81 76,88 24,88 24,81 37,73 42,58 35,47 38,34"
                ),
                Circle(0.5, 0.15, 0.06),
            )
        ),
        "queen": PieceOutline(
            (
                _corners(
                    "14,28 30,50 32,20 43,47 50,16 57,47 68,20 70,50 86,28 74,70 78,80 78,88 22,88 "
                    "22,80 26,70"
                ),
                *(Circle(x, y, 0.05) for x, y in _corners("14,26 32,18 50,14 68,18 86,26")),
            )
        ),
        "king": PieceOutline(
            (
                _corners(
                    "46,8 54,8 54,14 61,14 61,21 54,21 54,34 68,30 83,38 83,52 70,70 76,80 76,88 "
                    "24,88 24,80 30,70 17,52 17,38 32,30 46,34 46,21 39,21 39,14 46,14"
                ),
            )
        ),
    }
)
