"""The size of whole game trees, and what a running search has found."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.control import Control
from engine.full_tree import full_tree_size
from engine.games import make_game
from engine.search import run_search
from engine.settings import Settings
from tests.support.strategies import trees
from tracer import trace
from tracer.playouts import root_moves
from trees.nested import from_nested
from trees.sources import open_source


@given(trees(), st.sampled_from([None, 0, 1, 2, 5]))
def test_the_full_tree_is_what_minimax_visits(tree, depth):
    game = from_nested(tree)
    if depth is None:
        assert full_tree_size(game) == len(trace(tree, "minimax").log)
    else:
        sizes = [0]

        def walk(node, left):
            sizes[0] += 1
            if left and isinstance(node, list):
                for child in node:
                    walk(child, left - 1)

        walk(tree, depth)
        assert full_tree_size(game, depth) == sizes[0]


@pytest.mark.parametrize(
    "source", ["tic-tac-toe@xo.|.x.|...", "reversi@....|BBBB|WWWW|....", "dice"]
)
def test_the_full_tree_of_games(source):
    game = open_source(source).game
    search = "expectiminimax" if game.has_chance else "minimax"
    assert full_tree_size(game, 4) == len(run_search(game, search, Settings(depth=4)).log)


def test_the_full_tree_of_tic_tac_toe_is_the_published_one():
    assert full_tree_size(make_game("tic-tac-toe")) == 549_946


def test_nobody_waits_for_a_tree_that_is_too_large():
    asked = []
    assert full_tree_size(make_game("reversi"), None, lambda: bool(asked.append(1))) is None
    assert asked


@pytest.mark.parametrize("search", ["minimax", "alphabeta", "pvs", "deepening", "mcts"])
def test_a_running_search_says_what_it_has(search):
    game = open_source("tic-tac-toe@xo.|.x.|..o").game
    seen = []
    control = Control(on_progress=lambda _visits: seen.append(control.running.so_far()))
    result = run_search(
        game, search, Settings(iterations=99 if search == "mcts" else None), control
    )
    assert [now.visits for now in seen] == sorted(now.visits for now in seen)
    assert seen[0].visits == 0
    known = [now for now in seen if now.value is not None]
    names = {game.name_of(move) for move in game.moves(game.initial)}
    assert all(now.move in names for now in known)
    end = control.running.so_far()
    assert end.visits == len(result.log)
    if search == "mcts":
        most = max(root_moves(trace(game, search, iterations=99)), key=lambda one: one.visits)
        assert (end.move, end.value, end.times) == (most.move, most.mean, most.visits)
    else:
        assert (end.move, end.value) == (trace(game, search).move, trace(game, search).value)
