"""Dominance by its definitions, and by a player's possible beliefs."""

from fractions import Fraction
from itertools import combinations_with_replacement

from hypothesis import given
from hypothesis import strategies as st

from engine.matrix.dominance import Dominant, dominant_strategies, dominated_strategies
from engine.matrix.equilibria import simplest_between, simplest_within
from tests.engine.matrix.naive import beliefs
from tests.support.cases import examples, over
from tests.support.tables import table

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


@examples(40)
@given(payoffs(3))
def test_dominance_reason_is_correct_arithmetic(table):
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


@examples(40)
@given(payoffs(3))
def test_every_strategy_dominated_by_a_pure_one_is_found(table):
    strict = {reason.dominated for reason in found(table, weak=False)}
    weak = {reason.dominated: reason for reason in found(table, weak=True)}
    for s, row in enumerate(table):
        if any(better(other, row) for other in table):
            assert s in strict
            assert len(weak[s].by) == 1
            assert weak[s].strict
        if any(no_worse(other, row) for other in table):
            assert s in weak
            assert weak[s].strict or len(weak[s].by) == 1
    assert strict == {s for s, reason in weak.items() if reason.strict}


@st.composite
def only_mixes_dominate(draw):
    """A table whose last strategy is dominated weakly by a mix of all others, and by no less."""
    size = draw(st.integers(2, 4))
    weights = [Fraction(draw(st.integers(1, 4))) for _ in range(size)]
    mix = [weight / sum(weights) for weight in weights]
    columns = [  # of each, only one of the strategies gets anything, so that all are needed
        [Fraction(draw(st.integers(1, 9))) if s == t else Fraction(0) for s in range(size)]
        for t in range(size)
    ]
    columns.append([Fraction(draw(st.integers(0, 9)))] * size)
    worth = [sum(w * x for w, x in zip(mix, column, strict=True)) for column in columns]
    lowered = draw(st.lists(st.booleans(), min_size=size, max_size=size).filter(any))
    last = [
        value / 2 if low else value for value, low in zip(worth, [*lowered, False], strict=True)
    ]
    scale = draw(st.fractions(Fraction(1, 7), 7, max_denominator=7))
    columns = [
        [scale * x for x in (*column, own)] for column, own in zip(columns, last, strict=True)
    ]
    return tuple(zip(*columns, strict=True))


@examples(35)
@given(only_mixes_dominate())
def test_strategy_weakly_dominated_only_by_mixes_is_found(table):
    last = len(table) - 1
    reasons = {reason.dominated: reason for reason in found(table, weak=True)}
    assert last in reasons
    assert not reasons[last].strict
    assert last not in {reason.dominated for reason in found(table, weak=False)}


@examples(60)
@given(st.integers(1, 3).flatmap(payoffs))
def test_weak_dominance_uses_a_mix_of_two_if_possible(table):
    for reason in found(table, weak=True):
        if reason.strict or len(reason.by) < 3:  # a larger mix that is strict goes first
            continue
        for one in range(len(table)):
            for two in range(one):
                three = tuple(table[s] for s in (one, two, reason.dominated))
                if reason.dominated not in (one, two):
                    assert 2 not in {less.dominated for less in found(three, weak=True)}


@over("rows, by", table(__file__, "mixes"))
def test_mix_that_weakly_dominates_is_found(rows, by):
    table = tuple(tuple(map(Fraction, row.split())) for row in rows)
    reasons = [dict(reason.by) for reason in found(table, weak=True) if not reason.strict]
    expected = by and {s: Fraction(weight) for s, weight in by.items()}
    assert all(reason == expected for reason in reasons)
    assert bool(reasons) == bool(by)


def test_mix_of_two_with_a_tie_is_not_strict():
    # The first two together are no better in the last place; the third must help.
    rows = ((3, 0, 1), (0, 3, 1), (0, 0, 2), (1, 1, 1))
    (reason,) = found(tuple(tuple(map(Fraction, row)) for row in rows), weak=False)
    assert reason.dominated == 3
    assert len(reason.by) == 3


def test_simplest_mix_is_given_as_the_reason():
    table = tuple(tuple(map(Fraction, row)) for row in ((3, 0), (1, 1), (0, 3)))
    (reason,) = found(table, weak=False)
    assert reason.by == ((0, Fraction(1, 2)), (2, Fraction(1, 2)))


@over(
    ("table", "expected"),
    [
        ([[2, 1], [2, 1]], [(0, Dominant.VERY_WEAK), (1, Dominant.VERY_WEAK)]),
        ([[2, 1], [2, 1], [0, 0]], [(0, Dominant.VERY_WEAK), (1, Dominant.VERY_WEAK)]),
        ([[2, 1]], []),
    ],
)
def test_dominant_strategies_of_known_games_are_found(table, expected):
    assert list(dominant_strategies(tuple(map(tuple, table)))) == expected


@examples(40)
@given(payoffs(3))
def test_dominant_strategy_dominates_every_other(table):
    kinds = dict(dominant_strategies(table))
    for s, row in enumerate(table):
        others = [other for t, other in enumerate(table) if t != s]
        if not others:
            continue
        strict = all(better(row, other) for other in others)
        weak = all(no_worse(row, other) for other in others)
        assert (kinds.get(s) is Dominant.STRICT) == strict
        assert (kinds.get(s) in (Dominant.STRICT, Dominant.WEAK)) == weak


#: From 0 to 2, with denominators of at most 7.
FRACTIONS = sorted({Fraction(n, d) for d in range(1, 8) for n in range(2 * d + 1)})


def test_the_simplest_fraction_has_the_smallest_denominator():
    for low, high in combinations_with_replacement(FRACTIONS, 2):
        within = simplest_within(low, high)
        assert low <= within <= high
        for smaller in range(1, within.denominator):
            assert Fraction(-(-low * smaller // 1), smaller) > high  # the first multiple from low
        if low < high:
            between = simplest_between(low, high)
            assert low < between < high
            for smaller in range(1, between.denominator):
                assert Fraction(low * smaller // 1 + 1, smaller) >= high  # the first beyond low


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
