"""Two searches side by side on the screen."""

from __future__ import annotations

from textual.widgets import Input

from tests.support.screens import shows, until
from tests.tui.test_side_by_side import found
from tracer import trace
from tui.app import PlytraceApp
from tui.screens.stepper.side_by_side_screen import SideBySideScreen
from tui.screens.stepper.stepper_screen import StepperScreen


async def test_stepper_is_at_the_compared_node_after_q():
    app = PlytraceApp(StepperScreen(trace("lecture"), 0))
    async with app.run_test(size=(100, 30)) as pilot:
        await pilot.press("v")
        await pilot.pause()
        app.screen.query_one(Input).value = "search minimax"
        await pilot.press("enter")
        await until(app, pilot, shows(app, SideBySideScreen))
        await found(app, pilot)
        await pilot.press("d", "q")
        await pilot.pause()
        assert isinstance(app.screen, StepperScreen)
        assert app.screen.step == 11
