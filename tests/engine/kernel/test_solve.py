"""The kernel's `solve` is the plain one: row by row, and count by count without rows."""

import math
import random

import pytest

from engine.errors import PlytraceError
from engine.games.connect_four import ConnectFour
from engine.kernel.loading import CHOICE, is_built
from engine.running.control import Control
from engine.search import SEARCHES, run_search, tally_search
from engine.searches import solve
from engine.searches.settings import Settings
from engine.wrappers.changed import change
from tests.support.cases import cases, over
from tests.support.random_searches import is_taken, random_position, random_tree
from tests.support.strategies import CONVENTIONS

pytestmark = pytest.mark.skipif(not is_built(), reason="the kernel was not built")

TAKEN = [rules for rules in CONVENTIONS if rules.ties == "first" and rules.returns == "fail-soft"]
SIZES = (2, 4, 16, 1000, solve.MOST_KEPT)


def both(monkeypatch, game, settings, budget, search):
    """Return what the plain search and the kernel find, with rows or without."""
    found = []
    for choice in ("forbid", "force"):
        monkeypatch.setenv(CHOICE, choice)
        try:
            result = search(game, "solve", settings, Control(budget))
        except PlytraceError as error:
            found.append(repr(error))
            continue
        if search is run_search:
            outcome = repr(SEARCHES["solve"].outcome(result.log, "first"))
            found.append((result.log, result.counts, result.stopped, outcome))
        else:
            found.append((repr(result.found), result.counts, result.by_depth, result.stopped))
    return found


def test_kernel_and_plain_search_agree(monkeypatch):
    number = taken = 0
    for number, draw in enumerate(cases(ms=120), 1):
        monkeypatch.setattr(solve, "MOST_KEPT", draw.choice(SIZES))
        game = random_position(draw) if number % 3 else random_tree(draw, chance=False)
        settings = Settings(
            convention=draw.choice(TAKEN),
            guess=draw.choice((None, None, 1, -2, 2.5, 100, math.inf, -math.inf)),
            gap=draw.choice((None, 0.5, 2)),
        )
        budget = draw.choice((draw.randint(1, 60), 400, 3000))
        for search in (run_search, tally_search):
            plain, compiled = both(monkeypatch, game, settings, budget, search)
            assert plain == compiled, (str(game), game.initial, settings, budget)
        taken += is_taken(game)
    assert number < 20 or taken * 8 > number * 7


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
        monkeypatch.setenv(CHOICE, "force")
        rows = run_search(seen, "solve", control=Control(15_000))
        if rows.stopped is None:
            checked += 1
            plain, compiled = both(monkeypatch, seen, Settings(), None, tally_search)
            assert plain == compiled, (size, state)
            assert rows.counts == compiled[1]
