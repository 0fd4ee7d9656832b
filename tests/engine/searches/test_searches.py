"""Every search, compared with plain minimax and with programs rewritten from the papers."""

import copy
import math
import operator
from fractions import Fraction

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from engine.compiled.dispatch import compiled_run
from engine.conventions import parse_convention
from engine.errors import PlytraceError, SearchRefused
from engine.game import Player
from engine.games import GAMES, make_game
from engine.log.visit_log import LEAF, Flag, VisitLog
from engine.running.control import Control, StopReason
from engine.search import SEARCHES, run_search
from engine.searches.settings import Settings
from engine.wrappers.changed import change
from tests.engine.searches.test_mcts import Endless
from tests.support.cases import examples, over
from tests.support.naive_searches import (
    Lists,
    Pvs,
    TrueValues,
    Unhashable,
    minimax,
    paths_of,
)
from tests.support.playouts import playout
from tracer import trace
from trees.formats.nested import from_nested
from trees.sources import open_source

pytestmark = pytest.mark.usefixtures("plain_and_kernel")

WINDOWED = ("alphabeta", "pvs", "transposition")
#: The conventions that every windowed search takes: all but ties=last, which pvs refuses.
CONVENTIONS = [
    f"aima,cutoff={cutoff},update={update},returns={returns}"
    for cutoff in (">=", ">")
    for update in ("before-test", "after-test")
    for returns in ("fail-soft", "fail-hard")
]
conventions = st.sampled_from(CONVENTIONS)
searches = st.sampled_from(WINDOWED)
#: Values with many ties, zeros and fractions: what a wrong test or a wrong sign stumbles over.
VALUES = st.sampled_from([-3, -1, -0.5, 0, 0, 0.25, 0.5, 1, 1, 1.5, 2, 3])
TREES = st.recursive(VALUES, lambda below: st.lists(below, min_size=1, max_size=4), max_leaves=30)
WINDOWS = st.tuples(VALUES, VALUES).map(lambda pair: (min(pair), max(pair[0] + 1, *pair)))


def check_every_row(found, true=None):
    """What each visit returned is its true value, or a bound of it on the side that it says.

    A pass over the tree knows no deeper than its own limit, and is held to that.
    """
    log, value = found.log, (true or TrueValues(found.game)).of
    for row in range(len(log)):
        limit, state = found.limit_at(row), found.state(row)
        expected = value(state, None if limit is None else limit - log.depth[row])
        flags = log.flags[row]
        assert bool(flags & Flag.TERMINAL) == found.game.is_terminal(state)
        # Without a test after a pass, a node may be entered with α = β: it then has both bounds.
        is_empty = log.alpha[row] >= log.beta[row]
        assert is_empty or not flags & Flag.LOWER or not flags & Flag.UPPER
        if not flags & Flag.LOWER:
            assert log.value[row] >= expected
        if not flags & Flag.UPPER:
            assert log.value[row] <= expected


def check_line(found, true=None, *, plies=None):
    """Every move of the line, or each of its first plies, keeps the value of the root."""
    true, game = (true or TrueValues(found.game)).of, found.game
    state, left = game.initial, found.limit_at(found.root)
    for row in found.best_rows[1:][:plies]:
        state = game.result(state, game.actions(state)[found.log.action[row]])
        left = None if left is None else left - 1
        assert true(state, left) == found.value


def test_half_of_these_tests_run_the_plain_search_and_half_the_kernel(plain_and_kernel):
    for game in (from_nested([1, 2]), open_source("tic-tac-toe").game):
        for kind in (SEARCHES[name] for name in (*WINDOWED, "deepening", "minimax")):
            compiled = compiled_run(kind(game, Settings(depth=1), VisitLog()))
            assert (compiled is not None) == (plain_and_kernel == "kernel"), kind


# Values --------------------------------------------------------------------------------------


