"""Properties of every game in the list."""

import math
import random
import re
from functools import cache

import pytest

from engine.errors import InvalidInput, PlytraceError, SearchRefused
from engine.game import Player
from engine.games import GAMES, make_game
from engine.text import install_command
from tests.support.cases import over, scaled, settings
from tests.support.playouts import playout
from tests.support.processes import run_python
from tests.support.saved import reopened
from tests.support.tables import table
from tracer import trace
from trees.sources import open_source

#: States of a game that are looked at, beside its first and last.
LOOKED_AT = 6


@cache
def opened(name, source):
    """The game from its start or from its example; skipped where its extra is not installed."""
    try:
        return make_game(name) if source == "start" else open_source(GAMES[name].example).game
    except PlytraceError as error:
        if "Install it with" in str(error):
            pytest.skip(str(error))
        raise


@cache
def some_states(name, source, seed):
    """States of a game played at random: the first, the last and some between."""
    states = playout(opened(name, source), seed, 150)
    dice = random.Random(seed)
    between = dice.sample(states, min(LOOKED_AT, len(states)))
    return [states[0], *between, states[-1]]


games = pytest.mark.parametrize("name", GAMES)


def each_state(is_over=None):
    """Run a check of a game and a state on some states of every game: all, ends, or others."""

    def decorate(check):
        def test(name, source):
            game = opened(name, source)
            for number in range(scaled(6, 50)):
                for state in some_states(name, source, f"{settings['seed']}:{number}"):
                    if is_over in (None, game.is_terminal(state)):
                        check(game, state)

        test.__name__ = check.__name__
        return games(pytest.mark.parametrize("source", ["start", "example"])(test))

    return decorate


@each_state(is_over=False)
def test_nonterminal_state_has_moves_with_distinct_names(game, state):
    names = [game.name_of(action) for action in game.moves(state)]
    assert names
    assert len(set(names)) == len(names)
    # The moves of a line are joined by spaces.
    assert all(re.fullmatch(r"\S+", written) for written in names)


@each_state(is_over=False)
def test_move_leaves_the_previous_state_unchanged(game, state):
    before = game.format(state), hash(state), game.draw(state), game.to_move(state)
    moves = list(game.moves(state))
    for action in moves:
        assert game.result(state, action) == game.result(state, action)
    assert (game.format(state), hash(state), game.draw(state), game.to_move(state)) == before
    assert list(game.moves(state)) == moves


@each_state(is_over=True)
def test_utilities_of_the_two_players_are_opposite(game, state):
    value = game.utility(state, Player.MAX)
    assert game.utility(state, Player.MIN) == -value
    assert math.isfinite(value)


@each_state()
def test_state_and_game_are_recreated_from_name_size_and_position(game, state):
    text = game.format(state)
    assert "\n" not in text
    assert (game.parse(text), hash(game.parse(text))) == (state, hash(state))
    again = make_game(game.name, size=game.size, position=text)
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


@each_state(is_over=False)
def test_an_evaluation_is_finite_and_the_sum_of_its_terms(game, state):
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


@each_state(is_over=False)
def test_moves_are_ranked_by_a_number_or_not_at_all(game, state):
    if game.to_move(state) is Player.CHANCE:
        return
    ranks = []
    for action in game.actions(state):
        try:
            ranks.append(game.priority(state, action))
        except SearchRefused:
            ranks.append(None)
    assert all(rank is None for rank in ranks) or all(map(math.isfinite, ranks))


@each_state(is_over=False)
def test_every_move_takes_a_distinct_cell_of_the_board(game, state):
    if game.to_move(state) is Player.CHANCE:
        return
    cells = [game.cell_of(action) for action in game.actions(state)]
    taken = [cell for cell in cells if cell is not None]
    if not game.columns:
        assert not taken
    assert len(set(taken)) == len(taken)
    assert all(row >= 0 and 0 <= column < game.columns for row, column in taken)
    passes = [action for action in game.actions(state) if game.is_pass(action)]
    if game.columns:
        assert len(taken) + len(passes) == len(cells)


WRONG = {
    "position": ("?", "no such position", "|", "9" * 5_000, "\u0663"),
    "size": ("?", "-1", "1,2,3,4,5,6,7,x", "9" * 5_000, "\u0663,\u0663,\u0663"),
    "to_move": ("nobody",),
}


@games
def test_invalid_position_size_and_side_are_refused(name):
    opened(name, "start")
    for argument, values in WRONG.items():
        for value in values:
            with pytest.raises(PlytraceError) as caught:
                make_game(name, **{argument: value})
            assert caught.value.found
            assert argument != "to_move" or value in str(caught.value)


@pytest.mark.parametrize(("name", "module"), [("chess", "chess"), ("openspiel", "pyspiel")])
def test_missing_package_message_says_how_to_install_it_and_lists_still_work(name, module):
    script = (
        f"import sys; sys.modules[{module!r}] = None\n"
        "from engine.errors import PlytraceError\n"
        "from engine.games import GAMES, make_game\n"
        f"assert GAMES[{name!r}].summary\n"
        f"import engine.games.{name}\n"
        f"try: make_game({name!r})\n"
        "except PlytraceError as error: print(error)\n"
    )
    assert install_command(name) in run_python(script)


@over("name, size, position, to_move, fragments", table(__file__, "refusals"))
def test_invalid_sources_are_refused_with_a_reason(name, size, position, to_move, fragments):
    opened(name, "start")
    with pytest.raises(InvalidInput) as caught:
        make_game(name, size=size, position=position, to_move=to_move)
    for fragment in fragments:
        assert fragment in str(caught.value)


@over("source, settings", table(__file__, "saved_traces"))
def test_a_saved_trace_keeps_the_size_the_position_and_the_side(source, settings, tmp_path):
    searched = trace(source, **settings)
    again = reopened(searched, tmp_path)
    game, position = again.game, source.partition("@")[2]
    assert (game.size, game.initial) == (searched.game.size, searched.game.initial)
    assert game.format(game.initial) == searched.game.format(game.initial)
    assert game.parse(position) == game.initial
