"""Fresh MCTS runs by hand for exercises: few iterations, and no choice that is nearly a tie."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import product
from typing import Final

from engine.errors import InvalidInput
from engine.mcts.compass import Axis, Cell, Direction
from engine.mcts.hand_run import Identity, Problem, Run, Score, Selection, run_by_hand
from tracer.generate.dice import Dice
from tracer.generate.spans import Span

__all__ = ["FEWEST_ITERATIONS", "MOST_ITERATIONS", "RunOrder", "fresh_run"]

#: All four children of the root are to be tried, so that there is a next action.
FEWEST_ITERATIONS: Final = 4
#: Two choices by the rule of selection, and the next one: more is long work by hand.
MOST_ITERATIONS: Final = 6
#: How far the largest score is above the next: scores that are worked to two decimals tell them
#: apart.
_MARGIN: Final = 0.05
#: Decimals of every mean: they can be written down without rounding.
_DECIMALS: Final = 3
_TRIES: Final = 4000
_USUAL: Final = Span(6, 6)


@dataclass(frozen=True, slots=True)
class RunOrder:
    """What the runs of an exercise are like.

    Args:
        iterations: how many, `FEWEST_ITERATIONS` to `MOST_ITERATIONS`.
        selection: the rule by which a child is selected.
        c: UCB1's constant; 0 for the mean, which has none.
    """

    iterations: Span = _USUAL
    selection: Selection = Selection.UCB1
    c: float = math.sqrt(2)


def fresh_run(order: RunOrder, seed: str) -> Problem:
    """A run to order, the same for the same order and seed.

    No two scores that are compared are nearly equal, means have few decimals, no cell comes up at
    two depths, and the run is the same whether a cell or each way to it is a node.

    Args:
        order: what it is like.
        seed: what it is drawn from.

    Raises:
        InvalidInput: none of several thousand is so.
    """
    dice = Dice(seed)
    for _ in range(_TRIES):
        problem = _drawn(order, dice)
        run = run_by_hand(problem)
        if _is_clear(run) and _is_same(run, run_by_hand(replace(problem, identity=Identity.PATHS))):
            return problem
    raise InvalidInput(
        f"none of {_TRIES:,} runs is without scores that are nearly equal",
        expected="fewer iterations, or another c",
    )


def _drawn(order: RunOrder, dice: Dice) -> Problem:
    iterations = dice.between(*order.iterations)
    directions = tuple(dice.pick([*Direction]) for _ in range(iterations))
    depths = (1, 2) if iterations > FEWEST_ITERATIONS else (1,)
    return Problem(
        start=(0, 0),
        directions=directions,
        rewards={
            (cell, depth): Fraction(dice.between(0, 10), 10)
            for depth in depths
            for cell in _cells(depth)
        },
        selection=order.selection,
        c=order.c,
        axis=Axis.UP,
        identity=Identity.STATES,
    )


def _cells(depth: int) -> Iterator[Cell]:
    """The cells that so many steps from (0, 0) lead to, from the north down, west to east."""
    span = range(-depth, depth + 1)
    for down, x in product(span, span):
        away = abs(x) + abs(down)
        if away <= depth and (depth - away) % 2 == 0:
            yield x, -down


def _is_clear(run: Run) -> bool:
    compared = [scores for one in run.iterations for scores in one.choices]
    means = [node.mean for one in run.iterations for node in one.table]
    cells = [node.cell for node in run.iterations[-1].table]
    return (
        run.lacking is None
        and run.predicted is not None
        and len(set(cells)) == len(cells)
        and all(_leads(scores) for scores in [*compared, run.scores])
        and all((mean * 10**_DECIMALS).denominator == 1 for mean in means)
    )


def _leads(scores: Sequence[Score]) -> bool:
    second, first = sorted(score.value for score in scores)[-2:]
    return first - second >= _MARGIN


def _is_same(run: Run, other: Run) -> bool:
    """Whether two runs have the same tables and lead to the same."""

    def told(one: Run) -> list[object]:
        tables = [[(n.path, n.visits, n.total) for n in each.table] for each in one.iterations]
        return [*tables, one.scores]

    return other.lacking is None and told(run) == told(other)
