"""Random MCTS runs by hand for exercises: few iterations and no near ties."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import product
from typing import Final

from engine.errors import InvalidInput
from engine.mcts.hand_run import (
    Axis,
    Cell,
    Direction,
    HandRun,
    HandRunSetup,
    Identity,
    Selection,
    SelectionScore,
    run_by_hand,
)
from tracer.generate.spans import Span
from tracer.generate.tree_sketch import Dice

#: Each child of the root must be tried before there is a next action.
FEWEST_ITERATIONS: Final = 4
#: Two selections and the next action; more takes long by hand.
MOST_ITERATIONS: Final = 6
#: Smallest difference between the two largest scores; two decimals are enough to see it.
_MARGIN: Final = 0.05
#: Decimals of every mean, so that no mean needs rounding.
_DECIMALS: Final = 3
_TRIES: Final = 4000
_USUAL: Final = Span(6, 6)


@dataclass(frozen=True, slots=True)
class RunOrder:
    """The properties of the runs of an exercise."""

    iterations: Span = _USUAL
    selection: Selection = Selection.UCB1
    c: float = math.sqrt(2)


def fresh_run(order: RunOrder, seed: str) -> HandRunSetup:
    """Return a random run with the requested properties.

    Compared scores are never nearly equal, means have few decimals, and no cell appears at two
    depths. The run is the same with one node per cell and with one node per path.
    """
    dice = Dice(seed)
    for _ in range(_TRIES):
        problem = _drawn(order, dice)
        run = run_by_hand(problem)
        if _is_clear(run) and _is_same(run, run_by_hand(replace(problem, identity=Identity.PATHS))):
            return problem
    raise InvalidInput(
        f"each of {_TRIES:,} runs has scores that are nearly equal",
        expected="fewer iterations, or another c",
    )


def _drawn(order: RunOrder, dice: Dice) -> HandRunSetup:
    iterations = dice.between(*order.iterations)
    directions = tuple(dice.pick([*Direction]) for _ in range(iterations))
    depths = (1, 2) if iterations > FEWEST_ITERATIONS else (1,)
    return HandRunSetup(
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
    """Yield the cells at a depth below (0, 0), from north to south, west to east."""
    span = range(-depth, depth + 1)
    for down, x in product(span, span):
        away = abs(x) + abs(down)
        if away <= depth and (depth - away) % 2 == 0:
            yield x, -down


def _is_clear(run: HandRun) -> bool:
    compared = [scores for one in run.iterations for scores in one.choices]
    means = [node.mean for one in run.iterations for node in one.table]
    cells = [node.cell for node in run.iterations[-1].table]
    return (
        run.lacking is None
        and run.predicted_action is not None
        and len(set(cells)) == len(cells)
        and all(_leads(scores) for scores in [*compared, run.scores])
        and all((mean * 10**_DECIMALS).denominator == 1 for mean in means)
    )


def _leads(scores: Sequence[SelectionScore]) -> bool:
    second, first = sorted(score.value for score in scores)[-2:]
    return first - second >= _MARGIN


def _is_same(run: HandRun, other: HandRun) -> bool:
    """Return whether two runs have the same tables and the same next action."""

    def contents(one: HandRun) -> list[object]:
        tables = [[(n.path, n.visits, n.total) for n in each.table] for each in one.iterations]
        return [*tables, one.scores]

    return other.lacking is None and contents(run) == contents(other)