@given(TREES, searches, conventions, st.sampled_from([None, None, 0, 1, 2, 3]), st.booleans())
@example([3, [[[2, 0], 1], 5]], "alphabeta", CONVENTIONS[5], None, False)  # a bound, then a value
@example([[3, [[[4, 6], 5], 1]]], "alphabeta", CONVENTIONS[5], None, False)
@examples(25)
def test_every_windowed_search_finds_minimaxs_value_and_a_best_move(
    tree, search, how, depth, shared
):
    found = trace(Lists(tree, shared), search, how, depth=depth)
    assert found.value == minimax(tree, left=depth)
    check_every_row(found)
    check_line(found)


@given(TREES, searches, conventions, WINDOWS)
def test_value_is_exact_within_the_window_and_a_bound_outside(tree, search, how, window):
    found = trace(Lists(tree, shared=True), search, how, window=window)
    check_every_row(found)
    low, high = window
    true = minimax(tree)
    if low < true < high:
        assert found.value == true
        check_line(found)
    elif isinstance(tree, list):  # a leaf returns its utility whatever the window
        assert found.value <= low if true <= low else found.value >= high
        if "fail-hard" in how:
            assert found.value in window


@given(TREES, st.sampled_from(["minimax", "expectiminimax"]), st.sampled_from([None, 1, 2]))
def test_the_searches_without_a_window_know_the_true_value_of_every_node(tree, search, depth):
    found = trace(Lists(tree), search, depth=depth)
    true = TrueValues(found.game).of
    for row, depth_of_row in enumerate(found.log.depth):
        left = None if depth is None else depth - depth_of_row
        assert found.log.value[row] == true(found.state(row), left)


# Positions of games --------------------------------------------------------------------------


def tree_size(game, state, most):
    """Nodes of the game tree below a state, as far as `most`."""
    todo, seen = [state], 0
    while todo and seen < most:
        state = todo.pop()
        seen += 1
        if not game.is_terminal(state):
            todo += [game.result(state, move) for move in game.moves(state)]
    return seen


def late_position(name, source, seed, most):
    """A game that starts as early as a random play leaves a tree of fewer than `most` nodes."""
    game = copy.copy(make_game(name) if source == "start" else open_source(source).game)
    states = playout(game, seed, 150)
    if game.is_terminal(states[-1]):
        for state in reversed(states):
            if tree_size(game, state, most) == most:
                break
            game.initial = state
        if not game.is_terminal(game.initial):
            return game, None
    game.initial = states[0]
    return game, 2


@over("name", list(GAMES), ms=45)
@given(seed=st.integers(0, 2**32))
@settings(max_examples=4)
def test_every_search_agrees_on_positions_of_every_game(name, seed):
    small = {"reversi": "reversi:4", "connect-four": "connect-four:4,4", "mnk": "mnk:4,3,3"}
    try:
        game, depth = late_position(name, small.get(name, GAMES[name].example), seed, 300)
        if game.has_chance:
            return
        true = TrueValues(game)
        expected = true.of(game.initial, depth)
    except SearchRefused:
        return  # no end in sight and no evaluation: nothing to compare
    except PlytraceError as error:
        if "Install it with" in str(error):
            pytest.skip(str(error))
        raise
    for search in ("minimax", *WINDOWED):
        found = trace(game, search, depth=depth)
        assert found.value == expected
        check_every_row(found, true)
        check_line(found, true)


class Passing(Lists):
    """Lists in which the second move of a node is a pass, beside which it has others."""

    def is_pass(self, action):
        return action == 1


def visits_without_a_test_after_a_pass(tree, is_strict):
    """The ways to the nodes that alpha-beta visits, and the ways to those that return early."""
    visits, early = [], []

    def search(node, way, is_max, alpha, beta):
        visits.append(way)
        if not isinstance(node, list):
            return node
        values = []
        for place, child in enumerate(node):
            values.append(search(child, (*way, place), not is_max, alpha, beta))
            v = max(values) if is_max else min(values)
            bound = beta if is_max else alpha
            is_beyond = v > bound if is_max else v < bound
            if place != 1 and (is_beyond or (v == bound and not is_strict)):
                early.append(way)
                break
            alpha, beta = (max(alpha, v), beta) if is_max else (alpha, min(beta, v))
        return v

    return search(tree, (), True, -math.inf, math.inf), visits, early


