"""A match is never lost, however the full screen is closed or the match replaced."""

from __future__ import annotations

from engine.match.match import Match
from tests.support.screens import press
from tests.tui.test_play_kept import kept
from trees.sources import open_source
from tui.app import PlytraceApp
from tui.saved.kept_matches import resume_command
from tui.screens.home.home_screen import HomeScreen
from tui.screens.play.play_screen import PlayScreen


async def test_ctrl_c_in_the_stepper_or_at_home_saves_the_match():
    app = PlytraceApp(HomeScreen())
    async with app.run_test(size=(80, 24)) as pilot:
        app.push_screen(PlayScreen(Match(open_source("nim:3,5,7").game, None, None)))
        await press(app, pilot, "enter", "question_mark")
        await pilot.press("ctrl+c")
        await pilot.pause()
    assert app.exit_messages == [resume_command(kept()[0])]
