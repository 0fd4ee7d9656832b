"""MCTS runs and payoff matrices on the full screen."""

from __future__ import annotations

import re

import pytest
from textual.widgets import Input

from tests.support.screens import (
    message,
    press,
    screen_text,
    settled,
    shows,
    until,
)
from tracer.lesson.session import LessonSession
from tracer.worked.sources import open_worked_run
from tui.app import PlytraceApp
from tui.lessons import open_lesson
from tui.screens.lessons.lesson_screen import LessonScreen
from tui.screens.worked_screen import WorkedScreen


def app_on(source="mcts:mp520", step=0):
    return PlytraceApp(WorkedScreen(open_worked_run(source), step))


async def answer(app, pilot, text):
    app.screen.query_one("#answer", Input).value = text
    await press(app, pilot, "enter")


async def test_keys_move_by_step_and_by_part():
    app = app_on()
    async with app.run_test(size=(80, 24)) as pilot:
        await press(app, pilot, "n", "n")
        run, screen = app.screen.worked, app.screen
        assert run.steps[screen.step].part == "Iteration 2 of 10"
        await press(app, pilot, "right", "p")
        assert run.steps[screen.step].part == "Iteration 2 of 10"
        await press(app, pilot, "p")
        assert run.steps[screen.step].part == "Iteration 1 of 10"
        await press(app, pilot, "end", "n")
        assert screen.step == len(run.steps) - 1
        assert message(app) == "This is the last part."
        await press(app, pilot, "home", "left")
        assert message(app) == "This is the first step."
        await press(app, pilot, "g", *"2 1".replace(" ", ""), "enter")
        assert screen.step == 21
        assert "UCB1 = mean + C" in screen_text(app)


async def test_ascii_has_no_other_signs():
    app = PlytraceApp(WorkedScreen(open_worked_run("mcts:mp520"), 21), ascii=True)
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(app, pilot)
        assert screen_text(app).isascii()
        await pilot.resize_terminal(120, 40)
        await settled(app, pilot)
        assert "0.22 + sqrt2 . sqrt(ln 5 / 1)" in screen_text(app)


async def test_long_feedback_scrolls():
    app = app_on("matrix:rock-paper-scissors")
    async with app.run_test(size=(30, 24)) as pilot:
        last = len(app.screen.worked.steps) - 2
        app.screen.go_to(last)
        await press(app, pilot, "i", "right")
        await answer(app, pilot, "1/3")
        room = app.screen.query_one("#question-room")
        assert room.max_scroll_y > 0
        await press(app, pilot, "pagedown")
        assert room.scroll_y == 1
        await press(app, pilot, "pageup")
        assert room.scroll_y == 0


async def test_every_character_opens_the_question_when_predicting():
    app = app_on()
    async with app.run_test(size=(80, 24)) as pilot:
        await press(app, pilot, "i")
        screen, before = app.screen, app.screen.step
        line = screen.query_one("#answer", Input)
        await press(app, pilot, "n", "p", "q", "comma", "3")
        assert line.value == "npq,3"
        assert line.has_focus
        asked = [
            step for step in range(1, len(screen.worked.steps)) if screen.worked.questions(step)
        ]
        assert screen.step == asked[0] - 1 >= before
        assert not screen._marks
        await press(app, pilot, "escape")
        assert not screen._predicts


async def test_click_elsewhere_keeps_the_answer_and_scores_nothing():
    app = app_on()
    async with app.run_test(size=(80, 24)) as pilot:
        await press(app, pilot, "i", "3")
        screen, step = app.screen, app.screen.step
        line = screen.query_one("#answer", Input)
        await pilot.click("#worked-drawing")
        screen.set_focus(None)  # as some terminals do when they lose the focus
        await press(app, pilot, "4")
        assert line.value == "34"
        screen.set_focus(None)
        await press(app, pilot, "enter", "right")
        assert (line.value, screen.step, screen._marks) == ("34", step, {})
        assert line.has_focus


async def test_unreadable_answer_keeps_its_text_and_is_not_scored():
    app = app_on("matrix:rock-paper-scissors")
    async with app.run_test(size=(80, 24)) as pilot:
        app.screen.go_to(len(app.screen.worked.steps) - 2)
        await press(app, pilot, "i", "z", "z", "enter", "enter")
        line = app.screen.query_one("#answer", Input)
        assert line.value == "zz"
        assert "'zz' cannot be read; expected a fraction" in " ".join(screen_text(app).split())
        assert not app.screen._marks
        assert app.screen._questions


@pytest.mark.parametrize("size", [(40, 12), (30, 8), (60, 20), (20, 6)], ids=str)
async def test_small_screens_show_the_sentence(size):
    app = app_on(step=21)
    async with app.run_test(size=size) as pilot:
        await settled(app, pilot)
        assert "Every child of" in screen_text(app)


def lesson_on(name, page):
    session = LessonSession(open_lesson(name), "s")
    for _ in range(page):
        session.skip()
    return PlytraceApp(LessonScreen(session))


@pytest.mark.parametrize(
    ("name", "page", "drawn", "part", "last"),
    [
        ("mcts", 3, "N (4,5)    1    0.135", "Iteration 1 of 10", "After iteration 10"),
        ("matrices", 1, "│     2, 2            │     0, 3         │", "Start", "All equilibria"),
    ],
)
async def test_a_lesson_draws_as_the_screen_does_and_f4_opens_it(name, page, drawn, part, last):
    app = lesson_on(name, page)
    async with app.run_test(size=(120, 40)) as pilot:
        await settled(app, pilot)
        assert drawn in screen_text(app)
        await press(app, pilot, "f4")
        await until(app, pilot, shows(app, WorkedScreen))
        screen = app.screen
        assert screen.worked.steps[screen.step].part == part
        assert message(app) == "Press q to return to the lesson."
        await press(app, pilot, "end")
        assert screen.worked.steps[screen.step].part == last
        await press(app, pilot, "q")
        assert isinstance(app.screen, LessonScreen)


async def test_f4_opens_nothing_while_a_question_about_the_run_is_open():
    app = lesson_on("mcts", 4)
    async with app.run_test(size=(120, 40)) as pilot:
        await settled(app, pilot)
        await press(app, pilot, "f4")
        assert isinstance(app.screen, LessonScreen)
        assert message(app).startswith("Answer the question first")


async def test_lesson_15_says_of_each_method_whether_it_can_prune():
    app = lesson_on("four-methods", 7)
    async with app.run_test(size=(180, 60)) as pilot:
        await settled(app, pilot)
        rows = re.findall(r"^ *(\w.*?\S) {2,}(\S.*?) *(?:│.*)?$", screen_text(app), re.MULTILINE)
        table = dict(rows[[head for head, _ in rows].index("method", 1) :])
        assert table["method"] == "Pruning possible?"
        assert table["minimax"] == "no, not built in"
        assert table["alpha-beta"] == "yes: that is its whole point"
        assert table["depth limit and evaluation"] == "yes, combined with alpha-beta"
        assert table["expectiminimax"].startswith("more difficult: values matter")
