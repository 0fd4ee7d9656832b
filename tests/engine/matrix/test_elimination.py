"""Iterated elimination: what depends on the order, and what never does."""

from fractions import Fraction
from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.matrix.dominance import dominated_strategies, eliminate, lost
from engine.matrix.equilibria import extreme_equilibria, pure_equilibria
from engine.matrix.game import Side
from tests.engine.matrix.naive import extreme_equilibria as brute_force
from tests.engine.matrix.naive import game_of
from tests.support.cases import examples


def games(rows=3, columns=3, largest=3):
    pair = st.tuples(st.integers(0, largest), st.integers(0, largest))
    return (
        st.tuples(st.integers(1, rows), st.integers(1, columns))
        .flatmap(
            lambda shape: st.lists(
                st.lists(pair, min_size=shape[1], max_size=shape[1]),
                min_size=shape[0],
                max_size=shape[0],
            )
        )
        .map(game_of)
    )


@examples(40)
@given(games(4, 4), st.randoms(use_true_random=False))
def test_strict_elimination_in_any_order_leaves_the_same_strategies(game, random):
    left = [list(range(game.size(side))) for side in Side]
    while True:
        going = [
            (side, reason.dominated)
            for side in Side
            for reason in dominated_strategies(
                game.payoffs(side), left[side], left[side.other], weak=False
            )
        ]
        if not going:
            break
        side, strategy = random.choice(going)
        left[side].remove(strategy)
    assert tuple(map(tuple, left)) == eliminate(game).left


def in_whole(game, left, find):
    """The equilibria of the strategies that are left, as mixes of all strategies."""
    part = game_of([[game.pairs[i][j] for j in left[1]] for i in left[0]])

    def whole(mix, side):
        weights = dict(zip(left[side], mix, strict=True))
        return tuple(weights.get(i, 0) for i in range(game.size(side)))

    return {(whole(x, Side.ROWS), whole(y, Side.COLUMNS)) for x, y in find(part)}


@examples(20)
@given(games())
def test_strict_elimination_keeps_the_equilibria(game):
    elimination = eliminate(game)
    assert in_whole(game, elimination.left, brute_force) == brute_force(game)
    assert lost(extreme_equilibria(game), elimination) == ()


@examples(20)
@given(games())
def test_weak_elimination_names_the_lost_equilibria_and_adds_none(game):
    elimination = eliminate(game, weak=True)
    inside = in_whole(game, elimination.left, brute_force)
    everything = brute_force(game)
    gone = {profile.mixes for profile in lost(extreme_equilibria(game), elimination)}
    assert everything - gone <= inside
    assert not gone & inside
    pure = in_whole(
        game, elimination.left, lambda part: [one.mixes for one in pure_equilibria(part)]
    )
    assert pure <= everything
    assert all(elimination.left)


@examples(40)
@given(games(4, 4))
def test_removed_strategy_is_dominated_by_those_remaining_in_its_round(game):
    for weak in (False, True):
        elimination = eliminate(game, weak=weak)
        there = [set(range(game.size(side))) for side in Side]
        for number in sorted({removal.round for removal in elimination.removals}):
            now = [removal for removal in elimination.removals if removal.round == number]
            for removal in now:
                assert set(removal.against) == there[removal.side.other]
                assert {s for s, _ in removal.reason.by} <= there[removal.side]
                assert weak or removal.reason.strict
            for removal in now:
                there[removal.side].remove(removal.reason.dominated)
        assert [sorted(side) for side in there] == [list(side) for side in elimination.left]


def test_weak_elimination_removes_strategies_dominated_only_by_a_mix():
    game = game_of(
        [
            [(3, 0), (0, 0), (1, 0)],
            [(0, 0), (3, 0), (1, 1)],
            [(1, 5), (1, 0), (1, 0)],
        ]
    )
    elimination = eliminate(game, weak=True)
    first = [(r.side, r.reason.dominated, r.reason.by) for r in elimination.removals[:1]]
    half = Fraction(1, 2)
    assert first == [(Side.ROWS, 2, ((0, half), (1, half)))]
    # The second column is weakly dominated too. Without the third row, the first one is as well.
    assert elimination.left == ((0,), (2,))
    assert eliminate(game).left == ((0, 1, 2), (0, 1, 2))


def test_both_players_remove_strategies_in_the_same_round():
    # Both have a dominated strategy at once; neither waits for the other.
    game = game_of([[(1, 1), (3, 0)], [(0, 3), (2, 2)]])
    assert [(r.round, r.side) for r in eliminate(game).removals] == [
        (1, Side.ROWS),
        (1, Side.COLUMNS),
    ]


def is_dominated_by_one(game, side, left, weak):
    """Whether one of the player's strategies that are left dominates another."""
    payoffs = game.payoffs(side)
    for better, worse in permutations(left[side], 2):
        gains = [payoffs[better][other] - payoffs[worse][other] for other in left[side.other]]
        if min(gains) > 0 or (weak and min(gains) == 0 < max(gains)):
            return True
    return False


@pytest.mark.parametrize("weak", [False, True])
@examples(20)
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
