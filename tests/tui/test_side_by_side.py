"""Two searches side by side on the screen."""

from array import array

from engine.log.visit_log import VisitLog
from tests.support.cases import over
from tests.support.golden import check_golden
from tests.support.screens import run_app, screen_text, until
from tracer import Trace, trace
from tui.app import PlytraceApp
from tui.screens.stepper.side_by_side_screen import SideBySideScreen


def compared(left="lecture", *, right=None, step=0, **options):
    return PlytraceApp(SideBySideScreen(trace(left), trace(right or left, **options), step))


async def found(app, pilot):
    """Wait until all differences are known, and shown: then the screen looks no further."""
    await until(app, pilot, lambda: not app.screen._polling._active.is_set())
    assert app.screen._differences.done


@over("size", [(80, 24), (120, 40)], ms=45)
async def test_minimax_and_alpha_beta_are_shown_side_by_side(size):
    async with run_app(compared(search="minimax"), size) as (app, pilot):
        await found(app, pilot)
        screens = [screen_text(app)]
        for key in ("d", "right", "tab", "right", "d", "end"):
            await pilot.press(key)
            screens.append(screen_text(app))
    for screen in screens:
        lines = screen.split("\n")
        assert len(lines) == size[1]
        assert max(map(len, lines)) <= size[0]
    headed = (f"{f' {at} ':=^{size[0]}}\n{screen}" for at, screen in enumerate(screens))
    check_golden(f"side_by_side/lecture-{size[0]}x{size[1]}.txt", "\n".join(headed))


async def test_pending_difference_is_waited_for():
    whole = trace("tic-tac-toe@x..|...|...", search="minimax")
    columns = dict(whole.log.columns())
    columns["value"] = array("d", columns["value"])
    columns["value"][-1] += 1
    other = Trace("the same", whole.game, "minimax", whole.settings, VisitLog.from_columns(columns))
    screen = SideBySideScreen(whole, other)
    screen._pair.differences[0].first = lambda seconds: None  # as if it took longer
    async with run_app(PlytraceApp(screen), (100, 30)) as (app, pilot):
        await pilot.press("d")
        await until(app, pilot, lambda: screen.step)
        assert screen.step == whole.tour.left_at(len(whole.log) - 1)
