"""Modules with their own Reversi: traced by their boards, with their rules checked."""

import pytest

from tests.support.programs_mp520 import MODULE, NESTED
from tests.support.programs_run import changed, record_of
from tests.tracer.programs.test_mp520 import SHEET, assert_right, folder, notes_of


@pytest.mark.parametrize(
    ("search", "visits"),
    [
        pytest.param("minimax", 224_821),
        ("alphabeta", 11_219),
    ],
)
def test_figures_of_the_sheet_are_reproduced_from_its_board(search, visits, folder):
    from tracer.programs.running import Limits

    key = {"source": "reversi:4", "search": search, "accept": ["rutgers"]}
    record = record_of(MODULE, key, folder, limits=Limits(seconds=120))
    assert_right(record)
    assert f"all {visits} visits" in record["parts"]["visits"]["message"]


def test_caching_without_a_visible_table_is_noted_too(folder):
    program = changed(
        NESTED,
        ("    def search(board, side, alpha, beta, top):",
         "    known = {}\n    def search(board, side, alpha, beta, top):\n"
         "        key = str(board) + side\n"
         "        if top or key not in known:\n"
         "            known[key] = really(board, side, alpha, beta, top)\n"
         "        return known[key]\n"
         "    def really(board, side, alpha, beta, top):"),
    )  # fmt: skip
    notes = notes_of(program, folder, SHEET, "alphabeta")
    assert any("were created again that it had searched before" in one for one in notes)
