"""UCB1: how Monte Carlo tree search balances exploitation and exploration.

Auer, Cesa-Bianchi and Fischer, "Finite-time analysis of the multiarmed bandit problem", Machine
Learning 47 (2002); in trees: Kocsis and Szepesvári, "Bandit based Monte-Carlo planning", ECML
2006; AIMA 4e, section 5.4: UCB1(n) = U(n) / N(n) + C · √(ln N(parent) / N(n)).
"""

from __future__ import annotations

import math


#: The constant of the original bound, for rewards between 0 and 1.
USUAL_C = math.sqrt(2)


def bonus(visits: int, parent_visits: int, c: float) -> float:
    """Return UCB1's bonus for a child: C · √(ln N / n)."""
    return c * math.sqrt(math.log(parent_visits) / visits)


def reward_width(lowest: float, highest: float) -> float:
    """Return the range of a search's rewards, the unit of its constant C.

    UCB1 assumes rewards between 0 and 1. Utilities from −1 to 1 have twice that range, and
    differences of discs far more, so C is multiplied by the range.
    """
    return highest - lowest if highest > lowest else 1.0
