"""The names of moves that a search listed, compared with those of its visits."""

from __future__ import annotations

import pytest

from tests.support.tables import table
from tracer import trace

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
