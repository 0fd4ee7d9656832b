"""The pieces of a board: as one character, or drawn in half blocks if they fit."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import Final

from engine.text.pieces import Piece, Shape


#: One character for each piece, white and other. Chess uses filled ones for both: white outlines
#: are hard to see on a square, and colours are not needed to distinguish them.
_GLYPHS: Final[Mapping[Shape, tuple[str, str]]] = MappingProxyType(
    {
        "king": ("♚", "♚"),
        "queen": ("♛", "♛"),
        "rook": ("♜", "♜"),
        "bishop": ("♝", "♝"),
        "knight": ("♞", "♞"),
        "pawn": ("♟", "♟"),
        "disc": ("○", "●"),
        "cross": ("X", "X"),
        "ring": ("O", "O"),
    }
)

#: Chess pieces, a character per dot and two dots per row: eight and twelve dots wide.
_SMALL: Final[Mapping[Shape, str]] = MappingProxyType(
    {
        "pawn": "........ ........ ...##... ..####.. ...##... ..####.. .######. ........",
        "rook": "........ .#.##.#. .######. ..####.. ..####.. ..####.. .######. ........",
        "knight": "...#.... ..####.. .##.###. .######. ....###. ..####.. .######. ........",
        "bishop": "...##... ..##.#.. ..#.##.. ..####.. ...##... ..####.. .######. ........",
        "queen": "#..##..# #..##..# ##.##.## .######. .######. ..####.. .######. ........",
        "king": "...##... ..####.. ...##... .######. .######. ..####.. .######. ........",
    }
)
_LARGE: Final[Mapping[Shape, str]] = MappingProxyType(
    {
        "pawn": (
            "............ ............ .....##..... ....####.... ....####.... .....##..... "
            "....####.... .....##..... ....####.... ...######... ..########.. ............"
        ),
        "rook": (
            "............ ..##.##.##.. ..##.##.##.. ..########.. ...######... ....####.... "
            "....####.... ....####.... ...######... ..########.. ..########.. ............"
        ),
        "knight": (
            "......#..... ....####.... ...#######.. ..##.######. .##########. .####.#####. "
            "..#...#####. .....#####.. ....#####... ...######... ..########.. ............"
        ),
        "bishop": (
            ".....##..... ....##.#.... ...##.###... ...#.####... ...######... ....####.... "
            ".....##..... ....####.... ....####.... ...######... ..########.. ............"
        ),
        "queen": (
            "#....##....# ##...##...## .#..####..#. .##.####.##. .##########. ..########.. "
            "..########.. ...######... ...######... ..########.. ..########.. ............"
        ),
        "king": (
            ".....##..... ...######... .....##..... ..###..###.. .####..####. .##########. "
            ".##########. ..########.. ...######... ..########.. ..########.. ............"
        ),
    }
)

#: The half blocks, by whether the upper and the lower dot is set.
_BLOCKS: Final = {(True, True): "█", (True, False): "▀", (False, True): "▄", (False, False): " "}


def glyph(piece: Piece) -> str:
    """Return the character of a piece."""
    white, other = _GLYPHS[piece.shape]
    return white if piece.tone == "white" else other


@lru_cache(maxsize=256)
def art(shape: Shape, width: int, height: int) -> tuple[str, ...] | None:
    """Return a piece drawn in some rows of characters; None if it does not fit."""
    if shape in _LARGE:
        drawn = _LARGE if width >= 12 and height >= 6 else _SMALL
        dots = drawn[shape].split()
        if width < len(dots) or 2 * height < len(dots):
            return None
        return _lines(lambda x, y: dots[y][x] == "#", len(dots), width, height)
    if width < 7 or height < 3:
        return None
    size = min(width - 2, 2 * height - 1)
    return _lines(lambda x, y: _is_set(shape, x, y, size), size, width, height)


def _is_set(shape: Shape, x: int, y: int, size: int) -> bool:
    """Return whether a dot of a disc, ring or cross of a given size is set."""
    half = (size - 1) / 2
    across, down = x - half, y - half
    if shape == "cross":
        return min(abs(across - down), abs(across + down)) < max(1.0, size / 8)
    distance = (across**2 + down**2) ** 0.5
    return distance <= half + 0.25 and (shape == "disc" or distance > half - max(1.0, size / 6))


def _lines(
    is_set: Callable[[int, int], bool], size: int, width: int, height: int
) -> tuple[str, ...]:
    """Return a square of dots, centred in rows of characters."""
    left, top = (width - size) // 2, (2 * height - size) // 2

    def dot(x: int, y: int) -> bool:
        x, y = x - left, y - top
        return 0 <= x < size and 0 <= y < size and is_set(x, y)

    return tuple(
        "".join(_BLOCKS[dot(x, 2 * row), dot(x, 2 * row + 1)] for x in range(width))
        for row in range(height)
    )
