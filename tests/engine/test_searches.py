"""Every search against plain minimax, written here once more and without anything of ours."""

from __future__ import annotations

import math
from collections import Counter
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.control import Control, StopReason
from engine.conventions import parse_convention
from engine.errors import SearchRefused
from engine.game import Player
from engine.games import GAMES, make_game
from engine.log import Flag
from engine.ordering import ORDERS
from engine.search import SEARCHES, run_search
from engine.settings import Settings
from tracer import load, trace
from trees.nested import from_nested

WINDOWED = ("alphabeta", "negamax", "pvs", "transposition")
CONVENTIONS = ("aima", "cs188", "comp341", "aima,returns=fail-hard", "cs188,returns=fail-hard")
#: Values with many ties, zeros and halves: what a wrong test or a wrong sign stumbles over.
VALUES = st.sampled_from([-3, -1, 0, 0, 0.5, 1, 1, 2, 3])
TREES = st.recursive(VALUES, lambda below: st.lists(below, min_size=1, max_size=4), max_leaves=40)


def plain(tree, maximizing=True):
    """The minimax value of nested lists."""
    if not isinstance(tree, list):
        return tree
    values = [plain(child, not maximizing) for child in tree]
    return max(values) if maximizing else min(values)


def true_value(game, state, left):
    """The minimax value of a state, `left` plies of it; None for all."""
    if game.is_terminal(state):
        return game.utility(state, Player.MAX)
    if left == 0:
        return game.evaluate(state)
    best = max if game.to_move(state) is Player.MAX else min
    left = None if left is None else left - 1
    return best(true_value(game, game.result(state, move), left) for move in game.actions(state))


def check_every_row(found):
    """What each visit returned is its true value, or a bound of it on the side that it says."""
    log = found.log
    for row in range(len(log)):
        limit = found.limit_at(row)
        left = None if limit is None else limit - log.depth[row]
        true = true_value(found.game, found.state(row), left)
        flags = log.flags[row]
        if not flags & Flag.LOWER and not flags & Flag.UPPER:
            assert log.value[row] == true
        if not flags & Flag.UPPER:
            assert log.value[row] <= true
        if not flags & Flag.LOWER:
            assert log.value[row] >= true


@given(
    TREES, st.sampled_from(WINDOWED), st.sampled_from(CONVENTIONS), st.sampled_from(list(ORDERS))
)
@settings(max_examples=200)
def test_every_windowed_search_finds_minimaxs_value(tree, search, convention, order):
    if order in ("best-first", "static", "evaluation"):
        order = "perfect"  # those three are of other searches and games
    found = trace(tree, search, convention, order=order)
    assert found.value == plain(tree)
    check_every_row(found)
    if isinstance(tree, list):  # the move is one of that value
        after = [plain(child, False) for child in tree]
        place = found.log.action[found.best_rows[1]]
        assert after[place] == plain(tree)


@given(TREES, st.sampled_from(WINDOWED), st.sampled_from(CONVENTIONS), VALUES, VALUES)
def test_within_any_window_the_value_is_exact_and_outside_it_a_bound(tree, search, how, a, b):
    if a == b:
        b = a + 1
    found = trace(tree, search, how, window=(min(a, b), max(a, b)))
    check_every_row(found)
    true = plain(tree)
    if min(a, b) < true < max(a, b):
        assert found.value == true
    elif true <= min(a, b):
        assert found.value <= min(a, b) or not isinstance(tree, list)
    else:
        assert found.value >= max(a, b) or not isinstance(tree, list)


@given(TREES, st.sampled_from(CONVENTIONS))
def test_negamax_leaves_the_log_of_alpha_beta_bit_for_bit(tree, convention):
    asked = Settings(parse_convention(convention))
    game = from_nested(tree)
    assert run_search(game, "negamax", asked).log == run_search(game, "alphabeta", asked).log


