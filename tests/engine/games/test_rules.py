"""Every game says its rules, how moves are named and in which order they are listed."""

from __future__ import annotations

import pytest

from engine.game import Player
from engine.games import GAMES, make_game
from engine.wrappers.changed import change
from engine.wrappers.checked import Checked
from tests.support.cases import over
from tests.support.tables import table

NAMES = [name for name in GAMES if name != "openspiel"]


def game_of(name):
    if name == "chess":
        pytest.importorskip("chess")
    return make_game(name)


@over("name", NAMES)
def test_every_game_describes_itself(name):
    game = game_of(name)
    assert game.rules.count(".") in range(2, 7)
    assert game.rules.endswith(".")
    assert " worth " in game.rules
    assert game.move_naming.endswith(".")
    assert game.given_order
    assert not game.given_order.endswith(".")


@over("name", NAMES)
def test_changed_games_keep_the_description(name):
    game = game_of(name)
    for changed in (Checked(game), change(game, max="to-move")):
        assert changed.rules == game.rules
        assert (changed.move_naming, changed.given_order) == (game.move_naming, game.given_order)


def test_named_cells_explain_their_own_names():
    game = make_game("tic-tac-toe")
    named = change(game, cells="row-col")
    assert named.move_naming != game.move_naming
    assert named.name_of(game.actions(game.initial)[-1]) == "(2,2)"


@over("source, said", table(__file__, "rules"))
def test_rules_are_those_of_the_size(source, said):
    assert said in make_game(**source).rules


@pytest.mark.parametrize("name", ["tic-tac-toe", "connect-four", "nim", "race", "chess"])
def test_worth_of_the_end_is_as_said(name):
    """The winner's value in the rules is that of a game played to a win."""
    game = game_of(name)
    state = (
        game.parse("rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3")
        if (name == "chess")
        else game.initial
    )
    while not game.is_terminal(state):
        state = game.result(state, game.actions(state)[0])
    worth = game.utility(state, Player.MAX)
    assert worth == -game.utility(state, Player.MIN) != 0
    assert f"A win of MAX is worth {abs(worth)}, a win of MIN −{abs(worth)}" in game.rules
