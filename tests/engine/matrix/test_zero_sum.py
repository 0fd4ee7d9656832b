"""The value of a zero-sum matrix: what one player secures, the other concedes."""

from fractions import Fraction
from itertools import combinations

from hypothesis import given
from hypothesis import strategies as st

from engine.matrix.equilibria import pure_bounds, solve_zero_sum
from tests.engine.matrix.naive import solve
from tests.support.cases import examples, over
from tests.support.tables import table

entries = st.one_of(st.integers(-3, 3), st.fractions(-5, 5, max_denominator=6)).map(Fraction)


def matrices(largest):
    return st.tuples(st.integers(1, largest), st.integers(1, largest)).flatmap(
        lambda shape: st.lists(
            st.lists(entries, min_size=shape[1], max_size=shape[1]).map(tuple),
            min_size=shape[0],
            max_size=shape[0],
        ).map(tuple)
    )


@examples(15)
@given(matrices(5))
def test_optimal_strategies_of_both_sides_guarantee_the_value(payoffs):
    solution = solve_zero_sum(payoffs)
    for mix, size in ((solution.maximiser, len(payoffs)), (solution.minimiser, len(payoffs[0]))):
        assert len(mix) == size
        assert sum(mix) == 1
        assert min(mix) >= 0
    secured = min(
        sum(p * a for p, a in zip(solution.maximiser, column, strict=True))
        for column in zip(*payoffs, strict=True)
    )
    conceded = max(
        sum(q * a for q, a in zip(solution.minimiser, row, strict=True)) for row in payoffs
    )
    # Nobody can do better than what the other holds them to, so equality proves both optimal.
    assert secured == solution.value == conceded


@examples(10)
@given(matrices(4))
def test_mixing_gains_unless_there_is_a_saddle_point(payoffs):
    low, high = pure_bounds(payoffs)
    saddles = [
        entry
        for row in payoffs
        for entry, column in zip(row, zip(*payoffs, strict=True), strict=True)
        if entry == min(row) == max(column)
    ]
    assert low <= solve_zero_sum(payoffs).value <= high
    assert (low == high) == bool(saddles)


@examples(15)
@given(matrices(3))
def test_value_is_that_of_some_square_submatrix(payoffs):
    """Shapley and Snow 1950: in that submatrix both players are indifferent."""
    value = solve_zero_sum(payoffs).value
    candidates = set()
    for size in range(1, min(len(payoffs), len(payoffs[0])) + 1):
        for rows in combinations(payoffs, size):
            for columns in combinations(range(len(payoffs[0])), size):
                equations = [[*(row[k] for k in columns), -1, 0] for row in rows]
                solution = solve([*equations, [*[1] * size, 0, 1]])
                if solution is not None:
                    candidates.add(solution[-1])
    assert value in candidates


@over(
    "payoffs, value, maximiser, minimiser",
    [
        *table(__file__, "zero_sum"),
        ([[0, -1, 1], [1, 0, -1], [-1, 1, 0]], 0, ["1/3"] * 3, ["1/3"] * 3),
    ],
)
def test_known_games_have_their_known_values(payoffs, value, maximiser, minimiser):
    solution = solve_zero_sum(tuple(tuple(map(Fraction, row)) for row in payoffs))
    assert solution.value == value
    if maximiser:
        assert list(solution.maximiser) == list(map(Fraction, maximiser))
        assert list(solution.minimiser) == list(map(Fraction, minimiser))
