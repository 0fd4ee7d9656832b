"""MCTS runs of exercises: their data, right answers and solutions."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator
from functools import cached_property
from typing import Final

from engine.errors import InvalidInput
from engine.mcts.counted_tree import bonus
from engine.mcts.hand_run import HandRunSetup, Selection
from tracer.lesson.entries import check_keys, check_known, line_at, map_at, span_at
from tracer.lesson.exercises.exercise_topic import ExerciseSpec, TopicKind, parts_at
from tracer.lesson.exercises.fresh_mcts_run import (
    FEWEST_ITERATIONS,
    MOST_ITERATIONS,
    RunOrder,
    fresh_run,
)
from tracer.lesson.figures import (
    TABLE_WIDTH,
    PageFigure,
    right_part,
    worked_figure,
)
from tracer.marking.grading.make_grader import OneGrader, grader_of
from tracer.marking.keys.problem import Problem
from tracer.mcts.hand_run import format_constant, worked_lines
from tracer.text.numbers import show_number
from tracer.worked.mcts_run import WorkedMcts
from trees.other_inputs.hand_run import exploration_constant
from trees.yaml.plain_data import PlainFile

#: The parts in questions about a run, and the form of their answers.
_PARTS: Final = {
    "added": "the node that each iteration adds, by its cell or the path to it, such as `N W SE`",
    "expanded": "the direction in which each iteration expands, such as `N W S E`",
    "mcts": (
        "the visits and the mean of every node after the last iteration, such as "
        "`root 5 0.3; N 2 0.25; W 1 0.4; …`"
    ),
    "move": "the action that is selected next at the root: N, W, S or E",
}
_KEYS: Final = ("iterations", "selection", "c")


class MctsTopic:
    """A new MCTS run by hand."""

    def __init__(self, order: RunOrder, seed: str, parts: tuple[str, ...]) -> None:
        self.run: HandRunSetup = fresh_run(order, seed)
        self._parts = parts

    @cached_property
    def grader(self) -> OneGrader:
        """The grader of answer sheets about it."""
        points = dict.fromkeys(self._parts, 1.0)
        return grader_of(Problem("the run", self.run, parts=points, kind="mcts"))

    def about(self, part: str) -> str:
        """Return the question of a part."""
        return f"Give {_PARTS[part]}."

    def right(self, part: str) -> str:
        """Return the right answer to a part."""
        return right_part(self.grader, part).replace("\n", "; ")

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
    most = last - FEWEST_ITERATIONS + 1
    visits = range(1, most + 1)
    yield "C · √(ln N / n):" + "".join(f"{f'n = {n}':>9}" for n in visits)
    for parent in range(FEWEST_ITERATIONS, last + 1):
        terms = "".join(f"{bonus(n, parent, run.c):9.3f}" for n in visits)
        yield f"{f'N = {parent}':>16}{terms}"


def _read(exercise: PlainFile) -> ExerciseSpec:
    asks = parts_at(exercise, MCTS_RUN.key, _PARTS)
    return ExerciseSpec(MCTS_RUN, asks, _order(map_at(exercise, MCTS_RUN.key, "a map")))


def _order(file: PlainFile) -> RunOrder:
    check_keys(file, _KEYS, "a run of an exercise")
    usual = RunOrder()
    word = line_at(file, "selection") or usual.selection.value
    check_known(word, [one.value for one in Selection], "selection", file.place("selection"))
    selection = Selection(word)
    c = usual.c if selection is Selection.UCB1 else 0.0
    if "c" in file.entries:
        if selection is Selection.MEAN:
            raise InvalidInput(
                "selection mean does not accept c",
                where=file.place("c"),
                expected="selection ucb1, or no c",
            )
        c = exploration_constant(line_at(file, "c"), file.place("c"))
    iterations = span_at(file, "iterations", usual.iterations, FEWEST_ITERATIONS, MOST_ITERATIONS)
    return RunOrder(iterations, selection, c)


#: Runs of MCTS by hand.
MCTS_RUN: Final = TopicKind(
    key="mcts",
    usage="mcts:",
    noun="run",
    read=_read,
    make=lambda spec, seed, _: MctsTopic(spec.order, seed, spec.asks),
)
