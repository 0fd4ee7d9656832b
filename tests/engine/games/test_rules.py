"""What a game says of itself: its rules, its cells, and the sizes that it takes."""

import pytest

from engine.errors import InvalidInput
from engine.game import Player
from engine.games import GAMES, make_game
from engine.wrappers.changed import change
from engine.wrappers.checked import Checked
from tests.support.cases import over
from tests.support.playouts import needs, playout
from tests.support.tables import table
from trees.sources import open_source

NAMES = [name for name in GAMES if name != "openspiel"]


@over("name", NAMES)
def test_every_game_describes_itself_and_changed_ones_keep_it(name):
    needs(name)
    game = make_game(name)
    assert game.rules.count(".") in range(2, 7)
    assert game.rules.endswith(".")
    assert " worth " in game.rules
    assert game.move_naming.endswith(".")
    assert game.given_order
    assert not game.given_order.endswith(".")
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
    needs(name)
    game = make_game(name)
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


def cells_in(game, state):
    return {
        (row, column): sign
        for row, signs in enumerate(game.cells(state))
        for column, sign in enumerate(signs)
    }


@over(
    "source",
    ["tic-tac-toe", "mnk:5,3,3", "connect-four", "connect-four:4,5", "reversi:8", "reversi:4,6"],
)
@over("seed", range(3))
def test_move_fills_the_cell_in_its_name(source, seed):
    game = open_source(source).game
    for state in playout(game, seed, 80):
        if game.is_terminal(state):
            continue
        before, label = cells_in(game, state), game.labels[game.to_move(state)]
        for move in game.actions(state):
            after = cells_in(game, game.result(state, move))
            named = [*game.cells_of(state, move)]
            assert [before[cell] for cell in named] == ["."] * len(named)
            assert [after[cell] for cell in named] == [label] * len(named)
            filled = [cell for cell in before if before[cell] == "." != after[cell]]
            assert filled == named
            assert bool(named) != game.is_pass(move)


@over("source", table(__file__, "sizes_taken"))
def test_smallest_and_largest_sizes_are_accepted(source):
    game = open_source(source).game
    assert game.parse(game.format(game.initial)) == game.initial


@over("source", table(__file__, "sizes_refused"))
def test_sizes_beyond_the_limits_are_refused(source):
    with pytest.raises(InvalidInput) as caught:
        open_source(source)
    assert caught.value.expected
