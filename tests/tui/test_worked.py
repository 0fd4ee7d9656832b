"""MCTS runs and payoff matrices on the full screen."""

from __future__ import annotations

import re

import pytest
from textual.widgets import Input

from tests.support.cases import over
from tests.support.screens import (
    footer,
    message,
    press,
    screen_text,
    settled,
    shows,
    text_of,
    until,
)
from tracer.lesson import LessonSession
from tracer.worked.sources import example_sources, open_worked_run
from tui.app import PlytraceApp
from tui.lessons import open_lesson
from tui.saved.scores import load_score
from tui.screens.home.home_screen import HomeScreen
from tui.screens.lessons.lesson_screen import LessonScreen
from tui.screens.stepper.dialogs.score import ScoreScreen
from tui.screens.worked.worked_screen import WorkedScreen

SIZES = [(80, 24), (120, 40), (200, 60)]


def app_on(source="mcts:mp520", step=0):
    return PlytraceApp(WorkedScreen(open_worked_run(source), step))


async def answer(app, pilot, text):
    app.screen.query_one("#answer", Input).value = text
    await press(app, pilot, "enter")


def flat(text):
    """A text without its line breaks, borders and drawing."""
    return re.sub(r"\W+", "", text)


@over("size", SIZES, ms=150)
@over("source", example_sources())
async def test_every_step_is_shown_whole(source, size):
    app = app_on(source)
    async with app.run_test(size=size) as pilot:
        await settled(app, pilot)
        run = app.screen.worked
        for number, step in enumerate(run.steps):
            assert app.screen.step == number
            assert text_of(app, "#sentence") == step.sentence
            assert f"step {number} of {len(run.steps) - 1}" in screen_text(app)
            sentence = app.screen.query_one("#sentence")
            assert sentence.virtual_size.height <= sentence.size.height
            room = app.screen.query_one("#worked-drawing")
            assert room.virtual_size.width <= room.size.width, screen_text(app)
            assert room.virtual_size.height <= room.size.height, screen_text(app)
            lines = screen_text(app).split("\n")
            for row in app.screen._drawing():
                drawn = "".join(piece.text for piece in row).strip()
                assert any(drawn in line for line in lines)
            await press(app, pilot, "right")
        assert message(app) == "This is the last step."


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


async def test_a_step_is_shown_only_after_its_predictions():
    app = app_on(step=20)
    async with app.run_test(size=(80, 24)) as pilot:
        await press(app, pilot, "i", "right")
        screen = app.screen
        assert screen.step == 20
        assert "1.8011" not in screen_text(app)
        assert "What is its UCB1?" in text_of(app, "#question")
        await answer(app, pilot, "large")
        assert screen.step == 20
        assert not screen._book.score.answers  # what cannot be read does not count
        await answer(app, pilot, "0.53")
        assert text_of(app, "#question").startswith("✗ Not 0.53. Try again. ")
        assert "1.8" not in screen_text(app)
        await answer(app, pilot, "1.80")
        assert text_of(app, "#question").startswith("✓ Right. 0.5325 + √2 · √(ln 5 / 2)")
        assert screen.step == 20
        await press(app, pilot, "right")
        assert text_of(app, "#question").startswith("Which child of (4,4) does iteration 6 select")
        assert "1.80" not in screen_text(app)
        await answer(app, pilot, "S")
        await answer(app, pilot, "N")
        assert screen.step == 21
        assert text_of(app, "#question").startswith("✗ No, not N. It is W (3,4). Its UCB1 is 2.01")
        assert "1 of 2 right (50%), 0 at the first try" in screen_text(app)
        await press(app, pilot, "enter")
        await answer(app, pilot, "")
        assert text_of(app, "#question").startswith("The answer is (3,5). ")
        assert screen.step == 22
        await press(app, pilot, "escape")
        assert not screen.has_class("-predicting")
        await press(app, pilot, "y")
        await until(app, pilot, shows(app, ScoreScreen))
        assert "another selected child" in screen_text(app)
    kept = load_score(app_on().get_default_screen().worked.key)
    assert [one.answer for one in kept.answers] == ["0.53", "1.80", "S", "N", ""]


@over("source", ["mcts:mp520", "matrix:mp520", "matrix:mixed-dominance"], ms=150)
async def test_all_questions_of_a_run_are_answered_from_the_keyboard(source):
    app = app_on(source)
    async with app.run_test(size=(80, 24)) as pilot:
        await press(app, pilot, "i")
        screen, count = app.screen, 0
        total = sum(len(screen.worked.questions(n)) for n in range(len(screen.worked.steps)))
        while True:
            await press(app, pilot, "enter")
            if not screen._questions:
                break
            question = screen._questions[0]
            assert flat(question.text) in flat(text_of(app, "#question"))
            await answer(app, pilot, question.right)
            assert text_of(app, "#question").startswith("✓ Right. ")
            count += 1
        assert count == total > 0
        assert f"Score: {total} of {total} right (100%)" in text_of(app, "#question")


async def test_home_opens_runs_and_matrices():
    app = PlytraceApp(HomeScreen())
    async with app.run_test(size=(120, 40)) as pilot:
        await settled(app, pilot)
        await press(app, pilot, *"prisoners")
        await until(app, pilot, lambda: "2, 2" in screen_text(app))
        await press(app, pilot, "enter")
        await until(app, pilot, shows(app, WorkedScreen))
        assert app.screen.worked.title == "Prisoner's dilemma"
        assert "q quit" in footer(app)
        await press(app, pilot, "q")
        await until(app, pilot, shows(app, HomeScreen))
        assert app.screen._offers[0].title == "matrix:prisoners-dilemma"
        await press(app, pilot, "escape", "ctrl+o", *"mp520", "enter")
        await until(app, pilot, lambda: "both an MCTS run by hand and a payoff" in screen_text(app))


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
