"""Estimates as large as a win give a note with both scales and working advice."""

import re

import pytest

from engine.values import Evaluation
from tests.support.cases import over
from tests.support.endless_games import Tokens
from tracer import trace
from tracer.runs.forecasts import scale_warning
from tracer.runs.run import counted
from tui.cli.shared.running import notes_on


class Scaled(Tokens):
    """A game with an evaluation of some size."""

    def __init__(self, size):
        super().__init__(7)
        self.size_of_estimates = size
        self.evaluations = {"mine": Evaluation("its size", lambda state: -size)}

    def evaluate(self, state):
        return -self.size_of_estimates


@over(
    ("size", "noted"), [(0, False), (0.5, False), (0.99, False), (1, True), (24, True), (3e6, True)]
)
@over("depth", [4, 5])
def test_estimate_as_large_as_a_win_gives_a_note(size, noted, depth):
    t = trace(Scaled(size), "minimax", depth=depth)
    note = scale_warning(t)
    assert bool(note) is noted
    if noted:
        assert f"an evaluation of {size:,.0f}".replace(",", "") in note.replace(",", "")
        assert "which is worth 1:" in note
        assert note in notes_on(t)


@pytest.mark.parametrize("size", [1, 7, 24, 1_000, 99_999])
def test_advised_win_value_is_large_enough(size):
    note = scale_warning(trace(Scaled(size), "minimax", depth=4))
    win = int(re.search(r"--win (\d+)-depth", note)[1])
    t = trace(Scaled(size), "minimax", depth=4, win=win)
    assert scale_warning(t) == ""
    less = trace(Scaled(size), "minimax", depth=4, win=8)
    assert bool(scale_warning(less)) is (size >= 8 - 4)  # the shortest way to an end is four plies


def test_single_scale_gives_no_note():
    assert not scale_warning(trace(Scaled(24), "minimax"))  # no estimates
    assert not scale_warning(trace(Scaled(24), "minimax", depth=1))  # no ends
    assert not scale_warning(trace(Scaled(24), "minimax", depth=4, terminal="evaluation"))
    assert not scale_warning(trace(Scaled(24), "mcts", iterations=50))
    assert not scale_warning(counted(Scaled(24), "minimax", depth=4))
    assert not scale_warning(trace("lecture"))
