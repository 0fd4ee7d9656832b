"""Terminals that leave a list no room: nothing breaks, and what was chosen stays."""

from __future__ import annotations

import pytest
from textual.command import CommandPalette
from textual.widgets import OptionList

from tests.support.screens import shows, stepper, until
from tui.app import PlytraceApp
from tui.screens.course import CourseScreen
from tui.screens.home import HomeScreen


@pytest.mark.parametrize("screen", [HomeScreen, CourseScreen])
@pytest.mark.parametrize("key", ["pageup", "pagedown", "home", "end", "up", "down", "enter"])
async def test_a_list_that_has_never_had_a_line_takes_every_key(screen, key):
    app = PlytraceApp(screen())
    async with app.run_test(size=(1, 1)) as pilot:
        listed = app.screen.query_one(OptionList)
        listed.can_focus = True
        listed.focus()
        await pilot.press("end", key)
        await pilot.resize_terminal(80, 24)
        await pilot.press("pagedown", "pageup")
        assert app.is_running


@pytest.mark.parametrize("opened", ["command_palette", "change_theme"])
@pytest.mark.parametrize("key", ["pageup", "pagedown", "down", "up"])
async def test_the_palette_takes_every_key_where_it_has_no_room(key, opened):
    app = stepper()
    async with app.run_test(size=(1, 1)) as pilot:
        await app.run_action(opened)
        await until(app, pilot, shows(app, CommandPalette))
        await pilot.press("down", "down", key)
        await pilot.resize_terminal(80, 24)
        await pilot.press("pagedown", "escape")
        assert not isinstance(app.screen, CommandPalette)