@given(TREES, st.sampled_from([">=", ">"]))
@example([[3], [0.5, 1, 2]], ">=")
@example([[[5], [1, 7, 2], 0.5]], ">=")
@example([-3, [-1, -3, [[-3, -3], -3]]], ">=")  # a node is entered with α = β
def test_no_test_is_made_after_a_pass_among_other_moves(tree, cutoff):
    value, visits, early = visits_without_a_test_after_a_pass(tree, cutoff == ">")
    assert value == minimax(tree)
    for search in WINDOWED:
        found = trace(Passing(tree), search, f"aima,cutoff={cutoff}")
        log = found.log
        assert found.value == value
        check_every_row(found)
        for row in log.find_rows(Flag.EARLY_RETURN):
            assert log.action[list(log.children(row))[-1]] != 1
        if search == "alphabeta":
            ways = paths_of(found)
            assert ways == visits
            assert sorted(early) == sorted(ways[row] for row in log.find_rows(Flag.EARLY_RETURN))


# Negamax, zeros, learning --------------------------------------------------------------------


@examples(20)
@given(TREES, conventions, WINDOWS)
def test_negamax_gives_the_log_of_alpha_beta_bit_for_bit(tree, convention, window):
    chosen = Settings(parse_convention(convention), window=window)
    logs = [run_search(Lists(tree), search, chosen).log for search in ("negamax", "alphabeta")]
    assert logs[0] == logs[1]


class Noughts(Lists):
    """Lists whose noughts are negative, as a product with −1 makes them."""

    def utility(self, state, player):
        return super().utility(state, player) or -0.0


@over("window", [(-math.inf, math.inf), (-0.0, 1), (-1, -0.0), (0.0, 1)])
@over("convention", ["aima", "cs188", "aima,returns=fail-hard"])
def test_zero_has_no_sign_in_any_log(window, convention):
    game = Noughts([[0, 1], [[0, -1], 0], [2, [0, 0]]])
    asked = Settings(parse_convention(convention), window=window)
    log = run_search(game, "alphabeta", asked).log
    for column in (log.value, log.alpha, log.beta):
        assert not any(number == 0 and math.copysign(1, number) < 0 for number in column)


# Principal variation search ------------------------------------------------------------------


def pvs_visits(found):
    """The visits of a log as the naive program notes them."""
    log = found.log
    again = [bool(flags & Flag.RESEARCH) for flags in log.flags]
    columns = zip(paths_of(found), log.alpha, log.beta, log.value, again, strict=True)
    return [[*visit] for visit in columns]


@given(TREES, conventions, WINDOWS | st.just((-math.inf, math.inf)))
@example([[3, 9], [4, 9]], "aima", (-math.inf, math.inf))
@examples(25)
def test_pvs_visits_equal_those_of_the_single_function_form(tree, how, window):
    convention = parse_convention(how)
    naive = Pvs(
        tree,
        strict=convention.cutoff == ">",
        fail_hard=convention.returns == "fail-hard",
        window=window,
    )
    value = naive.run()
    found = trace(Lists(tree), "pvs", convention, window=window)
    assert found.value == value
    assert pvs_visits(found) == naive.visits
    assert not any(map(found.log.is_scout, found.best_rows))


#: Values between which there is no other double, so that a sum with 1 is the same value again.
HUGE = st.sampled_from([sign * (2.0**53 + 2 * step) for sign in (1, -1) for step in range(5)])
HUGE_TREES = st.recursive(
    HUGE, lambda below: st.lists(below, min_size=1, max_size=4), max_leaves=20
)


