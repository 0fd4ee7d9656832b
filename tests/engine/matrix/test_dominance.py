"""Dominance by its definitions, and by what a player could believe."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.matrix.dominance import Dominant, dominant_strategies, dominated_strategies
from engine.matrix.simplest_fraction import simplest_between

small = st.integers(0, 3).map(Fraction)


def payoffs(others):
    row = st.lists(small, min_size=others, max_size=others).map(tuple)
    return st.lists(row, min_size=1, max_size=5).map(tuple)


def found(table, *, weak):
    return dominated_strategies(table, range(len(table)), range(len(table[0])), weak=weak)


def better(a, b):
    return all(x > y for x, y in zip(a, b, strict=True))


def no_worse(a, b):
    return a != b and all(x >= y for x, y in zip(a, b, strict=True))


@settings(max_examples=40)
@given(payoffs(3))
def test_a_reason_holds_in_its_own_numbers(table):
    for reason in found(table, weak=True):
        weights = dict(reason.by)
        assert reason.dominated not in weights
        assert sum(weights.values()) == 1
        assert min(weights.values()) > 0
        assert reason.given_up == table[reason.dominated]
        assert reason.own == tuple(
            sum(w * table[s][t] for s, w in weights.items()) for t in range(3)
        )
        test = better if reason.strict else no_worse
        assert test(reason.own, reason.given_up)
        assert reason.strict or len(weights) == 1


@settings(max_examples=40)
@given(payoffs(3))
def test_nothing_that_a_pure_strategy_dominates_is_missed(table):
    strict = {reason.dominated for reason in found(table, weak=False)}
    weak = {reason.dominated: reason for reason in found(table, weak=True)}
    for s, row in enumerate(table):
        if any(better(other, row) for other in table):
            assert s in strict
            assert len(weak[s].by) == 1
            assert weak[s].strict
        if any(no_worse(other, row) for other in table):
            assert s in weak
    assert strict == {s for s, reason in weak.items() if reason.strict}


@settings(max_examples=40)
@given(payoffs(2))
def test_against_two_strategies_what_is_not_dominated_is_best_for_some_belief(table):
    """Pearce 1984: strictly dominated means never a best response, whatever one believes.

    With two strategies a belief is one probability p, and what is best changes only where the
    lines of two strategies cross, so those places and the middles between them are all that count.
    """
    places = {Fraction(0), Fraction(1)}
    for one in table:
        for two in table:
            slope = (one[0] - one[1]) - (two[0] - two[1])
            if slope:
                places.add((two[1] - one[1]) / slope)
    places = sorted(p for p in places if 0 <= p <= 1)
    places += [(a + b) / 2 for a, b in pairwise(places)]
    rational = set()
    for p in places:
        worth = [p * row[0] + (1 - p) * row[1] for row in table]
        rational |= {s for s, value in enumerate(worth) if value == max(worth)}
    strict = {reason.dominated for reason in found(table, weak=False)}
    assert strict == set(range(len(table))) - rational


@settings(max_examples=40)
@given(payoffs(3), st.data())
def test_a_mix_of_three_that_is_better_everywhere_is_found(table, data):
    weights = [Fraction(data.draw(st.integers(1, 5))) for _ in table]
    total = sum(weights)
    worse = tuple(
        sum(w * row[t] for w, row in zip(weights, table, strict=True)) / total - Fraction(1, 100)
        for t in range(3)
    )
    assert len(table) in {reason.dominated for reason in found((*table, worse), weak=False)}


def test_a_mix_of_three_where_no_two_suffice():
    table = tuple(tuple(map(Fraction, row)) for row in ((3, 0, 0), (0, 3, 0), (0, 0, 3)))
    dominated = (Fraction(9, 10),) * 3
    (reason,) = found((*table, dominated), weak=False)
    assert reason.dominated == 3
    assert len(reason.by) == 3
    assert found((*table, (Fraction(1),) * 3), weak=False) == ()


def test_a_mix_of_two_that_only_equals_somewhere_is_not_strict():
    # The first two together are no better in the last place; the third must help.
    rows = ((3, 0, 1), (0, 3, 1), (0, 0, 2), (1, 1, 1))
    (reason,) = found(tuple(tuple(map(Fraction, row)) for row in rows), weak=False)
    assert reason.dominated == 3
    assert len(reason.by) == 3


def test_the_reason_is_the_simplest_mix():
    table = tuple(tuple(map(Fraction, row)) for row in ((3, 0), (1, 1), (0, 3)))
    (reason,) = found(table, weak=False)
    assert reason.by == ((0, Fraction(1, 2)), (2, Fraction(1, 2)))


@pytest.mark.parametrize(
    ("table", "expected"),
    [
        ([[2, 3], [1, 1]], [(0, Dominant.STRICT)]),
        ([[2, 1], [1, 1]], [(0, Dominant.WEAK)]),
        ([[2, 1], [2, 1]], [(0, Dominant.VERY_WEAK), (1, Dominant.VERY_WEAK)]),
        ([[2, 1], [2, 1], [0, 0]], [(0, Dominant.VERY_WEAK), (1, Dominant.VERY_WEAK)]),
        ([[2, 1], [1, 2]], []),
        ([[2, 1]], []),
        ([[0, 0], [1, 0], [0, 0]], [(1, Dominant.WEAK)]),
        ([[1, 2], [2, 3], [0, 3]], [(1, Dominant.WEAK)]),
    ],
)
def test_dominant_strategies(table, expected):
    assert list(dominant_strategies(tuple(map(tuple, table)))) == expected


@settings(max_examples=40)
@given(payoffs(3))
def test_dominant_is_what_dominates_every_other(table):
    kinds = dict(dominant_strategies(table))
    for s, row in enumerate(table):
        others = [other for t, other in enumerate(table) if t != s]
        if not others:
            continue
        strict = all(better(row, other) for other in others)
        weak = all(no_worse(row, other) for other in others)
        assert (kinds.get(s) is Dominant.STRICT) == strict
        assert (kinds.get(s) in (Dominant.STRICT, Dominant.WEAK)) == weak


@settings(max_examples=40)
@given(st.fractions(0, 3, max_denominator=20), st.fractions(0, 3, max_denominator=20))
def test_the_simplest_fraction_has_the_smallest_denominator(one, two):
    low, high = sorted((one, two))
    if low == high:
        return
    chosen = simplest_between(low, high)
    assert low < chosen < high
    for smaller in range(1, chosen.denominator):
        above = Fraction(low * smaller // 1 + 1, smaller)  # the first multiple beyond low
        assert above >= high
