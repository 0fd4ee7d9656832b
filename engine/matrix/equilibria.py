"""Mixed strategies, best responses and the test for an equilibrium."""

from __future__ import annotations

import io
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from fractions import Fraction
from importlib import import_module
from math import lcm
from types import ModuleType
from typing import Final, TypeAlias

from engine.errors import PlytraceError
from engine.matrix.game import NormalForm, Payoffs, Side
from engine.text import install_command

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
        """Whether neither player gains by changing strategy (the definition).

        A mix is best if and only if every pure strategy that it plays is.
        """
        return all(set(support(self.mixes[side])) <= set(self.best[side]) for side in Side)

    @property
    def is_degenerate(self) -> bool:
        """Whether a player has more best responses than the other's mix has strategies.

        No such mix exists in a nondegenerate game (von Stengel, "Computing equilibria for
        two-person games", Handbook of Game Theory 3, 2002, definition 2.6).
        """
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
    """Return the fraction with the smallest denominator strictly between two others.

    By continued fractions; see Graham, Knuth and Patashnik, "Concrete Mathematics", section 4.5.
    """
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
    """Solve a row for a variable and substitute it in all other lines.

    Every number means itself divided by the last pivot, so that all stay whole (Edmonds 1967,
    Bareiss 1968) and need no reduction.
    """
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
    scale = lcm(*(entry.denominator for row in payoffs for entry in row))
    shift = 1 - min(int(entry * scale) for row in payoffs for entry in row)
    rows, columns = len(payoffs), len(payoffs[0])
    positive = [[int(entry * scale) + shift for entry in row] for row in payoffs]
    best = maximise([1] * columns, positive, [1] * rows)
    return ZeroSum(
        (1 / best.value - shift) / scale,
        tuple(price / best.value for price in best.prices),
        tuple(weight / best.value for weight in best.variables),
    )


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
    """Return the number of each subset's connected component.

    Two subsets that meet share an extreme equilibrium, since their intersection is a face of both.
    """
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


# All extreme equilibria of a bimatrix game, by the exact solver of Gambit.
#
# An equilibrium is extreme if neither player's mix is a mix of two others that could replace it.
# Every equilibrium is in a convex hull of extreme ones (`engine.matrix.equilibria`). Gambit
# finds them by enumerating the vertices of the two best-response polytopes (Mangasarian 1964;
# Avis, Rosenberg, Savani and von Stengel, "Enumeration of Nash equilibria for two-player games",
# 2010). It gets the game as text in its stable file format.

#: The largest matrix, in payoff pairs, whose extreme equilibria are computed. Their number grows
#: exponentially; 8 × 8 takes about 3 seconds, 10 × 10 about 20.
MAX_ENTRIES: Final = 64


#: What Gambit imports at its start for its random games and its fits to data alone: two thirds of
#: that time. SciPy imports each of them by itself when Gambit first uses it.
_LATER: Final = ("scipy.optimize", "scipy.stats")


class NotSolved(PlytraceError):
    """Mixed equilibria are not computed: the solver is missing, or it would take too long."""


def extreme_equilibria(game: NormalForm) -> tuple[Profile, ...]:
    """Return all extreme equilibria in the order of their strategies, pure ones first."""
    entries = game.size(Side.ROWS) * game.size(Side.COLUMNS)
    if entries > MAX_ENTRIES:
        raise NotSolved(
            f"mixed equilibria are not computed for {entries} pairs of payoffs",
            expected=f"at most {MAX_ENTRIES} pairs",
        )
    pygambit = _gambit()
    solved = pygambit.nash.enummixed_solve(
        pygambit.read_nfg(io.StringIO(_nfg(game))), rational=True
    )
    profiles = {
        Profile.from_mixes(
            game,
            _mix(equilibrium["0"], game.size(Side.ROWS)),
            _mix(equilibrium["1"], game.size(Side.COLUMNS)),
        )
        for equilibrium in solved.equilibria
    }
    for profile in profiles:
        if not profile.is_equilibrium:
            raise NotSolved(
                f"pygambit {pygambit.__version__} returned {profile.mixes}: not an equilibrium"
            )
    return tuple(sorted(profiles, key=lambda profile: _rank(game, profile)))


def _gambit() -> ModuleType:
    """Import Gambit, without waiting for what it imports and we never use."""
    with suppress(ImportError), _stand_ins(_LATER):
        return import_module("pygambit")
    try:  # another version may use those modules at once
        return import_module("pygambit")
    except ImportError:
        raise NotSolved(
            "mixed equilibria need the exact solver of Gambit",
            hint=f"Install it with: {install_command('matrix')}",
        ) from None


@contextmanager
def _stand_ins(names: Iterable[str]) -> Iterator[None]:
    """Let modules be imported that are empty, unless they are here already."""
    empty = {name: ModuleType(name) for name in names if name not in sys.modules}
    sys.modules.update(empty)
    try:
        yield
    finally:
        for name in empty:
            del sys.modules[name]


def _nfg(game: NormalForm) -> str:
    """Return the game in Gambit's .nfg format; indices name players and strategies."""
    strategies = (" ".join(f'"{s}"' for s in range(game.size(side))) for side in Side)
    # The row player's strategy varies fastest.
    pairs = (
        f"{row[column][0]} {row[column][1]}"
        for column in range(game.size(Side.COLUMNS))
        for row in game.pairs
    )
    lists = " ".join(f"{{ {names} }}" for names in strategies)
    return f'NFG 1 R "" {{ "0" "1" }}\n{{ {lists} }}\n""\n\n{" ".join(pairs)}\n'


def _mix(part: object, size: int) -> Mix:
    """Return a player's part of Gambit's profile."""
    return tuple(Fraction(part[str(s)]) for s in range(size))  # type: ignore[index]


def _rank(game: NormalForm, profile: Profile) -> tuple[object, ...]:
    by_side = [tuple(-weight for weight in profile.mixes[side]) for side in game.order]
    return (not profile.is_pure, *by_side)
