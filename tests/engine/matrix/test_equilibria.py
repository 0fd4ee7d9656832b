"""Equilibria: the solver compared with another method and with the definition."""

import io
import random
from fractions import Fraction
from itertools import combinations, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.matrix.equilibria import (
    MAX_ENTRIES,
    NotSolved,
    Profile,
    extreme_equilibria,
    nash_subsets,
    pure_bounds,
    pure_equilibria,
    solve_zero_sum,
)
from engine.matrix.game import Side
from tests.engine.matrix import naive
from tests.engine.matrix.naive import game_of
from tests.engine.matrix.test_elimination import games
from tests.support.cases import examples, over
from tests.support.tables import table


def found(game):
    return {profile.mixes for profile in extreme_equilibria(game)}


@examples(20)
@given(games(3, 4, largest=2))
def test_extreme_equilibria_equal_those_of_trying_every_vertex(game):
    # Payoffs of 0 to 2 make nearly every game degenerate.
    assert found(game) == naive.extreme_equilibria(game)


@over("seed", range(12), ms=45)
def test_equilibria_of_large_nondegenerate_games_equal_those_of_trying_every_vertex(seed):
    chance = random.Random(seed)
    shape = (chance.randint(2, 5), chance.randint(2, 5))
    game = game_of(
        [
            [
                (Fraction(chance.randint(-999, 999), 7), chance.randint(-999, 999))
                for _ in range(shape[1])
            ]
            for _ in range(shape[0])
        ]
    )
    equilibria = extreme_equilibria(game)
    assert not any(profile.is_degenerate for profile in equilibria)
    assert {profile.mixes for profile in equilibria} == naive.extreme_equilibria(game)
    assert len(equilibria) % 2 == 1  # Lemke and Howson 1964
    assert all(not subset.is_continuum for subset in nash_subsets(equilibria))


@examples(15)
@given(games())
def test_pure_equilibria_are_those_from_which_no_deviation_pays(game):
    pure = {profile.mixes for profile in pure_equilibria(game)}
    expected = set()
    for i, j in product(range(game.size(Side.ROWS)), range(game.size(Side.COLUMNS))):
        x = tuple(Fraction(i == k) for k in range(game.size(Side.ROWS)))
        y = tuple(Fraction(j == k) for k in range(game.size(Side.COLUMNS)))
        if naive.gains_nobody(game, x, y):
            expected.add((x, y))
    assert pure == expected
    assert pure <= found(game)


@examples(30)
@given(games(3, 3, largest=4))
def test_transposing_the_matrix_keeps_the_equilibria(game):
    turned = game_of(
        [[(b, a) for a, b in column] for column in zip(*game.pairs, strict=True)],
        first=Side.COLUMNS,
    )
    assert {(y, x) for x, y in found(turned)} == found(game)


@examples(40)
@given(st.lists(st.lists(st.integers(-2, 2), min_size=3, max_size=3), min_size=1, max_size=3))
def test_every_equilibrium_of_a_zero_sum_game_pays_its_value(rows):
    game = game_of([[(entry, -entry) for entry in row] for row in rows])
    solution = solve_zero_sum(game.payoffs(Side.ROWS))
    for profile in extreme_equilibria(game):
        assert profile.payoffs == (solution.value, -solution.value)
    optimal = Profile.from_mixes(game, solution.maximiser, solution.minimiser)
    assert optimal.is_equilibrium
    # Optimal strategies can be exchanged, so all equilibria are one set.
    assert len(nash_subsets(extreme_equilibria(game))) == 1


@examples(15)
@given(games(3, 3, largest=1))
def test_the_nash_subsets_are_gambits_cliques(game):
    pygambit = pytest.importorskip("pygambit")  # which loads SciPy
    rows, columns = (game.size(side) for side in Side)
    strategies = (" ".join(f'"{s}"' for s in range(size)) for size in (rows, columns))
    # The row player's strategy varies fastest.
    payoffs = " ".join(f"{row[c][0]} {row[c][1]}" for c in range(columns) for row in game.pairs)
    lists = " ".join(f"{{ {names} }}" for names in strategies)
    text = f'NFG 1 R "" {{ "0" "1" }}\n{{ {lists} }}\n""\n\n{payoffs}\n'
    read = pygambit.read_nfg(io.StringIO(text))
    solved = pygambit.nash.enummixed_solve(read, rational=True, cliques=True)

    def mixes(profile):
        return (
            tuple(Fraction(profile["0"][str(s)]) for s in range(rows)),
            tuple(Fraction(profile["1"][str(s)]) for s in range(columns)),
        )

    theirs = {frozenset(map(mixes, clique)) for clique in solved.cliques}
    ours = {
        frozenset(product(subset.rows, subset.columns))
        for subset in nash_subsets(extreme_equilibria(game))
    }
    assert ours == theirs


