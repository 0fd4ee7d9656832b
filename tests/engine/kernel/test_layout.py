"""A tree is laid out once, and its layout never outlives or misrepresents it."""

import gc
import pickle
import random
from array import array
from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction

import pytest

from engine.compiled.dispatch import compiled_run
from engine.game import Player
from engine.kernel.loading import is_built, the_kernel
from engine.log.visit_log import VisitLog
from engine.search import SEARCHES, run_search
from engine.searches.settings import Settings
from engine.wrappers.changed import change
from tests.support.cases import over
from tests.support.random_searches import Outcome, on_each_path
from trees.building import TreeEdge, TreeNode, build
from trees.formats.nested import from_nested
from trees.hand_tree import HandTree

pytestmark = pytest.mark.skipif(not is_built(), reason="the kernel was not built")


def layout_of(tree):
    return the_kernel().TreeBoard(tree, tree.initial, None).layout


def outcome(game, search, settings):
    """Return the result of a search, or its error."""
    try:
        return Outcome.of(game, search, settings)
    except (LookupError, OverflowError, TypeError) as error:  # of a tree that nobody checked
        return f"{type(error).__name__}: {error}"


def both_ways(game, search="alphabeta", **settings):
    """Return the result of the plain search and the kernel, which must agree."""
    return on_each_path(outcome, game, search, Settings(**settings))


def test_every_search_of_a_tree_has_the_same_layout():
    tree = from_nested([[3, 12, 8], [2, 4, 6], [14, 5, 2]])
    first = layout_of(tree)
    for search in ("alphabeta", "minimax", "transposition", "expectimax"):
        both_ways(tree, search)
        assert layout_of(tree) is first
    assert layout_of(change(tree, max="to-move").inner) is first
    assert layout_of(from_nested([[3, 12, 8], [2, 4, 6], [14, 5, 2]])) is not first


def test_layout_lives_as_long_as_its_tree():
    from engine import _kernel

    gc.collect()
    before = len(_kernel._layouts)
    tree = from_nested([1, 2])
    run_search(tree)
    assert len(_kernel._layouts) == before + 1
    del tree
    gc.collect()
    assert len(_kernel._layouts) == before


def test_a_layout_is_not_pickled():
    tree = from_nested([[1, 2], [3, 4]])
    bare = pickle.dumps(tree)
    log = run_search(tree).log
    assert pickle.dumps(tree) == bare
    assert run_search(pickle.loads(bare)).log == log


def test_arrays_of_a_tree_are_read_only():
    tree = from_nested([[1, 2], [3, 4]])
    for numbers in (tree.values, tree.evals, tree.probabilities):
        with pytest.raises(TypeError):
            numbers[0] = 9


@over(
    "change",
    [
        lambda tree: setattr(tree, "values", (*tree.values[:-1], 99)),
        lambda tree: setattr(tree, "values", [*tree.values[:-1], 98]),
        lambda tree: setattr(tree, "evals", (0, -7, 7, *tree.evals[3:])),
        lambda tree: setattr(tree, "player", bytes([1, 0, 0]) + tree.player[3:]),
        lambda tree: tree.children.reverse(),
        lambda tree: tree.children.__setitem__(0, 5),
        lambda tree: tree.children.__setitem__(2, 0),
        lambda tree: tree.first_edge.__setitem__(1, 1),
        lambda tree: setattr(tree, "children", array("i", [2, 1, 3, 4, 5, 6])),
        lambda tree: setattr(tree, "children", [2, 1, 3, 4, 5, 6]),
    ],
)
def test_changed_tree_is_searched_in_its_new_form(change):
    tree = from_nested([[1, 2], [3, 4]])

    def found():
        return [both_ways(tree, depth=depth) for depth in (1, 2)]

    before = found()
    change(tree)
    assert found() != before


