"""MCTS runs of exercises: what is given of one, what is right, and how it is worked."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator
from functools import cached_property
from typing import Final

from engine.mcts.hand_run import Problem as HandRun
from engine.mcts.hand_run import Selection, run_by_hand
from engine.mcts.ucb1 import bonus
from tracer.check.graders import grader_of
from tracer.check.problem import Problem
from tracer.check.set_grader import OneGrader
from tracer.hand_run import constant_shown, worked_lines
from tracer.lesson.fresh_run import FEWEST_ITERATIONS, RunOrder, fresh_run
from tracer.lesson.stage import TABLE_WIDTH, Scene, right_part
from tracer.values import show_number

__all__ = ["MCTS_PARTS", "RunMatter"]

#: What can be asked about a run, and how it is written down.
MCTS_PARTS: Final = {
    "added": "the node that each iteration adds, by its cell or the way to it, such as `N W SE`",
    "expanded": "the direction in which each iteration expands, such as `N W S E`",
    "mcts": (
        "visits and mean of every node after the last iteration, the root too, such as "
        "`root 5 0.3; N 2 0.25; W 1 0.4; …`"
    ),
    "move": "the action that would be selected at the root next, N, W, S or E",
}


class RunMatter:
    """A fresh run by hand.

    Args:
        order: what it is like.
        seed: what it is drawn from.
        parts: the parts that are asked.

    Raises:
        InvalidInput: there is no such run.
    """

    def __init__(self, order: RunOrder, seed: str, parts: tuple[str, ...]) -> None:
        self.run: HandRun = fresh_run(order, seed)
        self._parts = parts

    @cached_property
    def grader(self) -> OneGrader:
        """What marks parts of an answer sheet about it."""
        points = dict.fromkeys(self._parts, 1.0)
        return grader_of(Problem("the run", self.run, parts=points, kind="mcts"))

    def about(self, part: str) -> str:
        """What a part asks for."""
        return f"Write down {MCTS_PARTS[part]}."

    def right(self, part: str) -> str:
        """The right answer to a part."""
        return right_part(self.grader, part).replace("\n", "; ")

    def scene(self, step: int, *, is_worked: bool) -> Scene:
        """What is given; once it has been worked, every iteration and the table."""
        if not is_worked:
            return Scene(lines=tuple(_given(self.run)))
        lines = worked_lines(self.run, run_by_hand(self.run), TABLE_WIDTH)
        return Scene(lines=tuple(lines), plays=True)


def _given(run: HandRun) -> Iterator[str]:
    """The settings, the directions, the rewards, and what UCB1 adds, in a few lines."""
    directions = " ".join(one.name for one in run.directions)
    yield f"Start at (0,0); y grows upwards. Directions: {directions}"
    by_ucb1 = run.selection is Selection.UCB1
    rule = f"UCB1 with C = {constant_shown(run.c)}" if by_ucb1 else "the largest mean"
    yield f"Selection by {rule}. Rewards of the cells:"
    for depth in sorted({depth for _, depth in run.rewards}):
        listed = "  ".join(
            f"({x},{y})\N{NO-BREAK SPACE}{show_number(float(reward))}"
            for ((x, y), at), reward in run.rewards.items()
            if at == depth
        )
        head = f"  depth {depth}: "
        told = textwrap.wrap(
            listed, TABLE_WIDTH, initial_indent=head, subsequent_indent=" " * len(head)
        )
        yield from (line.replace("\N{NO-BREAK SPACE}", " ") for line in told)
    if by_ucb1:
        yield from _second_terms(run)


def _second_terms(run: HandRun) -> Iterator[str]:
    """C · √(ln N / n) for all that may be needed, so that nobody needs a calculator for roots."""
    last = len(run.directions)
    most = last - FEWEST_ITERATIONS + 1
    visits = range(1, most + 1)
    yield "C · √(ln N / n):" + "".join(f"{f'n = {n}':>9}" for n in visits)
    for parent in range(FEWEST_ITERATIONS, last + 1):
        terms = "".join(f"{bonus(n, parent, run.c):9.3f}" for n in visits)
        yield f"{f'N = {parent}':>16}{terms}"
