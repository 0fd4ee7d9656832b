"""The bands of a letter in the stepper."""

from __future__ import annotations

from textual.widgets import Input

from tests.support.screens import press, screen_text, settled
from tracer import trace
from tracer.ask.letter_line import set_first_number
from tui.app import PlytraceApp
from tui.screens.stepper.stepper_screen import StepperScreen

LECTURE = "[[3,12,8],[x,4,6],[14,5,2]]"


def stepper(text=LECTURE, step=0):
    return PlytraceApp(StepperScreen(trace(set_first_number(text, {})), step))


async def test_a_typed_number_is_the_letters():
    app = stepper()
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(app, pilot)
        app.screen.go_to(app.screen.trace.replay.entered_at(6))
        await press(app, pilot, "e")
        app.screen.query_one(Input).value = "7/2"
        await press(app, pilot, "enter")
        assert "x (C1) = 3.5" in screen_text(app)


async def test_the_place_is_kept_while_the_searches_agree():
    app = stepper(step=8)
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(app, pilot)
        await press(app, pilot, "m")
        assert app.screen.step == 8


async def test_it_is_hidden_by_its_key():
    app = stepper()
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(app, pilot)
        await press(app, pilot, "9")
        assert "x ≤ 3" not in screen_text(app)
        await press(app, pilot, "9")
        assert "x ≤ 3" in screen_text(app)


async def test_other_searches_have_none():
    app = PlytraceApp(StepperScreen(trace("lecture")))
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(app, pilot)
        await press(app, pilot, "m")
        assert "No leaf of this search has a letter" in screen_text(app)
