"""Predict mode on the screen."""

from __future__ import annotations

from textual.widgets import Input

from tests.support.screens import screen_text, stepper, text_of, until
from tracer import trace
from tracer.predict import search_key
from tui.saved.scores import load_score, scores_file
from tui.screens.stepper.dialogs.question_kinds import QuestionKindsScreen


def question(app):
    return text_of(app, "#question")


async def answer(app, pilot, text):
    app.screen.query_one("#answer", Input).value = text
    await pilot.press("enter")
    await pilot.pause()


async def test_step_is_shown_only_after_its_prediction():
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
        assert question(app).startswith("✗ No, not 12. MIN keeps the smallest value.")
        assert "1 of 2 right" in screen_text(app)


async def test_answer_of_another_type_repeats_the_question():
    app = stepper()
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("i", "right", "right", "right")
        await answer(app, pilot, "three")
        assert app.screen.step == 2
        assert "two numbers" in app.screen.query_one("#answer", Input).placeholder
        await answer(app, pilot, "")
        assert app.screen.step == 3
        assert question(app) == "Skipped. The answer is (−∞, 3)."


async def test_escape_ends_the_questions_and_other_moves_drop_one():
    app = stepper()
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        before = screen_text(app)
        await pilot.press("i", "right", "right", "right", "escape")
        await pilot.pause()
        assert not app.screen.is_predicting
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
        assert question(app) == "Press → for a question about the next step."


async def test_unreadable_scores_stay_in_the_file_and_later_ones_are_saved():
    path = scores_file()
    path.parent.mkdir(parents=True)
    path.write_text("{broken", encoding="utf-8")
    app = stepper(step=20)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("i", "right")
        await answer(app, pilot, "3 B")
        assert "1 of 1 right" in screen_text(app)
    assert path.read_text(encoding="utf-8").startswith("{broken\n")
    assert load_score(search_key(trace("lecture"))).right == 1


async def test_unsaved_answer_is_saved_when_the_stepper_closes():
    path = scores_file()
    path.mkdir(parents=True)
    app = stepper()
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("i", "right", "right", "right")
        await answer(app, pilot, "-inf 3")
        path.rmdir()
        await pilot.press("q")
    assert load_score(search_key(trace("lecture"))).right == 1


async def test_enter_continues_to_the_next_question_across_other_steps():
    app = stepper()
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("enter")
        assert app.screen.step == 0
        await pilot.press("i", "enter")
        assert app.screen.step == 2
        assert question(app).startswith("B1 returns 3")
        await answer(app, pilot, "-inf 3")
        await pilot.press("enter")
        assert app.screen.step == 4
        assert question(app).startswith("B2 returns 12")
        app.screen.go_to(21)
        await pilot.press("enter")
        assert question(app).startswith("There are no more questions. Score: 1 of 1 right")


async def test_autoplay_pauses_at_a_question():
    app = stepper()
    app.settings.speed = 60.0
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("i", "space")
        await until(app, pilot, lambda: app.screen._question is not None)
        assert app.screen.step == 2
        assert not app.screen.is_playing
        await answer(app, pilot, "-inf 3")
        assert app.screen.step == 3


async def test_smallest_screen_has_an_answer_line_and_readable_text():
    app = stepper()
    async with app.run_test(size=(20, 5)) as pilot:
        await pilot.press("i", "enter")
        line = app.screen.query_one("#answer", Input)
        assert line.region.bottom == 5
        assert "now?" not in screen_text(app)
        await pilot.press("down", "down")
        assert "now?" in screen_text(app)
        await pilot.press("up", "up")
        assert "now?" not in screen_text(app)
        await pilot.press("down", "down", *"3 inf")
        assert "now?" in screen_text(app)
        assert "3 inf" in screen_text(app).split("\n")[-1]
        await pilot.press("enter")
        assert "✗ No" in screen_text(app)
        assert "0 of 1 right" in screen_text(app)
        assert "β =" not in screen_text(app)
        await pilot.press(*["pagedown"] * 3)
        assert "β =" in screen_text(app)
        await pilot.press(*["pageup"] * 3)
        assert "✗ No" in screen_text(app)


async def test_student_chooses_the_kinds_of_questions_and_the_choice_is_saved():
    app = stepper()
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("i", "I")
        assert isinstance(app.screen, QuestionKindsScreen)
        await pilot.press(*["space", "down"] * 7, "enter")
        assert "Tick at least one kind" in screen_text(app)
        assert "[x]" not in screen_text(app)
        await pilot.press("home", "down", "down", "down", "space", "enter")
        assert question(app).startswith("Questions: cutoff.")
        await pilot.press("enter")
        assert app.screen.step == 10
        assert "Does C return now" in question(app)
        await answer(app, pilot, "a")
        await pilot.press("right")
        assert app.screen.step == 12
        assert "no question about" in question(app)
        await pilot.press("I", "a", "enter")
        assert question(app).startswith("Questions: all.")
        await pilot.press("I", "space", "escape")
        assert len(app.settings.asked_kinds) == 7


async def test_questions_of_a_long_search_are_found_step_by_step(monkeypatch):
    monkeypatch.setattr("tui.screens.stepper.mixins.predicting._AHEAD", 10)
    app = stepper(search="minimax")
    app.settings.asked = ["cutoff"]
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("i", "enter")
        assert app.screen.step == 10
        assert question(app).startswith("There is no question in the next 10 steps.")
        await pilot.press("enter", "enter", "enter")
        assert app.screen.step == 25
        assert question(app).startswith("There are no more questions")
