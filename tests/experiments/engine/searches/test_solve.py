"""The search `solve`: its value, move, line and table, against plain minimax and a program in C."""

from __future__ import annotations

import math

import pytest

from engine.search import SEARCHES, run_search, tally_search
from engine.searches import solve
from engine.searches.settings import Settings
from tests.engine.searches.test_solve import BOUND, SIZES, check_line, small_games, true_values

pytestmark = pytest.mark.usefixtures("plain_and_kernel")


def actions_of(game, places):
    """Return the moves at these places along a line."""
    state = game.initial
    for place in places:
        action = game.actions(state)[place]
        yield action
        state = game.result(state, action)


def test_value_move_and_line_are_those_of_minimax_whatever_the_size_of_the_table(monkeypatch):
    found_bounds = 0
    for draw, game in small_games("solve", 120):
        monkeypatch.setattr(solve, "MOST_KEPT", draw.choice(SIZES))
        settings = Settings(
            guess=draw.choice((None, 1, -3, 0.5, math.inf, -math.inf)),
            gap=draw.choice((None, 0.25, 2)),
        )
        value = true_values(game)
        rows = run_search(game, "solve", settings)
        counts = tally_search(game, "solve", settings)
        outcome = SEARCHES["solve"].outcome(rows.log, "first")
        assert outcome.value == counts.found.value == value(game.initial), game.format(game.initial)
        assert not (outcome.flags | counts.found.flags) & BOUND
        assert rows.counts == counts.counts
        check_line(game, value, list(actions_of(game, counts.found.line)))
        if counts.found.line:
            assert rows.log.action[outcome.rows[1]] == counts.found.line[0]
        found_bounds += len(list(rows.log.roots())) > 1
    assert found_bounds > 10
