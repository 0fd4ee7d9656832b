"""Layout of drawings: no overlaps, siblings together, edges connected."""

from itertools import pairwise

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from tests.support.cases import examples
from tests.support.strategies import trees
from tracer import trace
from tracer.drawing.canvas.canvas_model import CanvasModel
from tracer.drawing.canvas.canvas_views import ZoomLevel
from tracer.drawing.terminal.labels import UNICODE, Detail, LabelStyle
from tracer.drawing.terminal.plain_text import draw_figure
from tracer.drawing.terminal.tree_chart import Viewport
from tracer.drawing.tree.look import figure_at
from tracer.drawing.tree.tidy import tidy_columns
from tracer.text.printable_text import cell_width

ARMS = {
    joint: (place // 27, place // 9 % 3, place // 3 % 3, place % 3)
    for place, joint in enumerate(UNICODE.joints)
    if joint != " "
}

styles = st.builds(
    LabelStyle,
    detail=st.sampled_from(Detail),
    spread=st.integers(1, 3),
    entered=st.booleans(),
    tight=st.booleans(),
    flat=st.booleans(),
    ascii=st.booleans(),
)


@st.composite
def drawings(draw_from, style=styles):
    searched = trace(draw_from(trees(plies=5)))
    step = draw_from(st.integers(0, len(searched.replay) - 1))
    tree = figure_at(searched, step, most_nodes=draw_from(st.sampled_from([0, 1000])))
    return tree, draw_figure(tree, draw_from(style))


@examples(15)
@given(drawings())
def test_labels_do_not_overlap_and_siblings_stay_together(made):
    tree, drawing = made
    for level in range(max(node.level for node in tree.nodes) + 1):
        boxes = [
            b for b, node in zip(drawing.boxes, tree.nodes, strict=True) if node.level == level
        ]
        for left, right in pairwise(boxes):  # pre-order is left to right on each level
            assert left.x + left.width < right.x
    anchors = [box.x + box.width // 2 for box in drawing.boxes]
    for place, children in enumerate(tree.children()):
        if children:
            assert anchors[children[0]] <= anchors[place] <= anchors[children[-1]]
            assert all(drawing.boxes[child].y > drawing.boxes[place].y for child in children)


def assert_inside_boxes(rows, box_of, width):
    """Check that the labels of nodes are inside of their boxes, and all inside of the drawing."""
    for y, row in enumerate(rows):
        x = 0
        for run in row:
            if run.node >= 0:
                box = box_of(run.node)
                assert box.x <= x
                assert x + cell_width(run.text) <= box.x + box.width
                assert box.y <= y < box.y + box.height
            x += cell_width(run.text)
        assert x <= width


@examples(15)
@given(drawings())
def test_labels_appear_only_inside_their_boxes(made):
    tree, drawing = made
    assert_inside_boxes(drawing.rows, drawing.boxes.__getitem__, drawing.width)
    shown = {place for place, node in enumerate(tree.nodes) if node.shown}
    assert {run.node for row in drawing.rows for run in row if run.node >= 0} == shown


@examples(15)
@given(
    drawings(
        style=styles.map(
            lambda style: LabelStyle(
                style.detail, spread=style.spread, tight=style.tight, flat=style.flat
            )
        )
    )
)
def test_edges_are_connected(made):
    _, drawing = made
    grid = [line.ljust(drawing.width) for line in str(drawing).split("\n")]

    def at(x, y):
        inside = 0 <= y < len(grid) and 0 <= x < len(grid[y])
        return grid[y][x] if inside else " "

    for y, line in enumerate(grid):
        for x, letter in enumerate(line):
            if letter not in ARMS:
                continue
            up, down, left, right = ARMS[letter]
            for arm, (dx, dy), opposite in (
                (up, (0, -1), 1),
                (down, (0, 1), 0),
                (left, (-1, 0), 3),
                (right, (1, 0), 2),
            ):
                other = at(x + dx, y + dy)
                if not arm:
                    continue
                if other in ARMS:
                    assert ARMS[other][opposite] == arm, (x, y, letter, other)
                else:
                    assert other != " " or dy, (x, y, letter)


def test_joints_are_the_box_drawing_characters_of_unicode():
    import unicodedata

    for joint, arms in ARMS.items():
        name = unicodedata.name(joint)
        assert name.startswith("BOX DRAWINGS")
        assert ("HEAVY" in name) == (2 in arms), name
        assert ("LIGHT" in name) == (1 in arms), name
        for word, sides in (("VERTICAL", arms[:2]), ("HORIZONTAL", arms[2:])):
            if word in name:
                assert all(sides), name


def test_a_symmetric_tree_is_drawn_symmetrically():
    children = [[1, 4, 5], [2, 3], [], [], [], [6, 7], [], []]
    columns = tidy_columns(children, [3] * 8, 3, 3)
    assert columns[4] == columns[0]
    assert columns[0] - columns[1] == columns[5] - columns[0]


def test_small_subtrees_between_large_ones_are_spread_evenly():
    wide = [[1, 2, 3, 4], [5, 6, 7, 8], [], [], [9, 10, 11, 12], *[[]] * 8]
    order = [0, 1, 5, 6, 7, 8, 2, 3, 4, 9, 10, 11, 12]  # pre-order, as `tidy_columns` wants it
    number = {old: new for new, old in enumerate(order)}
    children = [[number[child] for child in wide[old]] for old in order]
    columns = tidy_columns(children, [3] * 13, 2, 3)
    gaps = [columns[number[b]] - columns[number[a]] for a, b in pairwise((1, 2, 3, 4))]
    assert max(gaps) - min(gaps) <= 1


@examples(8)
@given(
    trees(plies=4),
    st.sampled_from(["alphabeta", "minimax", "pvs"]),
    st.sampled_from([(40, 10), (80, 24), (200, 60)]),
    st.sampled_from([None, *ZoomLevel][:-1]),
    st.booleans(),
)
# "= 0 (0, +inf)" is narrower than "0... (0, +inf)"
@example(nested=[0, [[0, [0]]]], search="alphabeta", size=(40, 10), level=None, plain=True)
def test_whole_tree_keeps_its_place_and_room_for_every_label(nested, search, size, level, plain):
    searched = trace(nested, search)
    model = CanvasModel(searched)
    model.level, model.ascii = level, plain
    views = [model.at(step, *size) for step in range(len(searched.replay))]
    if not views[0].keeps_place:
        return
    assert len({(view.width, view.height) for view in views}) == 1
    chart = views[0].chart
    for view in views:
        assert view.chart is chart
        rows = view.rows(Viewport(0, 0, view.width, view.height))
        assert_inside_boxes(rows, chart.box, view.width)


@examples(15)
@given(
    trees(plies=5),
    st.sampled_from([ZoomLevel.BOXES, ZoomLevel.VALUES, ZoomLevel.GLYPHS]),
    st.tuples(st.integers(0, 60), st.integers(0, 20), st.integers(1, 60), st.integers(1, 20)),
    st.data(),
)
def test_viewport_shows_a_part_of_the_drawing_and_each_cell_is_of_its_label(
    nested, level, window, data
):
    searched = trace(nested)
    model = CanvasModel(searched)
    model.level = level
    view = model.at(data.draw(st.integers(0, len(searched.replay) - 1)), 80, 24)
    window = Viewport(*window)
    everything = cells(view.rows(Viewport(0, 0, view.width, view.height)), view.width)
    seen = cells(view.rows(window), window.width)
    for y in range(window.height):
        for x in range(window.width):
            whole_y, whole_x = y + window.top, x + window.left
            inside = whole_y < view.height and whole_x < view.width
            assert seen[y][x] == (everything[whole_y][whole_x] if inside else (" ", "", -1))
    for y, row in enumerate(everything):
        for x, (_, _, node) in enumerate(row):
            expected = None if node < 0 else view.look.node(node).row
            assert view.row_at(x, y) == expected, (x, y)


def cells(rows, width):
    """Every cell as its letter, its style and its node; none of the letters here are wide."""
    grid = []
    for row in rows:
        line = [(letter, run.style, run.node) for run in row for letter in run.text]
        grid.append(line + [(" ", "", -1)] * (width - len(line)))
    return grid


@pytest.mark.parametrize(
    ("text", "cells"), [("abc", 3), ("−∞", 2), ("△", 1), ("日本", 4), ("é", 1)]
)
def test_cell_width_counts_wide_characters(text, cells):
    assert cell_width(text) == cells
