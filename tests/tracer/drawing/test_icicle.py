"""The icicle, compared with a naive drawing of every cell."""

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.log.visit_log import COLUMNS
from tests.support.cases import examples
from tests.support.counting import Counting
from tests.support.strategies import trees
from tracer import trace
from tracer.drawing.canvas.canvas_model import CanvasModel
from tracer.drawing.canvas.canvas_views import ZoomLevel, icicle
from tracer.drawing.terminal.tree_chart import Viewport


def ancestors(log, row, root):
    """The rows from a root down to a row."""
    above = [row]
    while above[-1] != root:
        above.append(log.parent[above[-1]])
    return above[::-1]


@examples(25)
@given(
    trees(plies=6),
    st.sampled_from(["alphabeta", "minimax", "pvs"]),
    st.integers(1, 90),
    st.data(),
)
def test_cell_is_the_node_at_its_depth_that_covers_its_visit(nested, search, width, data):
    log = trace(nested, search).log
    root = data.draw(st.integers(0, len(log) - 1))
    size = log.size[root]
    through = data.draw(st.one_of(st.none(), st.integers(root, root + size - 1)))
    drawn = icicle(log, root, width, through=through)
    visits = [0] * width
    for span in itertools.chain(*drawn):
        visits[span.start : span.stop] = [span.row] * (span.stop - span.start)
    for column, visit in enumerate(visits):
        first = root + column * size // width
        behind = max(first + 1, root + (column + 1) * size // width)
        assert visit == first or (visit == through and first <= visit < behind)
    assert through is None or through in visits
    ways = [ancestors(log, visit, root) for visit in visits]
    assert len(drawn) == max(map(len, ways))
    for depth, spans in enumerate(drawn):
        cells = [None] * width
        for span in spans:
            assert span.start < span.stop
            assert cells[span.start : span.stop] == [None] * (span.stop - span.start)
            cells[span.start : span.stop] = [span.row] * (span.stop - span.start)
        assert cells == [way[depth] if depth < len(way) else None for way in ways]
        assert [span.row for span in spans] == sorted({span.row for span in spans})


@pytest.mark.parametrize("level", [None, *ZoomLevel])
def test_drawing_cost_depends_on_the_view_and_not_on_the_log(level):
    game = trace("tic-tac-toe@x..|...|...", "minimax")
    assert len(game.log) == 59_705
    for name, _ in COLUMNS:
        setattr(game.log, name, Counting(getattr(game.log, name)))
    for at in (0.0, 0.31, 0.999):
        model = CanvasModel(game)
        model.level = level
        Counting.looks = 0
        view = model.at(int(at * len(game.replay)), 100, 30)
        view.rows(Viewport(0, 0, 100, 30))
        # Columns times depths times looks at a cell; of a page, what is guessed from the visits.
        assert Counting.looks < (100 * 10 * 10 if level is ZoomLevel.DENSITY else 20_000)


def test_bars_end_at_the_current_step():
    game = trace("tic-tac-toe@x..|...|...", "minimax")
    model = CanvasModel(game)
    model.level = ZoomLevel.DENSITY
    for part in (0.1, 0.5, 0.9):
        step = int(part * len(game.replay))
        view = model.at(step, 200, 60)
        second = "".join(run.text for run in view.rows(Viewport(0, 0, 200, 60))[1])
        expected = 200 * game.at(step).visited / len(game.log)
        assert abs(len(second.rstrip("·")) - expected) <= 1


def test_symbols_mark_cutoffs_and_the_current_step():
    lecture = trace("lecture")
    model = CanvasModel(lecture)
    model.level = ZoomLevel.DENSITY
    view = model.at(11, 80, 12)
    rows = ["".join(run.text for run in row) for row in view.rows(Viewport(0, 0, 80, 12))]
    assert rows[0].startswith("△ A 3… ▓▓")
    assert "▽ B = 3 ░" in rows[3]
    assert "▼ C 2… ▓" in rows[3]
    assert rows[3].count("╳") == 1
    assert "□ C1 2" in rows[6]
    assert view.row_at(view.focus.x, view.focus.y) == 5
    assert view.row_at(view.focus.x + view.focus.width - 1, view.focus.y + 2) == 5
    assert view.row_at(0, 3) is None
    assert view.row_at(0, view.height) is None
    current = {
        run.text
        for row in view.rows(Viewport(0, 0, 80, 12))
        for run in row
        if "current" in run.style
    }
    assert any("C 2…" in text for text in current)
