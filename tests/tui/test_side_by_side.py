"""Two searches side by side on the screen."""

from __future__ import annotations

from array import array

from textual.widgets import Input

from engine.log.visit_log import VisitLog
from tests.support.cases import over
from tests.support.golden import check_golden
from tests.support.screens import message, screen_text, shows, until
from tracer import Trace, trace
from tracer.drawing.canvas.canvas_views import ZoomLevel
from tui.app import PlytraceApp
from tui.dialogs.help import HelpScreen
from tui.screens.stepper.side_by_side_screen import SideBySideScreen
from tui.screens.stepper.stepper_screen import StepperScreen


def compared(left="lecture", *, right=None, step=0, **options):
    return PlytraceApp(SideBySideScreen(trace(left), trace(right or left, **options), step))


async def found(app, pilot):
    """Wait until all differences are known, and shown: then the screen looks no further."""
    await until(app, pilot, lambda: not app.screen._polling._active.is_set())
    assert app.screen._differences.done


@over("size", [(80, 24), (120, 40)], ms=150)
async def test_minimax_and_alpha_beta_are_shown_side_by_side(size):
    app = compared(search="minimax")
    async with app.run_test(size=size) as pilot:
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


async def test_key_of_the_stepper_alone_gives_a_message():
    app = compared(search="minimax")
    async with app.run_test(size=(120, 40)) as pilot:
        await found(app, pilot)
        for key, action in [
            ("e", "Edit"),
            ("z", "Undo"),
            ("shift+right", "Move right"),
        ]:
            await pilot.press(key)
            assert (
                message(app)
                == f"{action} works only in the stepper (run plytrace step without --against)."
            )
        await pilot.press("right")
        assert (app.screen.step, message(app)) == (1, "")


async def test_d_goes_to_the_next_difference():
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


async def test_equal_searches_give_a_message():
    app = compared(search="negamax")
    async with app.run_test(size=(120, 40)) as pilot:
        await found(app, pilot)
        assert "the same, visit by visit" in screen_text(app)


async def test_stepper_opens_it_and_q_returns():
    app = PlytraceApp(StepperScreen(trace("lecture"), 9))
    async with app.run_test(size=(100, 30)) as pilot:
        await pilot.press("v")
        await pilot.pause()
        app.screen.query_one(Input).value = "search minimax"
        await pilot.press("enter")
        await until(app, pilot, shows(app, SideBySideScreen))
        assert app.screen.step == 9
        await pilot.press("q")
        await pilot.pause()
        assert isinstance(app.screen, StepperScreen)


async def test_help_lists_every_key():
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


@over("size", [(20, 5), (40, 12), (60, 18), (200, 60)], ms=150)
async def test_both_trees_are_visible_at_every_size(size):
    app = compared("tic-tac-toe@xo.|.x.|..o", search="minimax")
    async with app.run_test(size=size) as pilot:
        await found(app, pilot)
        await pilot.press("d", "right", "tab")
        await pilot.pause()
        lines = screen_text(app).split("\n")
        assert len(lines) == size[1]
        assert max(map(len, lines)) <= size[0]


async def test_message_says_if_there_is_no_further_difference():
    app = compared(search="minimax")
    async with app.run_test(size=(100, 30)) as pilot:
        await found(app, pilot)
        await pilot.press("end", "d")
        assert message(app) == "There is no later difference."
        await pilot.press("home", "D")
        assert message(app) == "There is no earlier difference."
        await pilot.press("end", "D")
        assert app.screen.step == 19


async def test_other_side_reports_an_unvisited_node_and_can_lead_from_there():
    app = compared(search="minimax")
    async with app.run_test(size=(80, 24)) as pilot:
        await found(app, pilot)
        await pilot.press("tab", "d", "d")
        assert app.screen.trace.at(app.screen.step).event.name == "C2"
        shown = screen_text(app)
        assert "C2 is skipped here: cut at C" in shown
        assert "≠ C2, C3 are visited only in minimax." in shown
        await pilot.press("tab")
        assert app.screen.step == 11
        assert "is skipped here" not in screen_text(app)


