"""The kernel's log is the plain search's, column by column and bit for bit."""

import pytest

from engine.kernel.loading import CHOICE, is_built
from engine.searches.settings import Settings
from tests.support.cases import cases
from tests.support.random_searches import (
    Outcome,
    is_taken,
    random_position,
    random_settings,
    random_tree,
)

pytestmark = pytest.mark.skipif(not is_built(), reason="the kernel was not built")

OF_POSITIONS = ("alphabeta", "minimax", "negamax", "pvs", "transposition", "deepening")
OF_CHANCE = ("expectimax", "expectiminimax")


@pytest.fixture(autouse=True)
def few_positions_solved(monkeypatch):
    """The orders that solve the game first refuse large ones soon."""
    monkeypatch.setattr("engine.searches.ordering.MOST_STATES", 300)


def outcomes(monkeypatch, game, search, settings, max_visits=None):
    """Return the results of the plain search and the kernel."""
    found = []
    for choice in ("forbid", "force"):
        monkeypatch.setenv(CHOICE, choice)
        found.append(Outcome.of(game, search, settings, max_visits))
    return found


def compare_searches(monkeypatch, draw, game, search, depth):
    """Search both ways, to the end or to a random row; whether the kernel had a part in it."""
    settings = random_settings(draw, search, depth)
    budget = draw.choice((draw.randint(1, 60), 400, 400))
    plain, compiled = outcomes(monkeypatch, game, search, settings, budget)
    assert plain == compiled, (str(game), game.initial, search, settings, budget)
    try:
        return not plain.error and is_taken(game, search, settings)
    finally:
        monkeypatch.delenv(CHOICE)


def test_kernel_and_plain_search_agree(monkeypatch):
    """Each search on random trees and on random positions of every game."""
    taken = []
    for draw in cases(ms=270):
        search = draw.choice((*OF_POSITIONS, *OF_CHANCE))
        if search == "expectiminimax" or draw.random() < 0.5:
            game = random_tree(draw, chance=search in OF_CHANCE)
            depth = draw.choice((None, None, 0, 1, 2, 4))
        else:
            game = random_position(draw)
            depth = draw.choice((None, 0, 1, 2, 3)) if game.evaluations else None
        taken.append(compare_searches(monkeypatch, draw, game, search, depth))
    assert len(taken) < 30 or sum(taken) * 4 > len(taken)


def test_kernel_and_plain_search_agree_with_a_single_player(monkeypatch):
    from engine.game import Player
    from trees.formats.nested import from_nested

    tree = from_nested([[1, 2], [[3, -4], 2]], players=[Player.MAX])
    plain, compiled = outcomes(monkeypatch, tree, "single", Settings())
    assert plain == compiled
    assert plain.log.value[0] == 3
    assert is_taken(tree, "single", Settings())
