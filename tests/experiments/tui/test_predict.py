"""Predict mode on the screen."""

from __future__ import annotations

import csv
import re

from textual.widgets import Input, OptionList

from tests.support.screens import message, screen_text, stepper
from tests.tui.test_predict import answer, question
from tracer import trace
from tracer.misconceptions import MISCONCEPTIONS
from tracer.predict import KINDS, next_question, search_key
from tui.saved.scores import load_score, scores_file
from tui.screens.stepper.dialogs.score import ScoreScreen


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


async def test_nothing_shown_beside_a_question_tells_what_comes():
    """Two conventions agree until D's cutoff test, where only one of them returns early."""
    shown = []
    for convention in ("aima", "cs188"):
        app = stepper("[[3, 9], [5, 3], [3, 9, 9]]", convention=convention)
        async with app.run_test(size=(120, 40)) as pilot:
            t = app.screen.trace
            (asked,) = [
                one
                for step in range(len(t.replay) - 1)
                if (one := next_question(t, t.replay, step, [KINDS["cutoff"]]))
                and one.text.startswith("D1 returns 3 to D")
            ]
            app.screen.go_to(asked.step - 1)
            await pilot.press("i", "enter")
            await pilot.pause()
            assert question(app) == asked.text
            # The tree has room for the labels to come, so some cells may be wider.
            shown.append(re.sub(r"[ ─]+", " ", screen_text(app).replace(convention, "")))
            answers = asked.right
        shown[-1] = re.sub("Stack.*?Predict", "", shown[-1], flags=re.DOTALL)
    assert answers == "no"  # and α under the other convention
    assert shown[0] == shown[1]


async def test_score_survives_quitting_and_names_the_mistakes():
    app = stepper()
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("i", "right", "right", "right")
        await answer(app, pilot, "3 -inf")
    kept = load_score(search_key(trace("lecture")))
    assert (kept.asked, kept.right) == (1, 0)
    app = stepper()
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("i")
        await pilot.pause()
        assert "Your score so far: 0 of 1 right" in question(app)
        await pilot.press("y")
        await pilot.pause()
        assert isinstance(app.screen, ScoreScreen)
        assert "window: 0 of 1" in screen_text(app)
        assert "α and β swapped" in screen_text(app)
        listed = app.screen.query_one(OptionList)
        assert [one.disabled for one in listed.options] == [True, True, False]
        await pilot.press("enter")
        await pilot.pause()
        assert app.screen.step == 3


async def test_answer_that_cannot_be_saved_is_reported_and_saved_with_the_next():
    path = scores_file()
    path.mkdir(parents=True)
    app = stepper()
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("i", "right", "right", "right")
        await answer(app, pilot, "-inf 3")
        assert message(app).startswith("1 answer is not saved yet: ")
        assert "1 of 1 right" in screen_text(app)
        path.rmdir()
        await pilot.press("right", "right")
        await answer(app, pilot, "3")
        assert not message(app)
    assert load_score(search_key(trace("lecture"))).right == 2


async def predicted(app, pilot, *answers):
    """Go through the first questions, with these answers."""
    await pilot.press("i")
    for typed in answers:
        await pilot.press("enter")
        await answer(app, pilot, typed)


async def test_summary_names_the_misconception_shared_by_the_mistakes():
    app = stepper()
    async with app.run_test(size=(80, 30)) as pilot:
        await predicted(app, pilot, "3 inf", "12", "12", "-inf 3")
        await pilot.press("y")
        shown = screen_text(app)
        assert MISCONCEPTIONS["max-min-swapped"].title in shown.replace("\n", " ")
        assert "updated the wrong bound (2)" in shown
        assert "step 5, value of B: “12”, right: 3" in shown
        await pilot.press("down", "down", "enter")
        assert app.screen.step == 5


async def test_score_can_be_reset():
    app = stepper()
    async with app.run_test(size=(80, 24)) as pilot:
        await predicted(app, pilot, "3 inf", "3")
        assert "1 of 2 right" in screen_text(app)
        await pilot.press("y", "n")
        assert "No questions yet." in screen_text(app)
        await pilot.press("escape")
        assert "Predict · no questions yet" in screen_text(app)
    assert load_score(search_key(trace("lecture"))).asked == 0
