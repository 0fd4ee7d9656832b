"""Everything that is known about a game in normal form, computed once for every format."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from engine.matrix.dominance import Dominance, Dominant, dominant_strategies, dominated_strategies
from engine.matrix.elimination import Elimination, eliminate, lost
from engine.matrix.extreme import NotSolved, extreme_equilibria
from engine.matrix.game import NormalForm, Side
from engine.matrix.nash_subsets import NashSubset, nash_subsets
from engine.matrix.profiles import Profile, best_responses, pure, pure_equilibria
from engine.matrix.zero_sum import ZeroSum, pure_bounds, solve_zero_sum

__all__ = ["ConstantSum", "MatrixAnalysis", "analyse"]


@dataclass(frozen=True)
class ConstantSum:
    """The solution of a game whose pairs all have one sum, for the player who stands first.

    Args:
        total: the sum; 0 in a zero-sum game.
        solution: the value and a best mix for each; the maximiser is the first player.
        maximin: what the first player secures without mixing.
        minimax: what the other holds the first player down to without mixing.
    """

    total: Fraction
    solution: ZeroSum
    maximin: Fraction
    minimax: Fraction


@dataclass(frozen=True)
class MatrixAnalysis:
    """What is known about a game. Pairs hold the row player's part and the column player's.

    Args:
        game: the game.
        best: for each player and each strategy of the other, the best responses to it.
        dominant: the strategies that are best against everything, and how.
        dominated: the dominated strategies, each with a reason.
        elimination: what iterated elimination removes.
        pure: the equilibria in pure strategies.
        extreme: all extreme equilibria, pure ones first; None where they are not known.
        unsolved: why they are not known; empty where they are, or were not asked for.
        subsets: all equilibria as convex sets; empty where they are not known.
        lost: the known equilibria that the elimination loses.
        constant_sum: the value and the best mixes, where all pairs have one sum.
    """

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

    @property
    def degenerate(self) -> Profile | None:
        """An equilibrium at which the game is seen to be degenerate, if there is one."""
        return next((profile for profile in self.extreme or () if profile.is_degenerate), None)

    def payoff_range(self, subset: NashSubset, side: Side) -> tuple[Fraction, Fraction]:
        """The least and the most that a player gets in a set of equilibria."""
        # Payoffs are linear in each player's mix, so both ends are at corners.
        payoffs = [
            played.payoffs[side]
            for played in self.extreme or ()
            if played.mixes[Side.ROWS] in subset.rows
            and played.mixes[Side.COLUMNS] in subset.columns
        ]
        return min(payoffs), max(payoffs)


def analyse(game: NormalForm, *, weak: bool = False, mixed: bool = True) -> MatrixAnalysis:
    """Find out everything about a game.

    Args:
        game: the game.
        weak: eliminate weakly dominated strategies too, which can lose equilibria.
        mixed: look for equilibria in mixed strategies too.
    """
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
        dominated=(_dominated(game, Side.ROWS), _dominated(game, Side.COLUMNS)),
        elimination=elimination,
        pure=pure_ones,
        extreme=extreme,
        unsolved=unsolved,
        subsets=nash_subsets(extreme or ()),
        lost=lost(pure_ones if extreme is None else extreme, elimination),
        constant_sum=_constant_sum(game),
    )


def _best(game: NormalForm, side: Side) -> tuple[tuple[int, ...], ...]:
    others = game.size(side.other)
    return tuple(best_responses(game.payoffs(side), pure(other, others)) for other in range(others))


def _dominated(game: NormalForm, side: Side) -> tuple[Dominance, ...]:
    own, other = range(game.size(side)), range(game.size(side.other))
    return dominated_strategies(game.payoffs(side), own, other, weak=True)


def _constant_sum(game: NormalForm) -> ConstantSum | None:
    if game.constant_sum is None:
        return None
    payoffs = game.payoffs(game.first)
    return ConstantSum(game.constant_sum, solve_zero_sum(payoffs), *pure_bounds(payoffs))
