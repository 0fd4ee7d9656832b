"""A match on the full screen, by keyboard and mouse."""

from __future__ import annotations

import pytest

from tests.support.screens import press, text_of, until
from tests.tui.test_play import made, play


@pytest.fixture(autouse=True)
def no_pauses(monkeypatch):
    monkeypatch.setattr("tui.screens.play.play_screen._PAUSE", 0.0)


async def test_escape_makes_a_search_play_its_best_move_so_far():
    app = play("reversi:6", second="minimax:depth=12")
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("n", "enter")
        await until(app, pilot, lambda: "visits" in text_of(app, "#search-info"))
        assert "W is thinking" in text_of(app, "#search-info")
        await press(app, pilot, "escape")
        assert len(made(app)) == 2
        assert "topped by hand" in text_of(app, "#search-info")
