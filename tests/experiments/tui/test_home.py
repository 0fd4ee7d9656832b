"""The home screen."""

from __future__ import annotations

from tests.support.screens import press, screen_text
from tests.tui.test_home import find
from tui.app import PlytraceApp
from tui.screens.home.home_screen import HomeScreen


async def test_new_tree_is_checked_and_drawn_while_typing():
    app = PlytraceApp(HomeScreen())
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("ctrl+n")
        await pilot.pause()
        await find(app, pilot, "[[3,4],[2,xy]]")
        assert "✗" in screen_text(app)
        await find(app, pilot, "[[3,4],[2,9]]")
        assert "▽ C" in screen_text(app)
        await press(app, pilot, "enter", "enter")
        assert app.screen.trace.value == 3
