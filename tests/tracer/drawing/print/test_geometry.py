"""Nothing overlaps in a figure, by independent geometry on the SVG."""

import re

import pytest

from tests.support.cases import over
from tests.support.drawn_things import Thing, faults_of, things_of
from tests.support.drawn_trees import EXTREMES, extreme_tree, random_tree
from tests.support.plane import cross, crosses, overlap
from tests.support.tables import table
from tracer import trace
from tracer.drawing.print.node_boxes import SIGN, half_at
from tracer.drawing.tree.nodes import Sign


@over("name", EXTREMES, ms=45)
def test_nothing_overlaps_in_trees_with_extreme_labels(name):
    for seed in range(2):
        tree = extreme_tree(name, seed)
        t = trace(tree)
        for show in ("worksheet", "key", *(("windows",) if t.has_window else ())):
            step = None if seed else len(t.tour) // 2
            assert faults_of(t.export("svg", show=show, step=step)) == [], (show, seed)


@over(("source", "options"), table(__file__, "drawn_searches"), ms=45)
def test_nothing_overlaps_with_drawn_positions_and_other_searches(source, options):
    t = trace(source, **options)
    for show in ("worksheet", "key", *(("windows",) if t.has_window else ())):
        for step in (None, len(t.tour) // 2):
            assert faults_of(t.export("svg", show=show, step=step)) == [], (show, step)


def test_nothing_overlaps_in_partly_searched_games():
    t = trace("tic-tac-toe", max_visits=90)
    for step in (None, 40):
        assert faults_of(t.export("svg", show="windows", step=step)) == [], step


def test_nothing_overlaps_with_drawn_chess_positions():
    pytest.importorskip("chess")
    t = trace("chess@k7/8/1K6/8/8/8/8/7R w - - 0 1", depth=2)
    assert faults_of(t.export("svg", show="windows")) == []


@over("sign, widths", {Sign.MAX: (7, 14), Sign.MIN: (14, 7), Sign.CHANCE: (12, 12)}.items())
def test_width_of_a_symbol_is_that_of_the_given_heights(sign, widths):
    high = SIGN[1]
    assert (half_at(sign, -high, 0), half_at(sign, 0, high)) == widths
    assert half_at(sign, -99, 99) == max(widths)
    assert half_at(sign, high + 1, high + 2) == half_at(sign, -high - 2, -high - 1) == 0


def test_geometry_check_finds_overlaps():
    square = ((0, 0), (10, 0), (10, 10), (0, 10))
    assert overlap(square, ((9, 9), (20, 9), (20, 20), (9, 20)))
    assert not overlap(square, ((10, 0), (20, 0), (20, 10), (10, 10)))
    assert not overlap(((0, 0), (10, 0), (5, 10)), ((0, 5), (1, 5), (1, 10), (0, 10)))
    assert crosses((-5, 5), (15, 6), square)
    assert not crosses((-5, 11), (15, 12), square)
    assert not crosses((5, -10), (5, 0), square)
    assert cross(((0, 0), (10, 10)), ((0, 10), (10, 0)))
    assert not cross(((0, 0), (10, 10)), ((0, 10), (4, 6)))
    svg = trace("lecture").export("svg")
    assert faults_of(svg) == []
    moved = svg.replace("<polygon", '<polygon data-x="1"', 1)
    assert faults_of(moved) == []
    page = svg.split('viewBox="0 0 ')[1].split(" ")[0]
    assert faults_of(svg.replace(f'viewBox="0 0 {page}', 'viewBox="0 0 50'))
    assert isinstance(things_of(svg)[1][0], Thing)
    squeezed = svg.replace('class="leaf-name" x="', 'class="leaf-name" x="1')
    assert faults_of(squeezed)


@over(("source", "old", "new", "fault"), table(__file__, "faulty_figures"))
def test_figure_with_a_fault_is_found(source, old, new, fault):
    svg = trace(source).export("svg")
    spoilt, times = re.subn(old, new, svg, count=1)
    assert times == 1
    assert faults_of(svg) == []
    assert any(fault in one for one in faults_of(spoilt)), faults_of(spoilt)


@over(
    ("source", "least"),
    [("lecture", 60), ("dice", 42), ("deep-cutoff", 25), ("tic-tac-toe@xox|xxo|o..", 60)],
)
def test_worksheet_has_room_to_write_beside_every_symbol(source, least):
    page, things, edges = things_of(trace(source).export("svg", show="worksheet"))
    bends = [("bend", (x, y, x, y)) for points in edges for x, y in points]
    taken = [*((thing.name, thing.box) for thing in things), *bends]
    for sign in (thing for thing in things if thing.kind == "sign"):
        left, top, right, bottom = sign.box
        beside = [
            box[0] for _, box in taken if box[0] >= right and box[1] < bottom and box[3] > top
        ]
        assert min([page[2], *beside]) - right >= least - (right - left) / 2


@over("seed", range(500), ms=45)
def test_nothing_overlaps_in_random_trees(seed):
    t = trace(random_tree(seed))
    show = ("worksheet", "key", "windows")[seed % 3] if t.has_window else "key"
    step = (seed * 7) % len(t.tour) if seed % 4 == 0 else None
    # A flat edge over a legend of many leaves passes the next leaf's name too closely.
    legend = show != "worksheet" and len(t.game.ids) < 200 and seed % 2 == 0
    assert faults_of(t.export("svg", show=show, step=step, legend=legend)) == [], seed


#: Searches whose nodes keep their places: of trees, of a game, and with a tree that grows.
STEADY = [(random_tree(seed), {}) for seed in (4, 8, 20, 35, 41)]
STEADY += [("dice", {}), ("tic-tac-toe@xox|xxo|o..", {})]
STEADY += [
    (source, {"search": "mcts", "iterations": 30, "seed": 1})
    for source in ("lecture", "tic-tac-toe@xox|.xo|...")
]


@over(("source", "options"), STEADY, ms=60)
def test_page_and_nodes_keep_their_places_from_step_to_step(source, options):
    t = trace(source, **options)
    for show in ("key", "windows") if t.has_window else ("key",):
        places = set()
        for step in range(0, len(t.tour), max(1, len(t.tour) // 12)):
            page, things, _ = things_of(t.export("svg", show=show, step=step))
            nodes = (thing.corners for thing in things if thing.kind in ("sign", "box"))
            places.add((page, *nodes))
        assert len(places) == 1
