"""The stepper on searches that take their time."""

import re

from tests.support.cases import over
from tests.support.golden import check_golden
from tests.support.screens import message, press, run_app, screen_text, settled, stepper
from tracer import trace
from tracer.ask.letter_line import set_first_number
from tui.app import PlytraceApp
from tui.panes import PANES
from tui.panes.number_line import LetterBands
from tui.panes.stack import StackPane
from tui.screens.stepper.side_by_side_screen import SideBySideScreen
from tui.screens.stepper.stepper_screen import StepperScreen


@over("size", [(80, 24), (120, 40)], ms=45)
async def test_lecture_tree_can_be_stepped_forwards_and_backwards(size):
    async with run_app(stepper(), size) as (app, pilot):
        forwards = [screen_text(app)]
        for _ in range(21):
            await pilot.press("right")
            forwards.append(screen_text(app))
        backwards = [forwards[-1]]
        for _ in range(21):
            await pilot.press("left")
            backwards.append(screen_text(app))
    assert backwards[::-1] == forwards
    for screen in forwards:
        lines = screen.split("\n")
        assert len(lines) == size[1]
        assert max(map(len, lines)) <= size[0]
        assert "nan" not in screen.lower()
    headed = (f"{f' {step} ':=^{size[0]}}\n{screen}" for step, screen in enumerate(forwards))
    check_golden(f"stepper/lecture-{size[0]}x{size[1]}.txt", "\n".join(headed))


async def test_chain_of_twenty_thousand_nodes_is_shown():
    chain = 1
    for _ in range(20_000):
        chain = [chain]
    async with run_app(stepper(chain, step=20_000)) as (app, pilot):
        await pilot.press("right", "left")
        await pilot.pause()
        shown = screen_text(app)
        assert "⋮ 19,9" in shown
        assert "visit 20,001 of 20,001" in shown


@over("beside", [False, True], ms=45)
async def test_reason_for_a_refused_key_is_readable_during_autoplay(beside):
    t = trace("tic-tac-toe@xo.|.x.|...")
    screen = SideBySideScreen(t, t) if beside else StepperScreen(t)
    async with run_app(PlytraceApp(screen), (120, 24)) as (app, pilot):
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


@over("size", [(80, 24), (120, 40)], ms=45)
async def test_every_pane_can_be_hidden_and_shown_again(size):
    async with run_app(stepper("tic-tac-toe@xo.|.x.|..o"), size) as (app, pilot):
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


async def test_node_that_holds_the_bound_is_on_the_stack():
    searched = trace("connect-four", depth=9, max_visits=4000)
    seen = 0
    async with run_app(PlytraceApp(StepperScreen(searched))) as (app, pilot):
        for cut in list(searched.cutoffs)[::40]:
            step = searched.tour.left_at(cut.row) - 1
            found = re.search(
                r"(?:MAX|MIN) has \S+ at (\S+) \(ply (\d+)\)", searched.at(step).sentence
            )
            if found is None:
                continue
            app.screen.go_to(step)
            await pilot.pause()
            rows = str(app.screen.query_one(StackPane).render()).split("\n")
            assert len(rows) <= app.screen.query_one(StackPane).size.height
            assert any(
                row.split()[1:2] == [found[1]] or row.split()[2:3] == [found[1]] for row in rows
            )
            seen += "more" in "".join(rows)
    assert seen > 3


@over("size", [(80, 24), (120, 40), (200, 60), (62, 20), (40, 12)], ms=45)
async def test_the_band_of_the_number_is_always_shown(size):
    leaves = ",".join(f"[{number},x]" for number in range(12))
    app = PlytraceApp(StepperScreen(trace(set_first_number(f"[{leaves}]", {}))))
    async with app.run_test(size=size) as pilot:
        await settled(app, pilot)
        pane = app.screen.query_one(LetterBands)
        for _ in range(len(pane.data.bands)):
            if pane.display and pane.size.height:
                line, labels = pane.render().plain.split("\n")
                assert line.count("◆") == 1
                assert f" {pane.data.labels[pane.data.band]} " in labels + " "
                assert len(line) <= pane.content_size.width
                assert len(labels) <= pane.content_size.width
            await press(app, pilot, "m")
            pane = app.screen.query_one(LetterBands)
