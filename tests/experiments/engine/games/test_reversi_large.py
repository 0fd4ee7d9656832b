"""Published figures that take minutes: `pytest -m slow`."""

from __future__ import annotations

import pytest

from engine.games import make_game
from engine.search import run_search


@pytest.mark.parametrize(
    ("position", "value", "visited", "terminals"),
    [
        (".....|.BBB.|.BWB.|.WWW.|.....", 3, 1_837_629, 431_625),
        (".....|.WBW.|.BWB.|.WBW.|.....", -11, 6_554_771, 1_549_643),
    ],
)
def test_alpha_beta_agrees_with_a_c_program_on_larger_boards(position, value, visited, terminals):
    found = run_search(make_game("reversi", size="5", position=position), "alphabeta")
    assert (found.log.value[0], found.counts.visited, found.counts.terminals) == (
        value,
        visited,
        terminals,
    )
