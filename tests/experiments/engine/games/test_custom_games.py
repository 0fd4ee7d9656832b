"""Custom games: found in files and packages, run unchanged, and their errors reported."""

from __future__ import annotations

import pytest

from tests.engine.games.test_custom_games import (
    UNDER_AIMA,
)


def test_documented_lines_for_aima_run():
    pytest.importorskip("aima3.games")
    *statements, last = UNDER_AIMA.strip().splitlines()
    names = {}
    exec("\n".join(statements), names)
    move = eval(last.partition("#")[0], names)
    assert f"the move to {names['game'].game.name_of(move)}" in last
