"""Traces, matches and forecasts: what takes longer than a test may."""

import csv
import io
import json

import pytest

from engine.game import Player
from engine.log.visit_log import Flag
from engine.match.match import Match
from engine.match.players import Human
from tests.tracer.runs.test_match_review import reviewed
from tests.tracer.runs.test_searches_beyond_the_course import traces
from tracer.export.format import printed_formats
from tracer.runs.forecasts import large_search_warning, measure_tree
from tracer.steps.pseudocode import listing
from tracer.steps.snapshot import EventKind
from tracer.text.numbers import show_number
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


def test_every_step_has_the_stack_of_the_nodes_that_are_open(traces):
    for t in traces:
        open_rows = []
        for step in range(len(t.replay)):
            snapshot = t.at(step)
            event = snapshot.event
            if event.entering:
                open_rows.append(event.row)
            else:
                assert open_rows.pop() == event.row
            assert list(snapshot.stack.rows) == open_rows
            assert [frame.depth for frame in snapshot.stack] == list(range(len(open_rows)))
            for frame in snapshot.stack:
                assert 0 <= frame.tried <= frame.returns
                assert frame.tried <= frame.actions
        assert not open_rows
        assert sum(t.at(s).event.kind is EventKind.FINISHED for s in range(len(t.replay))) == len(
            t.roots
        )


def test_only_too_large_searches_are_reported_before_they_start():
    def note_on(source, searches, depth=None):
        game = open_source(source).game
        tree = measure_tree(game, depth)
        return large_search_warning(game, tree, searches, "set a limit", depth=depth)

    assert note_on("tic-tac-toe", ["minimax", "alphabeta"]) == ""
    note = note_on("reversi:5", ["minimax", "alphabeta", "transposition"])
    assert note.startswith("minimax will make about ")
    assert "alphabeta" not in note
    assert note.endswith("; set a limit")
    both = note_on("reversi", ["minimax", "alphabeta"])
    assert "alphabeta will make at best about" in both
    assert note_on("reversi", ["minimax", "alphabeta"], 3) == ""
