"""Players as texts, and default limits that suit a game."""

import pytest

from engine.errors import UsageError
from engine.games import make_game
from engine.match.choosing import MoveSearch
from engine.match.match import Match
from engine.match.players import (
    ALPHA_BETA_VISITS,
    LARGEST_TREE,
    MOST_POSITIONS,
    Human,
    RandomPlayer,
    SearchPlayer,
    check_player,
    read_player,
    searches_for,
)
from engine.searches.settings import Settings
from engine.tree_size import full_tree_size
from tests.support.cases import over
from tests.support.naive_searches import Unhashable
from tests.support.tables import table
from trees.sources import open_source


@over(
    ("text", "player"),
    [
        ("human", Human()),
        ("random", RandomPlayer()),
        ("random:weights=2,1,1,seed=7", RandomPlayer("2,1,1", 7)),
        ("search", SearchPlayer()),
        ("minimax:depth=4", SearchPlayer("minimax", Settings(depth=4))),
        ("mcts:iterations=500,seed=1", SearchPlayer("mcts", Settings(iterations=500, seed=1))),
        ("deepening:seconds=2", SearchPlayer("deepening", seconds=2)),
        ("alphabeta:visits=9,eval=aima", SearchPlayer("alphabeta", Settings(), "aima", None, 9)),
        ("alphabeta:window=-2,2", SearchPlayer("alphabeta", Settings(window=(-2, 2)))),
        ("expectimax:opponent=2,1", SearchPlayer("expectimax", Settings(opponent="2,1"))),
    ],
)
def test_every_player_round_trips_through_its_text(text, player):
    assert read_player(text) == player
    assert str(player) == text


def test_a_convention_keeps_its_changes():
    player = read_player(" AlphaBeta : convention = aima/cutoff=>/ties=last ")
    assert (player.settings.convention.cutoff, player.settings.convention.ties) == (">", "last")
    assert read_player(str(player)) == player


@over("text, message", table(__file__, "player_refusals"))
def test_invalid_player_is_reported(text, message):
    with pytest.raises(UsageError, match=message):
        check_player(read_player(text), make_game("tic-tac-toe"))


@over("game, text", table(__file__, "unsuitable_players"))
def test_unsuitable_player_is_refused_before_the_match(game, text):
    with pytest.raises(UsageError):
        check_player(read_player(text), make_game(game))


@over("name, size, limits", table(__file__, "limits"), ms=45)
def test_named_search_runs_to_the_end_of_small_games_and_to_a_depth_in_large_ones(
    name, size, limits
):
    if name == "chess":
        pytest.importorskip("chess")
    game = make_game(name, size=size)
    (player,) = searches_for(SearchPlayer("alphabeta"), game)
    assert str(player) == limits
    depth = player.settings.depth
    if name == "chess":
        return  # its positions take seconds to count
    if depth:
        assert positions(game, depth) <= MOST_POSITIONS < positions(game, depth + 1)
    elif player.seconds is None:
        assert full_tree_size(game) <= LARGEST_TREE


def positions(game, depth):
    level, seen = {game.initial}, set()
    for _ in range(depth):
        level = {
            game.result(state, move)
            for state in level
            if not game.is_terminal(state)
            for move in game.actions(state)
        } - seen
        seen |= level
        if len(seen) > MOST_POSITIONS:
            break
    return len(seen)


FIRST = f"alphabeta:seconds=1,visits={ALPHA_BETA_VISITS}"
LAST = "deepening:seconds=0.5,order=best-first"


@over(
    "text, game, expected",
    [
        ("search", "connect-four", [FIRST, "solve:seconds=0.5", LAST]),
        ("search:visits=9", "mnk", ["deepening:visits=9,order=best-first"]),
        ("search", "chess", ["deepening:seconds=1,eval=features,order=best-first"]),
        ("search", "nim", [FIRST, "solve:seconds=1", "mcts:seconds=1"]),
        ("search:depth=3", "mnk", ["alphabeta:depth=3"]),
        ("deepening:seconds=9", "mnk", ["deepening:seconds=9"]),
    ],
)
def test_search_means_the_default_search_of_the_game(text, game, expected):
    assert [*map(str, searches_for(read_player(text), make_game(game)))] == expected


@over("kernel", ["", "forbid"], ms=45)
@over("source, search", table(__file__, "default_searches"))
def test_search_is_alphabeta_where_that_ends_in_a_second(source, search, kernel, monkeypatch):
    monkeypatch.setenv("PLYTRACE_KERNEL", kernel)
    match = Match(open_source(source).game, SearchPlayer(), SearchPlayer())
    searched = match.thinking().run().searched
    assert searched.player.search == search
    if search == "alphabeta":
        assert searched.stopped is None
        assert searched.visits <= ALPHA_BETA_VISITS
        assert searched.seconds < 1


def test_unhashable_states_can_be_searched_by_name():
    searches = searches_for(SearchPlayer("alphabeta"), Unhashable([[3, 5], [2, 9]]))
    assert [str(one) for one in searches] == ["alphabeta"]


def test_deepening_player_counts_its_complete_passes():
    game = make_game("connect-four")
    for player, passes in (
        (SearchPlayer("deepening", Settings(depth=3)), 3),
        (SearchPlayer("deepening", Settings(depth=3), max_visits=30), 1),
        (SearchPlayer("alphabeta", Settings(depth=3)), None),
    ):
        choice = MoveSearch(game, game.initial, player, (player,)).run()
        assert choice.searched.passes == passes
