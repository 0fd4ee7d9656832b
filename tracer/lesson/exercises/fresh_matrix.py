"""Random payoff matrices for exercises: small, with clear answers."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from engine.errors import InvalidInput
from engine.matrix.dominance import Dominance, dominated_strategies
from engine.matrix.equilibria import pure_equilibria
from engine.matrix.game import Chooser, NormalForm, Side
from tracer.generate.spans import Span
from tracer.generate.tree_sketch import Dice

#: Largest number of strategies of a player.
MOST_STRATEGIES: Final = 4
#: Number of matrices to try; a student waits for the result.
_TRIES: Final = 4000
_TWO: Final = Span(2, 2)
_DIGITS: Final = Span(0, 9)


@dataclass(frozen=True, slots=True)
class MatrixOrder:
    """The properties of the matrices of an exercise."""

    rows: Span = _TWO
    columns: Span = _TWO
    payoffs: Span = _DIGITS
    zero_sum: bool = False
    dominated: bool | None = None
    pure: Span | None = None


def fresh_matrix(order: MatrixOrder, seed: str) -> NormalForm:
    """Return a random matrix with the requested properties.

    Degenerate games are omitted: at a pure equilibrium, no player may change without a loss. Games
    in which only a mix dominates a strategy are omitted too.
    """
    dice = Dice(seed)
    for _ in range(_TRIES):
        game = _drawn(order, dice)
        if _suits(order, game):
            return game
    raise InvalidInput(
        f"none of {_TRIES:,} matrices has the requested properties",
        expected="rows, columns, payoffs, zero-sum, dominated and pure that fit together",
    )


def _drawn(order: MatrixOrder, dice: Dice) -> NormalForm:
    rows, columns = dice.between(*order.rows), dice.between(*order.columns)

    def pair() -> tuple[Fraction, Fraction]:
        first = Fraction(dice.between(*order.payoffs))
        other = -first if order.zero_sum else Fraction(dice.between(*order.payoffs))
        return first, other

    return NormalForm(
        Chooser("Row", tuple(f"r{n}" for n in range(1, rows + 1))),
        Chooser("Column", tuple(f"c{n}" for n in range(1, columns + 1))),
        tuple(tuple(pair() for _ in range(columns)) for _ in range(rows)),
    )


def _suits(order: MatrixOrder, game: NormalForm) -> bool:
    pure = pure_equilibria(game)
    if order.pure is not None and order.pure.miss(len(pure)):
        return False
    if any(one.is_degenerate for one in pure):
        return False
    found = [one for side in Side for one in _dominated(game, side)]
    if any(len(one.by) > 1 for one in found):
        return False
    return order.dominated is None or bool(found) == order.dominated


def _dominated(game: NormalForm, side: Side) -> tuple[Dominance, ...]:
    own, other = range(game.size(side)), range(game.size(side.other))
    return dominated_strategies(game.payoffs(side), own, other, weak=True)
