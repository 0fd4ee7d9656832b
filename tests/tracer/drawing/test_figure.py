"""Figures at a step, compared with hand-written expectations for each node."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.support.cases import over
from tests.support.strategies import conventions, trees
from tests.support.tables import table
from tracer import trace
from tracer.drawing.canvas.canvas_model import CanvasModel
from tracer.drawing.terminal.plain_text import draw_text
from tracer.drawing.terminal.tree_chart import Viewport
from tracer.drawing.tree.look import figure_at
from tracer.drawing.tree.nodes import Sign, Status
from trees.hand_tree import HandTree

UNSEEN, OPEN, DONE, SKIPPED = Status.UNSEEN, Status.OPEN, Status.DONE, Status.SKIPPED


@pytest.fixture(scope="module")
def lecture():
    return trace("lecture")


def node(tree, name):
    return next(node for node in tree.nodes if node.name == name)


@over(("step", "current", "expected"), table(__file__, "lecture_nodes"))
def test_status_and_value_of_the_lecture_tree(lecture, step, current, expected):
    tree = figure_at(lecture, step)
    assert len(tree.nodes) == 13
    assert [node.name for node in tree.nodes if node.current] == [current]
    found = {name: node(tree, name) for name in expected}
    assert {name: [one.status.name, one.value] for name, one in found.items()} == expected


@pytest.mark.parametrize(("step", "windows"), table(__file__, "lecture_windows"))
def test_windows_of_the_lecture_tree(lecture, step, windows):
    tree = figure_at(lecture, step)
    assert {name: node(tree, name).window for name in windows} == windows


def test_the_window_at_a_cut_is_that_of_the_convention():
    cut = figure_at(trace("lecture", convention="comp341"), 11)
    assert node(cut, "C").window == "(3, +∞)"  # its update comes after the test


def test_entry_windows_stay_visible(lecture):
    tree = figure_at(lecture)
    assert [node(tree, name).entered for name in "ABCD"] == [
        "(−∞, +∞)",
        "(−∞, +∞)",
        "(3, +∞)",
        "(3, +∞)",
    ]


def test_best_line_appears_only_at_the_end(lecture):
    assert not any(node.best for node in figure_at(lecture, 20).nodes)
    assert [node.name for node in figure_at(lecture, 21).nodes if node.best] == ["A", "B", "B1"]


def test_a_finished_figure_has_no_current_node(lecture):
    assert not any(node.current for node in figure_at(lecture).nodes)


def test_minimax_has_no_windows():
    assert {node.window for node in figure_at(trace("lecture", "minimax"), 5).nodes} == {""}


def test_skipped_subtree_is_marked_down_to_its_leaves():
    tree = figure_at(trace("deep-cutoff"))
    assert {node(tree, name).status for name in ("G", "N", "O", "N1", "O2")} == {SKIPPED}


def test_chance_nodes_have_probabilities_on_their_edges():
    dice = figure_at(trace("dice"))
    assert [node.edge for node in dice.nodes if node.level == 2] == ["0.5"] * 4
    assert {node.sign for node in dice.nodes if node.level == 1} == {Sign.CHANCE}


def test_game_nodes_are_named_by_their_moves_and_shown_once_their_parent_is_visited():
    game = trace("tic-tac-toe@xox|xxo|o..")
    first, last = figure_at(game, 0), figure_at(game)
    assert [node.name for node in last.nodes] == ["root", "8", "9", "9", "8"]
    assert [node.shown for node in first.nodes] == [True, True, False, True, False]
    assert all(node.shown for node in last.nodes)


def test_a_stopped_search_leaves_its_nodes_open():
    partial = trace("lecture", max_visits=6)
    tree = figure_at(partial)
    assert node(tree, "A").status is OPEN
    assert (node(tree, "C").status, node(tree, "C").value) == (OPEN, "?")
    assert node(tree, "D").status is UNSEEN


@pytest.mark.parametrize("search", ["alphabeta", "minimax"])
def test_large_tree_shows_the_path_with_its_siblings(search):
    game = trace("tic-tac-toe@x..|...|...", search)
    step = len(game.replay) // 3
    tree = figure_at(game, step)
    row, entering = game.replay.row_at(step)
    path = game.rows_to(row if entering else game.log.parent[row])
    drawn = {node.row for node in tree.nodes}
    assert set(path) <= drawn
    # All that has been entered below the root stands in a drawn node or under one.
    folded = sum(node.folded or 0 for node in tree.nodes)
    entered = game.at(step).visited
    assert folded + len([row for row in drawn - {None} if row < entered]) == entered


def test_large_tree_marks_what_a_cutoff_skips():
    game = trace("tic-tac-toe@x..|...|...")
    cut = next(cut for cut in game.cutoffs if len(cut.skipped) > 1)
    left = game.tour.left_at(cut.row)
    for step, skipped in ((left - 2, ()), (left - 1, cut.skipped)):
        tree = figure_at(game, step)
        assert any(node.folded is not None for node in tree.nodes)
        marked = [node.name for node in tree.nodes if node.status is SKIPPED]
        assert marked == [name.split()[-1] for name in skipped]


def test_a_long_chain_shows_its_root_and_its_end_and_names_no_ply_between_them(monkeypatch):
    """The name of a node may be all the moves above it: thousands of plies would take minutes."""
    named, real_name = [], HandTree.node_name

    def count_name(self, state, path):
        named.append(state)
        return real_name(self, state, path)

    chain = 1
    for _ in range(2_000):
        chain = [chain]
    deep = trace(chain)
    monkeypatch.setattr(HandTree, "node_name", count_name)
    tree = figure_at(deep, 1_000)
    assert len(tree.nodes) < 40
    assert tree.nodes[0].name == "A"
    gap = next(node for node in tree.nodes if node.sign is Sign.MORE)
    assert gap.name.endswith("plies")
    (current,) = (node for node in tree.nodes if node.current)
    assert (current.row, current.name) == (1_000, deep.name(1_000))
    assert 0 < len(named) < 200


def test_a_wide_node_shows_the_children_around_the_current_one():
    wide = trace([list(range(300))], "minimax")
    tree = figure_at(wide, 2 * 150)
    names = [node.name for node in tree.nodes if node.level == 2]
    assert len(names) == 14
    assert [node.name in names for node in tree.nodes if node.current] == [True]
    assert (names[0], names[-1]) == ("+144", "+144")


@given(trees(plies=4), conventions, st.data())
def test_statuses_follow_the_order_of_the_search(nested, convention, data):
    searched = trace(nested, convention=convention)
    step = data.draw(st.integers(0, len(searched.replay) - 1))
    tree = figure_at(searched, step)
    stack = set(searched.at(step).stack.rows)
    for place, drawn in enumerate(tree.nodes):
        if drawn.row is not None:
            assert (drawn.status is OPEN) == (drawn.row in stack), place
        assert (drawn.status is UNSEEN) <= (drawn.window == ""), place
        assert "nan" not in drawn.value + drawn.window
        if drawn.parent >= 0 and tree.nodes[drawn.parent].status is SKIPPED:
            assert drawn.status is SKIPPED


# Tests of figures in which a leaf's value is hidden until the leaf is visited ---------------------


#: Leaves that differ only where alpha-beta has not been, or never comes.
UNTOLD = ([[3, 12, 8], [2, 4, 6], [14, 5, 2]], [[3, 12, 8], [2, -1_000_000, 1], [9, 0.5, 2]])


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
    left, right = map(_covered, UNTOLD)
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
