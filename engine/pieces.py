"""What stands on a board, for whoever draws it: which figure, and of which colour."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

__all__ = ["Ground", "Piece", "Shape", "Tone"]

#: The figures there are.
Shape: TypeAlias = Literal[
    "cross", "ring", "disc", "king", "queen", "rook", "bishop", "knight", "pawn"
]
#: The colour of a piece; "" for that of the player who owns it.
Tone: TypeAlias = Literal["", "white", "black"]
#: What a board is made of: lines on nothing, squares in two colours, green cloth.
Ground: TypeAlias = Literal["lines", "squares", "felt"]


@dataclass(frozen=True, slots=True)
class Piece:
    """What a sign on the board stands for.

    Args:
        shape: the figure.
        tone: its colour.
    """

    shape: Shape
    tone: Tone = ""
