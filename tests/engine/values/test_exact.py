"""Values are compared exactly, whatever their doubles; every double is the nearest one."""

import random
from dataclasses import replace
from fractions import Fraction

import pytest

from engine.compiled.dispatch import compiled_run
from engine.conventions import PRESETS
from engine.game import Game, Player
from engine.kernel.loading import CHOICE, Unsupported, is_built
from engine.log.best_play import best_child, best_rows
from engine.log.visit_log import Flag, VisitLog
from engine.search import SEARCHES, run_search, tally_search
from engine.searches.settings import Settings
from engine.values import exact_value, is_written, nearest_fraction
from tests.support.cases import over
from tests.support.exact_trees import random_exact_tree
from tests.support.tables import table
from trees.formats.tree_yaml import read_tree

LAST = replace(PRESETS["aima"], ties="last", cutoff=">")


def searched(tree, ties="first"):
    settings = Settings(convention=LAST if ties == "last" else PRESETS["aima"])
    return run_search(tree, "expectiminimax", settings).log


@over("seed", range(6), ms=45)
def test_values_and_moves_are_exact_in_random_ties(plain_and_kernel, seed):
    draw = random.Random(f"exact {seed}")
    near = 0
    for _ in range(100):
        solved = random_exact_tree(draw)
        tree = read_tree(f"tree: {solved.written()}", "drawn")
        nodes = list(solved.walk())
        for ties in ("first", "last"):
            log = searched(tree, ties)
            assert [float(node.value) for node in nodes] == log.value.tolist(), solved.written()
            for row, node in enumerate(nodes):
                best = best_child(log, row, ties)
                place = None if best is None else log.action[best]
                assert place == node.best(ties), (solved.written(), ties, row)
            line = [log.action[row] for row in best_rows(log, 0, ties)[1:]]
            assert line == solved.line(ties)
            settings = Settings(convention=LAST if ties == "last" else PRESETS["aima"])
            found = tally_search(tree, "expectiminimax", settings).found
            assert (found.value, list(found.line)) == (float(solved.value), line)
            near += any(
                len({float(child.value) for child in node.below})
                < len({child.value for child in node.below})
                for node in nodes
            )
    assert near > 20  # equal doubles of values that differ


@pytest.mark.skipif(not is_built(), reason="the kernel was not built")
def test_kernel_compares_near_ties_itself(monkeypatch):
    monkeypatch.setenv(CHOICE, "force")
    draw, marked, left = random.Random("128 bits"), 0, 0
    for _ in range(100):
        tree = read_tree(f"tree: {random_exact_tree(draw).written()}", "drawn")
        log = VisitLog()
        run = compiled_run(SEARCHES["expectiminimax"](tree, Settings(), log))
        try:
            run.args[1].search()
        except Unsupported:
            left += 1
        else:
            marked += any(flags & (Flag.ABOVE | Flag.BELOW) for flags in log.flags)
    assert marked > 10
    assert left > 5  # and longer numbers are left to the plain search


class Written(Game):
    """One choice of MAX between leaves and a mean of leaves, as methods give it."""

    name = "written"
    has_chance = True
    initial = ()

    def __init__(self, leaves, outcomes, odds):
        self.leaves, self.outcomes, self.odds = leaves, outcomes, odds

    def to_move(self, state):
        return Player.CHANCE if state == ("mean",) else Player.MAX

    def actions(self, state):
        return [*range(len(self.leaves)), "mean"]

    def chances(self, state):
        return list(zip(range(len(self.outcomes)), self.odds, strict=True))

    def result(self, state, action):
        return (*state, action)

    def is_terminal(self, state):
        return len(state) == 2 or (len(state) == 1 and state != ("mean",))

    def utility(self, state, player):
        value = self.leaves[state[0]] if len(state) == 1 else self.outcomes[state[1]]
        return value if player is Player.MAX else -value


THIRD = Fraction(1, 3)


@pytest.mark.parametrize(
    ("leaf", "outcomes", "odds", "mean", "chosen"),
    [
        # Decimals of few digits are what was written, as leaves and as odds.
        (0.15, (0.1, 0.2), (0.5, 0.5), Fraction(3, 20), 0),
        (0.3, (1, 0), (0.3, 0.7), Fraction(3, 10), 0),
        (0.17, (0.1, 0.2), (0.3, 0.7), Fraction(17, 100), 0),
        (2, (1, 2, 3), (THIRD, THIRD, THIRD), Fraction(2), 0),
        (THIRD, (1, 0), (THIRD, 1 - THIRD), THIRD, 0),
        # Ten times 0.1 is 1, and three times 0.333333333 is scaled to it once.
        (0.1, (1, *[0] * 9), (0.1,) * 10, Fraction(1, 10), 0),
        (3, (3, 3, 3), (0.333333333,) * 3, Fraction(3), 0),
        (3, (3, 3, 3), (1 / 3,) * 3, Fraction(3), 0),
        # A double of many digits is that double: more than 3/10, and less than a third.
        (0.1 + 0.2, (0.3,), (1,), Fraction(3, 10), 0),
        (1 / 3, (THIRD,), (1,), THIRD, "mean"),
        (0.30000000000000004, (0.1 + 0.2,), (1,), Fraction(0.1 + 0.2), 0),
        # Beyond the doubles: whole numbers whose doubles are equal.
        (2**60, (2**60 + 1,), (1,), Fraction(2**60 + 1), "mean"),
        (-0.0, (1, -1), (0.5, 0.5), Fraction(0), 0),
        # Less than 0, but by so little that the nearest double is 0.
        (0, (-5e-324, 0), (0.1, 0.9), Fraction(-5, 10**325), 0),
    ],
)
def test_mean_and_move_follow_the_exact_meaning_of_leaves_and_probabilities(
    plain_and_kernel, leaf, outcomes, odds, mean, chosen
):
    game = Written([leaf], outcomes, odds)
    log = run_search(game, "expectiminimax").log
    assert log.value[2] == float(mean)
    assert str(log.value[2]) != "-0.0"
    assert game.actions(())[log.action[best_child(log, 0)]] == chosen


@over("value, exact", [*table(__file__, "written"), (Fraction(22, 7), "22/7")])
def test_short_double_means_the_decimal_as_written(value, exact):
    assert exact_value(value) == Fraction(exact or value)
    assert is_written(value) is bool(exact)


@pytest.mark.parametrize("under", [3, 7, 12, 97, 9_999])
def test_a_fraction_is_recognised_in_its_double(under):
    for numerator in range(-2 * under, 2 * under, max(1, under // 7)):
        assert nearest_fraction(numerator / under) == Fraction(numerator, under)
    assert nearest_fraction(0.1 + 0.2) == Fraction(0.1 + 0.2)


def test_decimals_with_more_digits_than_a_double_stay_distinct(plain_and_kernel):
    # 16 and 17 digits are not a decimal: this leaf is the double of a third, and less than it.
    tree = read_tree("tree: {player: max, children: [0.3333333333333333, {children: [1/3]}]}", "t")
    log = searched(tree)
    assert log.value.tolist() == [1 / 3] * len(log)
    assert best_child(log, 0) == 2
