"""The kernel beside the plain searches, for longer than a test may take."""

from __future__ import annotations

import math
import random

import pytest

from engine.kernel.loading import is_built
from engine.search import run_search, tally_search
from engine.searches import solve
from engine.searches.settings import Settings
from tests.engine.kernel.test_differential import (
    OF_CHANCE,
    OF_POSITIONS,
    compare_searches,
)
from tests.engine.kernel.test_solve import SIZES, both
from tests.support.cases import over
from tests.support.random_searches import (
    is_taken,
    random_position,
    random_tree,
)
from tests.support.strategies import CONVENTIONS

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


TAKEN = [one for one in CONVENTIONS if one.ties == "first" and one.returns == "fail-soft"]


@over("seed", range(9), ms=150)
def test_kernel_and_plain_search_agree(monkeypatch, seed):
    draw, taken = random.Random(f"solve {seed}"), 0
    for number in range(80):
        monkeypatch.setattr(solve, "MOST_KEPT", draw.choice(SIZES))
        game = random_position(draw) if number % 3 else random_tree(draw, chance=False)
        settings = Settings(
            convention=draw.choice(TAKEN),
            guess=draw.choice((None, None, 1, -2, 2.5, 100, math.inf, -math.inf)),
            gap=draw.choice((None, 0.5, 2)),
        )
        budget = draw.choice((draw.randint(1, 60), 400, 3000))
        for search in (run_search, tally_search):
            plain, compiled = both(monkeypatch, game, settings, budget, search)
            assert plain == compiled, (str(game), game.initial, settings, budget)
        taken += is_taken(game)
    assert taken > 70
