"""Predict mode on the screen."""

from __future__ import annotations

import re

from textual.widgets import Input, OptionList

from tests.support.screens import message, screen_text, stepper, text_of, until
from tracer import trace
from tracer.misconceptions import MISCONCEPTIONS
from tracer.predict import KINDS, next_question, search_key
from tui.saved.scores import load_score, scores_file
from tui.screens.stepper.dialogs.question_kinds import QuestionKindsScreen
from tui.screens.stepper.dialogs.score import ScoreScreen


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
