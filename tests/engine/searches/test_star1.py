"""Star1 against a second program, and known bounds in alpha-beta.

The worked figures: a maximum over two chance nodes (Berkeley's CS 188), and the library's tree
`dice` with leaves from −10 to 10.
"""

from __future__ import annotations

import json
import math
import random
from fractions import Fraction

import pytest

from engine.errors import InvalidInput, SearchRefused, UsageError
from engine.log.visit_log import Flag
from engine.search import run_search, tally_search
from engine.searches.settings import Settings
from tests.engine.searches.test_searches import check_every_row
from tests.support.cases import over
from tests.support.naive_star1 import Star1, hand_tree, leaves_of, random_tree, value_of
from tests.support.random_searches import random_tree as random_hand_tree
from tracer import load, trace

BOUND = Flag.LOWER | Flag.UPPER
GOLDEN = """
root: max
tree:
  id: A
  children:
    - id: B
      player: chance
      children:
        - {p: 0.7, node: {id: D, player: min, children: [9, 10]}}
        - {p: 0.3, node: {id: E, player: min, children: [9, 7]}}
    - id: C
      player: chance
      children:
        - {p: 0.7, node: {id: F, player: min, children: [2, 10]}}
        - {p: 0.3, node: {id: G, player: min, children: [5, 8]}}
"""


def window_of(found, name):
    row = list(found.names()).index(name)
    return found.log.alpha[row], found.log.beta[row]


# Worked figures ------------------------------------------------------------------------------


@pytest.mark.parametrize("from_file", [False, True])
def test_maximum_over_two_chance_nodes(tmp_path, from_file):
    path = tmp_path / "tree.yaml"
    path.write_text("bounds: [0, 10]\n" * from_file + GOLDEN, encoding="utf-8")
    found = trace(str(path), "star1", bounds=None if from_file else (0, 10))
    assert found.value == 8.4
    assert str(found.exact(0)) == "42/5"
    assert list(found.names()) == ["A", "B", "D", "D1", "D2", "E", "E1", "E2", "C", "F", "F1"]
    assert window_of(found, "C") == (8.4, 10)
    assert window_of(found, "F") == (54 / 7, 10)
    assert [found.skipped(row) for row in found.log.find_rows(Flag.CUTOFF)] == [("G",), ("F2",)]
    because = {cutoff.at: cutoff.because for cutoff in found.cutoffs}
    assert because == {
        "F": "F is a MIN node and already at 2; C is worth more than 8.4 only if F is worth more "
        "than 54/7, so F can no longer matter (v = 2 ≤ α = 54/7): F2 is skipped.",
        "C": "C is a chance node, and after F it is worth at most 4.4; MAX has 8.4 at A through B, "
        "so C can no longer matter (4.4 ≤ α = 8.4): G is skipped.",
    }
    shown = json.loads(found.export("json"))
    cut = next(one for one in shown["cutoffs"] if one["at"] == "C")
    assert (cut["value"], cut["alpha"], cut["skipped"]) == (4.4, 8.4, ["G"])
    assert next(one for one in shown["visits"] if one["id"] == "C")["bound"] == "upper"


def test_dice_with_bounds():
    found = trace("dice", "star1", bounds=(-10, 10))
    assert found.value == 3
    assert "G2" not in list(found.names())
    assert window_of(found, "G") == (6, 10)


def test_interval_is_narrated():
    found = trace("dice", "star1", bounds=(-10, 10))
    sentences = [found.at(step).sentence for step in range(len(found.replay))]
    assert (
        "D returns 2 to B: weighted by 1/2, it brings the sum to 1; B is worth at least −4 and at "
        "most 6, so it continues." in sentences
    )


def test_players_below_a_last_outcome_are_cut_without_bounds():
    found = trace("dice", "star1")
    assert found.value == 3
    assert found.counts.cutoffs
    assert found.counts.visited < trace("dice").counts.visited


def test_alphabeta_stops_at_the_largest_leaf_possible():
    tree = [[2, 3, 1], [3, 3], [0, 1], [2, 3]]
    plain, bounded = trace(tree), trace(tree, bounds=(0, 3))
    assert (bounded.value, bounded.move) == (plain.value, plain.move) == (3, "C")
    assert bounded.value_flags & BOUND == 0
    assert bounded.skipped(0) == ("D", "E")
    assert "no leaf below A is worth more than 3" in bounded.cutoffs[-1].because


