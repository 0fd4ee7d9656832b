"""MCTS runs of exercises: their data, right answers and solutions."""

from __future__ import annotations

import math
import textwrap
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import partial
from itertools import product
from typing import Final

from engine.errors import InvalidInput
from engine.mcts.counted_tree import bonus
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
from tracer.lesson.entries import FieldReaders, check_known, line_at, map_at, read_fields, span_at
from tracer.lesson.exercises.exercise_topic import ExerciseSpec, ExerciseTopic, TopicKind
from tracer.lesson.figures import TABLE_WIDTH, PageFigure, worked_figure
from tracer.marking.keys.problem import Problem
from tracer.mcts.hand_run import format_constant, worked_lines
from tracer.text.numbers import show_number
from tracer.worked.mcts_run import WorkedMcts
from trees.other_inputs.hand_run import exploration_constant
from trees.yaml.plain_data import PlainFile

#: Each child of the root must be tried before there is a next action.
_FEWEST_ITERATIONS: Final = 4
#: Two selections and the next action; more takes long by hand.
_MOST_ITERATIONS: Final = 6
#: Smallest difference between the two largest scores; two decimals are enough to see it.
_MARGIN: Final = 0.05
#: Decimals of every mean, so that no mean needs rounding.
_DECIMALS: Final = 3
_TRIES: Final = 4000
_USUAL: Final = Span(6, 6)


class MctsTopic(ExerciseTopic):
    """A new MCTS run by hand."""

    def __init__(self, spec: ExerciseSpec, seed: str) -> None:
        self.run = fresh_run(spec.order, seed)
        super().__init__(spec, Problem("the run", self.run, parts=spec.points, kind="mcts"))

    def scene(self, step: int, *, is_worked: bool) -> PageFigure:
        """Return the given data, or after the exercise every iteration and the table."""
        if not is_worked:
            return PageFigure(lines=tuple(_given(self.run)))
        worked = WorkedMcts("the run", self.run)
        last = worked.step_after(len(self.run.directions))
        lines = worked_lines(self.run, worked.run, TABLE_WIDTH)
        return worked_figure(worked, last, tuple(lines), plays=True)


def _given(run: HandRunSetup) -> Iterator[str]:
    """Yield the settings, the directions, the rewards and UCB1's second terms as lines."""
    directions = " ".join(one.name for one in run.directions)
    yield f"Start at (0,0); y grows upwards. Directions: {directions}"
    by_ucb1 = run.selection is Selection.UCB1
    rule = f"UCB1 with C = {format_constant(run.c)}" if by_ucb1 else "the largest mean"
    yield f"Selection by {rule}. Rewards of the cells:"
    for depth in sorted({depth for _, depth in run.rewards}):
        listed = "  ".join(
            f"({x},{y})\N{NO-BREAK SPACE}{show_number(float(reward))}"
            for ((x, y), at), reward in run.rewards.items()
            if at == depth
        )
        head = f"  depth {depth}: "
        lines = textwrap.wrap(
            listed, TABLE_WIDTH, initial_indent=head, subsequent_indent=" " * len(head)
        )
        yield from (line.replace("\N{NO-BREAK SPACE}", " ") for line in lines)
    if by_ucb1:
        yield from _second_terms(run)


def _second_terms(run: HandRunSetup) -> Iterator[str]:
    """Yield a table of C · √(ln N / n), so that students need no calculator."""
    last = len(run.directions)
    most = last - _FEWEST_ITERATIONS + 1
    visits = range(1, most + 1)
    yield "C · √(ln N / n):" + "".join(f"{f'n = {n}':>9}" for n in visits)
    for parent in range(_FEWEST_ITERATIONS, last + 1):
        terms = "".join(f"{bonus(n, parent, run.c):9.3f}" for n in visits)
        yield f"{f'N = {parent}':>16}{terms}"


def _selection_at(file: PlainFile, key: str) -> Selection:
    word = line_at(file, key)
    check_known(word, [selection.value for selection in Selection], "selection", file.place(key))
    return Selection(word)


_KEYS: Final[FieldReaders] = {
    "iterations": partial(span_at, least=_FEWEST_ITERATIONS, most=_MOST_ITERATIONS),
    "selection": _selection_at,
    "c": lambda file, key: exploration_constant(line_at(file, key), file.place(key)),
}


def _read(exercise: PlainFile, spec: ExerciseSpec) -> ExerciseSpec:
    file = map_at(exercise, MCTS_RUN.key, "a map")
    order = RunOrder(**read_fields(file, _KEYS, "a run of an exercise"))
    if order.selection is Selection.MEAN and "c" in file.entries:
        raise InvalidInput(
            "selection mean does not accept c",
            where=file.place("c"),
            expected="selection ucb1, or no c",
        )
    return replace(spec, order=order)


#: Runs of MCTS by hand.
MCTS_RUN: Final = TopicKind(
    key="mcts",
    usage="mcts:",
    noun="run",
    read=_read,
    make=lambda spec, seed, _: MctsTopic(spec, seed),
    parts={
        "added": (
            "the node that each iteration adds, by its cell or the path to it, such as `N W SE`"
        ),
        "expanded": "the direction in which each iteration expands, such as `N W S E`",
        "mcts": (
            "the visits and the mean of every node after the last iteration, such as "
            "`root 5 0.3; N 2 0.25; W 1 0.4; …`"
        ),
        "move": "the action that is selected next at the root: N, W, S or E",
    },
)


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
    depths = (1, 2) if iterations > _FEWEST_ITERATIONS else (1,)
    return HandRunSetup(
        start=(0, 0),
        directions=directions,
        rewards={
            (cell, depth): Fraction(dice.between(0, 10), 10)
            for depth in depths
            for cell in _cells(depth)
        },
        selection=order.selection,
        c=order.c if order.selection is Selection.UCB1 else 0.0,
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
