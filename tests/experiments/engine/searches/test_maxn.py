"""Max^n: AIMA's figure, worked cutoffs, and every row against a second program."""

from __future__ import annotations

from tests.engine.searches.test_maxn import check_rows


def test_every_row_on_three_thousand_trees():
    assert check_rows(range(200, 3_200)) > 300
