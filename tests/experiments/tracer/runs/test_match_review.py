"""The review of a match, compared with plain minimax that knows nothing of the searches."""

from __future__ import annotations

import pytest

from engine.match.match import Match
from engine.match.players import Human
from tests.tracer.runs.test_match_review import reviewed
from trees.sources import open_source


def test_winning_side_that_repeats_moves_loses_what_a_draw_costs():
    pytest.importorskip("chess")
    match = Match(open_source("chess@7k/8/8/8/8/8/8/KQ6 w - - 0 1").game, Human(), Human())
    for _ in range(4):
        for move in ("Qb2+", "Kg8", "Qb1", "Kh8"):
            match.play_text(move)
    assert match.result.value == 0
    moves = reviewed(match)
    last = moves[-1]
    assert last.after == 0
    assert last.before <= 0  # Black reaches the draw
    assert last.loss == 0
    missed = next(one for one in moves if one.played.name == "Qb1")
    assert missed.before > 5


def test_stalemate_is_a_mistake_of_the_winning_side():
    pytest.importorskip("chess")
    match = Match(open_source("chess@7k/8/6K1/8/8/8/8/5Q2 w - - 0 1").game, Human(), Human())
    match.play_text("Qf7")
    assert match.result.winner is None
    (last,) = reviewed(match)
    assert last.after == 0
    assert last.is_mistake
    assert last.before > 100  # a mate; a material lead is worth less
