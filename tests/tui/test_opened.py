"""A game of one's own that never comes to an end, opened from the full screen."""

from __future__ import annotations

import threading

import pytest

from engine.errors import InvalidInput
from tests.support.screens import until
from tui import opened
from tui.app import PlytraceApp
from tui.opened import open_within
from tui.screens.home import HomeScreen

ENDLESS = """\
import pathlib, time

class Endless:
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
def endless(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(opened, "PATIENCE", 0.1)
    (tmp_path / "endless.py").write_text(ENDLESS, encoding="utf-8")
    before = set(threading.enumerate())
    yield "endless.py:Endless"
    (tmp_path / "ended").touch()
    for thread in set(threading.enumerate()) - before:
        thread.join(60)


def test_a_game_that_does_not_return_is_refused_and_all_else_is_opened(endless):
    with pytest.raises(InvalidInput, match=r"has not answered for 0\.1 s"):
        open_within(endless)
    with pytest.raises(InvalidInput, match="no such file"):
        open_within("nowhere.py:Game")
    assert open_within("lecture").game.name


async def test_the_home_screen_says_so_and_goes_on(endless):
    app = PlytraceApp(HomeScreen())
    async with app.run_test(size=(100, 30)) as pilot:
        app.screen.open_any(endless)
        await until(app, pilot, lambda: list(app._notifications), seconds=10)
        (told,) = app._notifications
        assert "has not answered" in told.message
        await pilot.press("down")
        assert app.is_running
