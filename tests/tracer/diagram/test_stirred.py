"""Step after step, only what a step may change is looked at, and nothing is missed."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.support.strategies import conventions, trees, windows
from tracer import trace
from tracer.diagram.found import Answers

SEARCHES = [
    ("lecture", {}),
    ("lecture", {"search": "pvs"}),
    ("lecture", {"search": "mcts", "iterations": 12}),
    ("lecture", {"max_visits": 6}),
    ("dice", {}),
    ("transposition", {"search": "transposition"}),
    ("reversi:4", {"search": "deepening", "depth": 3}),
    ("reversi:4", {"search": "transposition", "depth": 4, "max_visits": 150}),
    ("reversi:4", {"search": "pvs", "depth": 3}),
    ("tic-tac-toe@xox|xo.|...", {"search": "transposition"}),
    ("tic-tac-toe@xox|xo.|...", {"search": "mcts", "iterations": 30}),
    ("nim:2,3", {"search": "mcts", "iterations": 25}),
]


def assert_nothing_is_missed(t):
    """Hold the nodes at each step against those that are looked at from scratch."""
    one_by_one = Answers(t, windows=t.has_window, most=2_000)
    for step in range(len(t.replay)):
        afresh = Answers(t, windows=t.has_window, most=2_000).at(step)
        assert one_by_one.at(step) == afresh, f"step {step}: {t.at(step).sentence}"


@pytest.mark.parametrize(("source", "options"), SEARCHES)
def test_every_step_of_every_search(source, options):
    assert_nothing_is_missed(trace(source, **options))


@given(trees(4), conventions, windows, st.sampled_from(["alphabeta", "pvs", "minimax"]))
@settings(max_examples=60, deadline=None)
def test_any_tree(tree, convention, window, search):
    window = window if search == "alphabeta" else None
    assert_nothing_is_missed(trace(tree, search=search, convention=convention, window=window))


def test_a_step_out_of_turn_is_looked_at_from_scratch():
    t = trace("lecture")
    answers = Answers(t, windows=True, most=2_000)
    for step in (3, 12, 11, 12, 0, 1):
        assert answers.at(step) == Answers(t, windows=True, most=2_000).at(step)
    assert answers.at(None) == Answers(t, windows=True, most=2_000).at(None)
    assert answers.at(1) == Answers(t, windows=True, most=2_000).at(1)


def test_what_is_the_same_stays_the_same_object():
    t = trace([[k * 10 + n for n in range(10)] for k in range(30)], search="minimax")
    answers = Answers(t, windows=False, most=2_000)
    before, changed = answers.at(0), 0
    for step in range(1, len(t.replay) - 1):
        now = answers.at(step)
        changed += sum(one is not other for one, other in zip(before, now, strict=True))
        before = now
    assert changed < 4 * len(t.replay)
