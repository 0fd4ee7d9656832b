"""What can be chosen about a search before it begins."""

from __future__ import annotations

import pytest

from engine.errors import PlytraceError
from engine.search import SEARCHES, default_search
from tracer import trace
from tracer.plan import plan_for
from trees.library import library_names
from trees.sources import open_source

SOURCES = ["tic-tac-toe@xox|xxo|o..", "race:6,2", "nim:1,2", "reversi@....|BBBB|WWWW|....", "3"]


def names(plan):
    return [field.name for field in plan.fields()]


@pytest.mark.parametrize("source", [*library_names(), *SOURCES])
def test_exactly_the_searches_that_run_are_offered(source):
    game = open_source(source).game
    plan = plan_for(game)
    assert plan.searches[0] == default_search(game)
    for name in SEARCHES:
        asked = {"iterations": 5} if name == "mcts" else {}
        try:
            trace(game, name, **asked)
        except PlytraceError:
            assert name not in plan.searches
        else:
            assert name in plan.searches


@pytest.mark.parametrize("source", [*library_names(), *SOURCES])
def test_whatever_is_chosen_is_searched(source):
    game = open_source(source).game
    plan = plan_for(game)
    for field in plan.fields():
        for one in field.values:
            chosen = plan.choosing(field.name, one.value)
            found = trace(game, **chosen.options(), max_visits=300)
            if field.name == "search":
                assert found.search == one.value
            if field.name == "depth" and one.value is not None:
                assert max(found.log.depth) <= one.value


def test_every_depth_at_which_a_tree_has_estimates_is_offered():
    game = open_source("estimates").game
    taken = []
    for depth in range(1, 8):
        try:
            trace(game, "minimax", depth=depth)
        except PlytraceError:
            continue
        taken.append(depth)
    deepest = max(trace(game, "minimax").log.depth)
    offered = [depth for depth in plan_for(game).depths if depth is not None]
    assert offered == [depth for depth in taken if depth < deepest]


def test_a_field_is_there_only_where_it_makes_a_difference():
    plan = plan_for(open_source("tic-tac-toe").game)
    assert names(plan) == ["search", "convention", "depth", "order"]
    assert "evaluation" in names(plan.choosing("depth", 2))
    assert names(plan.choosing("search", "mcts")) == ["search", "iterations"]
    assert plan.choosing("depth", 2).choosing("search", "mcts").options() == {
        "search": "mcts",
        "iterations": 1000,
    }


def test_values_are_gone_through_in_a_circle():
    plan = plan_for(open_source("lecture").game)
    search = plan.fields()[0]
    seen = []
    for _ in search.values:
        seen.append(plan.value(search).value)
        plan = plan.turned(search, 1)
    assert seen == list(plan.searches)
    assert plan.value(search).value == seen[0]
    assert plan.turned(search, -1).value(search).value == seen[-1]


def test_a_game_without_end_gets_a_depth():
    pytest.importorskip("chess")
    plan = plan_for(open_source("chess").game)
    assert plan.chosen["depth"] == 2
    assert None not in plan.depths
    trace("chess", **plan.options(), max_visits=50)


def test_a_game_that_breaks_its_rules_is_refused_by_name():
    class Broken:
        initial = 0

        def to_move(self, state):
            raise KeyError(state)

        def actions(self, state):
            return [1]

        def result(self, state, action):
            return state

        def is_terminal(self, state):
            return False

        def utility(self, state, player):
            return 0

    with pytest.raises(PlytraceError):
        plan_for(open_source(Broken()).game)
