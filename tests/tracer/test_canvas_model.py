"""The canvas: zoom levels, folding, boards, marks, and nodes with many children."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.log.visit_log import COLUMNS, NO_PARENT
from tests.support.cases import examples, over
from tests.support.golden import check_golden
from tests.support.naive_searches import Lists
from tests.support.strategies import conventions, trees, windows
from tests.support.tables import table
from tests.tracer.steps.test_replay import Counting
from tracer import trace
from tracer.drawing.canvas.canvas_model import CanvasModel
from tracer.drawing.canvas.canvas_views import ZoomLevel
from tracer.drawing.terminal.tree_chart import Viewport
from tracer.drawing.tree.look import ShapeAtStep, figure_at
from tracer.drawing.tree.nodes import Sign, Status
from tracer.drawing.tree.shape import find_part_path, shape_of
from tracer.mcts.rewards import mcts_rewards
from tracer.recording import fold as folding
from tracer.recording.fold import fold


def model_of(source, level=None, search=None, **chosen):
    model = CanvasModel(trace(source) if search is None else trace(source, search))
    model.level = level
    for name, value in chosen.items():
        setattr(model, name, value)
    return model


def text(view):
    rows = view.rows(Viewport(0, 0, view.width, view.height))
    return "\n".join("".join(run.text for run in row).rstrip() for row in rows)


def nodes(view):
    return {place: view.look.node(place) for place in range(len(view.chart.levels))}


def innermost_row(searched, step):
    """The row of the innermost node that is open after a step."""
    row, entering = searched.replay.row_at(step)
    parent = searched.log.parent[row]
    return row if entering or parent == NO_PARENT else parent


@over("level", [None, *ZoomLevel])
@over("ascii", [False, True])
def test_zoom_levels_of_the_lecture_tree(level, ascii):
    model = model_of("lecture", level, ascii=ascii)
    drawn = [text(model.at(step, 80, 12)) for step in (0, 6, 11, 21)]
    name = "fit" if level is None else level.name.lower()
    assert not ascii or "".join(drawn).isascii()
    check_golden(f"figure/zoom-{name}{'-ascii' if ascii else ''}.txt", "\n\n".join(drawn))


@over(
    ("source", "size", "expected"),
    [
        ("lecture", (80, 12), (ZoomLevel.BOXES, True)),
        ("deep-cutoff", (80, 11), (ZoomLevel.BOXES, True)),
        ("worst-order", (80, 12), (ZoomLevel.BOXES, False)),
        ("tic-tac-toe", (200, 60), (ZoomLevel.BOXES, False)),
    ],
)
def test_tree_that_fits_is_drawn_whole_and_a_larger_one_in_part(source, size, expected):
    view = model_of(source).at(3, *size)
    assert (view.level, view.keeps_place) == expected


def test_tree_is_drawn_compactly_before_it_is_clipped_at_the_bottom():
    heights = {rows: model_of("deep-cutoff").at(9, 100, rows).height for rows in (9, 14, 30)}
    assert heights[9] <= heights[14] <= 14 < heights[30] <= 30


def test_boxes_are_drawn_compactly_only_if_they_do_not_fit():
    model = model_of("deep-cutoff", ZoomLevel.BOXES)
    wide = model.at(9, 200, 99).height
    assert model.at(9, 200, wide).height == wide > model.at(9, 200, wide - 1).height


@over(
    ("level", "whole"),
    [(ZoomLevel.BOXES, 1_023), (ZoomLevel.VALUES, 2_047), (ZoomLevel.GLYPHS, 4_095)],
    ms=45,
)
def test_overview_level_shows_whole_trees_of_thousands_of_nodes(level, whole):
    def tree(plies):
        return [tree(plies - 1), tree(plies - 1)] if plies else 0

    plies = whole.bit_length() - 1
    view = model_of(tree(plies), level, search="minimax").at(whole, 200, 60)
    assert view.keeps_place
    assert len(view.chart.levels) == whole
    assert not model_of(tree(plies + 2), level, search="minimax").at(whole, 200, 60).keeps_place


@given(trees(plies=5), st.sampled_from(["alphabeta", "pvs", "transposition"]), st.data())
def test_latest_visit_before_the_step_counts(nested, search, data):
    searched = trace(nested, search)
    step = data.draw(st.integers(0, len(searched.replay) - 1))
    shape = shape_of(searched, 0, most_nodes=10_000)
    look = ShapeAtStep(shape, step)
    for place, fixed in enumerate(shape.nodes):
        row = look.row(place)
        if row is None or fixed.parent < 0:
            continue
        above = look.row(fixed.parent)
        log, entered_at = searched.log, searched.tour.entered_at
        visits = [child for child in log.children(above) if log.action[child] == log.action[row]]
        seen = [child for child in visits if entered_at(child) <= step]
        assert row == (seen[-1] if seen else visits[0])
        assert searched.log.parent[row] == above
        assert shape.place_of(row) == place


# Folding ------------------------------------------------------------------------------------


def test_folded_subtree_shows_its_count_and_can_be_unfolded():
    model = model_of("lecture", ZoomLevel.BOXES)
    before = text(model.at(11, 80, 24))
    assert model.fold(1)
    folded = model.at(11, 80, 24)
    names = [node.name for node in nodes(folded).values()]
    assert names == ["A", "B", "C", "C1", "C2", "C3", "D", "D1", "D2", "D3"]
    assert "+3" in text(folded)
    # Only visits that are made by a step count: B is entered at step 1 and left at step 8.
    counts = [nodes(model.at(step, 80, 24))[1].folded for step in range(10)]
    assert counts == [0, 0, 1, 1, 2, 2, 3, 3, 3, 3]
    assert not model.fold(1)
    assert text(model.at(11, 80, 24)) == before


@over("level", [None, ZoomLevel.BOXES, ZoomLevel.VALUES, ZoomLevel.GLYPHS])
@over("source", ["lecture", "tic-tac-toe"])
def test_step_inside_a_folded_subtree_is_marked_at_its_top(source, level):
    model = model_of(source, level)
    log = model.trace.log
    assert model.fold(1)
    inside = 2 * 3 - log.depth[3]
    view = model.at(inside, 80, 24)
    marked = [node for node in nodes(view).values() if node.current]
    assert [node.row for node in marked] == [1]
    assert marked[0].folded == 2  # so far
    assert view.row_at(view.focus.x + view.focus.width // 2, view.focus.y) == 1


def test_leaf_cannot_be_folded():
    model = model_of("lecture")
    assert not model.fold(2)
    assert "+" not in text(model.at(21, 80, 24)).replace("+∞", "")


@over("level", [None, *ZoomLevel])
def test_drawing_cost_depends_on_the_view_and_not_on_the_log(level):
    game = trace("tic-tac-toe@x..|...|...", "minimax")
    assert len(game.log) == 59_705
    for name, _ in COLUMNS:
        setattr(game.log, name, Counting(getattr(game.log, name)))
    for step in (0, int(0.31 * len(game.replay)), len(game.replay) - 1):
        model = CanvasModel(game)
        model.level = level
        Counting.looks = 0
        view = model.at(step, 100, 30)
        view.rows(Viewport(0, 0, 100, 30))
        assert Counting.looks < 20_000
        Counting.looks = 0
        assert len(figure_at(game, step).nodes) < 60
        assert Counting.looks < 4_000


# Boards, marks ------------------------------------------------------------------------------


@over(("source", "small"), table(__file__, "small_boards"))
def test_boards_are_drawn_in_nodes_if_they_are_small(source, small):
    model = CanvasModel(trace(source, max_visits=50))
    model.boards = True
    assert (not model.why_no_boards, model.boards) == (small, small)


@over("source", ["tic-tac-toe@xox|xxo|o..", "tic-tac-toe"])
def test_every_node_shows_its_board_with_the_last_move_marked(source):
    searched = trace(source)
    model = CanvasModel(searched)
    model.boards = True
    last = min(len(searched.replay) - 1, 5_000)
    view = model.at(last, 120, 60)
    drawn = [node for node in nodes(view).values() if node.row is not None]
    assert len(drawn) > 3
    for node in drawn:
        state = searched.state(node.row)
        assert "\n".join(node.board.lines) == searched.game.draw(state)
        assert len(node.board.changed) == (node.level > 0)
    rows = view.rows(Viewport(0, 0, view.width, view.height))
    assert any("last" in run.style.split() for row in rows for run in row)
    model.boards = False
    assert all(node.board is None for node in nodes(model.at(last, 120, 60)).values())


@over("level", [ZoomLevel.BOXES, ZoomLevel.VALUES])
@over("source", ["lecture", "tic-tac-toe"])
def test_changed_node_has_a_star(source, level):
    searched = trace(source)
    model = CanvasModel(searched, changed=lambda row: row == 1)
    model.level = level
    view = model.at(len(searched.replay) - 1, 200, 60)
    assert text(view).count("*") == 1
    assert any(
        "changed" in run.style
        for row in view.rows(Viewport(0, 0, 200, 60))
        for run in row
        if "*" in run.text
    )


# Geometry of parts, many children ------------------------------------------------------------


@examples(10)
@given(st.integers(0, 36_592), st.sampled_from([(80, 11), (120, 26), (200, 60)]), st.booleans())
def test_partial_drawing_shows_the_path_without_overlaps(step, size, boards):
    model = CanvasModel(TIC_TAC_TOE)
    model.boards = boards
    view = model.at(step, *size)
    by_level = {}
    for place, node in nodes(view).items():
        by_level.setdefault(node.level, []).append(view.chart.box(place))
    for boxes in by_level.values():
        for left, right in pairwise(boxes):
            assert left.x + left.width < right.x
    path = TIC_TAC_TOE.rows_to(innermost_row(TIC_TAC_TOE, step))
    assert set(path) <= {node.row for node in nodes(view).values()}


TIC_TAC_TOE = trace("tic-tac-toe")


@over(
    ("source", "depth", "most"),
    [("tic-tac-toe", None, 0.06), ("reversi:6", 4, 0.06), ("connect-four", 4, 0.06)],
    ms=45,
)
def test_a_page_lasts_for_many_steps(source, depth, most):
    searched = trace(source, depth=depth)
    model = CanvasModel(searched)
    steps = range(100, min(400, len(searched.replay)))
    charts = [model.at(step, 150, 30).chart for step in steps]
    turned = sum(one is not other for one, other in pairwise(charts))
    assert turned <= most * len(steps)


@over(("source", "depth"), [("tic-tac-toe", None), ("reversi:6", 4), ("connect-four", 4)], ms=45)
def test_finished_subtrees_are_drawn_beside_the_path_if_they_fit(source, depth):
    searched = trace(source, depth=depth)
    model = CanvasModel(searched)
    for step in range(200, min(len(searched.replay), 2_000), 61):
        view = model.at(step, 180, 40)
        assert view.width <= 180
        beside = [
            node
            for node in nodes(view).values()
            if node.status is Status.DONE and node.row is not None
        ]
        assert len(beside) >= 3


@over("size", [(60, 12), (118, 24), (180, 40)], ms=45)
@over(
    ("source", "depth"), [("tic-tac-toe@xo.|.x.|...", None), ("reversi:6", 4), ("connect-four", 4)]
)
def test_children_drawn_and_counted_are_all_children(source, depth, size):
    searched = trace(source, depth=depth)
    log, model = searched.log, CanvasModel(searched)
    checked = 0
    for step in range(0, min(len(searched.replay), 2_000), 37):
        drawn = nodes(model.at(step, *size))
        below = {}
        for node in drawn.values():
            if node.shown:
                below.setdefault(node.parent, []).append(node)
        for place, node in drawn.items():
            open_here = node.row is not None and node.status is Status.OPEN
            children = below.get(place, [])
            if not open_here or not children or any("…" in one.name for one in children):
                continue
            counted = [
                int(one.name.replace(",", "").removeprefix("+")) if one.sign is Sign.MORE else 1
                for one in children
            ]
            assert sum(counted) == log.actions[node.row]
            checked += 1
            unseen = [one for one in children if one.status is Status.UNSEEN]
            assert not any(one.folded or one.value for one in unseen)
    assert checked > 20


@over("search", ["minimax", "alphabeta"], ms=45)
def test_page_of_a_wide_hand_tree_is_no_wider_than_the_canvas(search):
    searched = trace([list(range(1, 15)) for _ in range(14)], search)
    model = CanvasModel(searched)
    for step in range(0, len(searched.replay), 5):
        view = model.at(step, 120, 18)
        assert view.width <= 120
        seen = [node for node in nodes(view).values() if node.status is Status.UNSEEN]
        assert seen or step > len(searched.replay) // 2


@over("search", ["pvs", "transposition", "deepening"], ms=45)
def test_pages_mark_the_current_node_if_nodes_are_visited_again(search):
    searched = trace("reversi:4", search, depth=5)
    model = CanvasModel(searched)
    for step in range(0, len(searched.replay), 37):
        view = model.at(step, 100, 24)
        marked = [node.row for node in nodes(view).values() if node.current]
        assert marked == [innermost_row(searched, step)]


def test_untried_moves_are_counted_and_struck_out_once_a_cutoff_skips_them():
    searched = trace("connect-four", depth=4)
    model = CanvasModel(searched)
    cut = next(
        step
        for step in range(200, len(searched.replay))
        if searched.replay.at(step).event.kind == "cut" and not model.at(step, 100, 20).keeps_place
    )
    before, after = model.at(cut - 1, 100, 20), model.at(cut, 100, 20)
    skipped = [
        {
            place
            for place, node in nodes(view).items()
            if node.status is Status.SKIPPED and node.row is None
        }
        for view in (before, after)
    ]
    assert before.chart is after.chart
    assert skipped[0] < skipped[1]


@examples(25)
@given(
    trees(plies=4),
    conventions,
    st.sampled_from(["alphabeta", "pvs", "minimax", "expectimax"]),
    windows,
)
def test_nodes_with_many_children_are_folded_like_others(nested, convention, search, window):
    if search == "pvs" and convention.ties == "last":
        return  # which it refuses
    asked = {"window": window} if search in ("alphabeta", "pvs") else {}
    searched = trace(nested, search, convention, **asked)
    rows = range(len(searched.log))
    visits = {row: range(len(list(searched.log.children(row))) + 1) for row in rows}
    narrow = {row: [fold(searched, row, count) for count in visits[row]] for row in rows}
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(folding, "_WIDE", 1)  # nodes with a child count as wide
        for row in rows:
            assert [fold(searched, row, count) for count in visits[row]] == narrow[row]
            for step in range(len(searched.replay)):
                left = sum(
                    searched.tour.left_at(child) <= step for child in searched.log.children(row)
                )
                assert folding.count_returned(searched, row, step) == left


@examples(25)
@given(st.integers(0, 36_592))
def test_partial_drawing_is_the_same_whether_its_nodes_count_as_wide_or_not(step):
    with pytest.MonkeyPatch.context() as patch:
        # Where there are many, skipped moves are never drawn one by one.
        patch.setattr("tracer.drawing.tree.shape._MOST_SKIPPED", 0)
        usual = figure_at(TIC_TAC_TOE, step, most_nodes=0)
        patch.setattr(folding, "_WIDE", 4)
        assert figure_at(TIC_TAC_TOE, step, most_nodes=0).nodes == usual.nodes


@over(
    ("source", "children"),
    [([[*range(60_000)]], 60_000), (Lists([*range(100)] * 90), 9_000)],
    ms=45,
)
def test_node_with_thousands_of_children_shows_those_near_the_step(source, children):
    searched = trace(source, "minimax")
    model = CanvasModel(searched)
    step = len(searched.replay) // 2
    view = model.at(step, 100, 24)
    drawn = nodes(view)
    assert len(drawn) < 100
    assert sum(node.current for node in drawn.values()) == 1
    left = [node for node in drawn.values() if node.sign is Sign.MORE]
    assert left[0].status is Status.DONE
    shown = sum(node.level == max(n.level for n in drawn.values()) for node in drawn.values())
    hidden = sum(int(node.name.replace("+", "").replace(",", "")) for node in left)
    assert hidden + shown - len(left) == children


# Monte Carlo ---------------------------------------------------------------------------------


@over("size", [(80, 12), (120, 18), (200, 33)], ms=45)
def test_tree_built_by_iterations_is_drawn_with_its_counts(size):
    searched = trace("tic-tac-toe", "mcts")
    rewards = mcts_rewards(searched)
    model = CanvasModel(searched)
    for step in range(300, len(searched.replay), 397):
        view = model.at(step, *size)
        drawn = nodes(view)
        current = [node.row for node in drawn.values() if node.current]
        assert current == [innermost_row(searched, step)]
        counted = [node for place, node in drawn.items() if view.look.rank(place) is not None]
        assert len(counted) > 4
        assert all(
            node.value == rewards.measure_node(rewards.find_number(node.row), step).text
            for node in counted
            if node.row is not None
        )


def test_root_moves_keep_their_places_from_iteration_to_iteration():
    searched = trace("tic-tac-toe", "mcts")
    model = CanvasModel(searched)
    seen = set()
    for step in range(300, 600):
        view = model.at(step, 200, 33)
        moves = [view.chart.box(place).x for place, node in nodes(view).items() if node.level == 1]
        seen.add(tuple(x - view.chart.box(0).x for x in moves))
    assert len(seen) <= 12
    assert all(len(places) == 9 for places in seen)


def test_folded_node_of_monte_carlo_hides_its_subtree():
    searched = trace("tic-tac-toe", "mcts")
    model = CanvasModel(searched)
    step = next(s for s in range(400, 900) if searched.replay.at(s).event.row % 7 == 3)
    way = searched.rows_to(searched.replay.at(step).event.row)
    assert len(way) > 2
    assert model.fold(way[1])
    drawn = nodes(model.at(step, 200, 33))
    top = next(place for place, node in drawn.items() if node.current)
    assert drawn[top].row == way[1]
    assert all(node.parent != top for node in drawn.values())


def places_of(view):
    """Return the place of each visible visited node."""
    seen = {}
    for place, node in nodes(view).items():
        if node.row is not None and view.look.rank(place) is not None:
            seen[node.row] = view.chart.box(place)
    return seen


@given(st.integers(0, 36_591), st.sampled_from([(80, 11), (120, 18), (200, 40)]))
def test_page_stays_or_changes_as_a_whole_from_step_to_step(step, size):
    model = CanvasModel(TIC_TAC_TOE)
    before, after = model.at(step, *size), model.at(step + 1, *size)
    if before.chart is after.chart:
        old, new = places_of(before), places_of(after)
        assert old.items() <= new.items()
    again = CanvasModel(TIC_TAC_TOE).at(step, *size)
    assert text(again) == text(before)


def test_part_of_a_path_ends_above_the_first_child_that_is_drawn_whole():
    t = trace("lecture", "minimax")
    path = t.rows_to(2)  # A, B and B1, with 13, 4 and 1 visits below them
    parts = {most: len(find_part_path(t, path, most)) for most in (0, 1, 3, 4, 13)}
    assert parts == {0: 3, 1: 2, 3: 2, 4: 1, 13: 1}
    assert find_part_path(t, path, 0, folded={1}) == path[:2]
