"""Explanations of Monte Carlo tree search: the reasons for its choices, and its counts."""

import csv
import json
import math
import re
from io import StringIO

import pytest

from tracer import trace
from tracer.mcts.rewards import root_moves
from tracer.steps.snapshot import EventKind


@pytest.fixture(scope="module")
def searched():
    return trace([[3, 1], [2, 4]], "mcts", iterations=40, seed=3)


def test_the_visits_of_the_moves_add_up_to_the_iterations(searched):
    assert sum(one.visits for one in root_moves(searched)) == 40
    total = sum(one.visits * one.mean for one in root_moves(searched))
    assert math.isclose(total / 40, searched.value)
    most = max(root_moves(searched), key=lambda one: one.visits)
    assert searched.move == most.move


def test_every_choice_is_reported_with_its_numbers(searched):
    choices = [
        snapshot.sentence
        for snapshot in map(searched.at, range(len(searched.replay)))
        if snapshot.event.kind is EventKind.ENTER
    ]
    untried = [choice for choice in choices if "has not been tried" in choice]
    scored = [choice for choice in choices if "has the largest UCB1" in choice]
    assert len(untried) + len(scored) == len(choices)
    assert len(untried) == 6  # the edges of the tree
    for choice in scored:
        score, mean, added = re.search(
            r"UCB1, (\S+) = mean (\S+) \+ (\S+), after", choice.replace("−", "-")
        ).groups()
        assert math.isclose(float(score), float(mean) + float(added), abs_tol=0.002)


def test_ucb1_of_the_first_choice_equals_a_hand_computed_value():
    # B returned 1 and C 4: C's mean is 4 after one visit of two, and rewards lie 3 apart.
    searched = trace([[1, 1], [4, 4]], "mcts", iterations=3)
    sentences = [searched.at(step).sentence for step in range(len(searched.replay))]
    added = math.sqrt(2) * 3 * math.sqrt(math.log(2) / 1)
    assert any(
        f"UCB1, {4 + added:.3f} = mean 4 + {added:.3f}" in sentence for sentence in sentences
    )


def test_exports_include_the_moves_at_the_root(searched):
    record = json.loads(searched.export("json", summary=True))
    assert [one["move"] for one in record["root_moves"]] == ["B", "C"]
    rows = dict(csv.reader(StringIO(searched.export("csv", summary=True))))
    assert int(rows["root_moves.B.visits"]) == record["root_moves"][0]["visits"]
    assert f"B {record['root_moves'][0]['visits']} (mean" in searched.export("text", summary=True)
    visits = json.loads(searched.export("json"))["visits"]
    assert [visit["pass"] for visit in visits if visit["parent"] is None] == list(range(1, 41))


def test_chance_moves_are_drawn_and_reported():
    searched = trace("dice", "mcts", iterations=10)
    sentences = [searched.at(step).sentence for step in range(len(searched.replay))]
    assert any("is drawn" in sentence for sentence in sentences)


@pytest.mark.parametrize("source", ["fractions", "navigation", "lecture"])
def test_every_export_gives_the_mean_and_never_a_playouts_exact_value(source):
    searched = trace(source, "mcts", iterations=30)
    record = json.loads(searched.export("json"))
    assert math.isclose(record["value"], searched.value)
    assert "exact" not in record
    assert all("exact" not in visit for visit in record["visits"])
    rows = dict(csv.reader(StringIO(searched.export("csv", summary=True))))
    assert math.isclose(float(rows["value"]), searched.value)
