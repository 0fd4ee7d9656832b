"""Monte Carlo tree search, compared with the formula, minimax, its mirror, plain counts."""

import math
from collections import Counter
from copy import copy
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.errors import InvalidInput, SearchRefused
from engine.game import Game, Player
from engine.games import make_game
from engine.log.visit_log import Flag
from engine.mcts.statistics import bonus, reward_width, statistics
from engine.running.control import Control, StopReason
from engine.search import run_search
from engine.searches.mcts import PLAYOUT_PLIES, Mcts
from engine.searches.settings import Settings
from engine.wrappers.changed import change
from tests.support.cases import over
from tests.support.strategies import trees
from tests.support.tables import table
from trees.formats.nested import from_nested
from trees.formats.tree_yaml import read_tree
from trees.sources import open_source


def search(source, iterations=200, seed=0, exploration=None, **control):
    game = open_source(source).game if not isinstance(source, Game) else source
    settings = Settings(iterations=iterations, seed=seed, exploration=exploration)
    return run_search(game, "mcts", settings, Control(**control) if control else None)


def outcome(found):
    """The value, and the names of the moves of the line."""
    result = Mcts.outcome(found.log, "first")
    state, names = found.game.initial, []
    for row in result.rows[1:]:
        move = found.game.moves(state)[found.log.action[row]]
        names.append(found.game.name_of(move))
        state = found.game.result(state, move)
    return result.value, names


def ways(log):
    """Of every whole iteration, the places of its moves and its reward."""
    for root in log.roots():
        if not log.flags[root] & Flag.INCOMPLETE:
            rows = range(root + 1, root + log.size[root])
            yield tuple(log.action[row] for row in rows), log.value[root]


@pytest.mark.parametrize(("c", "chosen"), [(1.4, 0), (1.5, 2)])
def test_ucb1_follows_the_books_formula(c, chosen):
    # AIMA 4e, figure 5.10: at a root of 100 playouts, the child 60/79 has the highest UCB1 with
    # C = 1.4, and the child 2/11 with C = 1.5.
    children = [(60, 79), (1, 10), (2, 11)]
    scores = [wins / visits + bonus(visits, 100, c) for wins, visits in children]
    assert scores.index(max(scores)) == chosen


def test_exploration_bonus_equals_a_hand_computed_value():
    # ln 8 = 2.0794415; over 2 it is 1.0397208, whose root is 1.0196670.
    assert bonus(2, 8, 3) == pytest.approx(3 * 1.0196670, abs=1e-6)
    assert bonus(5, 1, 3) == 0
    assert (reward_width(-1, 1), reward_width(3, 3), reward_width(math.inf, -math.inf)) == (2, 1, 1)


@over("source", table(__file__, "mcts"))
def test_statistics_are_plain_counts_of_the_log(source):
    log = search(source, 120).log
    roots = list(log.roots())
    for iterations in (0, 1, 2, 50, 120):
        end = roots[iterations] if iterations < len(roots) else len(log)
        visits, totals = Counter(), Counter()
        done = list(ways(log))[:iterations]
        for places, reward in done:
            for depth in range(len(places) + 1):
                visits[places[:depth]] += 1
                totals[places[:depth]] += reward
        counted = statistics(log, end)
        assert counted.iterations == iterations
        for places in visits:
            node = counted.find_node(places)
            assert (node.visits, node.total) == (visits[places], totals[places])
            assert node.mean == totals[places] / visits[places]
            assert log.depth[node.row] == len(places)
        assert sum(1 for _ in tallies(counted.root)) == max(1, len(visits))
        if done:
            rewards = [reward for _, reward in done]
            assert (counted.lowest, counted.highest) == (min(rewards), max(rewards))


def tallies(node):
    yield node
    for child in node.children.values():
        yield from tallies(child)


def test_unfinished_iteration_is_not_counted():
    log = search("lecture", 30).log
    third = list(log.roots())[2]
    for row in range(third, third + log.size[third]):
        assert statistics(log, row).iterations == 2
    assert statistics(log, third + log.size[third]).iterations == 3


def test_number_that_decides_the_move_is_reported():
    log = search("lecture", 40).log
    last = list(log.roots())[-1]
    before = statistics(log, last)
    scores = [before.ucb1(before.root, place, math.sqrt(2)) for place in range(3)]
    assert log.action[last + 1] == scores.index(max(scores))
    # 14 less 2 is how far rewards lie apart here.
    b = before.root.children[0]
    assert scores[0] == pytest.approx(
        b.total / b.visits + 12 * math.sqrt(2 * math.log(39) / b.visits)
    )
    at_min = next(place for place in range(3) if len(before.root.children[place].children) == 3)
    node = before.root.children[at_min]
    child = node.children[0]
    assert before.ucb1(node, 0, 0) == -child.total / child.visits


