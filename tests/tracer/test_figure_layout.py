"""The geometry of drawings: nothing overlaps, families stay together, edges join."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.support.strategies import trees
from tracer import trace
from tracer.figure import Detail, LabelStyle, Scene, draw, figure
from tracer.figure.glyphs import UNICODE
from tracer.figure.layout import tidy
from tracer.figure.widths import cell_width

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
    ascii=st.booleans(),
)


@st.composite
def drawings(draw_from, style=styles):
    searched = trace(draw_from(trees(plies=5)))
    step = draw_from(st.integers(0, len(searched.replay) - 1))
    tree = figure(searched, step, most_nodes=draw_from(st.sampled_from([0, 1000])))
    return tree, draw(tree, draw_from(style))


@settings(max_examples=40)
@given(drawings())
def test_labels_do_not_overlap_and_families_stay_together(made):
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


@settings(max_examples=40)
@given(drawings())
def test_every_label_stands_in_its_box_and_nowhere_else(made):
    tree, drawing = made
    for y, row in enumerate(drawing.rows):
        x = 0
        for run in row:
            if run.node >= 0:
                box = drawing.boxes[run.node]
                assert box.x <= x
                assert x + cell_width(run.text) <= box.x + box.width
                assert box.y <= y < box.y + box.height
            x += cell_width(run.text)
        assert x <= drawing.width
    shown = {place for place, node in enumerate(tree.nodes) if node.shown}
    assert {run.node for row in drawing.rows for run in row if run.node >= 0} == shown


@settings(max_examples=40)
@given(drawings(style=styles.map(lambda style: LabelStyle(style.detail, spread=style.spread))))
def test_edges_join(made):
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


def test_the_joints_are_the_box_drawing_characters_of_unicode():
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
    columns = tidy(children, [3] * 8, 3, 3)
    assert columns[4] == columns[0]
    assert columns[0] - columns[1] == columns[5] - columns[0]


def test_small_subtrees_between_large_ones_are_spread_evenly():
    wide = [[1, 2, 3, 4], [5, 6, 7, 8], [], [], [9, 10, 11, 12], *[[]] * 8]
    order = [0, 1, 5, 6, 7, 8, 2, 3, 4, 9, 10, 11, 12]  # pre-order, as `tidy` wants it
    number = {old: new for new, old in enumerate(order)}
    children = [[number[child] for child in wide[old]] for old in order]
    columns = tidy(children, [3] * 13, 2, 3)
    gaps = [columns[number[b]] - columns[number[a]] for a, b in pairwise((1, 2, 3, 4))]
    assert max(gaps) - min(gaps) <= 1


@settings(max_examples=12)
@given(trees(plies=4), st.sampled_from([40, 80, 200]))
def test_a_whole_tree_keeps_its_place_from_step_to_step(nested, width):
    searched = trace(nested)
    scene = Scene(searched)
    views = [scene.at(step, width) for step in range(len(searched.replay))]
    if views[0].figure.whole:
        anchors = {
            tuple((box.x + box.width // 2, box.y) for box in view.drawing.boxes) for view in views
        }
        assert len(anchors) == 1


@pytest.mark.parametrize(
    ("text", "cells"), [("abc", 3), ("−∞", 2), ("△", 1), ("日本", 4), ("é", 1)]
)
def test_cell_width(text, cells):
    assert cell_width(text) == cells
