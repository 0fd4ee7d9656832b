"""The hand run of MP 520, compared with a second program that uses only dictionaries."""

import math
from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.mcts.hand_run import Axis, Direction, HandRunSetup, Identity, Selection, run_by_hand
from tests.support.cases import over
from tests.support.naive_hand_run import ORDER, NaiveRun
from trees.other_inputs.hand_run import open_hand_run

READINGS = list(
    product(["ucb1 1", "ucb1 1.4142135623730951", "mean"], ["up", "down"], ["states", "paths"])
)


def both(rule, y, nodes):
    """The run, and the second way."""
    selection, _, c = rule.partition(" ")
    settings = {"selection": selection, "y": y, "nodes": nodes, **({"c": c} if c else {})}
    problem = open_hand_run("mp520", settings)
    return run_by_hand(problem), NaiveRun(problem)


def run(rule, y, nodes):
    return both(rule, y, nodes)[0]


def added(run):
    return [(one.node if hasattr(one, "node") else one.cell, one.reward) for one in run.iterations]


@over(("rule", "y", "nodes"), READINGS)
def test_every_interpretation_agrees_with_an_independent_program(rule, y, nodes):
    ours, second = both(rule, y, nodes)
    assert added(ours) == added(second)
    assert (ours.lacking is None) == (len(second.iterations) == 10)
    for node in ours.iterations[-1].table:
        path = "".join(direction.name for direction in node.path)
        assert (node.visits, node.total) == second.counts[second.key(path)]


@given(
    st.sampled_from(READINGS),
    st.randoms(use_true_random=False),
    st.text(ORDER, min_size=60, max_size=120),
)
def test_deeper_runs_agree_with_an_independent_program(reading, random, directions):
    rewards = {
        ((4 + x, 4 + y), depth): Fraction(random.randrange(1000), 1000)
        for depth in range(1, 6)
        for x in range(-depth, depth + 1)
        for y in range(-depth, depth + 1)
        if (depth - abs(x) - abs(y)) in range(0, depth + 1, 2)
    }
    rule, y, nodes = reading
    selection, _, c = rule.partition(" ")
    problem = HandRunSetup(
        start=(4, 4),
        directions=tuple(Direction[letter] for letter in directions),
        rewards=rewards,
        selection=Selection(selection),
        c=float(c or 0),
        axis=Axis(y),
        identity=Identity(nodes),
    )
    ours, second = run_by_hand(problem), NaiveRun(problem)
    assert added(ours) == added(second)
    last = ours.iterations[-1].table
    assert sorted(node.visits for node in last) == sorted(
        visits for visits, _ in second.counts.values()
    )


@over(("rule", "y", "nodes"), READINGS)
def test_first_five_iterations_agree_in_every_interpretation(rule, y, nodes):
    five = run(rule, y, nodes).iterations[:5]
    assert [one.expanded.name for one in five] == ["N", "W", "S", "E", "W"]
    assert (five[4].parent, five[4].node) == ((4, 3), (3, 3))
    assert five[4].reward == Fraction("0.365")
    root = five[4].table[0]
    assert (root.visits, root.total) == (5, Fraction("1.585"))


#: The action that each reading predicts for the eleventh iteration, with C = 1 and C = √2.
PREDICTED = {
    ("up", "states"): "SW",
    ("up", "paths"): "SW",
    ("down", "states"): "NS",
    ("down", "paths"): "NN",
}


@pytest.mark.parametrize(("y", "nodes"), PREDICTED)
def test_predicted_action_at_the_root_agrees_with_an_independent_program(y, nodes):
    predicted = ""
    for c in (1, math.sqrt(2)):
        ours, second = both(f"ucb1 {c}", y, nodes)
        scores = second.scores("")
        assert {one.direction.name: one.value for one in ours.scores} == pytest.approx(scores)
        assert ours.predicted_action.direction.name == second.best(scores)
        predicted += second.best(scores)
    assert predicted == PREDICTED[y, nodes]


def test_selection_by_mean_needs_depth_3_in_every_interpretation():
    # The sheet says that rewards up to depth 2 are needed.
    for y, nodes in PREDICTED:
        found = run("mean", y, nodes)
        assert len(found.iterations) == 8
        assert "(5,2) at depth 3, which iteration 9 expands" in str(found.lacking)


def test_rewards_follow_directions_turned_counterclockwise():
    found = run("ucb1 1", "up", "states")
    for one in found.iterations:
        names = [direction.name for direction in one.passed_over]
        turned = ORDER[ORDER.index(one.direction.name) :] + ORDER[: ORDER.index(one.direction.name)]
        assert [*names, one.expanded.name] == list(turned[: len(names) + 1])
