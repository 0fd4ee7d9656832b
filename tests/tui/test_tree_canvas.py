"""The tree canvas in an application that holds nothing else."""

from textual.app import App
from textual.events import MouseScrollDown
from textual.geometry import Region

from tests.support.cases import over
from tests.support.screens import run_app, screen_text, until
from tracer import trace
from tui.appearance.theme import figure_colours
from tui.widgets.tree_canvas import TreeCanvas


class Small(App[None]):
    CSS_PATH = "../../tui/plytrace.tcss"

    def __init__(self, searched):
        super().__init__()
        self.searched = searched
        self.clicked = []

    def get_theme_variable_defaults(self):
        return figure_colours(dark=True)

    def compose(self):
        canvas = TreeCanvas(id="tree")
        canvas.load(self.searched)
        yield canvas

    def on_tree_canvas_node_clicked(self, event):
        self.clicked.append(event.row)

    @property
    def canvas(self):
        return self.query_one(TreeCanvas)


LECTURE = trace("lecture")
TIC_TAC_TOE = trace("tic-tac-toe@x..|...|...")


def reversed_cells(app):
    """The cells that are drawn reversed, as those of the node in question are."""
    cells = []
    for y in range(app.size.height):
        x = 0
        for text, style, _ in app.canvas.render_line(y):
            if style is not None and style.reverse:
                cells += [(x + i, y) for i in range(len(text))]
            x += len(text)
    return cells


