"""Predict mode on the screen."""

from __future__ import annotations

import csv

from textual.widgets import Input

from tests.support.screens import screen_text, stepper
from tests.tui.test_predict import answer, predicted
from tracer import trace
from tracer.predict import search_key
from tui.saved.scores import load_score


async def test_another_search_of_the_tree_has_a_separate_score():
    app = stepper()
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("i", "right", "right", "right")
        await answer(app, pilot, "-inf 3")
        first = app.screen.trace
        app.screen.show_trace(trace("lecture", "minimax"), 2)
        await pilot.press("right")
        assert "no questions yet" in screen_text(app)
        await answer(app, pilot, "3")
        assert "1 of 1 right" in screen_text(app)
        app.screen.show_trace(first, 0)
        await pilot.pause()
        assert "1 of 1 right" in screen_text(app)
    for search in ("alphabeta", "minimax"):
        assert load_score(search_key(trace("lecture", search))).asked == 1


async def test_a_score_is_written_as_text_or_as_a_table(tmp_path):
    app = stepper()
    async with app.run_test(size=(80, 24)) as pilot:
        await predicted(app, pilot, "3 inf", "3")
        for name in ("score.txt", "score.csv"):
            await pilot.press("y", "x")
            app.screen.query_one("#line", Input).value = str(tmp_path / name)
            await pilot.press("enter", "escape")
    text = (tmp_path / "score.txt").read_text(encoding="utf-8")
    assert text.startswith("lecture · alphabeta · aima\n1 of 2 right (50%)\n")
    assert "step 3, window of B: “3 inf”, right: (−∞, 3)" in text
    rows = list(csv.DictReader((tmp_path / "score.csv").read_text(encoding="utf-8").splitlines()))
    assert [row["right"] for row in rows] == ["0", "1"]
    assert rows[0]["alike"].split()[0] == "max-min-swapped"
