"""The pieces that each side has captured, computed from the pieces left."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    import chess


_PAWN: Final = 1
#: The letters of the pieces by python-chess's numbers, most valuable first.
_LETTERS: Final = {5: "Q", 4: "R", 3: "B", 2: "N", _PAWN: "P"}


def describe_captures(board: chess.Board, began: chess.Board) -> str:
    """Return the captures, such as `White took N 2P; Black took P`; empty if none.

    A promoted pawn is not captured. A captured queen that was a pawn counts as a pawn.
    """
    captures = []
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
            captures.append(f"{name} took {' '.join(taken)}")
    return "; ".join(captures)
