"""Star1 against a second program, and known bounds in alpha-beta.

The worked figures: a maximum over two chance nodes (Berkeley's CS 188), and the library's tree
`dice` with leaves from −10 to 10.
"""

from __future__ import annotations

from tests.engine.searches.test_star1 import check_star1


def test_every_row_of_star1_on_three_thousand_trees():
    check_star1(range(150, 3_150))