def test_bounds_of_a_subtree_cut_only_there(tmp_path):
    path = tmp_path / "tree.yaml"
    path.write_text(
        "tree:\n  - {id: B, bounds: [3, 9], children: [3, 8, 9]}\n  - [3, 8, 9]\n", encoding="utf-8"
    )
    found = trace(str(path))
    row = list(found.names()).index("B")
    assert found.skipped(row) == ("B2", "B3")
    assert not found.log.flags[row] & BOUND
    assert trace(str(path), "minimax").value == found.value == 3
    unbounded = trace(str(path), bounds=(-math.inf, math.inf))
    assert unbounded.skipped(row) == ()


def test_bounds_may_be_equal():
    equal = trace([[2, 2], [2, 2]], bounds=(2, 2))
    assert (equal.value, list(equal.names())) == (2, ["A", "B", "B1"])


# Random trees --------------------------------------------------------------------------------


def check_star1(seeds, plies=4):
    """Every row is that of the second program; every value is expectiminimax's."""
    cut = 0
    for seed in seeds:
        draw = random.Random(f"star1 {seed}")
        tree = random_tree(draw, plies)
        leaves = leaves_of(tree)
        low = min(leaves) - draw.choice((0, 0, 1, 5, math.inf))
        high = max(leaves) + draw.choice((0, 0, 1, 5, math.inf))
        strict = draw.random() < 0.3
        program = Star1(strict)
        right = program.run(tree, low, high)
        assert right == value_of(tree)
        convention = "aima,cutoff=" + (">" if strict else ">=")
        found = trace(hand_tree(tree), "star1", convention, bounds=(low, high))
        compare_rows(found, program)
        assert found.value == float(right)
        assert found.exact(0) == right
        assert not found.value_flags & BOUND
        cut += sum(1 for row in found.log.find_rows(Flag.CUTOFF) if found.log.player[row] == 2)
    return cut


def compare_rows(found, program):
    log = found.log
    assert len(log) == len(program.visits)
    for row, (path, alpha, beta, value, tried) in enumerate(program.visits):
        rows = found.rows_to(row)
        assert tuple(log.action[one] for one in rows[1:]) == path
        assert (log.alpha[row], log.beta[row]) == (float(alpha), float(beta))
        assert (log.value[row], log.tried[row]) == (float(value), tried)
        assert found.exact(row) == value


def test_every_row_of_star1_is_that_of_the_second_program():
    assert check_star1(range(150)) > 20


def test_rows_of_star1_are_values_or_bounds():
    for seed in range(150):
        draw = random.Random(f"rows {seed}")
        tree = random_tree(draw)
        leaves = leaves_of(tree)
        game = hand_tree(tree)
        found = trace(game, "star1", bounds=(min(leaves), max(leaves)))
        true = trace(game, "expectiminimax")
        known = dict(zip(true.names(), true.log.value, strict=True))
        for row, name in enumerate(found.names()):
            flags, value = found.log.flags[row], found.log.value[row]
            if not flags & Flag.LOWER:
                assert value >= known[name]
            if not flags & Flag.UPPER:
                assert value <= known[name]
        assert found.move == true.move or known[found.path[1]] == true.value


def spans_in(draw, tree, spans):
    """Bounds at some of the nodes, by id()."""
    if isinstance(tree, tuple):
        if draw.random() < 0.4:
            leaves = leaves_of(tree)
            spans[id(tree)] = (
                min(leaves) - draw.choice((0, 0, 2)),
                max(leaves) + draw.choice((0, 0, 2)),
            )
        kind, children = tree
        for child in children:
            spans_in(draw, child[1] if kind == "chance" else child, spans)
    return spans


@over("seed", range(2_000), ms=200)
def test_bounds_of_subtrees_give_the_rows_of_the_second_program(seed):
    draw = random.Random(f"subtrees {seed}")
    tree = random_tree(draw)
    spans = spans_in(draw, tree, {})
    program = Star1(spans=spans)
    assert program.run(tree) == value_of(tree)
    compare_rows(trace(hand_tree(tree, spans), "star1"), program)


