"""Two searches side by side on the screen."""

from __future__ import annotations

import pytest
from textual.widgets import Input

from tests.support.golden import check_golden
from tests.support.screens import screen_text
from tracer import trace
from tui.app import PlytraceApp
from tui.screens.help import HelpScreen
from tui.screens.searching import SearchingScreen
from tui.screens.side_by_side import SideBySideScreen
from tui.screens.stepper import StepperScreen


def compared(left="lecture", *, right=None, step=0, **options):
    return PlytraceApp(SideBySideScreen(trace(left), trace(right or left, **options), step))


async def found(app, pilot):
    """Wait until all differences are known."""
    for _ in range(200):
        await pilot.pause(0.02)
        if all(one.done for one in app.screen._pair.differences[:1]):
            break
    await pilot.pause(0.1)


@pytest.mark.parametrize("size", [(80, 24), (120, 40)], ids=["80x24", "120x40"])
async def test_minimax_against_alpha_beta(size):
    app = compared(search="minimax")
    async with app.run_test(size=size) as pilot:
        await found(app, pilot)
        screens = [screen_text(app)]
        for key in ("d", "right", "tab", "right", "d", "end"):
            await pilot.press(key)
            await pilot.pause(0.1)
            screens.append(screen_text(app))
    for screen in screens:
        lines = screen.split("\n")
        assert len(lines) == size[1]
        assert max(map(len, lines)) <= size[0]
    headed = (f"{f' {at} ':=^{size[0]}}\n{screen}" for at, screen in enumerate(screens))
    check_golden(f"side_by_side/lecture-{size[0]}x{size[1]}.txt", "\n".join(headed))


async def test_differences_are_one_key_away():
    app = compared(search="minimax")
    async with app.run_test(size=(120, 40)) as pilot:
        await found(app, pilot)
        await pilot.press("d")
        assert app.screen.step == 11
        assert "alphabeta cuts off at C after C1; minimax does not." in screen_text(app)
        await pilot.press("d")
        assert app.screen.step == 19
        await pilot.press("D")
        assert app.screen.step == 11


async def test_the_other_side_can_lead():
    app = compared(search="minimax")
    async with app.run_test(size=(120, 40)) as pilot:
        await found(app, pilot)
        assert app.screen.trace.search == "alphabeta"
        await pilot.press("tab")
        assert app.screen.trace.search == "minimax"
        await pilot.press("end")
        assert app.screen.step == 25


async def test_equal_searches_say_so():
    app = compared(search="negamax")
    async with app.run_test(size=(120, 40)) as pilot:
        await found(app, pilot)
        assert "the same, visit by visit" in screen_text(app)


async def test_the_stepper_opens_it_and_q_comes_back():
    app = PlytraceApp(StepperScreen(trace("lecture"), 9))
    async with app.run_test(size=(100, 30)) as pilot:
        await pilot.press("v")
        await pilot.pause()
        app.screen.query_one(Input).value = "search minimax"
        await pilot.press("enter")
        for _ in range(100):
            await pilot.pause(0.02)
            if isinstance(app.screen, SideBySideScreen):
                break
        assert isinstance(app.screen, SideBySideScreen)
        assert not isinstance(app.screen, SearchingScreen)
        assert app.screen.step == 9
        await pilot.press("q")
        await pilot.pause()
        assert isinstance(app.screen, StepperScreen)


async def test_every_key_is_in_the_help():
    app = compared(search="minimax")
    async with app.run_test(size=(100, 100)) as pilot:
        await pilot.press("question_mark")
        await pilot.pause()
        assert isinstance(app.screen, HelpScreen)
        box = "\n".join(line[12:88] for line in screen_text(app).split("\n"))
        shown = " ".join(box.replace("│", " ").split())
        for action in SideBySideScreen.ACTIONS:
            assert action.help in shown
    keys = [key for action in SideBySideScreen.ACTIONS for key in action.keys]
    assert len(keys) == len(set(keys))


@pytest.mark.parametrize("size", [(20, 5), (40, 12), (60, 18), (200, 60)])
async def test_every_size_shows_it(size):
    app = compared("tic-tac-toe@xo.|.x.|..o", search="minimax")
    async with app.run_test(size=size) as pilot:
        await found(app, pilot)
        await pilot.press("d", "right", "tab")
        await pilot.pause()
        lines = screen_text(app).split("\n")
        assert len(lines) == size[1]
        assert max(map(len, lines)) <= size[0]
