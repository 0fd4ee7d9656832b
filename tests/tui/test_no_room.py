"""Terminals without room for a list: nothing crashes, and the selection stays."""

from __future__ import annotations

from textual.command import CommandPalette
from textual.widgets import OptionList

from tests.support.cases import over
from tests.support.screens import shows, stepper, until
from tui.app import PlytraceApp
from tui.screens.home.home_screen import HomeScreen
from tui.screens.lessons.lesson_list_screen import LessonListScreen


@over("screen", [HomeScreen, LessonListScreen], ms=150)
@over("key", ["pageup", "pagedown", "home", "end", "up", "down", "enter"])
async def test_list_without_a_visible_line_accepts_every_key(screen, key):
    app = PlytraceApp(screen())
    async with app.run_test(size=(1, 1)) as pilot:
        listed = app.screen.query_one(OptionList)
        listed.can_focus = True
        listed.focus()
        await pilot.press("end", key)
        await pilot.resize_terminal(80, 24)
        await pilot.press("pagedown", "pageup")
        assert app.is_running


@over("opened", ["command_palette", "change_theme"], ms=150)
@over("key", ["pageup", "pagedown", "down", "up"])
async def test_palette_without_room_accepts_every_key(key, opened):
    app = stepper()
    async with app.run_test(size=(1, 1)) as pilot:
        await app.run_action(opened)
        await until(app, pilot, shows(app, CommandPalette))
        await pilot.press("down", "down", key)
        await pilot.resize_terminal(80, 24)
        await pilot.press("pagedown", "escape")
        assert not isinstance(app.screen, CommandPalette)
