"""Games in normal form, solved slowly by independent methods, for comparison.

A game here is two lists of lists of Fractions, both by row and column: what the row player gets,
and what the column player gets.
"""

from fractions import Fraction
from itertools import combinations

from engine.matrix.game import Chooser, NormalForm, Side


def game_of(pairs, first=Side.ROWS):
    """A game of pairs (row player's, column player's), with strategies r1, …, c1, …."""
    exact = tuple(tuple((Fraction(a), Fraction(b)) for a, b in row) for row in pairs)
    rows = Chooser("R", tuple(f"r{i}" for i in range(1, len(exact) + 1)))
    columns = Chooser("C", tuple(f"c{j}" for j in range(1, len(exact[0]) + 1)))
    return NormalForm(rows, columns, exact, first)


def tables(game):
    """What the row player and the column player get, by row and column."""
    return [[[pair[side] for pair in row] for row in game.pairs] for side in (0, 1)]


def gains_nobody(game, x, y):
    """Whether no pure deviation pays, by the definition of an equilibrium."""
    own, other = tables(game)

    def expected(table, x, y):
        return sum(p * q * table[i][j] for i, p in enumerate(x) for j, q in enumerate(y))

    def units(n):
        return [[Fraction(i == k) for i in range(n)] for k in range(n)]

    return all(expected(own, e, y) <= expected(own, x, y) for e in units(len(x))) and all(
        expected(other, x, e) <= expected(other, x, y) for e in units(len(y))
    )


def solve(equations):
    """The one solution of linear equations [a1, …, an, b]; None if there is none or many."""
    rows = [list(map(Fraction, row)) for row in equations]
    size = len(rows[0]) - 1
    for column in range(size):
        pivot = next((r for r in range(column, len(rows)) if rows[r][column]), None)
        if pivot is None:
            return None
        rows[column], rows[pivot] = rows[pivot], rows[column]
        rows[column] = [entry / rows[column][column] for entry in rows[column]]
        for r in range(len(rows)):
            if r != column and rows[r][column]:
                factor = rows[r][column]
                rows[r] = [a - factor * b for a, b in zip(rows[r], rows[column], strict=True)]
    return [row[-1] for row in rows[:size]] if not any(row[-1] for row in rows[size:]) else None


def extreme_equilibria(game):
    """All extreme equilibria: pairs of vertices of the best-response polytopes that are labelled.

    Every set of as many tight constraints as there are variables is tried, so that degenerate
    games are no exception.
    """
    own, other = tables(game)
    m, n = len(own), len(own[0])
    shift = 1 - min(min(map(min, own)), min(map(min, other)))
    # For x: x_i ≥ 0 has label i, and (Bᵀx)_j ≤ 1 has label m + j; for y the other way round.
    x_limits = [[other[i][j] + shift for i in range(m)] for j in range(n)]
    y_limits = [[own[i][j] + shift for j in range(n)] for i in range(m)]
    xs = _vertices(m, x_limits, list(range(m)), [m + j for j in range(n)])
    ys = _vertices(n, y_limits, [m + j for j in range(n)], list(range(m)))
    return {
        (x, y)
        for x, x_labels in xs.items()
        for y, y_labels in ys.items()
        if len(x_labels | y_labels) == m + n
    }


def _vertices(size, limits, sign_labels, limit_labels):
    """The vertices of {v ≥ 0, limits · v ≤ 1} but 0, scaled to sum 1, and their labels."""
    constraints = [([Fraction(i == k) for i in range(size)], Fraction(0)) for k in range(size)]
    constraints += [(row, Fraction(1)) for row in limits]
    labels = sign_labels + limit_labels
    found = {}
    for chosen in combinations(range(len(constraints)), size):
        v = solve([[*constraints[k][0], constraints[k][1]] for k in chosen])
        if v is None or not any(v) or min(v) < 0:
            continue
        used = [sum(a * b for a, b in zip(row, v, strict=True)) for row, _ in constraints]
        if any(value > 1 for value in used[size:]):
            continue
        tight = {
            label
            for label, value, (_, limit) in zip(labels, used, constraints, strict=True)
            if value == limit
        }
        found[tuple(entry / sum(v) for entry in v)] = tight
    return found


def beliefs(gains):
    """The extreme beliefs about the other player against which no row of gains is positive.

    Every set of as many tight constraints as there are strategies is tried, of those that the
    probabilities are not negative and that no row gains.
    """
    size = len(gains[0])
    signs = [[Fraction(i == k) for i in range(size)] for k in range(size)]
    found = set()
    for chosen in combinations([*signs, *gains], size - 1):
        belief = solve([*([*row, 0] for row in chosen), [1] * size + [1]])
        if (
            belief is not None
            and min(belief) >= 0
            and all(sum(a * q for a, q in zip(row, belief, strict=True)) <= 0 for row in gains)
        ):
            found.add(tuple(belief))
    return found