@given(HUGE_TREES, conventions)
@example([2.0**53, [2.0**53 + 2, 2.0**53 + 4], 2.0**53 + 2], "aima")
@example([[-(2.0**53), [-(2.0**53) - 2, -(2.0**53) - 4], -(2.0**53) - 2]], "aima")
def test_null_window_of_huge_values_contains_a_number(tree, how):
    convention = parse_convention(how)
    is_strict = convention.cutoff == ">"
    naive = Pvs(tree, strict=is_strict, fail_hard=convention.returns == "fail-hard")
    found = trace(Lists(tree), "pvs", convention)
    assert found.value == minimax(tree) == naive.run()
    assert pvs_visits(found) == naive.visits
    check_every_row(found)
    if not is_strict:
        assert all(map(operator.lt, found.log.alpha, found.log.beta))


@examples(10)
@given(TREES, conventions)
@example([[3, 9], [[4, 5], 9], [[5, 6], 9]], "aima")
def test_pvs_counts_a_repeatedly_searched_move_once(tree, how):
    whole = trace(Lists(tree), "pvs", how)
    for visits in range(1, len(whole.log) + 1):  # one that is stopped may have scouted last
        found = trace(Lists(tree), "pvs", how, max_visits=visits)
        log = found.log
        for row in range(len(log)):
            moves = [log.action[child] for child in log.children(row)]
            assert log.tried[row] == len(set(moves))
            last = [log.action[child] for child in log.last_children(row)]
            if len(last) < log.tried[row]:  # what was to be searched again has no last visit yet
                assert log.flags[row] & Flag.INCOMPLETE
                last.append(moves[-1])
            assert last == list(dict.fromkeys(moves))
        skipped = [len(found.skipped(row)) for row in log.find_rows(Flag.CUTOFF)]
        assert found.counts.skipped == sum(skipped)
        assert all(skipped)


@examples(10)
@given(TREES, conventions)
@example([[[[0]], [[3]]], [[[2, 0, 2], 1]]], "aima,cutoff=>")  # a scout returns α: not a cut
@example([[[[[0]], [[-3]]], [[[-2, 0, -2], -1]]]], "aima,cutoff=>")
def test_stopped_search_marks_the_visits_to_repeat(tree, how):
    whole = trace(Lists(tree), "pvs", how).log
    for visits in range(1, len(whole)):
        log = trace(Lists(tree), "pvs", how, max_visits=visits).log
        for row in range(visits):
            if not log.flags[row] & Flag.INCOMPLETE:
                assert log.is_scout(row) == whole.is_scout(row)


@given(TREES, conventions)
@example([[3, 9], [[4, 5], 9], [[5, 6], 9]], "aima")
@example([[[[3, 9], [[4, 5], 9], [[5, 6], 9]]]], "aima")
def test_only_scout_searches_have_a_null_window(tree, how):
    plain = trace(Lists(tree), "alphabeta", how).log
    assert not any(map(plain.has_null_window, range(len(plain))))
    log = trace(Lists(tree), "pvs", how).log
    for row in range(len(log)):
        # A scout's window is narrower at the end that the parent's player does not move.
        parent = log.parent[row]
        end = None
        if parent >= 0:
            end = log.beta if log.player[parent] == Player.MAX else log.alpha
        assert log.has_null_window(row) == (end is not None and end[row] != end[parent])


# Transposition table -------------------------------------------------------------------------