@given(TREES, st.sampled_from(CONVENTIONS))
def test_pvs_counts_a_move_once_however_often_it_visits_it(tree, convention):
    found = trace(tree, "pvs", convention)
    log = found.log
    for row in range(len(log)):
        actions = [log.action[child] for child in log.children(row)]
        assert log.tried[row] == len(set(actions))
        for child in log.children(row):
            if log.is_scout(child):
                assert log.flags[child + log.size[child]] & Flag.RESEARCH
    assert found.counts.skipped == sum(
        log.actions[row] - log.tried[row] for row in range(len(log)) if log.actions[row]
    )


@pytest.mark.parametrize("search", [*WINDOWED, "deepening", "minimax"])
@pytest.mark.parametrize(
    ("source", "depth"),
    [
        ("tic-tac-toe@xo.|.x.|...", None),
        ("tic-tac-toe@xo.|.x.|...", 3),
        ("reversi@....|BBBB|WWWW|....", 4),
        ("connect-four:4,4@1122", 5),
        ("mnk:4,3,3@x...|o...|....", 4),
        ("nim:1,2,3", None),
        ("race:8,3", None),
    ],
)
def test_on_real_positions_every_search_agrees(source, depth, search):
    if search == "deepening" and source.startswith(("nim", "race")):
        pytest.skip("deepening needs an evaluation")
    found = trace(source, search, depth=depth)
    game = found.game
    assert found.value == true_value(game, game.initial, depth)
    state, left = game.initial, depth
    for row in found.best_rows[1:]:  # play along the line stays worth the value
        state = game.result(state, game.moves(state)[found.log.action[row]])
        left = None if left is None else left - 1
        assert true_value(game, state, left) == found.value


def test_the_line_goes_on_through_a_table_and_can_be_played():
    found = trace("tic-tac-toe", "transposition")
    state = found.game.initial
    for move in found.line:
        state = found.game.result(state, int(move))
    assert found.game.is_terminal(state)
    assert found.game.utility(state, Player.MAX) == found.value


@pytest.mark.parametrize("depth", [1, 2, 3, 4])
def test_the_last_pass_of_deepening_is_the_fixed_depth_search(depth):
    source = "tic-tac-toe@xo.|...|..."
    fixed, deepened = trace(source, depth=depth), trace(source, "deepening", depth=depth)
    assert (deepened.value, deepened.move, deepened.line) == (fixed.value, fixed.move, fixed.line)
    root = deepened.root
    for name in ("depth", "action", "player", "alpha", "beta", "value", "actions", "flags"):
        assert deepened.log.columns()[name][root:] == fixed.log.columns()[name]
    assert len(deepened.roots) == depth


def test_deepening_ends_with_the_game_and_keeps_its_last_whole_pass():
    source = "tic-tac-toe@xox|xo.|..."
    whole = trace(source, "deepening")
    assert len(whole.roots) <= 5
    assert whole.value == trace(source, "minimax").value
    second = whole.roots[2]
    cut = trace(source, "deepening", max_visits=second + 3)
    assert cut.stopped is StopReason.BUDGET
    assert (cut.root, cut.value) == (whole.roots[1], whole.log.value[whole.roots[1]])
    none = trace(source, "deepening", max_visits=2)
    assert math.isnan(none.value)
    assert none.move is None


def test_a_budget_of_time_ends_a_search_at_its_next_look(monkeypatch):
    now = iter(range(1000))
    monkeypatch.setattr("engine.control.monotonic", lambda: float(next(now)))
    result = run_search(make_game("tic-tac-toe"), "alphabeta", control=Control(seconds=5))
    assert result.stopped is StopReason.TIME
    assert 1 <= result.counts.visited < 18_297


def test_expectimax_is_exact_on_the_empty_board():
    found = trace("tic-tac-toe", "expectimax")
    assert found.exact(found.root) == Fraction(191, 192)
    assert found.value == float(Fraction(191, 192))
    assert found.counts.visited == 549_946
    assert found.line == list("1243567")


