"""MCTS runs and payoff matrices on the full screen."""

import re

from textual.widgets import Input

from tests.support.cases import over
from tests.support.screens import message, press, run_app, screen_text, text_of
from tracer.worked.sources import example_sources, open_worked_run
from tui.app import PlytraceApp
from tui.screens.worked_screen import WorkedScreen


def app_on(source):
    return PlytraceApp(WorkedScreen(open_worked_run(source)))


def flat(text):
    """A text without its line breaks, borders and drawing."""
    return re.sub(r"\W+", "", text)


@over("source", ["mcts:mp520", "matrix:mp520", "matrix:mixed-dominance"], ms=45)
async def test_all_questions_of_a_run_are_answered_from_the_keyboard(source):
    async with run_app(app_on(source)) as (app, pilot):
        await press(app, pilot, "i")
        screen, count = app.screen, 0
        total = sum(len(screen.worked.questions(n)) for n in range(len(screen.worked.steps)))
        while True:
            await press(app, pilot, "enter")
            if not screen._questions:
                break
            question = screen._questions[0]
            assert flat(question.text) in flat(text_of(app, "#question"))
            screen.query_one("#answer", Input).value = question.answer
            await press(app, pilot, "enter")
            assert text_of(app, "#question").startswith("✓ Right. ")
            count += 1
        assert count == total > 0
        end = f"There are no more questions: {total} of {total} right at once."
        assert text_of(app, "#question") == end


SIZES = [(80, 24), (120, 40), (200, 60)]


@over("size", SIZES, ms=45)
@over("source", example_sources())
async def test_every_step_is_shown_whole(source, size):
    async with run_app(app_on(source), size) as (app, pilot):
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
