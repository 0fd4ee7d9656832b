"""Games whose tests take their time."""

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from engine.games import make_game
from engine.games.custom_games import wrap_game
from engine.running.recursion import MAX_DEPTH
from engine.search import run_search
from tests.engine.games.test_custom_games import (
    UNDER_AIMA,
)
from tests.engine.games.test_endless_methods import Line
from tests.support.cases import over
from tests.support.endless_games import METHODS, SEARCHED, WAYS, searches_for


def test_documented_lines_for_aima_run():
    pytest.importorskip("aima3.games")
    *statements, last = UNDER_AIMA.strip().splitlines()
    names = {}
    exec("\n".join(statements), names)
    move = eval(last.partition("#")[0], names)
    assert f"the move to {names['game'].game.name_of(move)}" in last


ROOT = Path(__file__).parents[4]


@over("start", range(0, len(WAYS), 3), ms=45)
def test_endless_recursion_in_any_method_is_an_error(start):
    ways = [*WAYS][start : start + 3]
    done = subprocess.run(
        [sys.executable, "-m", "tests.support.endless_games", *ways],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, (ways, done.returncode, done.stderr[-500:])
    ends = json.loads(done.stdout)
    runs = sum(
        1 + (search != "mcts") for method in SEARCHED for search, _ in searches_for(method)
    ) + len(METHODS)
    assert len(ends) == len(ways) * runs
    for way, method, search, error in ends:
        name = method if method in METHODS else "one of its methods"
        assert re.match(rf"InvalidInput: .*{name}.* recurses forever", error), (
            way,
            method,
            search,
            error,
        )
        if method in METHODS:
            assert error.startswith("InvalidInput: tests/support/endless_games.py:"), error


@over("search", ["minimax", "alphabeta"], ms=45)
def test_game_of_a_hundred_thousand_plies_is_searched_to_its_end(search):
    result = run_search(wrap_game(Line(MAX_DEPTH)), search)
    assert result.stopped is None
    assert max(result.log.depth) == MAX_DEPTH


@pytest.mark.parametrize(
    ("position", "value", "visited", "terminals"),
    [
        (".....|.BBB.|.BWB.|.WWW.|.....", 3, 1_837_629, 431_625),
        (".....|.WBW.|.BWB.|.WBW.|.....", -11, 6_554_771, 1_549_643),
    ],
)
def test_alpha_beta_agrees_with_a_c_program_on_larger_boards(position, value, visited, terminals):
    found = run_search(make_game("reversi", size="5", position=position), "alphabeta")
    assert (found.log.value[0], found.counts.visited, found.counts.terminals) == (
        value,
        visited,
        terminals,
    )
