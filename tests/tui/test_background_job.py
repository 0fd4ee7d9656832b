"""Slow and endless custom games, opened from the full screen."""

import threading

import pytest
from textual.widgets import Input

from engine.errors import InvalidInput
from tests.support.screens import press, screen_text, settled, shows, until
from tui.app import PlytraceApp
from tui.background import BackgroundJob
from tui.dialogs.progress import ReadProgressScreen
from tui.dialogs.prompt import PromptScreen
from tui.screens.home.home_screen import HomeScreen
from tui.screens.home.search_form import SearchFormScreen

WAITING = """\
import pathlib, time

class Waiting:
    initial = 1
    def to_move(self, state): return 1
    def actions(self, state): return [1]
    def result(self, state, action):
        while not pathlib.Path("ended").exists():
            time.sleep(0.01)
        return 0
    def is_terminal(self, state): return state == 0
    def utility(self, state, player): return 0
"""


@pytest.fixture
def waiting(tmp_path, monkeypatch):
    """A game whose method returns only once there is a file `ended`."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "waiting.py").write_text(WAITING, encoding="utf-8")
    before = set(threading.enumerate())
    yield "waiting.py:Waiting"
    (tmp_path / "ended").touch()
    for thread in set(threading.enumerate()) - before:
        thread.join(60)


def test_background_job_returns_its_result_or_error():
    def refuse():
        raise InvalidInput("no")

    right, wrong = BackgroundJob(lambda: 3).start(), BackgroundJob(refuse).start()
    assert right.is_done(60)
    assert right.result() == 3
    assert wrong.is_done(60)
    with pytest.raises(InvalidInput, match="no"):
        wrong.result()


def test_endless_background_job_does_not_keep_the_program_alive():
    go_on = threading.Event()
    assert not BackgroundJob(go_on.wait).start().is_done()
    (thread,) = [one for one in threading.enumerate() if one.name == "plytrace-job"]
    assert thread.daemon
    go_on.set()
    thread.join(60)


@pytest.mark.parametrize("key", ["escape", "q", "ctrl+c"])
async def test_endless_game_is_abandoned_with_a_key(waiting, key):
    app = PlytraceApp(HomeScreen())
    async with app.run_test(size=(100, 30)) as pilot:
        app.screen.open_any(waiting)
        await until(app, pilot, shows(app, ReadProgressScreen))
        assert waiting in screen_text(app)
        assert "Esc to cancel" in screen_text(app)
        await pilot.press(key)
        assert isinstance(app.screen, HomeScreen)


async def test_slow_game_opens_once_it_is_read(waiting, tmp_path):
    app = PlytraceApp(HomeScreen())
    async with app.run_test(size=(100, 30)) as pilot:
        app.screen.open_any(waiting)
        await until(app, pilot, shows(app, ReadProgressScreen))
        (tmp_path / "ended").touch()
        await until(app, pilot, shows(app, SearchFormScreen))
        assert "Play" in screen_text(app)


async def test_line_can_be_edited_while_a_slow_game_is_read_and_the_last_text_counts(waiting):
    app = PlytraceApp(HomeScreen())
    async with app.run_test(size=(100, 30)) as pilot:
        await press(app, pilot, "ctrl+o")
        app.screen.query_one(Input).value = waiting
        await until(app, pilot, lambda: "Reading for" in screen_text(app))
        await pilot.press("enter")
        assert isinstance(app.screen, PromptScreen)
        await pilot.press("x")
        await settled(app, pilot)
        assert "✗" in screen_text(app)
        app.screen.query_one(Input).value = "lecture"
        await press(app, pilot, "enter")
        await until(app, pilot, shows(app, SearchFormScreen))
        assert "lecture" in screen_text(app)