@over(
    ("keys", "event"),
    [
        (["right"], ("B", True)),
        (["l", "l", "left"], ("B", True)),
        (["n"], ("C1", False)),
        (["n", "n", "p"], ("C1", False)),
        (["n", "right_square_bracket"], ("D", True)),
        (["n", "u"], ("A", True)),
        (["end"], ("A", False)),
        (["end", "home"], ("A", True)),
        (["g", *"C", "enter"], ("C", True)),
    ],
    ms=150,
)
async def test_the_keys_of_the_stepper_move_both_sides_to_the_same_point(keys, event):
    app = compared(search="minimax")
    async with app.run_test(size=(80, 24)) as pilot:
        for key in keys:
            await pilot.press(key)
        screen = app.screen
        assert isinstance(screen, SideBySideScreen)
        left, right = screen._pair.sides
        now, other = left.at(screen.step).event, right.at(screen.step_of(right)).event
        assert (now.name, now.entering) == (other.name, other.entering) == event


async def test_a_click_on_either_side_goes_to_the_step_that_entered_the_node_there():
    app = compared(search="minimax")
    async with app.run_test(size=(120, 40)) as pilot:
        await found(app, pilot)
        await pilot.press("end")
        lines = screen_text(app).split("\n")
        y = next(number for number, line in enumerate(lines) if "▽ D" in line[60:])
        await pilot.click(offset=(lines[y].index("▽ D", 60), y))
        screen = app.screen
        assert screen.trace.search == "minimax"
        assert screen.trace.at(screen.step).event.name == "D"
        left = screen._pair.sides[0]
        assert left.at(screen.step_of(left)).event.name == "D"


async def test_c_searches_again_on_the_leading_side():
    app = compared(search="minimax")
    async with app.run_test(size=(120, 40)) as pilot:
        await found(app, pilot)
        await pilot.press("d", "tab", "c")
        app.screen.query_one(Input).value = "search pvs"
        await pilot.press("enter")
        await until(app, pilot, shows(app, SideBySideScreen))
        await found(app, pilot)
        screen = app.screen
        assert [trace.search for trace in screen._pair.sides] == ["alphabeta", "pvs"]
        assert screen.trace.search == "pvs"
        assert screen.trace.name(screen.row) == "C"
        assert "lecture: alphabeta vs. pvs" in screen_text(app)
        await pilot.press("home", "d")
        assert screen.step == screen._pair.differences[1].steps[0]


async def test_autoplay_advances_both_sides_and_any_key_stops_it():
    app = compared(search="minimax")
    async with app.run_test(size=(100, 30)) as pilot:
        app.screen.speed = 30.0
        await pilot.press("space")
        await until(app, pilot, lambda: app.screen.step >= 5)
        await pilot.press("home")
        assert not app.screen.is_playing
        assert app.screen.step == 0


async def test_zoom_and_pan_apply_to_both_trees():
    app = compared(search="minimax")
    async with app.run_test(size=(120, 40)) as pilot:
        await pilot.press("minus", "minus")
        assert {canvas._view.level for canvas in app.screen.canvases} == {ZoomLevel.GLYPHS}
        await pilot.press("0")
        assert {canvas._view.level for canvas in app.screen.canvases} == {ZoomLevel.BOXES}
        await pilot.press("plus", "up", "down", "H", "L", "full_stop")
        assert app.screen.step == 0


async def test_pending_difference_is_waited_for():
    whole = trace("tic-tac-toe@x..|...|...", search="minimax")
    columns = dict(whole.log.columns())
    columns["value"] = array("d", columns["value"])
    columns["value"][-1] += 1
    other = Trace("the same", whole.game, "minimax", whole.settings, VisitLog.from_columns(columns))
    screen = SideBySideScreen(whole, other)
    screen._pair.differences[0].first = lambda seconds: None  # as if it took longer
    app = PlytraceApp(screen)
    async with app.run_test(size=(100, 30)) as pilot:
        await pilot.press("d")
        await until(app, pilot, lambda: screen.step)
        assert screen.step == whole.tour.left_at(len(whole.log) - 1)


async def test_ascii_mode_shows_only_ascii():
    traces = trace("lecture"), trace("lecture", search="minimax")
    app = PlytraceApp(SideBySideScreen(*traces), ascii=True)
    async with app.run_test(size=(80, 24)) as pilot:
        await found(app, pilot)
        await pilot.press("d")
        assert screen_text(app).isascii()


@over("theme", ["plytrace-light", "nord"], ms=150)
async def test_every_theme_shows_the_same_text(theme):
    app = compared(search="minimax", step=11)
    async with app.run_test(size=(80, 24)) as pilot:
        await found(app, pilot)
        dark = screen_text(app)
        app.theme = theme
        await pilot.pause()
        assert screen_text(app) == dark
