"""The home screen: everything without a command."""

from __future__ import annotations

import pytest
from textual.widgets import Input, OptionList, Static

from engine.games import GAMES
from engine.match.match import Match
from tests.support.screens import screen_text
from tracer import trace
from tracer.matches import save_match
from trees.library import library_names
from trees.sources import open_source
from tui.app import PlytraceApp
from tui.recent import recent
from tui.screens.ask import AskScreen
from tui.screens.home import HomeScreen
from tui.screens.pick import PickScreen
from tui.screens.play import PlayScreen
from tui.screens.searching import SearchingScreen
from tui.screens.stepper import StepperScreen


async def settled(app, pilot):
    await pilot.pause()
    for _ in range(300):
        if not isinstance(app.screen, SearchingScreen) or app.screen.query("#refusal"):
            break
        await pilot.pause(0.02)
    await pilot.pause()


async def find(app, pilot, text):
    app.screen.query_one(Input).value = text
    await pilot.pause()


async def test_every_tree_and_game_is_listed_with_what_it_looks_like():
    app = PlytraceApp(HomeScreen())
    async with app.run_test(size=(120, 40)) as pilot:
        await pilot.pause()
        assert [
            offer.title for offer in app.screen._offers if offer.kind == "tree"
        ] == library_names()
        assert [offer.title for offer in app.screen._offers if offer.kind == "game"] == list(GAMES)
        await find(app, pilot, "lecture")
        shown = screen_text(app)
        assert "Lecture example" in shown
        assert "▽ B" in shown
        await find(app, pilot, "reversi")
        assert "B" in str(app.screen.query_one("#drawn", Static).content)
        await find(app, pilot, "no such thing")
        assert "Nothing here is called" in screen_text(app)


async def test_a_tree_is_stepped_through_and_remembered():
    app = PlytraceApp(HomeScreen())
    async with app.run_test(size=(80, 24)) as pilot:
        await find(app, pilot, "lecture example")
        await pilot.press("enter")
        await pilot.pause()
        assert isinstance(app.screen, PickScreen)
        await pilot.press("enter")
        await settled(app, pilot)
        assert isinstance(app.screen, StepperScreen)
        assert app.screen.trace.source == "lecture"
        await pilot.press("q")
        await pilot.pause()
        assert isinstance(app.screen, HomeScreen)
        app.screen.query_one(Input).value = ""
        await pilot.pause()
        assert app.screen._offers[0].title == "lecture"
    assert recent() == ["lecture"]


async def test_another_search_is_chosen_before():
    app = PlytraceApp(HomeScreen())
    async with app.run_test(size=(80, 24)) as pilot:
        await find(app, pilot, "lecture example")
        await pilot.press("enter")
        await pilot.pause()
        await find(app, pilot, "another search")
        await pilot.press("enter")
        await pilot.pause()
        await find(app, pilot, "search minimax")
        await pilot.press("enter")
        await settled(app, pilot)
        assert app.screen.trace.search == "minimax"


@pytest.mark.parametrize("game", ["tic-tac-toe", "nim", "reversi"])
async def test_a_game_is_played(game):
    app = PlytraceApp(HomeScreen())
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        offer = next(one for one in app.screen._offers if one.title == game)
        app.screen._open(offer)
        await pilot.pause()
        await pilot.press("enter")
        await settled(app, pilot)
        assert isinstance(app.screen, PlayScreen)
        assert app.screen.match.game.name == game
        await pilot.press("q")
        await pilot.pause()
        assert isinstance(app.screen, HomeScreen)


async def test_a_new_tree_is_checked_and_drawn_as_it_is_typed():
    app = PlytraceApp(HomeScreen())
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("ctrl+n")
        await pilot.pause()
        await find(app, pilot, "[[3,4],[2,x]]")
        assert "✗" in screen_text(app)
        await find(app, pilot, "[[3,4],[2,9]]")
        assert "▽ C" in screen_text(app)
        await pilot.press("enter")
        await pilot.pause()
        await pilot.press("enter")
        await settled(app, pilot)
        assert app.screen.trace.value == 3


async def test_files_are_opened(tmp_path):
    trace("lecture").save(tmp_path / "one.trace")
    match = Match(open_source("tic-tac-toe").game)
    match.play_text("5")
    save_match(match, tmp_path / "one.txt")
    (tmp_path / "one.yaml").write_text("tree: [[1, 2], [3, 4]]\n", encoding="utf-8")
    for name, screen in (("one.trace", StepperScreen), ("one.txt", PlayScreen), ("one.yaml", None)):
        app = PlytraceApp(HomeScreen())
        async with app.run_test(size=(80, 24)) as pilot:
            await pilot.press("ctrl+o")
            await pilot.pause()
            assert isinstance(app.screen, AskScreen)
            await find(app, pilot, str(tmp_path / name))
            await pilot.press("enter")
            await pilot.pause()
            if screen is None:
                await pilot.press("enter")
            await settled(app, pilot)
            assert isinstance(app.screen, screen or StepperScreen)


async def test_what_cannot_be_opened_is_told_in_place(tmp_path):
    (tmp_path / "bad.yaml").write_text("tree: [[1, 2], {childern: 3}]\n", encoding="utf-8")
    (tmp_path / "bad.trace").write_bytes(b"PK\x03\x04broken")
    app = PlytraceApp(HomeScreen())
    async with app.run_test(size=(100, 30), notifications=True) as pilot:
        await pilot.press("ctrl+o")
        await pilot.pause()
        await find(app, pilot, str(tmp_path / "bad.yaml"))
        assert "childern" in screen_text(app)
        await find(app, pilot, str(tmp_path / "bad.trace"))
        await pilot.press("enter")
        await pilot.pause(0.2)
        assert isinstance(app.screen, HomeScreen)
        assert "bad.trace" in screen_text(app)


async def test_keys_go_through_the_list_and_out():
    app = PlytraceApp(HomeScreen())
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        first = app.screen.query_one(OptionList).highlighted
        await pilot.press("down", "down", "up")
        assert app.screen.query_one(OptionList).highlighted != first
        await pilot.press("pagedown", "x")
        await pilot.press("escape")
        assert app.screen.query_one(Input).value == ""
        await pilot.press("escape")
        await pilot.pause()
        assert not app.is_running
