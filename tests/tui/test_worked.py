"""Runs and searches that are worked on the screen."""

import pytest
from textual.widgets import Input

from tests.support.cases import over
from tests.support.screens import press, run_app, screen_text, settled
from tracer import trace
from tracer.hands.session import HandSession, Level
from tracer.worked.sources import open_worked_run
from tui.app import PlytraceApp
from tui.screens.stepper.hands_screen import HandsScreen
from tui.screens.worked_screen import WorkedScreen


def app_on(source="mcts:mp520", step=0):
    return PlytraceApp(WorkedScreen(open_worked_run(source), step))


async def answer(app, pilot, text):
    app.screen.query_one("#answer", Input).value = text
    await press(app, pilot, "enter")


async def test_long_feedback_scrolls():
    async with run_app(app_on("matrix:rock-paper-scissors"), (30, 24)) as (app, pilot):
        last = len(app.screen.worked.steps) - 2
        app.screen.go_to(last)
        await press(app, pilot, "i", "right")
        await answer(app, pilot, "1/3")
        room = app.screen.query_one("#question-room")
        assert room.max_scroll_y > 0
        await press(app, pilot, "pagedown")
        assert room.scroll_y == 1
        await press(app, pilot, "pageup")
        assert room.scroll_y == 0


KEYS = {
    "↓": "down",
    "↑": "up",
    "⏎": "enter",
    "→": "right",
    "-": "minus",
}


def keys(text):
    return [KEYS.get(letter, letter) for letter in text]


def two_trees():
    """Trees that differ only in leaves that nobody has seen before the cut at C is decided."""
    # As typed: the source itself has the leaves.
    return (
        trace("[[3, 12, 8], [2, 4, 6], [14, 5, 2]]"),
        trace("[[3, 12, 8], [2, 0, 1], [-1000000, 0.25, 99]]"),
    )


@pytest.mark.parametrize("level", Level)
@over(
    "size, ascii",
    [((80, 24), False), ((120, 40), False), ((60, 18), False), ((40, 10), True), ((200, 60), True)],
    ms=45,
)
async def test_nothing_tells_what_nobody_has_seen(level, size, ascii, tmp_path_factory):
    shown = []
    for right in two_trees():
        screens = []
        app = PlytraceApp(HandsScreen(HandSession(right, level)), ascii=ascii)
        async with app.run_test(size=size) as pilot:
            await settled(app, pilot)
            for key in keys("↓↓⏎↓↓↑⏎↓3⏎↓⏎x"):
                screens.append(screen_text(app))
                await press(app, pilot, key)
            screens.append(screen_text(app))
        shown.append(screens)
    assert shown[0] == shown[1]
