"""The stepper: what the sessions cannot say."""

import re
from itertools import product
from threading import Event

import pytest

from tests.support.cases import over
from tests.support.screens import press, run_app, screen_text, settled, stepper, until
from tests.support.tables import table
from tracer import trace
from tracer.compare.side_by_side import SideBySide, describe_open_node
from tracer.text.numbers import show_number
from tui.app import PlytraceApp
from tui.background import BackgroundJob
from tui.panes.board import BoardPane
from tui.panes.number_line import NumberLinePane
from tui.panes.stack import PseudocodePane, StackPane, _choose_frames, _height
from tui.screens.stepper.changing import other_searches
from tui.screens.stepper.stepper_screen import StepperScreen
from tui.widgets.tree_canvas import TreeCanvas


@over("source, search, texts", table(__file__, "narrated"), ms=45)
async def test_every_search_is_narrated_in_its_own_words(source, search, texts):
    unseen = set(texts)
    async with run_app(stepper(source, search=search), (110, 60)) as (app, pilot):
        for step in range(len(app.screen.trace.replay)):
            app.screen.go_to(step)
            await pilot.pause()
            shown = " ".join(screen_text(app).split())
            assert "nan" not in shown.lower()
            unseen -= {text for text in unseen if text in shown}
            if not unseen:
                break
    assert not unseen


# Moving --------------------------------------------------------------------------------------


async def test_line_mode_shows_every_line_with_events_in_order():
    async with run_app(stepper()) as (app, pilot):
        await press(app, pilot, "s")
        screen = app.screen
        steps, lines = [], []
        while screen.step < 4:
            steps.append(screen.step)
            lines.append(screen.query_one(PseudocodePane).line)
            await press(app, pilot, "right")
        wanted = []
        for step in range(4):
            screen.go_to(step)
            wanted += [(step, line) for line in screen.lines]
        assert list(zip(steps, lines, strict=True)) == wanted
        screen.go_to(4)
        await press(app, pilot, "left")
        assert (screen.step, screen.query_one(PseudocodePane).line) == wanted[-1]
        await press(app, pilot, "s", "left")
        assert screen.query_one(PseudocodePane).line == screen.snapshot.line


# The rest ------------------------------------------------------------------------------------


@over("key", ["1", "2", "3", "5", "6"], ms=45)
async def test_current_node_stays_in_view_when_a_pane_opens_or_closes(key):
    async with run_app(stepper("tic-tac-toe", 500, max_visits=30_000)) as (app, pilot):
        for pressed in ("left_square_bracket", key, key, key):
            await pilot.press(pressed)
            canvas = app.screen.query_one(TreeCanvas)
            focus = canvas._view.focus
            top = focus.y + canvas._margin.y - canvas.scroll_offset.y
            assert 0 <= top <= canvas.size.height - focus.height, pressed


@pytest.fixture(scope="module")
def connect_four():
    return trace("connect-four", depth=5)


class Frames(list):
    """A stack of frames, whose rows are their indices."""

    @property
    def rows(self):
        return self


def test_stack_shows_as_many_frames_as_fit_and_the_innermost_first():
    for count, rows, named in product(range(1, 9), range(1, 9), (-1, 0, 2, 5)):
        shown = _choose_frames(Frames(range(count)), rows, named)
        assert count - 1 in shown
        assert _height(shown) <= rows
        if count <= rows:
            assert shown == [*range(count)]
        # The next frame outwards has no room, with the gap that it would close or make.
        inner = next(place for place in range(count - 1, -2, -1) if place not in shown)
        assert inner < 0 or _height({*shown, inner}) > rows


async def test_stack_counts_the_frames_in_its_gaps_alone():
    async with run_app(stepper("tic-tac-toe", step=8)) as (app, _):
        text = str(app.screen.query_one(StackPane).render())
        frames = len(app.screen.trace.at(8).stack)
        gaps = [int(gap) for gap in re.findall(r"⋮ ([0-9]+) more", text)]
        assert 0 not in gaps
        assert text.count("\n") - len(gaps) + sum(gaps) == frames


