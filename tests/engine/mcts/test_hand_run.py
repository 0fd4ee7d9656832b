"""The hand run of MP 520, compared with a second program that uses only dictionaries."""

from __future__ import annotations

import math
from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.mcts.hand_run import Axis, Direction, HandRunSetup, Identity, Selection, run_by_hand
from tests.support.cases import over
from trees.other_inputs.hand_run import open_hand_run

REWARDS = {
    (3, 4, 1): 0.22, (5, 4, 1): 0.165, (4, 3, 1): 0.7, (4, 5, 1): 0.135,
    (4, 4, 2): 0.215, (4, 2, 2): 0.67, (3, 3, 2): 0.365, (2, 4, 2): 0.11, (3, 5, 2): 0.1,
    (4, 6, 2): 0.01, (5, 5, 2): 0.06, (6, 4, 2): 0.085, (5, 3, 2): 0.36,
}  # fmt: skip
ORDER = "NWSE"
READINGS = list(
    product(["ucb1 1", "ucb1 1.4142135623730951", "mean"], ["up", "down"], ["states", "paths"])
)


def second_way(rule, y, nodes, rewards=REWARDS, directions="NWSEWNENES"):
    """A list of (node, reward, path) an iteration, and the counts by path or state."""
    north = 1 if y == "up" else -1
    steps = {"N": (0, north), "W": (-1, 0), "S": (0, -north), "E": (1, 0)}

    def place(path):
        x = 4 + sum(steps[letter][0] for letter in path)
        return x, 4 + sum(steps[letter][1] for letter in path), len(path)

    def key(path):
        return path if nodes == "paths" else place(path)

    visits, totals = {key(""): 0}, {key(""): 0.0}
    done = []
    for wanted in directions:
        path, way = "", [key("")]
        while all(key(path + letter) in visits for letter in ORDER):

            def score(letter, path=path):
                n = visits[key(path + letter)]
                mean = totals[key(path + letter)] / n
                if rule == "mean":
                    return mean
                c = float(rule.split()[1])
                return mean + c * math.sqrt(math.log(visits[key(path)]) / n)

            best = max(score(letter) for letter in ORDER)
            path += next(letter for letter in ORDER if abs(score(letter) - best) < 1e-12)
            way.append(key(path))
        turn = ORDER.index(wanted)
        turned = ORDER[turn:] + ORDER[:turn]
        path += next(letter for letter in turned if key(path + letter) not in visits)
        reward = rewards.get(place(path))
        if reward is None:
            return done, visits, totals
        visits[key(path)], totals[key(path)] = 0, 0.0
        for one in [*way, key(path)]:
            visits[one] += 1
            totals[one] += reward
        done.append((place(path)[:2], reward))
    return done, visits, totals


def run(rule, y, nodes):
    selection, _, c = rule.partition(" ")
    given = {"selection": selection, "y": y, "nodes": nodes, **({"c": c} if c else {})}
    return run_by_hand(open_hand_run("mp520", given))


@over(("rule", "y", "nodes"), READINGS)
def test_every_interpretation_agrees_with_an_independent_program(rule, y, nodes):
    found = run(rule, y, nodes)
    done, visits, totals = second_way(rule, y, nodes)
    assert [(one.node, float(one.reward)) for one in found.iterations] == done
    assert (found.lacking is None) == (len(done) == 10)
    for node in found.iterations[-1].table:
        path = "".join(direction.name for direction in node.path)
        key = path if nodes == "paths" else (*node.cell, node.depth)
        assert node.visits == visits[key]
        assert math.isclose(node.total, totals[key])


@given(
    st.sampled_from(READINGS),
    st.randoms(use_true_random=False),
    st.text(ORDER, min_size=60, max_size=120),
)
def test_deeper_runs_agree_with_an_independent_program(reading, random, directions):
    rewards = {
        (4 + x, 4 + y, depth): random.randrange(1000) / 1000
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
        rewards={(key[:2], key[2]): Fraction(str(reward)) for key, reward in rewards.items()},
        selection=Selection(selection),
        c=float(c or 0),
        axis=Axis(y),
        identity=Identity(nodes),
    )
    found = run_by_hand(problem)
    done, visits, _ = second_way(rule, y, nodes, rewards, directions)
    assert [(one.node, float(one.reward)) for one in found.iterations] == done
    last = found.iterations[-1].table
    assert sorted(node.visits for node in last) == sorted(visits.values())


@over(("rule", "y", "nodes"), READINGS)
def test_first_five_iterations_agree_in_every_interpretation(rule, y, nodes):
    five = run(rule, y, nodes).iterations[:5]
    assert [one.expanded.name for one in five] == ["N", "W", "S", "E", "W"]
    assert (five[4].parent, five[4].node) == ((4, 3), (3, 3))
    assert five[4].reward == Fraction("0.365")
    root = five[4].table[0]
    assert (root.visits, root.total) == (5, Fraction("1.585"))


@pytest.mark.parametrize("c", ["1", "sqrt(2)", "√2"])
def test_the_visits_add_up(c):
    found = run_by_hand(open_hand_run("mp520", {"c": c}))
    assert found.lacking is None
    last = found.iterations[-1].table
    assert last[0].visits == 10
    assert sum(node.visits for node in last if node.depth == 1) == 10
    assert last[0].total == sum(one.reward for one in found.iterations)


def test_table_of_c_1_equals_that_of_the_root_of_2():
    """Run ten iterations, with y up and cells at a depth as nodes."""
    tables = {
        c: {
            (*node.cell, node.depth): (node.visits, float(node.total))
            for node in run_by_hand(open_hand_run("mp520", {"c": c})).iterations[-1].table
            if node.depth < 2
        }
        for c in ("1", "sqrt(2)")
    }
    for c, rule in (("1", "ucb1 1"), ("sqrt(2)", f"ucb1 {math.sqrt(2)}")):
        _, visits, totals = second_way(rule, "up", "states")
        for key, (count, total) in tables[c].items():
            assert count == visits[key]
            assert math.isclose(total, totals[key])
    # S (0.7) is gone more often where exploring is worth less.
    assert tables["1"][4, 3, 1][0] >= tables["sqrt(2)"][4, 3, 1][0]


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
        _, visits, totals = second_way(f"ucb1 {c}", y, nodes)
        north = 1 if y == "up" else -1
        cells = [(4, 4 + north, 1), (3, 4, 1), (4, 4 - north, 1), (5, 4, 1)]
        keys = dict(zip(ORDER, ORDER if nodes == "paths" else cells, strict=True))
        scores = {
            letter: totals[key] / visits[key] + c * math.sqrt(math.log(10) / visits[key])
            for letter, key in keys.items()
        }
        found = run(f"ucb1 {c}", y, nodes)
        assert {one.direction.name: one.value for one in found.scores} == pytest.approx(scores)
        assert found.predicted_action.direction.name == max(scores, key=scores.get)
        predicted += max(scores, key=scores.get)
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


def test_iterations_before_a_missing_reward_are_kept():
    found = run("mean", "up", "states")
    assert found.lacking is not None
    assert "the table has no reward for" in str(found.lacking)
    assert 5 <= len(found.iterations) < 10