def test_probabilities_are_cached_for_one_opponent_and_side_at_a_time():
    tree = from_nested([[3, 12, 8], [2, 4], [14, 5, 2], 7])
    found = []
    for opponent in ("uniform", "2,1,1", "uniform", "0,1", "2,1,1"):
        for game in (tree, change(tree, max="to-move"), tree):
            outcome = both_ways(game, "expectimax", opponent=opponent)
            found.append(outcome.log.value[0])
    assert found[0] == found[2] == found[6] == 23 / 3
    assert len({*found}) == 6


def test_changed_probabilities_are_read_again():
    edges = [TreeEdge(TreeNode(value=value), probability=Fraction(1, 2)) for value in (2, 6)]
    tree = build(TreeNode(player=Player.CHANCE, edges=edges))
    assert both_ways(tree, "expectiminimax").log.value[0] == 4
    tree.probabilities = (Fraction(1, 4), Fraction(3, 4))
    assert both_ways(tree, "expectiminimax").log.value[0] == 5
    tree.probabilities = (Fraction(1, 4), None)
    assert "not an outcome" in both_ways(tree, "expectiminimax").error


def test_threads_may_search_one_new_tree_at_once():
    draw = random.Random("threads")
    for _ in range(20):
        tree = from_nested([[draw.randint(-9, 9) for _ in range(40)] for _ in range(40)])
        again = pickle.loads(pickle.dumps(tree))
        with ThreadPoolExecutor(4) as pool:
            found = [result.log for result in pool.map(run_search, [tree] * 4)]
        assert found == [run_search(again).log] * 4


def by_hand(**changed):
    """A tree that no reader has checked."""
    columns = {
        "ids": ["A", "B", "C"],
        "player": bytes([0, 1, 1]),
        "values": (None, 1, 2),
        "evals": (None,) * 3,
        "notes": [""] * 3,
        "first_edge": array("i", [0, 2, 2, 2]),
        "children": array("i", [1, 2]),
        "edge_labels": [None] * 2,
        "probabilities": (None,) * 2,
    }
    return HandTree(**{**columns, **changed})


@over(
    "changed",
    [
        {},
        {"player": bytes([7, 1, 1])},
        {"player": bytes([0, 7, 1])},
        {"player": [0, 1, 1]},
        {"first_edge": [0, 2, 2, 2], "children": [1, 2]},
        {"first_edge": array("q", [0, 2, 2, 2])},
        {"first_edge": array("i", [0, 2, 2])},
        {"first_edge": array("i", [0, 2_000_000, 2_000_000, 2_000_000])},
        {"first_edge": array("i", [-5, 2, 2, 2])},
        {"first_edge": array("i", [0, 2, 1, 2])},
        {"first_edge": array("i", [0, -1, -1, -1])},
        {"first_edge": array("i", [0, 0, 0, 0])},
        {"children": array("i", [1, 200])},
        {"children": array("i", [1, -1])},
        {"children": array("i", [1])},
        {"values": [None, None, 2], "first_edge": array("i", [0, 2, 2, 2])},
        {"evals": []},
        {"values": [None, float("nan"), 1]},
        {"values": [None, float("inf"), 1]},
        {"values": [None, 10**400, 1]},
        {"values": [None, 2**63, -(2**63) - 1]},
        {"values": [None, True, 2**53 + 1]},
        {"values": [None, -0.0, Fraction(10**40, 3)]},
        {"evals": [float("nan"), None, None]},
        {"ids": [], "player": b"", "values": [], "evals": [], "first_edge": array("i", [0])},
    ],
)
@over("search", ["alphabeta", "expectiminimax"])
def test_invalid_hand_made_trees_fail_as_in_the_plain_search(changed, search):
    both_ways(by_hand(**changed), search)


@over("search", ["minimax", "transposition", "expectiminimax"], ms=45)
def test_row_may_have_65535_children(search):
    draw = random.Random("wide")
    tree = from_nested([draw.randint(-9, 9) for _ in range(65_535)])
    log = both_ways(tree, search).log
    assert (len(log), log.actions[0], log.action[-1]) == (65_536, 65_535, 65_534)
    kind = SEARCHES["minimax"](tree, Settings(), VisitLog())
    assert compiled_run(kind) is not None
