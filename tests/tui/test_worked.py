"""A search that is worked on the screen gives nothing away."""

import pytest

from tests.support.cases import over
from tests.support.screens import press, screen_text, settled
from tracer import trace
from tracer.hands.session import HandSession, Level
from tui.app import PlytraceApp
from tui.screens.stepper.hands_screen import HandsScreen

KEYS = "down down enter down down up enter down 3 enter down enter x"


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
            for key in KEYS.split():
                screens.append(screen_text(app))
                await press(app, pilot, key)
            screens.append(screen_text(app))
        shown.append(screens)
    assert shown[0] == shown[1]
