"""Mixed strategies, best responses and the test for an equilibrium."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import lcm
from typing import Final, TypeAlias

from engine.errors import PlytraceError
from engine.matrix.game import NormalForm, Payoffs, Side

#: A mixed strategy: the probability of each pure one; they sum to 1.
Mix: TypeAlias = tuple[Fraction, ...]


@dataclass(frozen=True)
class Profile:
    """A strategy for each player, with payoffs and best responses."""

    mixes: tuple[Mix, Mix]
    payoffs: tuple[Fraction, Fraction]
    best: tuple[tuple[int, ...], tuple[int, ...]]

    @staticmethod
    def from_mixes(game: NormalForm, rows: Mix, columns: Mix) -> Profile:
        """Return the profile of two mixed strategies in a game."""
        mixes = (rows, columns)
        values = [values_against(game.payoffs(side), mixes[side.other]) for side in Side]
        expected = [_weigh(values[side], mixes[side]) for side in Side]
        best = [_largest(values[side]) for side in Side]
        return Profile(mixes, (expected[0], expected[1]), (best[0], best[1]))

    @property
    def is_pure(self) -> bool:
        """Whether neither player mixes."""
        return all(len(support(mix)) == 1 for mix in self.mixes)

    @property
    def is_equilibrium(self) -> bool:
        """Whether neither player gains by changing strategy (the definition)."""
        # A mix is best if and only if every pure strategy that it plays is.
        return all(set(support(self.mixes[side])) <= set(self.best[side]) for side in Side)

    @property
    def is_degenerate(self) -> bool:
        """Whether a player has more best responses than the other's mix has strategies."""
        # No such mix exists in a nondegenerate game (von Stengel, "Computing equilibria for
        # two-person games", Handbook of Game Theory 3, 2002, definition 2.6).
        return any(len(self.best[side]) > len(support(self.mixes[side.other])) for side in Side)


def make_pure(strategy: int, size: int) -> Mix:
    """Return the mix that always plays one of `size` pure strategies."""
    return tuple(Fraction(index == strategy) for index in range(size))


def support(mix: Mix) -> tuple[int, ...]:
    """Return the pure strategies that a mix plays."""
    return tuple(index for index, weight in enumerate(mix) if weight)


def values_against(payoffs: Payoffs, other: Mix) -> tuple[Fraction, ...]:
    """Return the value of each pure strategy against a mix of the other player."""
    return tuple(_weigh(row, other) for row in payoffs)


def best_responses(payoffs: Payoffs, other: Mix) -> tuple[int, ...]:
    """Return a player's pure best responses to a mix of the other player."""
    return _largest(values_against(payoffs, other))


def pure_equilibria(game: NormalForm) -> tuple[Profile, ...]:
    """Return every pure equilibrium, row by row."""
    rows, columns = game.size(Side.ROWS), game.size(Side.COLUMNS)
    of_rows, of_columns = game.payoffs(Side.ROWS), game.payoffs(Side.COLUMNS)
    # The most that each player can get against each strategy of the other.
    best_of_rows = [max(values) for values in zip(*of_rows, strict=True)]
    best_of_columns = [max(values) for values in zip(*of_columns, strict=True)]
    return tuple(
        Profile.from_mixes(game, make_pure(row, rows), make_pure(column, columns))
        for row in range(rows)
        for column in range(columns)
        if of_rows[row][column] == best_of_rows[column]
        and of_columns[column][row] == best_of_columns[row]
    )


def _weigh(values: Sequence[Fraction], weights: Mix) -> Fraction:
    return sum((v * w for v, w in zip(values, weights, strict=True) if w), Fraction())


def _largest(values: Sequence[Fraction]) -> tuple[int, ...]:
    top = max(values)
    return tuple(index for index, value in enumerate(values) if value == top)


