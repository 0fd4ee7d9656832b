"""Slow games of one's own, and such as never come to an end, opened from the full screen."""

from __future__ import annotations

import threading

import pytest
from textual.widgets import Input

from engine.errors import InvalidInput
from tests.support.screens import press, screen_text, settled, shows, until
from tui.app import PlytraceApp
from tui.beside import Beside
from tui.screens.ask import AskScreen
from tui.screens.begin import BeginScreen
from tui.screens.home import HomeScreen
from tui.screens.reading import ReadingScreen

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


def test_work_beside_the_screen_gives_what_it_found_or_was_refused_for():
    def refuse():
        raise InvalidInput("no")

    right, wrong = Beside(lambda: 3), Beside(refuse)
    assert right.is_done(60)
    assert right.made() == 3
    assert wrong.is_done(60)
    with pytest.raises(InvalidInput, match="no"):
        wrong.made()


def test_work_that_never_ends_does_not_keep_the_program_alive():
    go_on = threading.Event()
    assert not Beside(go_on.wait).is_done()
    (thread,) = [one for one in threading.enumerate() if one.name == "plytrace-beside"]
    assert thread.daemon
    go_on.set()
    thread.join(60)


@pytest.mark.parametrize("key", ["escape", "q", "ctrl+c"])
async def test_a_game_that_does_not_return_is_given_up_with_a_key(waiting, key):
    app = PlytraceApp(HomeScreen())
    async with app.run_test(size=(100, 30)) as pilot:
        app.screen.open_any(waiting)
        await until(app, pilot, shows(app, ReadingScreen))
        assert waiting in screen_text(app)
        assert "Esc gives up" in screen_text(app)
        await pilot.press(key)
        assert isinstance(app.screen, HomeScreen)


async def test_a_slow_game_is_opened_once_it_has_been_read(waiting, tmp_path):
    app = PlytraceApp(HomeScreen())
    async with app.run_test(size=(100, 30)) as pilot:
        app.screen.open_any(waiting)
        await until(app, pilot, shows(app, ReadingScreen))
        (tmp_path / "ended").touch()
        await until(app, pilot, shows(app, BeginScreen))
        assert "Play" in screen_text(app)


async def test_while_a_slow_game_is_read_the_line_is_typed_on_and_the_last_text_counts(waiting):
    app = PlytraceApp(HomeScreen())
    async with app.run_test(size=(100, 30)) as pilot:
        await press(app, pilot, "ctrl+o")
        app.screen.query_one(Input).value = waiting
        await until(app, pilot, lambda: "reading it for" in screen_text(app))
        await pilot.press("enter")
        assert isinstance(app.screen, AskScreen)
        await pilot.press("x")
        await settled(app, pilot)
        assert "✗" in screen_text(app)
        app.screen.query_one(Input).value = "lecture"
        await press(app, pilot, "enter")
        await until(app, pilot, shows(app, BeginScreen))
        assert "lecture" in screen_text(app)
