"""SSS* against minimax, its twin MTD(+∞), and alpha-beta, which it dominates.

The theorems are those of Stockman (1979), Roizen and Pearl (1983), and Plaat, Schaeffer, Pijls and
de Bruin (1996).
"""

from __future__ import annotations

from tests.engine.searches.test_sss import check_random


def test_three_thousand_random_trees():
    check_random(range(200, 3_200))
