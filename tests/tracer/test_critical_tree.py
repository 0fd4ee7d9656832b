"""The critical tree against all orders of children, and Knuth and Moore's count."""

import json
import random

import pytest
from click.testing import CliRunner

from engine.errors import SearchRefused
from tests.support.cases import over
from tests.support.naive import random_lists
from tests.support.naive_searches import minimax
from tracer import ask, trace
from tracer.recording.critical_tree import critical_tree
from tui.cli import cli


def proves(tree, leaves, value, at_least):
    """Whether some leaves alone prove a bound of the root; the others may be worth anything."""
    game = tree.game

    def bound(state):
        if game.is_terminal(state):
            unknown = float("-inf") if at_least else float("inf")
            return game.values[state] if game.ids[state] in leaves else unknown
        found = [bound(game.result(state, move)) for move in game.actions(state)]
        return max(found) if game.to_move(state) == 0 else min(found)

    return bound(game.initial) >= value if at_least else bound(game.initial) <= value


def test_lecture_tree():
    tree = critical_tree(trace("lecture"))
    assert tree.value == 3
    assert tree.types == {
        "A": 1, "B": 1, "B1": 1, "B2": 2, "B3": 2, "C": 2, "C1": 3, "D": 2, "D3": 3
    }  # fmt: skip
    assert tree.at_least == ("B1", "B2", "B3")
    assert tree.at_most == ("B1", "C1", "D3")
    assert tree.beyond(trace("lecture")) == ["D1", "D2"]
    assert tree.beyond(trace("lecture", "minimax")) == ["C2", "C3", "D1", "D2"]


@pytest.mark.parametrize(("plies", "breadth"), [(1, 4), (2, 3), (3, 2), (4, 2), (3, 3), (5, 2)])
def test_uniform_trees_have_knuth_and_moores_number_of_leaves(plies, breadth):
    draw = random.Random(plies)
    for _ in range(5):
        tree = random_lists(draw, plies, (0, 999), (breadth, breadth))
        right = breadth ** -(-plies // 2) + breadth ** (plies // 2) - 1
        assert len(critical_tree(trace(tree)).leaves) == right


def test_its_leaves_alone_prove_the_value():
    for seed in range(200):
        draw = random.Random(f"proof {seed}")
        whole = [random_lists(draw, plies, (0, 4), (1, 3), 0.2) for plies in (3, 4)]
        found = trace(whole)
        tree = critical_tree(found)
        assert tree.value == found.value == minimax(whole)
        assert proves(found, set(tree.at_least), tree.value, True)
        assert proves(found, set(tree.at_most), tree.value, False)
        assert len({*tree.at_least} & {*tree.at_most}) == 1
        line = [name for name, kind in tree.types.items() if kind == 1]
        assert line[0] == "A"
        assert found.log.value[0] == found.game.values[found.game.parse(line[-1])]


def test_text_and_json_show_it_on_demand():
    found = trace("lecture")
    assert "Critical tree" not in found.export("text")
    text = found.export("text", critical=True)
    assert "Critical tree (9 nodes, 5 leaves)\n  type 1: A B B1\n" in text
    assert "  visited beyond it (2): D1 D2\n" in text
    assert "critical" not in found.export("json")
    shown = json.loads(found.export("json", critical=True))
    assert [visit.get("critical") for visit in shown["visits"]] == [
        1, 1, 1, 2, 2, 2, 3, 2, None, None, 3
    ]  # fmt: skip
    assert shown["critical"] == {
        "value": 3, "nodes": 9, "leaves": 5, "at_least": ["B1", "B2", "B3"],
        "at_most": ["B1", "C1", "D3"], "beyond": ["D1", "D2"],
    }  # fmt: skip


def test_trees_without_one_are_refused():
    with pytest.raises(SearchRefused, match="has chance nodes, so it has no critical tree"):
        critical_tree(trace("dice"))
    with pytest.raises(SearchRefused, match="too large for its critical tree"):
        critical_tree(trace("tic-tac-toe", max_visits=10))
    for arguments in (
        ["trace", "lecture", "--critical", "--summary"],
        ["trace", "lecture", "--critical", "-f", "csv"],
        ["trace", "lecture", "--critical", "--record", "counts"],
    ):
        done = CliRunner().invoke(cli, arguments)
        assert "--critical needs" in str(done.exception), arguments


def test_depth_limit_is_the_searchs():
    found = trace("estimates", depth=1)
    tree = critical_tree(found)
    assert tree.value == found.value
    assert all(name in list(found.names()) for name in tree.types)


@over("seed", range(200), ms=45)
def test_no_order_of_children_visits_fewer_leaves(seed):
    """The answer about orders is compared with every permutation beside it."""
    tree = [random_lists(random.Random(f"orders {seed}"), 3, (0, 4), (1, 3), 0.2)]
    assert len(critical_tree(trace(tree)).leaves) == ask(tree, "orders").fewest.count
