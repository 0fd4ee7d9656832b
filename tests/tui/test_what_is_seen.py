"""Details of the screens: boards, names, the map's legend."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from tests.support.cases import over
from tests.support.screens import message, press, screen_text, stepper
from tracer import trace
from tracer.drawing.canvas.canvas_model import CanvasModel
from tracer.drawing.canvas.canvas_views import ZoomLevel, map_legend
from tracer.drawing.terminal.labels import glyphs
from tracer.drawing.terminal.tree_chart import Viewport
from tracer.text.printable_text import cell_width
from tui.app import PlytraceApp
from tui.panes.search_map import SearchMap
from tui.saved.recent import remember_source
from tui.screens.home.home_screen import HomeScreen
from tui.screens.stepper.stepper_screen import StepperScreen
from tui.widgets.option_list import shorten_middle


@over(
    ("source", "keys", "words"),
    [
        ("lecture", "o", "Only games have boards; this is a hand tree."),
        ("[[1,2],[3,4]]", "o", "Only games have boards; this is a hand tree."),
        ("connect-four", "o", "This game's boards are too large to draw in nodes."),
        ("tic-tac-toe@xox|xxo|o..", "o", "The nodes show boards."),
        ("tic-tac-toe@xox|xxo|o..", "oo", "The nodes show moves."),
        (
            "tic-tac-toe@xox|xxo|o..",
            "---o",
            "The nodes show boards. Press + to zoom in and see them.",
        ),
    ],
    ms=150,
)
async def test_o_toggles_boards_with_an_accurate_message(source, keys, words):
    app = PlytraceApp(StepperScreen(trace(source, depth=2)))
    async with app.run_test(size=(120, 40)) as pilot:
        names = {"-": "minus"}
        await press(app, pilot, *(names.get(key, key) for key in keys))
        assert message(app) == words


# Names ----------------------------------------------------------------------------------------


@given(
    st.text(st.characters(codec="utf-8", exclude_categories=["C"]), max_size=60), st.integers(0, 40)
)
def test_shortened_name_keeps_its_start_and_end(text, width):
    short = shorten_middle(text, width)
    assert cell_width(short) <= width
    if cell_width(text) <= width:
        assert short == text
    elif width:
        start, end = short.split("…", 1) if text.count("…") == 0 else ("", "")
        assert text.startswith(start)
        assert text.endswith(end)
        if text.isascii():
            assert len(short) == width
            assert len(start) <= len(end) + 2


@over("size", [(80, 24), (120, 40), (60, 20)], ms=150)
async def test_recent_files_are_distinguished_by_the_ends_of_their_names(size, tmp_path):
    folder = tmp_path / "a folder with quite a long name" / "matches"
    folder.mkdir(parents=True)
    for number in range(1, 4):
        path = folder / f"a-match-of-tic-tac-toe-2026-11-22-10111{number}.yaml"
        path.write_text("tree: [1, 2]", encoding="utf-8")
        remember_source(str(path))
    app = PlytraceApp(HomeScreen())
    async with app.run_test(size=size):
        shown = screen_text(app)
    assert " Recent" in shown
    assert "Lately" not in shown
    for number in range(1, 4):
        assert f"10111{number}.yaml" in shown
    assert sum("matches" in line for line in shown.splitlines()) >= 3


# The map --------------------------------------------------------------------------------------


def shows_map(app):
    """Whether the pane of the map is on the screen."""
    return bool(app.screen.query_one(SearchMap).region)


@over("size", [(80, 24), (120, 40)], ms=150)
@over("source", ["lecture", "tic-tac-toe@xo.|...|...", "reversi:4"])
async def test_map_level_has_a_legend_at_every_step_and_other_levels_none(source, size):
    app = stepper(source)
    async with app.run_test(size=size) as pilot:
        legend = "▓ open   ░ returned   · not visited yet   ╳ cutoff"
        assert screen_text(app).count(legend) == shows_map(app)
        await press(app, pilot, "minus", "minus", "minus")
        for key in ("l", "n", "end", "home", "down", "down"):
            await press(app, pilot, key)
            assert screen_text(app).count(legend) == 1
            assert not shows_map(app)
        await press(app, pilot, "plus")
        assert screen_text(app).count(legend) == shows_map(app)


@over("ascii_only", [False, True], ms=150)
def test_legend_has_the_symbols_of_the_map(ascii_only):
    searched = trace("lecture")
    model = CanvasModel(searched)
    model.level, model.ascii = ZoomLevel.DENSITY, ascii_only
    seen = set()
    for step in range(len(searched.replay)):
        view = model.at(step, 80, 12)
        rows = view.rows(Viewport(0, 0, 80, view.height))
        seen |= {letter for row in rows for run in row for letter in run.text}
    signs = glyphs(ascii_only)
    explained = {run.text for run in map_legend(80, ascii=ascii_only)}
    for sign in {*signs.bars, signs.cut}:
        assert sign in seen
        assert sign in explained


@given(st.integers(1, 130), st.booleans())
def test_legend_fits_and_is_truncated_between_entries(width, ascii_only):
    text = "".join(run.text for run in map_legend(width, ascii=ascii_only))
    assert cell_width(text) <= width
    whole = "".join(run.text for run in map_legend(1000, ascii=ascii_only))
    assert whole.startswith(text)
    assert whole[len(text) :][:3] in ("", "   ") or not text
    assert not ascii_only or text.isascii()


def test_canvas_of_few_rows_shows_only_the_map():
    model = CanvasModel(trace("lecture"))
    model.level = ZoomLevel.DENSITY
    assert not model.at(3, 80, 3).legend
    assert model.at(3, 80, 4).legend


async def test_click_on_the_legend_does_nothing():
    app = stepper("tic-tac-toe@xo.|...|...")
    async with app.run_test(size=(80, 24)) as pilot:
        await press(app, pilot, "minus", "minus", "minus", "l", "l")
        step = app.screen.snapshot.step
        canvas = app.screen.query_one("#tree")
        for _ in range(canvas.max_scroll_y):
            canvas.pan(0, 1)
        await pilot.click("#tree", offset=(3, canvas.size.height - 1))
        assert app.screen.snapshot.step == step
