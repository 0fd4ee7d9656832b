"""The tree size of a comparison: counted, or estimated and labelled so."""

from __future__ import annotations

from tracer.runs.forecasts import large_search_warning, measure_tree
from trees.sources import open_source


def test_only_too_large_searches_are_reported_before_they_start():
    def note_on(source, searches, depth=None):
        game = open_source(source).game
        return large_search_warning(game, measure_tree(game, depth), searches, "set a limit", depth)

    assert note_on("tic-tac-toe", ["minimax", "alphabeta"]) == ""
    note = note_on("reversi:5", ["minimax", "alphabeta", "transposition"])
    assert note.startswith("minimax will make about ")
    assert "alphabeta" not in note
    assert note.endswith("; set a limit")
    both = note_on("reversi", ["minimax", "alphabeta"])
    assert "alphabeta will make at best about" in both
    assert note_on("reversi", ["minimax", "alphabeta"], 3) == ""
