"""Actions of the stepper, key by key."""

from __future__ import annotations

from tests.support.cases import over
from tests.support.screens import message, press, screen_text, stepper, text_of
from tests.tui.test_stepper_parts import name, search_by
from tracer import trace
from tui.app import PlytraceApp
from tui.dialogs.pick_list import PickListScreen
from tui.panes import PANES
from tui.screens.stepper.side_by_side_screen import SideBySideScreen
from tui.screens.stepper.stepper_screen import StepperScreen


@over("beside", [False, True], ms=150)
async def test_reason_for_a_refused_key_is_readable_during_autoplay(beside):
    t = trace("tic-tac-toe@xo.|.x.|...")
    screen = SideBySideScreen(t, t) if beside else StepperScreen(t)
    app = PlytraceApp(screen)
    async with app.run_test(size=(120, 24)) as pilot:
        screen.speed = 8.0
        await press(app, pilot, "space")
        screen._ticking.pause()  # the test ticks
        screen.say("This is refused.")
        for step in range(1, 11):
            screen._tick()
            assert (screen.step, message(app)) == (step, "This is refused.")
        for _ in range(20):
            screen._tick()
        assert message(app) == "Playing at 8 steps a second."
        screen.say("This is refused.")
        screen._tick()
        assert message(app) == "This is refused."  # once more, as long as the first time


async def test_breakpoint_at_another_node_is_listed_counted_and_removed():
    app = stepper()
    async with app.run_test(size=(80, 24)) as pilot:
        assert "b:" not in text_of(app, "#status")
        await press(app, pilot, "g", "d", "enter", "b", "enter", "home", "b", "enter")
        assert message(app) == "Set a breakpoint at A."  # Enter keeps the others
        assert "b:2 · step" in text_of(app, "#status")
        await press(app, pilot, "g", "c", "enter", "b")
        assert "node D" in screen_text(app)
        assert "node A" in screen_text(app)
        await press(app, pilot, *"after d", "enter")
        assert message(app) == "Removed the breakpoint at D."
        assert "b:1 · step" in text_of(app, "#status")
        await press(app, pilot, "home", "r")
        assert message(app) == "There is no later breakpoint."


@over("size", [(80, 24), (120, 40)], ms=150)
async def test_every_pane_can_be_hidden_and_shown_again(size):
    app = stepper("tic-tac-toe@xo.|.x.|..o")
    async with app.run_test(size=size) as pilot:
        for pane in (pane for pane in PANES if pane.is_for(app.screen.trace)):
            widget = app.screen.query_one(f"#{pane.id}")
            shown = widget.display
            await press(app, pilot, pane.key)
            if pane.area == "left" and not shown:  # there is no room below the stack
                assert message(app) == f"There is no room for the {pane.title}."
                assert not widget.display
                continue
            assert widget.display is not shown
            assert pane.title in message(app)
            await press(app, pilot, pane.key)
            assert widget.display is shown


@over("key", ["g", "slash", "c", "question_mark"], ms=150)
async def test_every_screen_survives_any_size(key):
    sizes = [(20, 5), (40, 12), (80, 24), (120, 40)]
    app = stepper("tic-tac-toe@xo.|.x.|..o", step=11)
    async with app.run_test(size=sizes[0]) as pilot:
        for size, another in zip(sizes, [*sizes[1:], sizes[0]], strict=True):
            assert app.size == size
            await press(app, pilot, key)
            assert app.screen is not app.screen_stack[0]
            await pilot.resize_terminal(*another)
            lines = screen_text(app).split("\n")
            assert len(lines) == another[1]
            assert max(map(len, lines)) <= another[0]
            await press(app, pilot, "escape")
            assert isinstance(app.screen, StepperScreen)


async def test_another_search_keeps_the_current_node():
    app = stepper(step=9)
    async with app.run_test(size=(80, 24)) as pilot:
        await press(app, pilot, "c")
        assert isinstance(app.screen, PickListScreen)
        await press(app, pilot, "escape")
        await search_by(app, pilot, "search minimax")
        assert app.screen.trace.search == "minimax"
        assert len(app.screen.trace.log) == 13
        assert name(app) == "C"
        app.screen.go_to(next(at for at in range(26) if app.screen.trace.at(at).event.name == "C2"))
        await search_by(app, pilot, "search alphabeta")
        assert name(app) == "C"
        assert "no longer visited" in message(app)
        await search_by(app, pilot, "cs188")
        assert app.screen.trace.settings.convention.name == "cs188"
        await press(app, pilot, "z", "z", "z")
        assert (app.screen.trace.search, app.screen.step) == ("alphabeta", 9)
        await press(app, pilot, "z")
        assert message(app) == "There is nothing to undo."
        await press(app, pilot, "Z")
        assert app.screen.trace.search == "minimax"
