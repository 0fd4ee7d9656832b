"""The names of moves that a search listed, compared with those of its visits."""

import random

import pytest

from tests.support.tables import table
from tracer import trace
from tracer.recording.fold import count_returned, fold, index_children

SEARCHES = table(__file__, "path_searches")


@pytest.mark.parametrize(("source", "search", "options"), SEARCHES)
def test_moves_listed_are_those_of_the_visits_and_of_the_skipped_children(source, search, options):
    t = trace(source, search, **options)
    made = {one.move for one in t.walk() if one.move}
    skipped = {move for cut in t.cutoffs for _, move in t.skipped_children(cut.row)}
    assert t.moves_listed() - {""} == (made | skipped) - {""}


def test_moves_at_the_depth_limit_are_not_listed():
    t = trace("connect-four:4,4", "minimax", depth=1)
    assert t.moves_listed() == {"1", "2", "3", "4"}
    assert trace("connect-four:4,4", "minimax", depth=0).moves_listed() == set()


def test_moves_of_chess_are_listed_by_each_name_that_they_have():
    # The bishop goes to a6 in each position, and takes a pawn there after a6.
    position = "chess@r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3"
    listed = trace(position, "minimax", depth=2).moves_listed()
    assert {"Ba6", "Bxa6", "bxa6"} - listed == {"bxa6"}  # which is Black's, a ply later


# Nodes with many children: the index agrees with a scan of all children ---------------------------


WIDE = 300


def wide_tree(draw, branching=WIDE):
    """A root with many children, each a leaf or a node of three leaves."""
    children = [
        draw.randint(-40, 40) if draw.random() < 0.5 else [draw.randint(-40, 40) for _ in range(3)]
        for _ in range(branching)
    ]
    return [children, [draw.randint(-40, 40) for _ in range(branching)]]


@pytest.mark.parametrize(("search", "convention"), table(__file__, "fold_searches"))
def test_fold_is_the_same_with_and_without_an_index(search, convention, monkeypatch):
    t = trace(wide_tree(random.Random(f"{search} {convention}")), search, convention)
    wide = [row for row in range(len(t.log)) if index_children(t, row) is not None]
    assert wide
    for row in wide:
        counts = [*range(0, t.log.tried[row] + 1, 7), len(list(t.log.children(row)))]
        quick = [fold(t, row, children) for children in counts]
        with monkeypatch.context() as patch:
            patch.setattr("tracer.recording.fold._WIDE", 1 << 30)
            assert [fold(t, row, children) for children in counts] == quick


def test_moves_and_counts_at_each_step_are_those_of_the_tour():
    t = trace(wide_tree(random.Random("places")), "minimax")
    row = 1
    index = index_children(t, row)
    children = list(t.log.children(row))
    assert list(index.children) == children
    assert index.visits_by_move == {place: [child] for place, child in enumerate(children)}
    for step in range(0, len(t.replay), 11):
        left = sum(t.tour.left_at(child) <= step for child in children)
        assert count_returned(t, row, step) == left


def test_index_finds_children_by_their_moves_in_another_order():
    t = trace([[*range(WIDE)], 0], "alphabeta", order="right-to-left")
    indexes = [index_children(t, row) for row in range(len(t.log))]
    wide = [index for index in indexes if index is not None]
    assert wide
    for index in wide:
        assert all(t.log.action[rows[0]] == move for move, rows in index.visits_by_move.items())


def test_nodes_with_few_children_get_no_index_and_few_indexes_are_kept():
    t = trace([[[*range(WIDE)] for _ in range(10)], [1, 2]], "minimax")
    wide = [row for row in range(len(t.log)) if t.log.tried[row] >= WIDE]
    assert len(wide) == 10
    first = index_children(t, wide[0])
    assert index_children(t, wide[0]) is first  # it is kept
    assert index_children(t, 0) is None
    for row in wide[1:]:
        index_children(t, row)
    again = index_children(t, wide[0])
    assert again is not first  # too many came after it
    assert again.children == first.children
