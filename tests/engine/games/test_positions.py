"""Positions as they are written, warnings about strange ones, and play as OpenSpiel plays."""

import pytest

from engine.games import make_game
from engine.games.reversi import PASS
from tests.support.cases import over
from tests.support.playouts import assert_plays_as_openspiel, needs
from tests.support.tables import table
from tracer import trace
from trees.sources import open_source


@over(("name", "size", "position", "side", "written", "player"), table(__file__, "positions"))
def test_position_is_written_as_it_was_given_with_its_side(
    name, size, position, side, written, player
):
    needs(name)
    game = make_game(name, size=size, position=position, to_move=side)
    assert game.format(game.initial) == written
    assert game.labels[game.to_move(game.initial)] == player
    assert game.parse(written) == game.initial
    again = make_game(name, size=game.size, position=written)
    assert again.initial == game.initial


@over(("source", "warning"), table(__file__, "position_warnings"))
def test_positions_that_cannot_be_reached_are_searched_with_a_warning(source, warning):
    needs(source)
    game = open_source(source).game
    assert trace(game, max_visits=3).counts.visited
    if warning is None:
        assert not game.warnings
    else:
        assert warning in game.warnings[0]


def minus_one(action):
    return action - 1


def taken_from(heaps):
    """Return how OpenSpiel numbers the moves of Nim with these heaps."""
    return lambda take: (take[1] - 1) * heaps + take[0] - 1


def pairs_of_games():
    """Yield a game of ours, its name and parameters in OpenSpiel, and how it numbers a move."""
    yield "tic-tac-toe", "tic_tac_toe", {}, minus_one
    for columns, rows in ((7, 6), (5, 4), (4, 7), (8, 8), (10, 6), (4, 4)):
        size = {"columns": columns, "rows": rows}
        yield f"connect-four:{columns},{rows}", "connect_four", size, minus_one
    for m, n, k in ((3, 3, 3), (4, 3, 3), (3, 5, 3), (5, 5, 4), (7, 9, 5), (8, 8, 5)):
        yield f"mnk:{m},{n},{k}", "mnk", {"m": m, "n": n, "k": k}, minus_one
    yield "reversi", "othello", {}, lambda action: 64 if action == PASS else action
    for heaps in ("3,5,7", "1,3,5,7", "4", "1,2,3"):
        for misere in (False, True):
            rules = {"pile_sizes": heaps.replace(",", ";"), "is_misere": misere}
            source = f"nim:{heaps}{',misere' * misere}"
            yield source, "nim", rules, taken_from(heaps.count(",") + 1)


@over(("source", "other", "parameters", "number_of"), pairs_of_games)
def test_random_games_agree_with_openspiel(source, other, parameters, number_of):
    pyspiel = pytest.importorskip("pyspiel")
    game, theirs = open_source(source).game, pyspiel.load_game(other, parameters)
    for seed in range(20):
        assert_plays_as_openspiel(game, theirs, number_of, seed)
