"""The kernel's log is the plain search's, column by column and bit for bit."""

from __future__ import annotations

import random

import pytest

from engine.kernel.loading import is_built
from tests.engine.kernel.test_differential import (
    OF_CHANCE,
    OF_POSITIONS,
    compare_searches,
)
from tests.support.cases import over
from tests.support.random_searches import (
    random_position,
    random_tree,
)

pytestmark = pytest.mark.skipif(not is_built(), reason="the kernel was not built")


@pytest.fixture(autouse=True)
def few_positions_solved(monkeypatch):
    """The orders that solve the game first refuse large ones soon."""
    monkeypatch.setattr("engine.searches.ordering.MOST_STATES", 300)


@over("seed", range(400), ms=150)
def test_kernel_and_plain_search_agree_in_100_000_searches(monkeypatch, seed):
    draw = random.Random(f"many {seed}")
    taken = 0
    for _ in range(250):
        search = draw.choice((*OF_POSITIONS, *OF_CHANCE))
        if search == "expectiminimax" or draw.random() < 0.5:
            game = random_tree(draw, chance=search in OF_CHANCE)
            depth = draw.choice((None, None, 0, 1, 2, 4))
        else:
            game = random_position(draw)
            depth = draw.choice((None, 0, 1, 2, 3)) if game.evaluations else None
        taken += compare_searches(monkeypatch, draw, game, search, depth)
    assert taken > 80
