"""The kernel solves Connect Four without rows by a way of its own: count by count the same."""

import random

import pytest

from engine.games.connect_four import ConnectFour
from engine.kernel.loading import is_built
from engine.running.control import Control
from engine.search import run_search, tally_search
from engine.searches import solve
from engine.wrappers.changed import change
from tests.support.cases import over
from tests.support.random_searches import on_each_path

#: Of the table; the last is the usual one.
SIZES = (2, 4, 16, 1000, solve.MOST_KEPT)

pytestmark = pytest.mark.skipif(not is_built(), reason="the kernel was not built")


def tallied(game):
    result = tally_search(game, "solve")
    return repr(result.found), result.counts, result.by_depth


@over("seed", range(6), ms=45)
def test_connect_four_without_rows_has_the_same_visits(monkeypatch, seed):
    draw, checked = random.Random(f"four {seed}"), 0
    while checked < 20:
        size, plies = draw.choice(
            (("4,4", 8), ("5,4", 12), ("7,6", 30), ("6,5", 20), ("4,6", 14), ("8,6", 39))
        )
        game = ConnectFour(size=size)
        state = game.initial
        for _ in range(draw.randint(plies - 4, plies + 6)):
            if not game.is_terminal(state):
                state = game.result(state, draw.choice(game.actions(state)))
        if game.is_terminal(state):
            continue
        game.initial = state
        seen = change(game, max="to-move") if draw.random() < 0.3 else game
        monkeypatch.setattr(solve, "MOST_KEPT", draw.choice(SIZES))
        rows = run_search(seen, "solve", control=Control(15_000))
        if rows.stopped is None:
            checked += 1
            assert on_each_path(tallied, seen)[1] == rows.counts
