"""How the rows of a lesson's screen are shared: the answer line first, then the question."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

__all__ = ["Rooms", "rooms"]

#: Rows of a list of answers.
_MOST_ANSWERS: Final = 8
#: What a question may take of the rows, and what all below the figure may take together.
_QUESTION, _BELOW = 0.45, 0.55


@dataclass(frozen=True, slots=True)
class Rooms:
    """Rows of what is asked and told; the rest is the text's and the figure's.

    Args:
        told: of what is said of an answer.
        asked: of the question.
        answers: of the answers to choose from.
    """

    told: int
    asked: int
    answers: int


def rooms(
    free: int, told: int, asked: int, answers: int, *, fixed: int = 0, figure: int = 0
) -> Rooms:
    """Share the rows; what gets fewer than it would take is scrolled.

    Args:
        free: rows that there are.
        told: rows that the feedback would take; 0 for none, as below.
        asked: rows that the question would take.
        answers: rows that the answers to choose from would take.
        fixed: rows of the answer line and whatever else is always there.
        figure: rows that a figure needs which is looked at together with the feedback; 0 where the
            text and the figure take what is left.
    """
    left = max(0, free - fixed)
    answers = min(answers, _MOST_ANSWERS, max(1, left // 2))
    left -= answers
    asked = min(asked, left, max(2, int(free * _QUESTION)))
    left -= asked
    share = left - figure if figure else int(free * _BELOW) - fixed - answers - asked
    return Rooms(min(told, left, max(4 if figure else 3, share)), asked, answers)
