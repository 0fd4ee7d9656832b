"""Count-only searches have the counts, value and best line of the full log."""

from __future__ import annotations

import pytest

from engine.games.tic_tac_toe import TicTacToe
from engine.kernel.loading import CHOICE
from engine.search import tally_search
from tests.engine.log.test_tally_log import PATHS
from tests.support.cases import over


@pytest.fixture(autouse=True)
def few_positions_solved(monkeypatch):
    """The orders that solve the game first refuse large ones soon."""
    monkeypatch.setattr("engine.searches.ordering.MOST_STATES", 300)


@over("path", PATHS, ms=150)
def test_tic_tac_toe_has_the_known_number_of_nodes_per_ply(monkeypatch, path):
    plies = (1, 9, 72, 504, 3024, 15120, 54720, 148176, 200448, 127872)  # published
    monkeypatch.setenv(CHOICE, path)
    result = tally_search(TicTacToe(), "minimax")
    assert tuple(counts.visited for counts in result.by_depth) == plies
    assert all(counts.visited == counts.generated for counts in result.by_depth)