@examples(40)
@given(games(3, 3, largest=1))
def test_components_are_connected_unions_of_subsets(game):
    subsets = nash_subsets(extreme_equilibria(game))
    groups = [set(product(subset.rows, subset.columns)) for subset in subsets]
    merged = []
    for group in groups:
        joined = set(group).union(*(other for other in merged if other & group))
        merged = [other for other in merged if not other & group] + [joined]
    for subset, group in zip(subsets, groups, strict=True):
        alike = [o.component == subset.component for o in subsets]
        (whole,) = [other for other in merged if group <= other]
        assert alike == [other <= whole for other in groups]


def test_mix_of_two_with_two_best_responses_is_not_degenerate():
    game = game_of([[(1, -1), (-1, 1)], [(-1, 1), (1, -1)]])
    half = Fraction(1, 2)
    profile = Profile.from_mixes(game, (Fraction(1), Fraction(0)), (half, half))
    assert profile.best == ((0, 1), (1,))
    assert not profile.is_degenerate


@pytest.mark.parametrize(("x", "y", "degenerate"), table(__file__, "degenerate"))
def test_degenerate_mix_has_more_best_responses_than_strategies(x, y, degenerate):
    game = game_of([[(1, 1), (0, 1)], [(0, 0), (1, 1)]])
    profile = Profile.from_mixes(game, tuple(map(Fraction, x)), tuple(map(Fraction, y)))
    assert profile.is_degenerate is degenerate


def test_degenerate_game_may_have_no_continuum():
    # At (r1, c1) both have a second best response, and a step towards it breaks the equilibrium.
    game = game_of([[(1, 1), (0, 1)], [(1, 0), (1, 1)]])
    equilibria = extreme_equilibria(game)
    assert [profile.is_degenerate for profile in equilibria] == [True, False]
    assert [subset.is_continuum for subset in nash_subsets(equilibria)] == [False, False]


def mp520():
    pairs = [[(1, 2), (6, 3), (6, 3)], [(4, 4), (3, 1), (4, 7)]]  # P1's first, who chooses columns
    return game_of([[(b, a) for a, b in row] for row in pairs], first=Side.COLUMNS)


def test_mp_520_has_two_continua_with_the_known_end_points():
    third = Fraction(1, 3)
    subsets = nash_subsets(extreme_equilibria(mp520()))
    assert [(set(s.rows), set(s.columns)) for s in subsets] == [
        ({(0, 1)}, {(1, 0, 0), (0, 0, 1)}),
        ({(1, 0)}, {(0, 1, 0), (0, 2 * third, third)}),
    ]
    assert [subset.component for subset in subsets] == [1, 2]
    game = mp520()
    for weight, holds in ((Fraction(2, 3), True), (Fraction(199, 300), False), (1, True)):
        assert naive.gains_nobody(game, (1, 0), (0, Fraction(weight), 1 - weight)) is holds


@over("pairs, expected", table(__file__, "equilibria"))
def test_known_games_have_their_known_equilibria(pairs, expected):
    rows = {tuple(map(Fraction, mix)) for mix in expected}
    assert {profile.mixes[0] for profile in extreme_equilibria(game_of(pairs))} == rows


def test_too_large_a_matrix_is_refused_at_once():
    size = 9
    assert size * size > MAX_ENTRIES
    with pytest.raises(NotSolved, match="81 pairs"):
        extreme_equilibria(game_of([[(0, 0)] * size] * size))


def test_a_matrix_of_the_largest_size_is_solved_if_most_mixes_are_degenerate():
    pairs = [[(int(i <= j), int(i >= j)) for j in range(8)] for i in range(8)]
    assert len(pairs) ** 2 == MAX_ENTRIES
    profiles = extreme_equilibria(game_of(pairs))
    assert {profile.mixes for profile in profiles} >= {
        (tuple(Fraction(i == k) for i in range(8)),) * 2 for k in range(8)
    }
    assert all(profile.is_equilibrium for profile in profiles)


# Zero-sum games: what one player secures, the other concedes --------------------------------------


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
                solution = naive.solve([*equations, [*[1] * size, 0, 1]])
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