@over("source, known", table(__file__, "mcts_tactics"), ms=45)
def test_best_move_is_found(source, known):
    found = search(source, 3000)
    game = found.game
    sign = 1 if game.to_move(game.initial) is Player.MAX else -1
    values = {}
    for move in game.actions(game.initial):
        after = copy(game)
        after.initial = game.result(game.initial, move)
        values[game.name_of(move)] = sign * run_search(after, "transposition").log.value[0]
    best = {name for name, value in values.items() if value == max(values.values())}
    assert len(best) < len(values)
    if known is not None:
        assert best == set(known)
    assert outcome(found)[1][0] in best


@over("tree, root", table(__file__, "mcts_trees"))
def test_value_and_move_converge_to_those_of_minimax(tree, root):
    game = read_tree(f"root: {root}\ntree: {tree}", "tree")
    value, line = outcome(search(game, 8000))
    exact = run_search(game, "expectiminimax" if game.has_chance else "minimax").log
    best = max if root == "max" else min
    children = list(exact.children(0))
    row = best(children, key=lambda row: exact.value[row])
    assert line[0] == game.name_of(game.moves(game.initial)[exact.action[row]])
    rewards = [exact.value[row] for row in exact.find_rows(Flag.TERMINAL)]
    # Exploring costs some of it, on the root's side alone.
    assert value == pytest.approx(exact.value[0], abs=0.05 * (max(rewards) - min(rewards)))


@given(trees(3), st.integers(0, 99))
def test_exchanging_the_players_negates_every_value_and_keeps_the_visits(tree, seed):
    game = from_nested(tree)
    one, other = (search(seen, 60, seed).log for seen in (game, change(game, max="to-move")))
    assert one.action == other.action
    assert one.depth == other.depth
    assert list(one.value) == [-value for value in other.value]
    result, mirrored = Mcts.outcome(one, "first"), Mcts.outcome(other, "first")
    assert (result.rows, result.value) == (mirrored.rows, -mirrored.value)


@given(trees(3))
def test_c_scales_with_the_range_of_the_rewards(tree):
    def scaled(node):
        return [scaled(child) for child in node] if isinstance(node, list) else 64 * node

    # A power of two, so that nothing is rounded otherwise.
    small, large = (search(from_nested(one), 60).log for one in (tree, scaled(tree)))
    assert small.action == large.action
    assert [64 * value for value in small.value] == list(large.value)


def test_log_depends_only_on_the_seed():
    logs = {seed: search("tic-tac-toe", 100, seed).log for seed in (0, 1, 2)}
    assert search("tic-tac-toe", 100, 1).log == logs[1]
    assert run_search(make_game("tic-tac-toe"), "mcts", Settings(iterations=100)).log == logs[0]
    assert logs[0] != logs[1] != logs[2]


def test_random_draws_are_the_same_in_every_python_version():
    rewards = [int(reward) for _, reward in ways(search("tic-tac-toe", 24, seed=7).log)]
    message = "++0++-+-++++--+---+---0+"
    assert "".join("-0+"[reward + 1] for reward in rewards) == message


def test_chance_outcomes_are_drawn_in_proportion_and_never_at_probability_0():
    game = Endless()
    game.to_move = lambda state: Player.CHANCE
    game.is_terminal = lambda state: state > 0
    game.utility = lambda state, player: state
    game.chances = lambda state: [(9, 0), (1, Fraction(1, 2)), (2, 0.3), (3, 0.2), (8, 0)]
    game.result = lambda state, action: action
    counted = statistics(search(game, 20_000).log)
    shares = {place: child.visits / 20_000 for place, child in counted.root.children.items()}
    assert shares == pytest.approx({1: 0.5, 2: 0.3, 3: 0.2}, abs=0.015)
    assert counted.root.mean == pytest.approx(0.5 + 0.6 + 0.6, abs=0.03)


def test_playouts_draw_moves_uniformly_and_chance_by_its_probabilities():
    # The root has one child, a MIN node with two: the first iteration plays out from there.
    tree = "[[{player: chance, children: [{p: 3/4, node: 1}, {p: 1/4, node: 0}]}, 10]]"
    game = read_tree(f"tree: {tree}", "tree")
    rewards = Counter(next(ways(search(game, 1, seed).log))[1] for seed in range(3000))
    assert rewards[10] / 3000 == pytest.approx(1 / 2, abs=0.04)
    assert rewards[1] / 3000 == pytest.approx(3 / 8, abs=0.04)
    assert rewards[0] / 3000 == pytest.approx(1 / 8, abs=0.04)


