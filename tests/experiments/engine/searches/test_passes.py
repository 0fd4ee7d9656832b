"""MTD(f), aspiration search and the second window of PVS, against plain minimax.

The worked figures are the lecture tree's, computed by hand from the papers: Plaat, Schaeffer, Pijls
and de Bruin (1996); Marsland (1986); and a course that starts the second search of PVS from the
value that the scout returned (Yale CS 474, 2021).
"""

from __future__ import annotations

import pytest

from tests.engine.searches.test_passes import KINDS, check_random_trees


@pytest.mark.parametrize("kind", KINDS)
def test_three_thousand_random_trees_have_minimaxs_value(kind):
    check_random_trees(kind, range(120, 3_000))
