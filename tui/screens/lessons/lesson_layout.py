"""Dividing the rows of a lesson's screen: the answer line first, then the question."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

#: Rows of a list of answers on a low screen.
_MOST_ANSWERS: Final = 8
#: Largest shares of the rows for a question, and for everything below the figure.
_QUESTION, _BELOW = 0.45, 0.55


@dataclass(frozen=True, slots=True)
class RowShares:
    """Rows of the question and the feedback; the rest is for the text and the figure."""

    feedback: int
    question: int
    answers: int


def share_rows(
    free: int, text: int, asked: int, answers: int, *, fixed: int = 0, figure: int = 0
) -> RowShares:
    """Divide the rows; a part with too few rows scrolls."""
    left = max(0, free - fixed)
    answers = min(answers, max(_MOST_ANSWERS, left // 3), max(1, left // 2))
    left -= answers
    asked = min(asked, left, max(2, int(free * _QUESTION)))
    left -= asked
    share = left - figure if figure else int(free * _BELOW) - fixed - answers - asked
    return RowShares(min(text, left, max(4 if figure else 3, share)), asked, answers)
