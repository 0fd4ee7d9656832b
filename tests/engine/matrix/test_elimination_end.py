"""After elimination no remaining strategy is dominated, by an independent check."""

from __future__ import annotations

from itertools import permutations

import pytest
from hypothesis import given, settings

from engine.matrix.dominance import eliminate
from engine.matrix.game import Side
from tests.engine.matrix.naive import game_of
from tests.engine.matrix.test_elimination import games


def is_dominated_by_one(game, side, left, weak):
    """Whether one of the player's strategies that are left dominates another."""
    payoffs = game.payoffs(side)
    for better, worse in permutations(left[side], 2):
        gains = [payoffs[better][other] - payoffs[worse][other] for other in left[side.other]]
        if min(gains) > 0 or (weak and min(gains) == 0 < max(gains)):
            return True
    return False


@pytest.mark.parametrize("weak", [False, True])
@settings(max_examples=60)
@given(games(4, 4))
def test_elimination_ends_without_dominated_strategies(weak, game):
    left = eliminate(game, weak=weak).left
    assert not any(is_dominated_by_one(game, side, left, weak) for side in Side)


def test_weakly_dominated_strategies_are_eliminated_only_on_request():
    # The second row is never better and once worse; without it the first column is better.
    game = game_of([[(1, 2), (1, 1)], [(1, 0), (0, 3)]])
    assert eliminate(game).removals == ()
    found = eliminate(game, weak=True)
    removed = [(one.round, one.side, one.reason.dominated) for one in found.removals]
    assert removed == [(1, Side.ROWS, 1), (2, Side.COLUMNS, 1)]
    assert [one.reason.strict for one in found.removals] == [False, True]
    assert found.left == ((0,), (0,))
