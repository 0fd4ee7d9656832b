"""Properties of every game in the list."""

from __future__ import annotations

import math
import random
import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.errors import PlytraceError, SearchRefused
from engine.game import Player
from engine.games import GAMES, make_game
from tests.support.playouts import playout
from trees.sources import open_source

#: States of a game that are looked at, beside its first and last.
LOOKED_AT = 6


def opened(name, source):
    """The game from its start or from its example; skipped where its extra is not installed."""
    try:
        return make_game(name) if source == "start" else open_source(GAMES[name].example).game
    except PlytraceError as error:
        if "Install it with" in str(error):
            pytest.skip(str(error))
        raise


def some_states(game, seed):
    """States of a game played at random: the first, the last and some between."""
    states = playout(game, seed, 150)
    dice = random.Random(seed)
    between = dice.sample(states, min(LOOKED_AT, len(states)))
    return [states[0], *between, states[-1]]


games = pytest.mark.parametrize("name", GAMES)
sources = pytest.mark.parametrize("source", ["start", "example"])
few = settings(max_examples=6)
seeds = given(st.integers(0, 2**32))


@games
@sources
@few
@seeds
def test_nonterminal_state_has_moves_with_distinct_names(name, source, seed):
    game = opened(name, source)
    for state in some_states(game, seed):
        if game.is_terminal(state):
            continue
        names = [game.name_of(action) for action in game.moves(state)]
        assert names
        assert len(set(names)) == len(names)
        # The moves of a line are joined by spaces.
        assert all(re.fullmatch(r"\S+", written) for written in names)


@games
@sources
@few
@seeds
def test_move_leaves_the_previous_state_unchanged(name, source, seed):
    game = opened(name, source)
    for state in some_states(game, seed):
        if game.is_terminal(state):
            continue
        before = game.format(state), hash(state), game.draw(state), game.to_move(state)
        moves = list(game.moves(state))
        for action in moves:
            assert game.result(state, action) == game.result(state, action)
        assert (game.format(state), hash(state), game.draw(state), game.to_move(state)) == before
        assert list(game.moves(state)) == moves


@games
@sources
@few
@seeds
def test_utilities_of_the_two_players_are_opposite(name, source, seed):
    game = opened(name, source)
    for state in some_states(game, seed):
        if game.is_terminal(state):
            value = game.utility(state, Player.MAX)
            assert game.utility(state, Player.MIN) == -value
            assert math.isfinite(value)


@games
@sources
@few
@seeds
def test_state_equals_the_one_parsed_from_its_text(name, source, seed):
    game = opened(name, source)
    for state in some_states(game, seed):
        text = game.format(state)
        again = game.parse(text)
        assert again == state
        assert hash(again) == hash(state)
        assert "\n" not in text


@games
@sources
@few
@seeds
def test_game_is_recreated_from_its_name_size_and_position(name, source, seed):
    game = opened(name, source)
    for state in some_states(game, seed):
        again = make_game(game.name, size=game.size, position=game.format(state))
        assert type(again) is type(game)
        assert again.size == game.size
        assert again.initial == state
        assert again.to_move(again.initial) == game.to_move(state)
        assert again.is_terminal(again.initial) == game.is_terminal(state)
        if game.is_terminal(state):
            for player in (Player.MAX, Player.MIN):
                assert again.utility(again.initial, player) == game.utility(state, player)
        else:
            named = [game.name_of(action) for action in game.moves(state)]
            assert [again.name_of(action) for action in again.moves(again.initial)] == named
        assert again.draw(again.initial) == game.draw(state)


@games
@sources
@few
@seeds
def test_an_evaluation_is_finite_and_the_sum_of_its_terms(name, source, seed):
    game = opened(name, source)
    for state in some_states(game, seed):
        if game.is_terminal(state):
            continue
        for evaluation in game.evaluations.values():
            value = evaluation.value(state)
            assert math.isfinite(value)
            assert evaluation.summary
            if evaluation.terms:
                total = sum(term.contribution for term in evaluation.terms(state))
                assert float(total) == pytest.approx(float(value))
        if game.evaluations:
            usual = next(iter(game.evaluations.values()))
            assert game.evaluate(state) == usual.value(state)


@games
@sources
@few
@seeds
def test_moves_are_ranked_by_a_number_or_not_at_all(name, source, seed):
    game = opened(name, source)
    for state in some_states(game, seed):
        if game.is_terminal(state) or game.to_move(state) is Player.CHANCE:
            continue
        ranks = []
        for action in game.actions(state):
            try:
                ranks.append(game.priority(state, action))
            except SearchRefused:
                ranks.append(None)
        assert all(rank is None for rank in ranks) or all(map(math.isfinite, ranks))


@games
@sources
@few
@seeds
def test_every_move_takes_a_distinct_cell_of_the_board(name, source, seed):
    game = opened(name, source)
    for state in some_states(game, seed):
        if game.is_terminal(state) or game.to_move(state) is Player.CHANCE:
            continue
        cells = [game.cell_of(action) for action in game.actions(state)]
        taken = [cell for cell in cells if cell is not None]
        if not game.columns:
            assert not taken
        assert len(set(taken)) == len(taken)
        assert all(row >= 0 and 0 <= column < game.columns for row, column in taken)
        passes = [action for action in game.actions(state) if game.is_pass(action)]
        if game.columns:
            assert len(taken) + len(passes) == len(cells)


@games
def test_invalid_position_is_refused_with_its_place(name):
    opened(name, "start")
    for position in ("?", "no such position", "|", "9" * 5_000, "\u0663"):
        with pytest.raises(PlytraceError) as caught:
            make_game(name, position=position)
        assert caught.value.found


@games
def test_invalid_size_is_refused(name):
    opened(name, "start")
    for size in ("?", "-1", "1,2,3,4,5,6,7,x", "9" * 5_000, "\u0663,\u0663,\u0663"):
        with pytest.raises(PlytraceError) as caught:
            make_game(name, size=size)
        assert caught.value.found


@games
def test_invalid_side_to_move_is_refused(name):
    opened(name, "start")
    with pytest.raises(PlytraceError) as caught:
        make_game(name, to_move="nobody")
    assert "nobody" in str(caught.value)
