"""Tests of figures in which a leaf's value is hidden until the leaf is visited."""

from __future__ import annotations

from tests.support.cases import over
from tracer import trace
from tracer.drawing.canvas.canvas_model import CanvasModel
from tracer.drawing.terminal.plain_text import draw_text
from tracer.drawing.terminal.tree_chart import Viewport
from tracer.drawing.tree.look import figure_at

#: Leaves that differ only where alpha-beta has not been, or never comes.
UNSEEN = ([[3, 12, 8], [2, 4, 6], [14, 5, 2]], [[3, 12, 8], [2, -1_000_000, 1], [9, 0.5, 2]])


def _covered(tree):
    covered = trace(tree)
    covered.covers_leaves = True
    return covered


def _cells(search, step, width, height):
    view = CanvasModel(search).at(step, width, height)
    rows = view.rows(Viewport(0, 0, view.width, view.height))
    return ["".join(run.text for run in row) for row in rows]


@over("width, height", [(80, 24), (120, 40), (200, 60), (60, 9), (40, 6)])
def test_figure_does_not_tell_what_is_below_an_unvisited_leaf(width, height):
    left, right = map(_covered, UNSEEN)
    last_common = left.tour.entered_at(8) - 1
    for step in range(last_common):
        assert _cells(left, step, width, height) == _cells(right, step, width, height)


def test_skipped_leaves_stay_covered_to_the_end():
    end = draw_text(_covered("lecture"))
    assert "C2" in end
    assert end.count("▒") == 2
    assert "?" in draw_text(_covered("lecture"), ascii=True)


@over("step, seen", [(0, 0), (5, 2), (-1, 7)])
def test_a_leaf_is_uncovered_by_its_visit(step, seen):
    nodes = figure_at(_covered("lecture"), step % len(trace("lecture").tour)).nodes
    leaves = [node.value for node in nodes if node.name[1:]]
    assert len(leaves) - leaves.count("▒") == seen