async def test_stack_shortens_numbers_without_changing_them(connect_four):
    cuts = [connect_four.tour.left_at(cut.row) - 1 for cut in connect_four.cutoffs][::60]
    async with run_app(PlytraceApp(StepperScreen(connect_four))) as (app, pilot):
        for step in cuts:
            app.screen.go_to(step)
            await pilot.pause()
            pane = app.screen.query_one(StackPane)
            *_, line = [str(pane.render()).split("\n")][0]
            frame = connect_four.at(step).stack[-1]
            words = line.split()
            for number in (frame.v, frame.alpha, frame.beta):
                whole = show_number(number)
                assert any(one == whole or ("…" in one or "e" in one) for one in words), line
            assert len(line) <= pane.size.width


def test_nodes_with_the_same_name_in_a_sentence_show_their_plies(connect_four):
    tangled = 0
    for cut in connect_four.cutoffs:
        named = re.search(
            r"^(\S+)(?: \(ply \d+\))? is .* at (\S+)(?: \(ply \d+\))? "
            r"through (\S+?)(?: \(ply \d+\))?, so (\S+)(?P<ply> \(ply \d+\))? can",
            cut.because,
        )
        if named and named[1] in (named[2], named[3]):
            tangled += 1
            assert named["ply"], cut.because
    assert tangled


@over("width", [20, 40, 60], ms=45)
async def test_narrow_number_line_still_shows_both_bounds(width):
    app = PlytraceApp(StepperScreen(trace("lecture"), 11))
    async with app.run_test(size=(width, 20)) as pilot:
        pane = app.screen.query_one(NumberLinePane).add_class("-shown")
        await pilot.pause()
        text = str(pane.render())
    assert "α 3" in text
    assert "β 2" in text


@over(("one", "other"), [("alphabeta", "minimax"), ("pvs", "minimax"), ("deepening", "alphabeta")])
def test_number_of_differences_is_the_same_whichever_side_leads(one, other):
    pair = SideBySide(
        trace("tic-tac-toe@xo.|.xo|...", one), trace("tic-tac-toe@xo.|.xo|...", other)
    )
    for differences in pair.differences:
        assert not differences.advance(60)
    lasts = [len(side.tour) - 1 for side in pair.sides]
    assert pair.count > 0
    assert pair.count_at(0, lasts[0]) == pair.count_at(1, lasts[1]) == pair.count
    for side in (0, 1):
        steps = range(0, lasts[side], 3)
        places = [pair.count_at(side, step) for step in steps]
        assert places[0] <= places[-1] <= pair.count
        for step in steps:
            there = pair.matching_step(side, step)
            assert there.note or pair.count_at(1 - side, there.step) == pair.count_at(side, step)


def test_node_summary_keeps_to_its_width(connect_four):
    for step in range(0, len(connect_four.tour), 501):
        now = connect_four.at(step)
        assert len(describe_open_node(connect_four, now, 38)) <= 38


def test_a_tree_with_numbers_is_not_offered_max_n():
    assert "search maxn" not in [one.title for one in other_searches(trace("lecture"))]


@over("height", range(20, 26))
async def test_what_is_said_of_a_board_is_below_it_with_a_blank_row_if_there_is_room(height):
    app = PlytraceApp(StepperScreen(trace("tic-tac-toe@xo.|.x.|..o"), 1))
    async with app.run_test(size=(80, height)) as pilot:
        await settled(app, pilot)
        pane = app.screen.query_one(BoardPane)
        (board,) = (one for one in pane.query("#cells, #lines") if one.size.height)
        below = pane.query_one("#about")
        assert below.region.bottom <= pane.content_region.bottom
        assert below.content_region.y - board.region.bottom == (
            pane.size.height - board.size.height > 2
        )


async def test_what_a_thread_finds_is_not_shown_on_a_closed_screen():
    shown, go_on = [], Event()
    async with run_app(stepper("lecture", step=3)) as (app, pilot):
        screen = app.screen
        screen.run_job("open", BackgroundJob(lambda: "open"), shown.append)
        await until(app, pilot, lambda: shown)
        screen.run_job("closed", BackgroundJob(lambda: go_on.wait(60)), shown.append)
        await screen.remove()
        go_on.set()
        await pilot.pause(0.1)
    assert shown == ["open"]
