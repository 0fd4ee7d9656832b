"""AIMA's published programs and ours: games of either run under the searches of both."""

import random

import pytest

from engine.errors import SearchRefused
from engine.game import Player
from engine.games import make_game
from engine.wrappers.aima import ForAima
from engine.wrappers.changed import max_to_move
from tracer import trace
from trees.library import library_names, library_tree

pytestmark = pytest.mark.usefixtures("plain_and_kernel")

aima = pytest.importorskip("aima3.games")

BOARDS = ["xo.|.x.|..o", "x..|.o.|...", "xo.|xo.|...", "xox|xxo|o..", "..o|.x.|..."]


def _players_alternate(game, state):
    if game.is_terminal(state):
        return True
    side = game.to_move(state)
    children = [game.result(state, move) for move in game.actions(state)]
    return all(
        (game.is_terminal(child) or game.to_move(child) is side.opponent)
        and _players_alternate(game, child)
        for child in children
    )


def _suits_them(tree):
    """Whether there is something to decide, by players who take turns: theirs know no others."""
    return (
        not tree.has_chance
        and not tree.is_terminal(tree.initial)
        and _players_alternate(tree, tree.initial)
    )


SUITABLE = [name for name in library_names() if _suits_them(library_tree(name))]


@pytest.mark.parametrize("program", [aima.minimax_decision, aima.alphabeta_search])
@pytest.mark.parametrize("name", SUITABLE)
def test_aima_programs_find_our_move_in_our_trees(program, name):
    tree = max_to_move(library_tree(name))
    move = program(tree.initial, ForAima(tree))
    assert tree.name_of(move) == trace(tree, "minimax").move


def test_lecture_tree_is_among_the_cases_with_one_best_move():
    assert "lecture" in SUITABLE
    tree = library_tree("lecture")
    for program in (aima.minimax_decision, aima.alphabeta_search):
        move = program(tree.initial, ForAima(tree))
        assert tree.name_of(move) == "B"


@pytest.mark.parametrize("board", BOARDS)
def test_aima_programs_find_our_move_in_tic_tac_toe(board):
    game = make_game("tic-tac-toe", position=board)
    ours = trace(game, "alphabeta", max_player="to-move")
    for program in (aima.minimax_decision, aima.alphabeta_search):
        assert game.name_of(program(game.initial, ForAima(game))) == ours.move


@pytest.mark.parametrize("depth", [1, 2, 3])
@pytest.mark.parametrize("board", BOARDS)
def test_aima_cutoff_search_uses_our_evaluation(board, depth):
    # Theirs cuts off one ply after the depth it is given: with d = 0 at two plies.
    game = make_game("tic-tac-toe", position=board)
    move = aima.alphabeta_cutoff_search(game.initial, ForAima(game), d=depth - 1)
    ours = trace(game, "minimax", depth=depth, max_player="to-move")
    assert game.name_of(move) == ours.move


@pytest.mark.parametrize("search", ["minimax", "alphabeta"])
def test_aima_games_have_the_books_values_under_our_searches(search):
    figure = trace(aima.Fig52Game(), search)
    assert (figure.value, figure.move, figure.line) == (3, "a1", ["a1", "b1"])
    assert figure.counts.visited == (13 if search == "minimax" else 11)
    assert figure.source == "Fig52Game"


def _random_position(seed, plies):
    game, draw = aima.TicTacToe(), random.Random(seed)
    for _ in range(plies):
        if game.terminal_test(game.initial):
            break
        game.initial = game.result(game.initial, draw.choice(game.actions(game.initial)))
    return game


@pytest.mark.parametrize("search", ["minimax", "alphabeta"])
@pytest.mark.parametrize("seed", range(8))
def test_aima_tic_tac_toe_has_its_value_and_move_under_our_searches(search, seed):
    game = _random_position(seed, 4)
    t = trace(game, search)
    state = game.initial
    assert t.game.to_move(state) is Player.MAX  # whoever moves first from here
    move = aima.minimax_decision(state, game)
    assert t.move == f"({move[0]},{move[1]})"
    assert t.value == _value(game, state, game.to_move(state))


def _value(game, state, player):
    if game.terminal_test(state):
        return game.utility(state, player)
    best = max if game.to_move(state) == player else min
    return best(_value(game, game.result(state, move), player) for move in game.actions(state))


def test_aima_tic_tac_toe_from_the_start_is_a_draw():
    t = trace(aima.TicTacToe(), "alphabeta")
    assert t.value == 0
    labels = t.game.labels
    assert (labels[Player.MAX], labels[Player.MIN]) == ("X", "O")


def test_states_without_a_hash_are_accepted_by_searches_without_a_table():
    game = _random_position(1, 4)
    with pytest.raises(SearchRefused, match="cannot be hashed"):
        trace(game, "transposition")
