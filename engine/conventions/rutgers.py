"""MP 520 (Rutgers)."""

from __future__ import annotations

from typing import Final

from engine.conventions.aima import COURSE as AIMA
from engine.conventions.convention import Convention, Course

COURSE: Final = Course(
    convention=Convention("rutgers", count=("visited", "terminals", "early_returns")),
    course="MP 520 (Rutgers): hand trees, Reversi, MCTS",
    counted_as="nodes visited, terminal states, and truncations (early returns)",
    written_as="the book's pseudocode, as aima",
    listing=AIMA.listing,
)
