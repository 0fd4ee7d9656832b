"""The analysis of a game in normal form, computed once for all output formats."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from html import escape
from typing import Any

from engine.errors import InvalidInput
from engine.matrix.dominance import (
    Dominance,
    Dominant,
    Elimination,
    dominant_strategies,
    eliminate,
    find_dominated,
    lost,
)
from engine.matrix.equilibria import (
    NashSubset,
    NotSolved,
    Profile,
    ZeroSum,
    best_responses,
    extreme_equilibria,
    make_pure,
    nash_subsets,
    pure_bounds,
    pure_equilibria,
    solve_zero_sum,
)
from engine.matrix.game import NormalForm, Side
from trees.other_inputs.matrix import read_matrix
from trees.text import shorten


@dataclass(frozen=True)
class ConstantSum:
    """The solution of a constant-sum game, from the first player's side."""

    total: Fraction
    solution: ZeroSum
    maximin: Fraction
    minimax: Fraction


@dataclass(frozen=True, repr=False)
class MatrixAnalysis:
    """The analysis of a game. Pairs hold the row player's part and the column player's."""

    game: NormalForm
    best: tuple[tuple[tuple[int, ...], ...], tuple[tuple[int, ...], ...]]
    dominant: tuple[tuple[tuple[int, Dominant], ...], tuple[tuple[int, Dominant], ...]]
    dominated: tuple[tuple[Dominance, ...], tuple[Dominance, ...]]
    elimination: Elimination
    pure: tuple[Profile, ...]
    extreme: tuple[Profile, ...] | None
    unsolved: str
    subsets: tuple[NashSubset, ...]
    lost: tuple[Profile, ...]
    constant_sum: ConstantSum | None

    def __repr__(self) -> str:
        game = self.game
        size = f"{game.size(Side.ROWS)} × {game.size(Side.COLUMNS)}"
        return f"<analysis of {game.name or 'a payoff matrix'}, {size}>"

    def _repr_html_(self) -> str:
        """Return what a notebook shows: the matrix, and lists of what was found."""
        from tracer.matrix.report import introduce_matrix, list_sections  # they import this module

        lists = "".join(
            f"<p><b>{escape(title)}</b></p>"
            f"<ul>{''.join(f'<li>{escape(line)}</li>' for line in lines)}</ul>"
            for title, lines in list_sections(self).items()
        )
        return f"{self.game._repr_html_()}<p>{escape(introduce_matrix(self))}</p>{lists}"

    @property
    def degenerate(self) -> Profile | None:
        """An equilibrium that shows that the game is degenerate; None if there is none."""
        return next((profile for profile in self.extreme or () if profile.is_degenerate), None)

    def payoff_range(self, subset: NashSubset, side: Side) -> tuple[Fraction, Fraction]:
        """Return a player's lowest and highest payoff in a set of equilibria."""
        # Payoffs are linear in each player's mix, so both ends are at corners.
        payoffs = [
            played.payoffs[side]
            for played in self.extreme or ()
            if played.mixes[Side.ROWS] in subset.rows
            and played.mixes[Side.COLUMNS] in subset.columns
        ]
        return min(payoffs), max(payoffs)


def analyse(
    game: NormalForm | Sequence[Any], *, weak: bool = False, mixed: bool = True
) -> MatrixAnalysis:
    """Analyse a game: dominance, elimination, equilibria and value.

    Args:
        game: the game, or its payoffs as nested lists such as `[[3, -1], [0, 2]]`.
        weak: eliminate weakly dominated strategies too, which can lose equilibria.
        mixed: also compute equilibria in mixed strategies.

    Raises:
        InvalidInput: the lists are not a payoff matrix.

    Example:
        >>> from tracer.matrix.analysis import analyse
        >>> analyse([[3, -1], [0, 2]]).constant_sum.solution.value
        Fraction(1, 1)
    """
    if not isinstance(game, NormalForm):
        game = _make_game(game)
    elimination = eliminate(game, weak=weak)
    pure_ones = pure_equilibria(game)
    extreme, unsolved = None, ""
    if mixed:
        try:
            extreme = extreme_equilibria(game)
        except NotSolved as error:
            unsolved = str(error)
    return MatrixAnalysis(
        game=game,
        best=(_best(game, Side.ROWS), _best(game, Side.COLUMNS)),
        dominant=(
            dominant_strategies(game.payoffs(Side.ROWS)),
            dominant_strategies(game.payoffs(Side.COLUMNS)),
        ),
        dominated=(find_dominated(game, Side.ROWS), find_dominated(game, Side.COLUMNS)),
        elimination=elimination,
        pure=pure_ones,
        extreme=extreme,
        unsolved=unsolved,
        subsets=nash_subsets(extreme or ()),
        lost=lost(pure_ones if extreme is None else extreme, elimination),
        constant_sum=_constant_sum(game),
    )


def _make_game(payoffs: Any) -> NormalForm:
    """Return the game with these payoffs."""
    try:
        if isinstance(payoffs, list | tuple):
            return read_matrix(json.dumps(payoffs), "payoffs")
    except (TypeError, ValueError, RecursionError):  # not numbers and lists of them
        pass
    raise InvalidInput(
        f"{shorten(repr(payoffs))} is not a payoff matrix",
        expected="nested lists such as [[3, -1], [0, 2]], or what read_matrix returns",
    )


def _best(game: NormalForm, side: Side) -> tuple[tuple[int, ...], ...]:
    others = game.size(side.other)
    return tuple(
        best_responses(game.payoffs(side), make_pure(other, others)) for other in range(others)
    )


def _constant_sum(game: NormalForm) -> ConstantSum | None:
    if game.constant_sum is None:
        return None
    payoffs = game.payoffs(game.first)
    return ConstantSum(game.constant_sum, solve_zero_sum(payoffs), *pure_bounds(payoffs))