def check_table(found):
    """Every visit is answered from the table exactly where the table's entry allows it.

    The table is kept here once more: an inner node writes what it returned when it returns, which
    for a row is before the first row behind its subtree is entered.
    """
    log, convention = found.log, found.settings.convention
    strict = convention.cutoff == ">"
    table, unfinished = {}, []
    hits = 0
    for row in range(len(log)):
        while unfinished and unfinished[-1][0] + log.size[unfinished[-1][0]] <= row:
            known, key = unfinished.pop()
            table[key] = known
        flags = log.flags[row]
        if flags & LEAF:
            continue
        limit = found.limit_at(row)
        key = found.state(row), None if limit is None else limit - log.depth[row]
        enough, value = False, math.nan
        if key in table:
            value, bound = log.value[table[key]], log.flags[table[key]]
            alpha, beta = log.alpha[row], log.beta[row]
            if bound & Flag.LOWER:
                enough = value > beta if strict else value >= beta
            elif bound & Flag.UPPER:
                enough = value < alpha if strict else value <= alpha
            else:
                enough = True
            if convention.returns == "fail-hard":
                value = min(max(value, alpha), beta)
        assert bool(flags & Flag.REPEAT) == enough
        if enough:
            hits += 1
            assert log.answered_by(row) == table[key]
            assert log.value[row] == value
            assert (log.size[row], log.actions[row], log.tried[row]) == (1, 0, 0)
        else:
            unfinished.append((row, key))
    return hits


#: A subtree of three plies that seems to be worth 5, 0 and 4 by turns.
SEEMS = [[[4, 6], 5], [[7, 0], [9, 0]]]


@given(TREES, conventions, st.sampled_from([None, None, 2, 3, 4, 5]), WINDOWS | st.none())
@example(SEEMS, "aima", 3, None)
@example(SEEMS, "aima", 4, None)
@example(SEEMS, "cs188", 5, None)
@examples(25)
def test_table_answers_exactly_where_its_entry_suffices(tree, how, depth, window):
    # The same lists several times, also two plies deeper: there is something to find again.
    twice = [[tree, [tree, 1], [[tree]]], [[[tree], 0], tree]]
    found = trace(Lists(twice, shared=True), "transposition", how, depth=depth, window=window)
    check_table(found)
    check_every_row(found)


@over("convention", ["aima", "cs188", "aima,returns=fail-hard"])
@over("source", ["nim:3,4", "nim:2,2,2", "nim:1,2,3,misere", "race:9,3"])
def test_position_at_another_depth_is_searched_again_if_wins_depend_on_depth(source, convention):
    game = change(open_source(source).game, win=10)
    true = TrueValues(game)
    found = trace(game, "transposition", convention)
    assert found.value == true.of(game.initial, None)
    assert check_table(found)
    check_every_row(found, true)


def test_line_continues_through_table_entries_and_is_playable():
    found = trace("tic-tac-toe", "transposition")
    assert any(found.log.flags[row] & Flag.REPEAT for row in found.best_rows)
    state = found.game.initial
    for move in found.line:
        state = found.game.result(state, int(move))
    assert found.game.is_terminal(state)
    assert found.game.utility(state, Player.MAX) == found.value
    assert len(found.line) == 9


def test_states_without_a_hash_are_refused_only_by_the_table():
    game = Unhashable([[3, 5], [2, 9]])
    with pytest.raises(SearchRefused, match="cannot be hashed") as caught:
        run_search(game, "transposition")
    assert "immutable and hashable" in caught.value.expected
    for search in ("alphabeta", "pvs", "deepening", "minimax"):
        assert trace(game, search).value == 3
    assert trace(game, "expectimax").value == 5.5


# Iterative deepening -------------------------------------------------------------------------


@given(TREES, st.sampled_from([*CONVENTIONS, "aima,cutoff=>,ties=last"]), st.integers(1, 5))
def test_the_last_pass_of_deepening_is_the_fixed_depth_search(tree, how, depth):
    deepened = trace(Lists(tree), "deepening", how, depth=depth)
    check_every_row(deepened)
    last = len(deepened.roots)
    fixed = trace(Lists(tree), "alphabeta", how, depth=last)
    assert (deepened.value, deepened.move, deepened.line) == (fixed.value, fixed.move, fixed.line)
    root = deepened.root
    assert root == deepened.roots[-1]
    for name, column in fixed.log.columns().items():
        moved = [row + root if name == "parent" and row >= 0 else row for row in column]
        assert list(deepened.log.columns()[name][root:]) == moved
    # It is the last for one of two reasons: the limit, or nothing was left to look deeper at.
    evaluated = list(fixed.log.find_rows(Flag.EVALUATED))
    assert last == depth or not evaluated
    for begin, end in zip(deepened.roots, deepened.roots[1:], strict=False):
        assert list(deepened.log.find_rows(Flag.EVALUATED, begin, end))


