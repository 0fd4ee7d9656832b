"""Modules with their own Reversi: traced by their boards, with their rules checked."""

from __future__ import annotations

import pytest

from tests.support.programs_mp520 import MODULE
from tests.support.programs_run import record_of
from tests.tracer.programs.test_mp520 import assert_right


@pytest.mark.parametrize(
    ("search", "visits"),
    [
        pytest.param("minimax", 224_821),
        ("alphabeta", 11_219),
    ],
)
def test_figures_of_the_sheet_are_reproduced_from_its_board(search, visits, folder):
    from tracer.programs.processes.program_run import Limits

    key = {"source": "reversi:4", "search": search, "accept": ["rutgers"]}
    record = record_of(MODULE, key, folder, limits=Limits(seconds=120))
    assert_right(record)
    assert f"all {visits} visits" in record["parts"]["visits"]["message"]