def simplest_between(low: Fraction, high: Fraction) -> Fraction:
    """Return the fraction with the smallest denominator strictly between two others."""
    # By continued fractions; see Graham, Knuth and Patashnik, "Concrete Mathematics", section 4.5.
    whole = low.numerator // low.denominator
    if whole + 1 < high:
        return Fraction(whole + 1)
    # The interval is within [whole, whole + 1]: use the reciprocals of the fractional parts.
    if low == whole:
        # Of 1/n with n > 1/(high - whole), the first.
        beyond = 1 / (high - whole)
        return whole + Fraction(1, beyond.numerator // beyond.denominator + 1)
    return whole + 1 / simplest_between(1 / (high - whole), 1 / (low - whole))


def simplest_within(low: Fraction, high: Fraction) -> Fraction:
    """Return the fraction with the smallest denominator from one to another, both included."""
    inside = [simplest_between(low, high)] if low < high else []
    return min(low, high, *inside, key=lambda number: number.denominator)


# Linear programs in whole numbers, solved exactly.
#
# By the simplex method (Dantzig 1951; Chvátal, "Linear Programming", 1983), with Bland's rule,
# which cannot cycle.


@dataclass(frozen=True)
class Optimum:
    """The solution of a linear program."""

    value: Fraction
    variables: tuple[Fraction, ...]
    prices: tuple[Fraction, ...]


def maximise(
    objective: Sequence[int], limits: Sequence[Sequence[int]], bounds: Sequence[int]
) -> Optimum:
    """Maximise objective · x over all x ≥ 0 with limits · x ≤ bounds."""
    rows, columns = len(limits), len(objective)
    table = [
        [*limit, *(int(i == k) for k in range(rows)), bound]
        for i, (limit, bound) in enumerate(zip(limits, bounds, strict=True))
    ]
    gains = [*objective, *[0] * (rows + 1)]
    basis = list(range(columns, columns + rows))
    pivot = 1
    while (
        entering := next((k for k, gain in enumerate(gains[:-1]) if gain > 0), None)
    ) is not None:
        leaving = min(
            (i for i in range(rows) if table[i][entering] > 0),
            key=lambda i: (Fraction(table[i][-1], table[i][entering]), basis[i]),
        )
        pivot = _pivot([*table, gains], leaving, entering, pivot)
        basis[leaving] = entering
    variables = [Fraction()] * columns
    for i, variable in enumerate(basis):
        if variable < columns:
            variables[variable] = Fraction(table[i][-1], pivot)
    return Optimum(
        Fraction(-gains[-1], pivot),
        tuple(variables),
        tuple(Fraction(-gain, pivot) for gain in gains[columns:-1]),
    )


def _pivot(lines: list[list[int]], row: int, column: int, before: int) -> int:
    """Solve a row for a variable and substitute it in all other lines."""
    # Every number means itself divided by the last pivot, so that all stay whole (Edmonds 1967,
    # Bareiss 1968) and need no reduction.
    solved = lines[row]
    pivot = solved[column]
    for line in lines:
        if line is not solved:
            factor = line[column]
            line[:] = [
                (a * pivot - b * factor) // before for a, b in zip(line, solved, strict=True)
            ]
    return pivot


# The value of a zero-sum matrix and optimal mixes, by von Neumann's minimax theorem.
#
# Solved exactly as a linear program; see Chvátal, "Linear Programming", 1983, chapter 15.


@dataclass(frozen=True)
class ZeroSum:
    """The solution of a zero-sum matrix."""

    value: Fraction
    maximiser: Mix
    minimiser: Mix


def pure_bounds(payoffs: Payoffs) -> tuple[Fraction, Fraction]:
    """Return the bounds that the players can guarantee without mixing."""
    return max(map(min, payoffs)), min(map(max, zip(*payoffs, strict=True)))


def solve_zero_sum(payoffs: Payoffs) -> ZeroSum:
    """Return the value and a pair of optimal strategies."""
    # With all entries positive the minimiser's problem is: make sum(w) as large as can be with
    # payoffs · w ≤ 1. Then w = y / value, and the dual solution is x / value.
    positive, scale, shift = _make_positive(payoffs)
    rows, columns = len(payoffs), len(payoffs[0])
    best = maximise([1] * columns, positive, [1] * rows)
    return ZeroSum(
        (1 / best.value - shift) / scale,
        tuple(price / best.value for price in best.prices),
        tuple(weight / best.value for weight in best.variables),
    )


def _make_positive(payoffs: Payoffs) -> tuple[list[list[int]], int, int]:
    """Return payoffs as positive whole numbers: times the second result, plus the third."""
    scale = lcm(*(entry.denominator for row in payoffs for entry in row))
    shift = 1 - min(int(entry * scale) for row in payoffs for entry in row)
    return [[int(entry * scale) + shift for entry in row] for row in payoffs], scale, shift


# All equilibria of a bimatrix game, as convex sets: its maximal Nash subsets.
#
# If every mix of a set X is an equilibrium with every mix of a set Y, X × Y is a Nash subset. The
# maximal ones are products of convex hulls of extreme mixes, and together they are all equilibria
# (Winkels 1979). In the graph whose edges are the extreme equilibria they are the maximal
# complete bipartite subgraphs. One with more than one point is a continuum of equilibria.


@dataclass(frozen=True)
class NashSubset:
    """A set of equilibria: any mix of the first with any mix of the second."""

    rows: tuple[Mix, ...]
    columns: tuple[Mix, ...]
    component: int

    @property
    def is_continuum(self) -> bool:
        """Whether it is more than one equilibrium."""
        return len(self.rows) > 1 or len(self.columns) > 1


def nash_subsets(extreme: Sequence[Profile]) -> tuple[NashSubset, ...]:
    """Return the maximal Nash subsets, in the order of their first extreme equilibrium."""
    rows = tuple(dict.fromkeys(profile.mixes[0] for profile in extreme))
    columns = tuple(dict.fromkeys(profile.mixes[1] for profile in extreme))
    edges = {profile.mixes for profile in extreme}
    partners = {y: frozenset(x for x in rows if (x, y) in edges) for y in columns}
    # The row player's side of a maximal subset is the common partners of some columns.
    common: set[frozenset[Mix]] = set()
    for xs in partners.values():
        common |= {xs} | {xs & earlier for earlier in common}
    common.discard(frozenset())
    subsets = [
        (
            tuple(x for x in rows if x in xs),
            tuple(y for y in columns if xs <= partners[y]),
        )
        for xs in common
    ]
    place = {profile.mixes: index for index, profile in enumerate(extreme)}
    subsets.sort(key=lambda subset: sorted(place[x, y] for x in subset[0] for y in subset[1]))
    components = _number_components(subsets)
    return tuple(
        NashSubset(xs, ys, component)
        for (xs, ys), component in zip(subsets, components, strict=True)
    )


def _number_components(subsets: Sequence[tuple[tuple[Mix, ...], tuple[Mix, ...]]]) -> list[int]:
    """Return the number of each subset's connected component."""
    # Two subsets that meet share an extreme equilibrium, since their intersection is a face of
    # both.
    numbers: list[int] = []
    for index, (xs, ys) in enumerate(subsets):
        touching = {
            numbers[before]
            for before in range(index)
            if set(xs) & set(subsets[before][0]) and set(ys) & set(subsets[before][1])
        }
        numbers = [index if other in touching else other for other in numbers]
        numbers.append(index)
    ranks = {number: rank for rank, number in enumerate(dict.fromkeys(numbers), 1)}
    return [ranks[number] for number in numbers]


# All extreme equilibria of a bimatrix game.
#
# An equilibrium is extreme if neither player's mix is a mix of two others that could replace it.
# Every equilibrium is in a convex hull of extreme ones. They are the pairs of vertices of the two
# best-response polytopes in which each strategy of a player is unplayed or a best response
# (Mangasarian 1964; Avis, Rosenberg, Savani and von Stengel, "Enumeration of Nash equilibria for
# two-player games", 2010).

#: The largest matrix, in payoff pairs, whose extreme equilibria are computed. Their number grows
#: exponentially.
MAX_ENTRIES: Final = 64


class NotSolved(PlytraceError):
    """Mixed equilibria are not computed, since it would take too long."""


def extreme_equilibria(game: NormalForm) -> tuple[Profile, ...]:
    """Return all extreme equilibria in the order of their strategies, pure ones first."""
    rows, columns = game.size(Side.ROWS), game.size(Side.COLUMNS)
    if rows * columns > MAX_ENTRIES:
        raise NotSolved(
            f"mixed equilibria are not computed for {rows * columns} pairs of payoffs",
            expected=f"at most {MAX_ENTRIES} pairs",
        )
    # Each player's vertices are limited by the payoffs of the other one.
    xs = _list_vertices(game.payoffs(Side.COLUMNS), range(rows + columns))
    ys = _list_vertices(game.payoffs(Side.ROWS), [*range(rows, rows + columns), *range(rows)])
    profiles = [
        Profile.from_mixes(game, x, y)
        for x, labels in xs.items()
        for y, others in ys.items()
        if len(labels | others) == rows + columns
    ]
    return tuple(sorted(profiles, key=lambda profile: _rank(game, profile)))


def _list_vertices(payoffs: Payoffs, labels: Sequence[int]) -> dict[Mix, frozenset[int]]:
    """Return the mixes at the vertices of a best-response polytope, with their labels."""
    # The polytope has the x ≥ 0 with payoffs · x ≤ 1, where the payoffs are those of the other
    # player and positive. A mix has the labels of the strategies that it does not play, and of the
    # best responses to it, which come behind.
    # The search pivots from vertex to vertex. By the lexicographic rule (Dantzig, Orden and Wolfe
    # 1955), it does so as if no vertex were degenerate, and reaches all of them.
    limits, _, _ = _make_positive(payoffs)
    rows, columns = len(limits), len(limits[0])
    slacks = [[int(i == k) for k in range(rows)] for i in range(rows)]
    table = [[*limit, *slack, 1] for limit, slack in zip(limits, slacks, strict=True)]
    basis = tuple(range(columns, columns + rows))
    waiting = [(table, basis, 1)]
    reached = {frozenset(basis)}
    vertices: dict[Mix, frozenset[int]] = {}
    while waiting:
        table, basis, pivot = waiting.pop()
        values = {variable: line[-1] for variable, line in zip(basis, table, strict=True)}
        total = sum(values.get(own, 0) for own in range(columns))
        if total:  # not at the origin
            mix = tuple(Fraction(values.get(own, 0), total) for own in range(columns))
            vertices[mix] = frozenset(
                label for variable, label in enumerate(labels) if not values.get(variable)
            )
        for entering in {*range(columns + rows)} - {*basis}:
            ratios = {
                i: [Fraction(entry, line[entering]) for entry in (line[-1], *line[columns:-1])]
                for i, line in enumerate(table)
                if line[entering] > 0
            }
            leaving = min(ratios, key=lambda i: ratios[i])
            neighbour = (*basis[:leaving], entering, *basis[leaving + 1 :])
            if frozenset(neighbour) not in reached:
                reached.add(frozenset(neighbour))
                lines = [[*line] for line in table]
                waiting.append((lines, neighbour, _pivot(lines, leaving, entering, pivot)))
    return vertices


def _rank(game: NormalForm, profile: Profile) -> tuple[object, ...]:
    by_side = [tuple(-weight for weight in profile.mixes[side]) for side in game.order]
    return (not profile.is_pure, *by_side)
