"""The start of the application: what it does without, and what it does once."""

from __future__ import annotations

import subprocess
import sys

from textual.css.stylesheet import Stylesheet

from tui.app import PlytraceApp
from tui.screens.home.home_screen import HomeScreen

#: Packages that other screens need.
OTHERS = (
    "engine.match",
    "engine.search",
    "tracer.marking",
    "tracer.generate",
    "tracer.lesson",
    "tracer.mistakes.engine",
    "tui.panes",
    "tui.screens.lessons",
    "tui.screens.play",
    "tui.screens.stepper",
)


def test_home_is_listed_without_searches_lessons_and_other_screens():
    script = (
        "import sys; from tui.app import PlytraceApp\n"
        "from tui.screens.home.home_screen import HomeScreen, offers\n"
        "app = PlytraceApp(HomeScreen()); offers()\n"
        f"print([name for name in {OTHERS} if name in sys.modules])"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True
    )
    assert done.stdout.splitlines()[-1] == "[]"


async def test_home_parses_the_styles_once_and_lists_its_entries_once(monkeypatch):
    again, listed = [], []
    reparse, fill = Stylesheet.reparse, HomeScreen._list

    def reparse_and_note(styles):
        again.append(styles)
        reparse(styles)

    def fill_and_note(screen, *given):
        listed.append(screen.size)
        fill(screen, *given)

    monkeypatch.setattr(Stylesheet, "reparse", reparse_and_note)
    monkeypatch.setattr(HomeScreen, "_list", fill_and_note)
    app = PlytraceApp(HomeScreen())
    async with app.run_test(size=(80, 24)) as pilot:
        assert not again
        assert listed == [app.screen.size]
        await pilot.resize_terminal(120, 40)
        await pilot.pause()
        assert listed == [(80, 24), (120, 40)]
        app.theme = "plytrace-light"
        await pilot.pause()
        assert again == [app.stylesheet]
        assert app.screen.styles.background.hex.lower() == app.current_theme.background
