"""MIT's problem set 5, compared with its notebook and with plain programs over lists."""

from fractions import Fraction

import pytest

from engine.courses.mit import (
    score,
    score_expectimax,
)
from tests.engine.courses.test_mit import OPTIMAL, cells_played, state_of


def test_minimax_of_the_empty_board_equals_the_notebooks():
    blank = state_of(" " * 9)
    value, explored, play = score(blank)
    assert (value, explored, cells_played(play)) == (0, 549_946, OPTIMAL)
    assert play[0] is blank
    assert isinstance(value, int)  # printed as 0, not as 0.0


def test_expectimax_of_the_empty_board_has_the_notebooks_exact_value():
    value, explored, play = score_expectimax(state_of(" " * 9))
    assert (value, explored) == (float(Fraction(191, 192)), 549_946)
    assert value == pytest.approx(0.9947916666666667, abs=1e-15)  # as the notebook's sums round
    assert cells_played(play) == [1, 2, 4, 3, 5, 6, 7]
