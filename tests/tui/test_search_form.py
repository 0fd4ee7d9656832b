"""Choices about a search before it starts."""

import pytest

from engine.errors import PlytraceError
from engine.search import SEARCHES, default_search
from tests.support.cases import over
from tests.support.endless_games import Tokens
from tests.support.screens import press, run_app
from tracer import trace
from trees.library import library_names
from trees.sources import open_source
from tui.app import PlytraceApp
from tui.screens.home.search_form import SearchFormScreen, form_for

SOURCES = ["tic-tac-toe@xox|xxo|o..", "race:6,2", "nim:1,2", "reversi@....|BBBB|WWWW|....", "3"]


@over("source", [*library_names(), *SOURCES], ms=45)
def test_form_offers_exactly_the_searches_that_run(source):
    game = open_source(source).game
    form = form_for(game)
    assert form.searches[0] == default_search(game)
    for name in SEARCHES:
        asked = {"iterations": 5} if name == "mcts" else {}
        try:
            trace(game, name, **asked)
        except PlytraceError:
            assert name not in form.searches
        else:
            assert name in form.searches


@over("source", [*library_names(), *SOURCES], ms=45)
def test_every_choice_of_the_form_can_be_searched(source):
    game = open_source(source).game
    form = form_for(game)
    for name, values in form.fields().items():
        for one in values:
            chosen = form.choosing(name, one.value)
            found = trace(game, **chosen.options(), max_visits=300)
            if name == "search":
                assert found.search == one.value
            if name == "depth" and one.value is not None:
                assert max(found.log.depth) <= one.value


def test_form_offers_orders_that_search_everything_first_for_trees_alone():
    for source, has_them in (("lecture", True), ("tic-tac-toe", False)):
        orders = {*form_for(open_source(source).game).orders}
        assert ({"perfect", "worst"} <= orders, "killer" in orders) == (has_them, True)


def test_form_offers_every_depth_at_which_a_tree_has_estimates():
    game = open_source("estimates").game
    taken = []
    for depth in range(1, 8):
        try:
            trace(game, "minimax", depth=depth)
        except PlytraceError:
            continue
        taken.append(depth)
    deepest = max(trace(game, "minimax").log.depth)
    offered = [depth for depth in form_for(game).depths if depth is not None]
    assert offered == [depth for depth in taken if depth < deepest]


def test_field_is_shown_only_if_it_makes_a_difference():
    form = form_for(open_source("tic-tac-toe").game)
    assert [*form.fields()] == ["search", "convention", "depth", "order"]
    assert "evaluation" in form.choosing("depth", 2).fields()
    assert [*form.choosing("search", "mcts").fields()] == ["search", "iterations"]
    assert form.choosing("depth", 2).choosing("search", "mcts").options() == {
        "search": "mcts",
        "iterations": 1000,
    }


async def test_values_wrap_around():
    form = form_for(open_source("lecture").game)
    screen = SearchFormScreen("lecture", form, ["step"])
    async with run_app(PlytraceApp(screen)) as (app, pilot):
        await press(app, pilot, "down")
        seen = []
        for _ in form.searches:
            seen.append(screen._form.chosen["search"])
            await press(app, pilot, "right")
        assert seen == list(form.searches)
        assert screen._form.chosen["search"] == seen[0]
        await press(app, pilot, "left")
        assert screen._form.chosen["search"] == seen[-1]


def test_endless_game_gets_a_depth():
    pytest.importorskip("chess")
    form = form_for(open_source("chess").game)
    assert form.chosen["depth"] == 2
    assert None not in form.depths
    trace("chess", **form.options(), max_visits=50)


def test_game_that_breaks_its_rules_is_refused_by_name():
    class Broken(Tokens):
        def to_move(self, state):
            raise KeyError(state)

    with pytest.raises(PlytraceError):
        form_for(open_source(Broken()).game)
