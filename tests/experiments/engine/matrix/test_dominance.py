"""Dominance by its definitions, and by a player's possible beliefs."""

from __future__ import annotations

from fractions import Fraction

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.engine.matrix.naive import beliefs
from tests.engine.matrix.test_dominance import found, payoffs


@settings(max_examples=150, deadline=None)
@given(st.integers(1, 4).flatmap(payoffs))
def test_undominated_strategy_is_best_for_a_belief_without_zeros(table):
    """Pearce 1984, lemma 4: not weakly dominated means best for a belief that is nowhere 0.

    Strictly dominated means best for no belief at all. The extreme beliefs for which a strategy is
    best are found one by one; their average is nowhere 0 if that is true of any such belief.
    """
    own = range(len(table))
    weak, strict = set(), set()
    for s in own:
        gains = [[a - b for a, b in zip(table[o], table[s], strict=True)] for o in own if o != s]
        ends = beliefs(gains) if gains else {(Fraction(1),) * len(table[0])}
        if not ends:
            strict.add(s)
        if not ends or not all(map(any, zip(*ends, strict=True))):
            weak.add(s)
    assert {reason.dominated for reason in found(table, weak=True)} == weak
    assert {reason.dominated for reason in found(table, weak=False)} == strict
    assert {reason.dominated for reason in found(table, weak=True) if reason.strict} == strict
