"""A new pane appears on the stepper, under its key, in the help and the settings."""

import subprocess
import sys
import textwrap

#: All that the new pane is.
NEW_PANE = """
from textual.widgets import Static
from tui import panes
from tui.panes.pane import Pane

panes.PANES = (
    *panes.PANES,
    Pane(
        "depth",
        "depth gauge",
        "D",
        "below",
        Static,
        show=lambda pane, view: pane.update(f"so deep: {len(view.snapshot.stack)}"),
        is_for=lambda trace: trace.has_window,
    ),
)
"""

#: What is done with it, in a separate process: the stepper binds its keys as it is imported.
USED = """
import asyncio
from tests.support.screens import at_rest, message, run_app, screen_text, stepper
from tui.saved.settings import load_settings
from tui.screens.settings_screen import SettingsScreen

async def use(search):
    async with run_app(stepper("lecture", 2, search=search), (100, 60)) as (app, pilot):
        await at_rest()
        gauge = app.screen.query_one("#depth")
        if search == "minimax":
            await pilot.press("D")
            assert message(app) == "This search has nothing to show in that pane.", message(app)
            return
        assert "so deep: 3" in screen_text(app), screen_text(app)
        await pilot.press("right")
        assert "so deep: 2" in screen_text(app), screen_text(app)
        await pilot.press("D")
        await at_rest()
        assert not gauge.display
        assert message(app) == "Hidden: depth gauge.", message(app)
        assert load_settings().hidden == ["depth"], load_settings()
        await pilot.press("question_mark")
        assert any(action.help == "Show or hide the depth gauge." for action in app.screen._actions)
        await pilot.press("escape")
        app.push_screen(SettingsScreen())
        await at_rest()
        shown = screen_text(app)
        assert "Depth gauge pane" in shown, shown
        assert shown.count("hidden") == 1, shown

asyncio.run(use("alphabeta"))
asyncio.run(use("minimax"))
"""


def test_new_pane_is_one_record(tmp_path, monkeypatch):
    monkeypatch.setenv("PLYTRACE_CONFIG_DIR", str(tmp_path))
    script = textwrap.dedent(NEW_PANE + USED)
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
