"""SSS* against minimax, its twin MTD(+∞), and alpha-beta, which it dominates.

The theorems are those of Stockman (1979), Roizen and Pearl (1983), and Plaat, Schaeffer, Pijls and
de Bruin (1996).
"""

import json
import math
import random
from pathlib import Path

import pytest

from engine.errors import SearchRefused
from engine.log.visit_log import LEAF
from engine.running.control import Control, StopReason
from engine.search import run_search
from tests.engine.searches.test_mcts import Endless
from tests.support.cases import cases
from tests.support.naive import random_lists
from tests.support.naive_searches import minimax
from tests.support.random_searches import random_tree as random_hand_tree
from tests.support.saved import reopened
from tracer import trace
from tracer.steps.search_tables import open_steps, pass_summaries

#: The steps of the lecture tree: case, state taken, OPEN after it.
LECTURE = Path(__file__).with_name("tables") / "sss_lecture.txt"


def leaves_of(found):
    """The names of the valued leaves, in order."""
    return [name for row, name in enumerate(found.names()) if found.log.flags[row] & LEAF]


def test_steps_of_the_lecture_tree():
    found = trace("lecture", "sss")
    shown = [
        f"{one.case} {one.taken}: {' '.join(map(str, one.opened))}".rstrip()
        for one in open_steps(found)
    ]
    assert shown == LECTURE.read_text(encoding="utf-8").splitlines()
    assert (found.value, found.move, found.line) == (3, "B", ["B", "B1"])
    assert leaves_of(found) == ["B1", "C1", "D1", "D2", "D3", "B2", "B3"]
    assert [one.removed for one in open_steps(found) if one.case == 1] == [2]


def test_steps_are_in_text_and_json_and_narrated():
    found = trace("lecture", "sss")
    text = found.export("text", width=100)
    assert "     8     2  (D1, S, 14)  (D2, L, 14) (B1, S, 3) (C1, S, 2)\n" in text
    shown = json.loads(found.export("json"))["open"]
    assert shown[7] == {
        "step": 8, "case": 2, "taken": ["D1", "S", 14], "added": [["D2", "L", 14]], "removed": 0,
        "open": [["D2", "L", 14], ["B1", "S", 3], ["C1", "S", 2]],
    }  # fmt: skip
    sentences = [found.at(step).sentence for step in range(len(found.replay))]
    assert "D2 is a leaf worth 5: its state is solved, with the merit min(14, 5) = 5." in sentences
    assert sentences[-1] == "A is worth 3: MAX plays B."


def test_random_trees_have_the_value_the_twin_and_no_leaf_that_alphabeta_prunes():
    for draw in cases(ms=120):
        tree = random_lists(draw, draw.randint(1, 5), (-6, 6), (1, 3), 0.15)
        found = trace(tree, "sss")
        assert found.value == minimax(tree)
        assert found.value_flags == 0
        leaves = leaves_of(found)
        twin = trace(tree, "mtdf", guess=math.inf)
        assert leaves == [name for one in pass_summaries(twin) for name in one.new_leaves]
        assert set(leaves) <= set(leaves_of(trace(tree)))
        best = dict(zip(found.names(), found.log.value, strict=True))[found.path[-1]]
        assert best == found.value


def test_random_turns_ties_and_estimates_have_minimaxs_value():
    for seed in range(150):
        draw = random.Random(f"turns {seed}")
        game = random_hand_tree(draw, chance=False)
        found, right = trace(game, "sss"), trace(game, "minimax")
        assert found.value == right.value
        if found.line:
            kept = dict(zip(right.names(), right.log.value, strict=True))
            assert kept[found.path[1]] == right.value


def test_depth_limit_values_the_nodes_there():
    found = trace("estimates", "sss", depth=1)
    assert found.value == trace("estimates", depth=1).value


def test_stopped_search_is_a_prefix(tmp_path):
    whole = trace("misconceptions", "sss")
    for budget in (1, 2, 5, 17):
        part = trace("misconceptions", "sss", max_visits=budget)
        assert list(part.names()) == list(whole.names())[:budget]
        assert all(part.at(step).sentence for step in range(len(part.replay)))
        assert part.export("json")
        reopened(part, tmp_path)


def test_a_leaf_alone_is_solved_at_once():
    found = trace({"tree": 7}, "sss")
    assert found.value == 7
    assert found.counts.evaluated == 1


def test_game_that_does_not_end_stops_the_search():
    found = run_search(Endless(), "sss")
    assert found.stopped is StopReason.TOO_DEEP
    assert len(found.log) == 1
    part = trace(Endless(), "sss", seconds=0.001)  # of the tenth of a second until it is too deep
    assert part.stopped is StopReason.TIME
    assert math.isnan(part.value)
    assert part.export("text")


def test_cancelled_before_the_first_leaf_stops_at_once():
    control = Control()
    control.cancel()
    assert run_search(Endless(), "sss", control=control).stopped is StopReason.CANCELLED


def test_game_that_needs_a_limit_is_refused_without_one():
    pytest.importorskip("chess")
    with pytest.raises(SearchRefused, match="sss visits no node of chess"):
        trace("chess", "sss", max_visits=10)
    assert trace("chess", "sss", depth=1).value == trace("chess", depth=1).value