@over("size", [(80, 24), (40, 10), (200, 60), (20, 5)], ms=45)
@over("searched", [LECTURE, TIC_TAC_TOE])
async def test_current_node_is_in_view_at_every_level(searched, size):
    steps = len(searched.replay)
    async with run_app(Small(searched), size) as (app, _):
        for closer in (None, 1, 0, -1, -1, -1):
            if closer is None:
                app.canvas.zoom_to_fit()
            else:
                app.canvas.zoom(closer)
            for step in {0, 1, 5, steps // 3, steps // 2, steps - 2, steps - 1}:
                app.canvas.show(step)
                assert reversed_cells(app), (closer, step)


async def test_zoom_changes_level_by_level_and_returns_to_fit():
    async with run_app(Small(LECTURE)) as (app, _):
        app.canvas.show(11)
        fits = screen_text(app)
        words = [app.canvas.zoom(by) for by in (1, -1, -1, -1, 1)]
        assert words == [
            "boxes with all details",
            "symbols and values",
            "one symbol per node",
            "one symbol per node",
            "symbols and values",
        ]
        app.canvas.zoom_to_fit()
        assert screen_text(app) == fits


async def test_panning_moves_the_view_and_the_next_step_brings_the_node_back():
    async with run_app(Small(TIC_TAC_TOE), (60, 14)) as (app, pilot):
        app.canvas.show(3_000)
        await pilot.pause()
        before, at = screen_text(app), app.canvas.scroll_offset
        app.canvas.pan(-4, 0)
        app.canvas.pan(0, -2)
        await pilot.pause()
        moved = app.canvas.scroll_offset
        assert moved == (max(0, at.x - 4), max(0, at.y - 2)) != at
        assert screen_text(app) != before
        app.canvas.pan(-1_000, -1_000)
        assert app.canvas.scroll_offset == (0, 0)
        app.canvas.centre()
        assert reversed_cells(app)
        app.canvas.pan(1_000, 1_000)
        app.canvas.show(3_001)
        assert reversed_cells(app)


async def test_the_wheel_pans_up_and_down_and_with_shift_sideways():
    async with run_app(Small(trace("worst-order")), (60, 10)) as (app, pilot):
        app.canvas.zoom(1)
        app.canvas.show(3)
        app.canvas.pan(-1_000, -1_000)
        await pilot.pause()
        for _ in range(3):
            await pilot._post_mouse_events([MouseScrollDown], widget=TreeCanvas, button=0)
        await until(app, pilot, lambda: app.canvas.scroll_offset.y > 0)
        down = app.canvas.scroll_offset
        assert down.x == 0
        for _ in range(3):
            await pilot._post_mouse_events(
                [MouseScrollDown], widget=TreeCanvas, button=0, shift=True
            )
        await until(app, pilot, lambda: app.canvas.scroll_offset.x > 0)
        assert app.canvas.scroll_offset.y == down.y


async def test_drag_pans_and_is_not_a_click():
    async with run_app(Small(TIC_TAC_TOE), (60, 12)) as (app, pilot):
        app.canvas.show(3_000)
        await pilot.pause()
        x, y = reversed_cells(app)[0]
        at = app.canvas.scroll_offset
        assert at.y > 1
        await pilot.mouse_down(TreeCanvas, offset=(x, y))
        await pilot.hover(TreeCanvas, offset=(x, y + 2))
        await pilot.mouse_up(TreeCanvas, offset=(x, y + 2))
        await pilot.pause()
        assert app.canvas.scroll_offset == (at.x, at.y - 2)
        assert app.clicked == []
        await pilot.hover(TreeCanvas, offset=(x, y))  # no longer held
        assert app.canvas.scroll_offset == (at.x, at.y - 2)
        await pilot.click(TreeCanvas, offset=(x, y + 2))
        await pilot.pause()
        assert app.clicked == [_in_question(TIC_TAC_TOE, 3_000)]


def _in_question(searched, step):
    row, entering = searched.replay.row_at(step)
    return row if entering else searched.log.parent[row]


@over("levels", [0, 1, 2, 3], ms=45)
@over("searched", [LECTURE, TIC_TAC_TOE])
async def test_click_reports_the_row_of_the_node_under_it(searched, levels):
    async with run_app(Small(searched)) as (app, pilot):
        for _ in range(levels):
            app.canvas.zoom(-1)
        step = len(searched.replay) // 2
        app.canvas.show(step)
        await pilot.pause()
        x, y = reversed_cells(app)[-1]
        await pilot.click(TreeCanvas, offset=(x, y))
        await pilot.pause()
        assert app.clicked == [_in_question(searched, step)]
        await pilot.click(TreeCanvas, offset=(0, 23))  # beside the tree
        await pilot.pause()
        assert len(app.clicked) == 1


async def test_another_trace_replaces_the_first_at_the_same_zoom():
    async with run_app(Small(LECTURE)) as (app, pilot):
        app.canvas.zoom(-1)
        app.canvas.load(trace([[3, 12, 8], [9, 4, 6], [14, 5, 2]]), lambda row: row in (5, 6))
        app.canvas.show(9)
        await pilot.pause()
        shown = screen_text(app)
        assert "*9" in shown
        assert "▼*?" in shown
        assert shown.count("*") == 2
        app.canvas.load(LECTURE)
        app.canvas.show(9)
        await pilot.pause()
        assert "*" not in screen_text(app)


async def test_boards_and_ascii_are_drawn_on_request():
    async with run_app(Small(TIC_TAC_TOE)) as (app, pilot):
        app.canvas.show(300)
        app.canvas.boards = True
        await pilot.pause()
        assert app.canvas.boards
        assert screen_text(app).count("--+---+--") > 2
        app.ascii = True
        app.canvas.notify_style_update()
        await pilot.pause()
        assert screen_text(app).isascii()
        app.canvas.load(LECTURE)
        app.canvas.boards = True
        assert not app.canvas.boards
        await pilot.pause()
        assert screen_text(app).isascii()


async def test_tree_is_redrawn_for_every_size():
    async with run_app(Small(TIC_TAC_TOE)) as (app, pilot):
        app.canvas.show(2_000)
        for size in ((20, 5), (3, 2), (200, 60), (1, 1), (80, 24)):
            await pilot.resize_terminal(*size)
            await pilot.pause()
            assert app.canvas.size == size
            assert reversed_cells(app)
            assert Region(0, 0, *size).contains(*reversed_cells(app)[0])


@over("moves", ["shown again", "a step", "a pan", "a zoom"], ms=45)
async def test_row_is_repainted_only_if_it_changed(moves, monkeypatch, all_changes_are_painted):
    painted = []
    render_line = TreeCanvas.render_line

    def watched(canvas, y):
        painted.append(y)
        return render_line(canvas, y)

    async with run_app(Small(LECTURE)) as (app, pilot):
        app.canvas.show(8)
        await pilot.pause()
        before = [app.canvas.render_line(y).text for y in range(24)]
        styled = [list(app.canvas.render_line(y)) for y in range(24)]
        monkeypatch.setattr(TreeCanvas, "render_line", watched)
        if moves == "shown again":
            app.canvas.show(8)
        elif moves == "a step":
            app.canvas.show(9)
        elif moves == "a zoom":
            app.canvas.zoom(-1)
        else:
            app.canvas.pan(3, 0)
        await pilot.pause()
        monkeypatch.setattr(TreeCanvas, "render_line", render_line)
        after = [list(app.canvas.render_line(y)) for y in range(24)]
        changed = {y for y in range(24) if after[y] != styled[y]}
        assert changed <= set(painted)
        if moves == "shown again":
            assert not painted
        elif moves == "a step":
            assert set(painted) == changed
            assert len(changed) < 12
        on_screen = screen_text(app).split("\n")
        assert [line.rstrip() for line in on_screen] == [
            app.canvas.render_line(y).text.rstrip() for y in range(24)
        ]
        if moves == "a step":
            assert before != [app.canvas.render_line(y).text for y in range(24)]
