"""Players as texts, and the limits that suit a game where nobody says any."""

from __future__ import annotations

import pytest

from engine.errors import UsageError
from engine.full_tree import full_tree_size
from engine.game import Game, Player
from engine.games import make_game
from engine.match.players import Human, RandomPlayer, SearchPlayer, read_player
from engine.match.suiting import LARGEST_TREE, MOST_POSITIONS, suited
from engine.settings import Settings


@pytest.mark.parametrize(
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
)  # fmt: skip
def test_every_player_has_one_text_that_is_read_back(text, player):
    assert read_player(text) == player
    assert str(player) == text


def test_a_convention_keeps_its_changes():
    player = read_player(" AlphaBeta : convention = aima/cutoff=>/ties=last ")
    assert (player.settings.convention.cutoff, player.settings.convention.ties) == (">", "last")
    assert read_player(str(player)) == player


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "there is no player ''"),
        ("humann", "Did you mean human"),
        ("human:depth=2", "expected no settings"),
        ("alphabeta:deep=2", "Did you mean depth"),
        ("alphabeta:depth=two", "depth cannot be 'two'; expected a whole number"),
        ("alphabeta:depth=2,depth=3", "depth is said twice"),
        ("alphabeta:2", "expected KEY=VALUE"),
        ("alphabeta:seconds=0", "expected above 0"),
        ("alphabeta:window=3", "expected α,β"),
        ("random:weights=a,b", "cannot choose by 'a,b'"),
    ],
)
def test_what_is_no_player_is_told(text, message):
    with pytest.raises(UsageError, match=message):
        read_player(text).check(make_game("tic-tac-toe"))


@pytest.mark.parametrize(
    ("game", "text"),
    [
        ("nim", "minimax:depth=3"),
        ("tic-tac-toe", "alphabeta:eval=no-such"),
        ("tic-tac-toe", "mcts:depth=3"),
        ("tic-tac-toe", "single"),
    ],
)
def test_a_player_that_does_not_suit_the_game_is_refused_before_the_match(game, text):
    with pytest.raises(UsageError):
        read_player(text).check(make_game(game))


@pytest.mark.parametrize(
    ("name", "size", "limits"),
    [
        ("tic-tac-toe", "", "alphabeta"),
        ("race", "", "alphabeta"),
        ("nim", "1,2,3", "alphabeta"),
        ("connect-four", "", "alphabeta:depth=5"),
        ("reversi", "8", "alphabeta:depth=5"),
        ("chess", "", "alphabeta:depth=3"),
        ("nim", "", "alphabeta:seconds=1"),
        ("race", "2500,1", "alphabeta:seconds=1"),
    ],
)
def test_a_named_search_runs_to_the_end_of_a_small_game_and_to_a_depth_of_a_large_one(
    name, size, limits
):
    if name == "chess":
        pytest.importorskip("chess")
    game = make_game(name, size=size)
    (player,) = suited(SearchPlayer("alphabeta"), game)
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


def test_search_stands_for_what_suits_the_game():
    assert [str(one) for one in suited(SearchPlayer(), make_game("connect-four"))] == [
        "deepening:seconds=1,order=best-first"
    ]
    assert [str(one) for one in suited(SearchPlayer(), make_game("nim"))] == [
        "transposition:seconds=1",
        "mcts:seconds=1",
    ]
    assert [str(one) for one in suited(read_player("search:depth=3"), make_game("mnk"))] == [
        "alphabeta:depth=3"
    ]
    assert str(*suited(SearchPlayer("deepening", seconds=9), make_game("mnk"))) == (
        "deepening:seconds=9"
    )


class Lists(Game):
    """States that cannot be looked up; the end comes after three moves."""

    initial = ()

    def to_move(self, state):
        return Player(len(state) % 2)

    def actions(self, state):
        return ["a", "b"]

    def result(self, state, action):
        return [*state, action]

    def is_terminal(self, state):
        return len(state) == 3

    def utility(self, state, player):
        return 1 if (state[0] == "a") is (player is Player.MAX) else -1


def test_states_that_cannot_be_looked_up_are_searched_by_name():
    assert [str(one) for one in suited(SearchPlayer("alphabeta"), Lists())] == ["alphabeta"]
