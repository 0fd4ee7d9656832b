"""Predict mode on the screen."""

from __future__ import annotations

from textual.widgets import Input, OptionList

from tests.support.screens import screen_text, stepper, text_of
from tui.places import state_folder
from tui.scores import kept_score
from tui.screens.score import ScoreScreen


def question(app):
    return text_of(app, "#question")


async def answer(app, pilot, text):
    app.screen.query_one("#answer", Input).value = text
    await pilot.press("enter")
    await pilot.pause()


async def test_a_step_is_shown_only_once_it_has_been_predicted():
    app = stepper()
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("i", "right", "right", "right")
        screen = app.screen
        assert screen.step == 2
        assert question(app) == "B1 returns 3 to B, a MIN node. What is the window of B now?"
        await answer(app, pilot, "-inf 3")
        assert screen.step == 3
        assert question(app).startswith("✓ Right. The window of B is (−∞, 3)")
        assert "Predict · 1 of 1 right (100%)" in screen_text(app)
        await pilot.press("right", "right")
        await answer(app, pilot, "12")
        assert screen.step == 5
        assert question(app).startswith("✗ No. MIN keeps the smallest value.")
        assert "1 of 2 right" in screen_text(app)


async def test_an_answer_of_another_kind_is_asked_for_again():
    app = stepper()
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("i", "right", "right", "right")
        await answer(app, pilot, "three")
        assert app.screen.step == 2
        assert "two numbers" in app.screen.query_one("#answer", Input).placeholder
        await answer(app, pilot, "")
        assert app.screen.step == 3
        assert question(app) == "Passed. It is (−∞, 3)."


async def test_escape_ends_the_questions_and_other_moves_forget_one():
    app = stepper()
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        before = screen_text(app)
        await pilot.press("i", "right", "right", "right", "escape")
        await pilot.pause()
        assert not app.screen.predicts
        await pilot.press("right")
        assert app.screen.step == 3
        await pilot.press("home")
        await pilot.pause()
        assert screen_text(app) == before
        await pilot.press("i", "right", "right")
        app.screen.go_to(10)
        await pilot.press("right")
        assert "Does C return now" in question(app)
        app.screen.go_to(0)
        assert question(app) == "→ asks about the next step."


async def test_the_score_outlasts_quitting_and_says_what_went_wrong():
    app = stepper()
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("i", "right", "right", "right")
        await answer(app, pilot, "3 -inf")
    kept = kept_score("lecture · alphabeta · aima")
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
        assert app.screen.query_one(OptionList).option_count == 1
        await pilot.press("enter")
        await pilot.pause()
        assert app.screen.step == 3


async def test_kept_scores_that_cannot_be_read_are_kept_aside():
    path = state_folder() / "predictions.json"
    path.parent.mkdir(parents=True)
    path.write_text("{broken", encoding="utf-8")
    app = stepper(step=20)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("i", "right")
        await answer(app, pilot, "3 B")
        assert "could not be read" in screen_text(app)
    assert path.with_suffix(".json.kept").read_text(encoding="utf-8") == "{broken"
    assert kept_score("lecture · alphabeta · aima").right == 1
