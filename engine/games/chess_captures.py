"""What the sides of a game of chess have taken from each other, told by the pieces left."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    import chess

__all__ = ["captured"]

_PAWN: Final = 1
#: The pieces by python-chess's numbers, the dearest first, with their letters.
_LETTERS: Final = {5: "Q", 4: "R", 3: "B", 2: "N", _PAWN: "P"}


def captured(board: chess.Board, began: chess.Board) -> str:
    """What each side has taken, such as `White took N 2P; Black took P`; empty where nothing is.

    A pawn that has become a queen is not taken; where that queen is taken later, it counts as the
    pawn that it was.

    Args:
        board: where the game has come to.
        began: where it began.
    """
    told = []
    for side, name in ((True, "White"), (False, "Black")):
        gone = {
            kind: began.pieces_mask(kind, not side).bit_count()
            - board.pieces_mask(kind, not side).bit_count()
            for kind in _LETTERS
        }
        gone[_PAWN] += sum(min(0, number) for kind, number in gone.items() if kind != _PAWN)
        taken = [
            f"{number if number > 1 else ''}{_LETTERS[kind]}"
            for kind, number in gone.items()
            if number > 0
        ]
        if taken:
            told.append(f"{name} took {' '.join(taken)}")
    return "; ".join(told)