def test_log_has_one_path_per_iteration():
    found = search("lecture", 50)
    log = found.log
    assert len(list(log.roots())) == 50
    for root in log.roots():
        *above, last = range(root, root + log.size[root])
        assert log.flags[last] & (Flag.TERMINAL | Flag.EVALUATED)
        assert (log.tried[last], log.actions[last]) == (0, 0)
        for row in above:
            assert (log.tried[row], log.actions[row], log.flags[row]) == (1, 3, 0)
        for row in (*above, last):
            assert log.value[row] == log.value[root]
            assert (log.alpha[row], log.beta[row]) == (-math.inf, math.inf)
            assert log.depth[row] == row - root
            assert log.player[row] == (Player.MAX, Player.MIN)[(row - root) % 2]


def test_finished_game_gives_an_empty_line():
    found = search("tic-tac-toe@xxx|oo.|...", 5)
    assert outcome(found) == (1, [])
    assert len(found.log) == 5
    assert all(flags == Flag.TERMINAL for flags in found.log.flags)


@pytest.mark.parametrize("visits", [1, 2, 3, 10, 57])
def test_stopped_search_counts_complete_iterations(visits):
    whole = search("tic-tac-toe", 100).log
    found = search("tic-tac-toe", 100, max_visits=visits)
    assert found.stopped is StopReason.BUDGET
    assert len(found.log) == visits
    done = [pair for root, pair in zip(whole.roots(), ways(whole), strict=True)
            if root + whole.size[root] <= visits]  # fmt: skip
    assert list(ways(found.log)) == done
    counted = statistics(found.log)
    assert counted.iterations == len(done)
    value, _ = outcome(found)
    if done:
        assert value == sum(reward for _, reward in done) / len(done)
    else:
        assert math.isnan(value)


def test_ties_go_to_the_better_mean_then_to_the_first_or_last():
    # Three moves, three iterations: every move was gone once.
    for tree, first, last in [("[2, 7, 7]", 1, 2), ("[5, 5, 1]", 0, 1), ("[1, 1, 1]", 0, 2)]:
        log = search(tree, 3).log
        assert statistics(log).line("first") == [first]
        assert statistics(log).line("last") == [last]
        negated = search(change(open_source(tree).game, max="to-move"), 3).log
        assert statistics(negated).line("first") == [first]


class Endless(Game):
    """A walk that never ends."""

    initial = 0

    def to_move(self, state):
        return Player.MAX

    def actions(self, state):
        return [1]

    def result(self, state, action):
        return state + 1

    def is_terminal(self, state):
        return False

    def utility(self, state, player):
        raise AssertionError


def test_endless_playout_uses_the_evaluation_or_is_refused():
    with pytest.raises(SearchRefused, match=r"^1001: a random playout of Endless did not end"):
        search(Endless(), 1)
    game = Endless()
    game.evaluate = lambda state: state
    assert list(ways(search(game, 2).log)) == [
        ((0,), PLAYOUT_PLIES + 1),
        ((0, 0), PLAYOUT_PLIES + 2),
    ]


def test_playout_may_use_all_its_plies():
    game = Endless()
    game.is_terminal = lambda state: state == PLAYOUT_PLIES + 1
    game.utility = lambda state, player: -3
    assert list(ways(search(game, 1).log)) == [((0,), -3)]


@over(
    ("method", "answer", "message"),
    [
        ("actions", [], "has no move in a state that is not terminal"),
        ("utility", math.nan, "returns the value nan"),
        ("utility", math.inf, "returns the value inf"),
        ("chances", [("a", 0.5), ("b", 0.4)], "sum to 0.9: 0.5, 0.4"),
        ("chances", [("a", 1.5), ("b", -0.5)], "sum to 1: 1.5, -0.5"),
        ("chances", [("a", math.nan)], "sum to nan"),
        ("chances", [], "there are none"),
    ],
)
@over("at_root", [True, False])
def test_a_game_that_breaks_its_rules_is_refused(method, answer, message, at_root):
    game = Endless()
    bad = 0 if at_root else 3
    game.is_terminal = lambda state: method == "utility" and state == bad
    setattr(game, method, lambda state, *_: answer if state == bad else [1])
    if method == "chances":
        game.to_move = lambda state: Player.CHANCE if state == bad else Player.MAX
    with pytest.raises(InvalidInput, match=message):
        search(game, 1)
