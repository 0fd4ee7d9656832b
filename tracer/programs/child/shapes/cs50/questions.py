"""The questions about the helpers of CS50 AI's `tictactoe.py`, in order."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

__all__ = ["HELPERS", "OTHER", "RAISED", "Question", "questions"]

#: The helpers in the order of the assignment.
HELPERS: Final = ("player", "actions", "result", "winner", "terminal", "utility")
#: Answers of another kind: an error was raised; something else was returned or done.
RAISED: Final = "!"
OTHER: Final = "?"

#: Number of boards on which moves that are not allowed are tried.
_REFUSED: Final = 60


class Question(NamedTuple):
    """A call of a helper.

    Args:
        board: nine cells, row by row (X, O and `.`), and the player to move, or `-` if the game is
            over.
        action: row and column for `result`, from 0; None for the other helpers.
    """

    board: str
    action: tuple[int, int] | None = None

    @property
    def is_over(self) -> bool:
        """Whether the game is over on the board."""
        return self.board[9] == "-"

    @property
    def is_allowed(self) -> bool:
        """Whether the action takes a free cell."""
        row, column = self.action or (0, 0)
        return row in range(3) and column in range(3) and self.board[3 * row + column] == "."


def questions(helper: str, boards: Sequence[str]) -> Iterator[Question]:
    """Yield the questions about a helper.

    The assignment leaves open what `player` and `actions` return if the game is over, and what
    `utility` returns if it is not.

    Args:
        helper: name of the helper.
        boards: all boards.
    """
    asked = [one for one in map(Question, boards) if helper in _AT_END or not one.is_over]
    if helper == "utility":
        asked = [one for one in asked if one.is_over]
    if helper != "result":
        yield from asked
        return
    for one in asked:
        for cell in range(9):
            if one.board[cell] == ".":
                yield Question(one.board, divmod(cell, 3))
    for one in asked[:_REFUSED]:
        taken = [divmod(cell, 3) for cell in range(9) if one.board[cell] != "."]
        for action in (*taken[:1], (3, 3), (-1, 0)):
            yield Question(one.board, action)


_AT_END: Final = ("winner", "terminal", "utility")