@pytest.mark.parametrize("search", ["alphabeta", "negamax", "pvs", "transposition", "mtdf"])
def test_bounded_searches_have_minimaxs_value(search):
    fewer = 0
    for seed in range(80):
        draw = random.Random(f"{search} {seed}")
        game = random_hand_tree(draw, chance=False)
        leaves = [game.values[state] for state in game.known_leaves()]
        bounds = (float(min(leaves)), float(max(leaves)))
        cutoff = draw.choice((">=", ">"))
        found = trace(game, search, f"aima,cutoff={cutoff}", bounds=bounds)
        plain = trace(game, search, f"aima,cutoff={cutoff}")
        assert (found.value, found.value_flags & BOUND) == (plain.value, 0)
        check_every_row(found)
        if search == "alphabeta":
            assert len(found.log) <= len(plain.log)
        fewer += len(found.log) < len(plain.log)
    assert fewer > 5


def test_counts_of_star1_without_visits():
    for seed in range(40):
        draw = random.Random(f"counts {seed}")
        tree = random_tree(draw)
        leaves = leaves_of(tree)
        settings = Settings(bounds=(float(min(leaves)) - 1, float(max(leaves)) + 1))
        logged, tallied = (
            one(hand_tree(tree), "star1", settings) for one in (run_search, tally_search)
        )
        assert tallied.counts == logged.counts
        assert tallied.found.value == logged.log.value[0]


# Settings and files --------------------------------------------------------------------------


def test_leaf_outside_its_bounds_is_refused(tmp_path):
    with pytest.raises(InvalidInput, match="a leaf worth 12, outside its bounds"):
        trace("lecture", bounds=(0, 10))
    path = tmp_path / "tree.yaml"
    path.write_text("bounds: [0, 10]\ntree: [[3, 12], 4]\n", encoding="utf-8")
    with pytest.raises(InvalidInput, match=r"tree.yaml:2:\d+: .*worth 12, outside its bounds"):
        trace(str(path))
    for wrong, text in (
        ("bounds: [10, 0]\ntree: [1, 2]\n", "run from 10 to 0"),
        ("bounds: 3\ntree: [1, 2]\n", "bounds cannot be"),
        ("bounds: [0, x]\ntree: [1, 2]\n", "bound"),
        ("bounds: [0, 3]\ntree: {bounds: [0, 4], children: [1]}\n", "the root has bounds too"),
    ):
        path.write_text(wrong, encoding="utf-8")
        with pytest.raises(InvalidInput, match=text):
            trace(str(path))


def test_bounds_that_make_no_sense_are_refused():
    for wrong in ((3, 1), (0,), "0,1", (math.nan, 3)):
        with pytest.raises(UsageError, match="bounds of the leaves cannot be"):
            Settings(bounds=wrong)
    with pytest.raises(SearchRefused, match="minimax has no bounds of the leaves"):
        trace("lecture", "minimax", bounds=(0, 20))
    with pytest.raises(SearchRefused, match="star1 cannot use returns=fail-hard"):
        trace("dice", "star1", "aima,returns=fail-hard")


def test_bounds_are_saved_with_the_trace(tmp_path):
    path = tmp_path / "tree.yaml"
    path.write_text(
        "tree:\n  - {id: B, bounds: [3, 1/0.5], children: [3, 8, 9]}\n".replace("1/0.5", "9.5"),
        encoding="utf-8",
    )
    for found in (trace(str(path)), trace("dice", "star1", bounds=(-10, math.inf))):
        found.save(tmp_path / "one.trace")
        again = load(tmp_path / "one.trace")
        assert again.log == found.log
        assert again.settings == found.settings
        assert again.game.has_bounds == found.game.has_bounds
        assert again.game.bounds_of(1) == found.game.bounds_of(1)


def test_min_to_move_as_max_negates_the_bounds():
    tree = {"root": "min", "bounds": [0, 5], "tree": [[2, 5], [0, 1]]}
    turned = trace(tree, max_player="to-move")
    assert turned.game.bounds_of(turned.game.initial) == (-5, 0)
    assert turned.value == -trace(tree).value


def test_a_zero_probability_outcome_counts_for_nothing():
    half = Fraction(1, 2)
    game = hand_tree(("chance", [(half, ("max", [1, 2])), (half, ("min", [3, 4]))]))
    first, second = game.actions(0)
    game.chances = lambda state: [(first, 0), (second, 1)]
    assert trace(game, "star1", bounds=(0, 4)).value == 3


def test_leaf_that_is_no_number_is_refused_under_bounds_too():
    game = hand_tree(("max", [1, 2]))
    game.known_leaves = lambda: ()
    game.utility = lambda state, player: math.nan
    for search in ("alphabeta", "star1"):
        with pytest.raises(InvalidInput, match="returns the value nan for a leaf"):
            trace(game, search, bounds=(0, 4))
