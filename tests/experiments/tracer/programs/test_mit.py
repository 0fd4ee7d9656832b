"""Programs over game_state: correct ones, wrong ones, and messages on their results."""

import pytest

from tests.support.programs_run import record_of
from tests.tracer.programs.test_mit import RIGHT, assert_right, folder, key_of


@pytest.mark.parametrize(
    ("search", "visited", "value"),
    [
        pytest.param("minimax", 549_946, 0),
        ("alphabeta", 18_297, 0),
        pytest.param("expectimax", 549_946, 191 / 192),
    ],
)
def test_figures_of_the_notebook_are_reproduced_within_the_default_limits(
    search, visited, value, folder
):
    more = {"root-window": [-2, 2]} if search == "alphabeta" else {}
    record = record_of(RIGHT[search], key_of("tic-tac-toe", search, **more), folder)
    assert_right(record)
    assert f"all {visited} visits" in record["parts"]["visits"]["message"]
    printed = {191 / 192: "0.994"}.get(value, str(value))
    assert record["parts"]["utility"]["message"].startswith(printed)
