"""The home screen."""

from engine.match.match import Match
from tests.support.screens import press, run_app
from tests.tui.test_home import find
from tracer import trace
from trees.sources import open_source
from tui.app import PlytraceApp
from tui.dialogs.prompt import PromptScreen
from tui.saved.match_files import save_match
from tui.saved.recent import recent_sources
from tui.screens.home.home_screen import HomeScreen
from tui.screens.play.play_screen import PlayScreen
from tui.screens.stepper.stepper_screen import StepperScreen


async def test_files_are_opened(tmp_path):
    trace("lecture").save(tmp_path / "one.trace")
    match = Match(open_source("tic-tac-toe").game)
    match.play_text("5")
    save_match(match, tmp_path / "one.txt")
    (tmp_path / "one.yaml").write_text("tree: [[1, 2], [3, 4]]\n", encoding="utf-8")
    async with run_app(PlytraceApp(HomeScreen())) as (app, pilot):
        for name, keys, screen in (
            ("one.trace", ["enter"], StepperScreen),
            ("one.txt", ["enter"], PlayScreen),
            ("one.yaml", ["enter", "enter"], StepperScreen),
        ):
            await pilot.press("ctrl+o")
            assert isinstance(app.screen, PromptScreen)
            await find(app, pilot, str(tmp_path / name))
            await press(app, pilot, *keys)
            assert isinstance(app.screen, screen)
            assert recent_sources()[0] == str(tmp_path / name)
            await press(app, pilot, "q")
            assert isinstance(app.screen, HomeScreen)
