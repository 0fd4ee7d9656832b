"""Running a search in one call: arguments, refusals, and the count-only mode."""

import pytest

from engine.errors import UsageError
from engine.running.control import Control
from engine.search import run_search
from engine.searches.settings import Settings
from engine.wrappers.changed import Changed
from tests.support.drawn_trees import random_tree
from tests.support.tables import table
from tracer import trace
from tracer.runs.run import TRACE_ARGUMENTS, counted, game_with_options, request_search
from tracer.steps.result_words import result_lines
from trees.sources import open_source

COLUMNS = ("parent", "size", "depth", "action", "alpha", "beta", "value", "flags")


def test_trace_is_the_engines_search_with_these_settings():
    for seed in range(12):
        game = random_tree(seed)
        t = trace(game)
        plain = run_search(t.game, t.search, Settings(convention=t.settings.convention))
        for column in COLUMNS:
            assert list(getattr(t.log, column)) == list(getattr(plain.log, column)), column


def test_arguments_can_be_resolved_before_the_search_runs():
    options = {"depth": 1, "order": "right-to-left", "window": (0.0, 9.0)}
    asked = request_search("estimates", "alphabeta", "cs188", **options)
    t = trace("estimates", "alphabeta", "cs188", **options)
    assert (asked.search, asked.settings) == (t.search, t.settings)
    for name in ("max_visits", "seconds", "control", "colour"):
        assert (name in TRACE_ARGUMENTS) == (name != "colour")
        with pytest.raises(TypeError, match=name):
            request_search("lecture", **{name: 1})


@pytest.mark.parametrize(
    ("source", "search"), [("lecture", "alphabeta"), ("dice", "expectiminimax")]
)
def test_default_search_is_alpha_beta_unless_there_is_chance(source, search):
    assert request_search(source).search == search
    assert trace(source).search == search


@pytest.mark.parametrize("run", [trace, counted])
def test_budget_and_control_cannot_be_combined(run):
    for budget in ({"max_visits": 3}, {"seconds": 9.0}):
        with pytest.raises(UsageError, match="cannot be combined"):
            run("lecture", control=Control(), **budget)
    assert run("lecture", "minimax", control=Control(3)).stopped
    assert run("lecture", "minimax", max_visits=3).stopped
    assert not run("lecture", "minimax").stopped


def test_game_gets_the_changes_of_its_options():
    game = open_source("tic-tac-toe").game
    assert game_with_options(game) is game
    assert game_with_options(game, terminal="utility") is game
    for options in (
        {"win": 100, "cells": "row-col"},
        {"terminal": "evaluation", "cells": "row-col"},
    ):
        changed = game_with_options(game, **options)
        assert type(changed) is Changed
        assert changed.inner is game
        assert {name: getattr(changed.changes, name) for name in options} == options


@pytest.mark.parametrize(("source", "search", "move"), table(__file__, "results"))
def test_result_names_the_player_of_the_move_once(source, search, move):
    assert dict(result_lines(trace(source, search)))["move"] == move
