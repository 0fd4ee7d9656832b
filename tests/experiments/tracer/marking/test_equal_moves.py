"""If a key names no convention, any move of equal value is right, however much is pruned."""

from __future__ import annotations

from tests.support.programs_cs50 import RIGHT
from tests.support.programs_marking import checked


def test_a_program_may_choose_any_of_the_best_moves_under_the_default_search(tmp_path):
    key = "source: 'tic-tac-toe@xo.|...|...'\nparts: {move: 1}\n"
    for cell in ("1, 0", "1, 1", "2, 0"):  # 4, 5 and 7 win
        search = RIGHT + f"\n\ndef minimax(board):\n    return ({cell})\n"
        done = checked(tmp_path, key, search, shape="cs50", name="tictactoe.py")
        assert done.marked.ok, done.record
    other = RIGHT + "\n\ndef minimax(board):\n    return (2, 2)\n"
    assert not checked(tmp_path, key, other, shape="cs50", name="tictactoe.py").marked.ok