@given(TREES, st.sampled_from(["uniform", "2,1", "0,1", "1/3,2/3"]))
def test_expectimax_is_the_weighted_mean_at_min(tree, opponent):
    weights = [Fraction(1)] if opponent == "uniform" else list(map(Fraction, opponent.split(",")))

    def mean(node, maximizing=True):
        if not isinstance(node, list):
            return Fraction(node)
        values = [mean(child, not maximizing) for child in node]
        if maximizing:
            return max(values)
        chosen = [weights[min(place, len(weights) - 1)] for place in range(len(values))]
        if not any(chosen):
            chosen = [Fraction(1)] * len(values)
        return sum(w * v for w, v in zip(chosen, values, strict=True)) / sum(chosen)

    found = trace(tree, "expectimax", opponent=opponent)
    assert found.exact(found.root) == mean(tree)
    assert math.isclose(found.value, mean(tree), abs_tol=1e-12)


def test_single_takes_max_alone():
    found = trace("pacman", "single")
    assert found.value == trace("pacman", "minimax").value
    with pytest.raises(SearchRefused, match="MIN is to move"):
        trace("lecture", "single")


def test_several_min_layers_in_a_row_are_searched_by_all_that_take_them():
    values = {search: trace("ghosts", search).value for search in ("minimax", *WINDOWED)}
    # West 1 (both ghosts at their best), east 4, stop 2.
    assert set(values.values()) == {4}


@pytest.mark.parametrize(("branching", "depth"), [(2, 3), (2, 4), (3, 3), (3, 4), (4, 2)])
def test_perfect_order_visits_the_fewest_leaves_there_can_be(branching, depth):
    numbers = iter([(7 * i) % 101 for i in range(branching**depth)])

    def uniform(left):
        return next(numbers) if left == 0 else [uniform(left - 1) for _ in range(branching)]

    tree = uniform(depth)
    leaves = {
        order: trace(tree, order=order).counts.terminals for order in ("perfect", "worst", "given")
    }
    least = branching ** math.ceil(depth / 2) + branching ** (depth // 2) - 1
    assert leaves["perfect"] == least
    assert least <= leaves["given"]
    assert leaves["perfect"] <= leaves["worst"]


@pytest.mark.parametrize("order", list(ORDERS))
def test_an_order_only_permutes_the_moves_and_keeps_the_value(order):
    search = "deepening" if order == "best-first" else "alphabeta"
    found = trace("tic-tac-toe@x..|.o.|...", search, order=order, depth=4)
    assert found.value == trace("tic-tac-toe@x..|.o.|...", "minimax", depth=4).value
    for row in found.log.rows_with(Flag.CUTOFF):
        visited = {found.log.action[child] for child in found.log.children(row)}
        skipped = len(found.skipped(row))
        assert len(visited) + skipped == found.log.actions[row]
    generated = Counter(found.log.actions)
    assert generated  # something was expanded


@pytest.mark.parametrize("search", list(SEARCHES))
def test_every_search_is_saved_and_read_back(search, tmp_path):
    sources = {"expectiminimax": "dice", "single": "pacman", "deepening": "estimates"}
    found = trace(sources.get(search, "transposition"), search)
    found.save(tmp_path / "one.trace")
    read = load(tmp_path / "one.trace")
    assert read.log == found.log
    assert (read.value, read.move, read.line) == (found.value, found.move, found.line)
    assert read.export("json") == found.export("json")


@pytest.mark.parametrize("name", list(GAMES))
def test_every_game_is_taken_by_the_search_that_suits_it(name):
    try:
        found = trace(name, max_visits=200)
    except SearchRefused as refused:
        pytest.fail(f"{name}: {refused}")
    except Exception as error:  # an extra that is not installed says so
        if "pip install" not in str(error):
            raise
        pytest.skip(str(error))
    assert found.counts.visited >= 1
