"""The size of whole game trees, and the results of a running search."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.games import make_game
from engine.running.control import Control
from engine.search import run_search
from engine.searches.settings import Settings
from engine.tree_size import full_tree_size, measure_full_tree
from tests.support.cases import over
from tests.support.strategies import trees
from tracer import trace
from tracer.mcts.rewards import root_moves
from trees.formats.nested import from_nested
from trees.sources import open_source

pytestmark = pytest.mark.usefixtures("plain_and_kernel")


@pytest.mark.parametrize(
    "source", ["tic-tac-toe@xo.|.x.|...", "reversi@....|BBBB|WWWW|....", "dice"]
)
def test_full_tree_of_a_game_equals_the_visits_of_minimax(source):
    game = open_source(source).game
    search = "expectiminimax" if game.has_chance else "minimax"
    assert full_tree_size(game, 4) == len(run_search(game, search, Settings(depth=4)).log)


@given(trees(), st.sampled_from([None, 1, 2, 4]))
def test_sizes_equal_those_of_a_plain_walk(tree, depth):
    game = from_nested(tree)
    found = measure_full_tree(game, depth)
    sizes = {"nodes": 0, "leaves": 0, "depth": 0}

    def walk(node, plies):
        sizes["nodes"] += 1
        sizes["depth"] = max(sizes["depth"], plies)
        if isinstance(node, list) and plies != depth:
            for child in node:
                walk(child, plies + 1)
        else:
            sizes["leaves"] += 1

    walk(tree, 0)
    assert {name: getattr(found, name) for name in sizes} == sizes
    assert full_tree_size(game, depth) == sizes["nodes"]


@given(trees(), st.sampled_from(["given", "right-to-left", "perfect", "worst"]))
def test_alphabeta_visits_at_least_the_minimum_number_of_leaves_in_any_order(tree, order):
    least = measure_full_tree(from_nested(tree)).fewest
    assert least <= trace(tree, "alphabeta", order=order).counts.evaluated


def uniform(branching, depth):
    """Nested lists with as many children everywhere and equal leaves."""
    tree = 1
    for _ in range(depth):
        tree = [tree] * branching
    return tree


@given(st.integers(1, 4), st.integers(1, 6))
def test_minimum_leaves_of_uniform_trees_equal_knuth_and_moores(branching, depth):
    tree = uniform(branching, depth)
    fewest = branching ** ((depth + 1) // 2) + branching ** (depth // 2) - 1
    assert measure_full_tree(from_nested(tree)).fewest == fewest
    assert trace(tree, "alphabeta").counts.evaluated == fewest  # all leaves alike: any is best


def test_leaves_of_tic_tac_toe_equal_its_published_games():
    found = measure_full_tree(make_game("tic-tac-toe"))
    assert (found.nodes, found.leaves, found.depth) == (549_946, 255_168, 9)


def test_counting_too_large_a_tree_can_be_cancelled():
    asked = []
    assert full_tree_size(make_game("reversi"), None, lambda: bool(asked.append(1))) is None
    assert asked


@over("search", ["minimax", "alphabeta", "pvs", "deepening", "mcts"])
@over("position", ["xo.|.x.|..o", ".xx|oo.|..."])
def test_running_search_reports_its_result_so_far(search, position):
    game = open_source(f"tic-tac-toe@{position}").game
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
