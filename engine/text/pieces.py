"""The pieces on a board, for drawing: shape and colour."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias


#: The shapes of pieces.
Shape: TypeAlias = Literal[
    "cross", "ring", "disc", "king", "queen", "rook", "bishop", "knight", "pawn"
]
#: The colour of a piece; "" for its owner's colour.
Tone: TypeAlias = Literal["", "white", "black"]
#: The background of a board: lines only, squares in two colours, or green felt.
Ground: TypeAlias = Literal["lines", "squares", "felt"]


@dataclass(frozen=True, slots=True)
class Piece:
    """The drawing of a symbol on the board."""

    shape: Shape
    tone: Tone = ""