def test_deepening_stopped_by_a_budget_reports_its_last_complete_pass():
    source = "tic-tac-toe@xo.|...|..."
    whole = trace(source, "deepening", depth=4)
    ends = [*whole.roots[1:], len(whole.log)]
    for budget in [*range(1, ends[1] + 2), *ends, *(end + 1 for end in ends[:-1])]:
        cut = trace(source, "deepening", depth=4, max_visits=budget)
        passes = sum(end <= budget for end in ends)
        assert (cut.stopped is None) == (passes == 4)
        if not passes:
            assert math.isnan(cut.value)
            assert (cut.move, cut.line) == (None, [])
        else:
            fixed = trace(source, depth=passes)
            assert (cut.value, cut.move, cut.line) == (fixed.value, fixed.move, fixed.line)
            assert cut.root == whole.roots[passes - 1]


def test_deepening_ends_with_the_game():
    found = trace("tic-tac-toe@xox|xo.|...", "deepening")
    assert len(found.roots) == 4
    assert found.value == trace("tic-tac-toe@xox|xo.|...", "minimax").value
    assert len(trace("tic-tac-toe@xox|xo.|...", "deepening", depth=0).log) == 1


class Slow(Lists):
    """Lists of which every node takes a second."""

    now = 0.0

    def is_terminal(self, state):
        self.now += 1
        return super().is_terminal(state)


@over("search", ["minimax", *WINDOWED, "deepening", "expectimax"])
def test_time_budget_ends_a_search_without_much_delay(monkeypatch, search):
    game = Slow([[[[1, 2, 3]] * 4] * 4] * 40)
    monkeypatch.setattr("engine.running.control.monotonic", lambda: game.now)
    result = run_search(game, search, control=Control(seconds=100))
    assert result.stopped is StopReason.TIME
    assert 100 <= game.now <= 125
    assert result.counts.visited <= 125


# Chance and one player -----------------------------------------------------------------------


@given(TREES, st.sampled_from(["uniform", "2,1", "0,1", "1/3,2/3", "0.25,0,1"]))
def test_expectimax_takes_the_weighted_mean_at_min(tree, opponent):
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
    assert found.counts.skipped == 0  # a move that is never made is visited all the same


def test_single_finds_the_largest_value_that_max_can_reach():
    found = trace("pacman", "single")
    assert (found.value, found.counts.visited) == (8, 15)
    assert found.line == trace("pacman", "minimax").line


class Turns(Lists):
    """Lists in which sides move as a sequence says, ply by ply, and never simply in turn."""

    def __init__(self, tree, players):
        super().__init__(tree)
        self.players = players

    def to_move(self, state):
        return self.players[len(state[1]) % len(self.players)]


@given(TREES, st.lists(st.sampled_from([Player.MAX, Player.MIN]), min_size=1, max_size=4), searches)
def test_sides_may_move_in_any_sequence(tree, players, search):
    found = trace(Turns(tree, players), search)
    true = TrueValues(found.game)
    assert found.value == true.of(found.game.initial, None)
    check_every_row(found, true)
    assert found.log.depth[0] == 0


def test_deepening_of_an_endless_game_runs_until_its_budget():
    game = Endless()
    game.to_move = lambda state: Player(state % 2)
    game.evaluate = lambda state: state if state % 2 else -state
    found = trace(game, "deepening", max_visits=1_000)
    assert found.stopped is StopReason.BUDGET
    # The passes have 2, 3, 4, … visits; the last whole one has as many plies as it has number.
    passes = len(found.roots) - 1
    assert sum(range(2, passes + 2)) <= 1_000
    assert found.value == (passes if passes % 2 else -passes)
