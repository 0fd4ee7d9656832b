"""Payoff matrices and MCTS runs of exercises: random ones, and their solutions."""

from __future__ import annotations

import math
import textwrap
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import partial
from io import StringIO
from itertools import product
from typing import Annotated, Final

from engine.errors import InvalidInput
from engine.matrix.dominance import find_dominated
from engine.matrix.equilibria import pure_equilibria
from engine.matrix.game import Chooser, NormalForm, Side
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
from engine.mcts.statistics import bonus
from tracer.generate.order_keys import Span
from tracer.generate.tree_sketch import Dice
from tracer.lesson.entries import (
    check_known,
    line_at,
    map_at,
    read_record,
    span_at,
    truth_at,
)
from tracer.lesson.exercise import ExerciseSpec, Topic, TopicKind
from tracer.lesson.figures import TABLE_WIDTH, PageFigure, worked_figure
from tracer.marking.keys.problem import Problem
from tracer.mcts.hand_run import format_constant
from tracer.text.document import Layout, format_text
from tracer.text.numbers import show_number
from tracer.worked.mcts_run import WorkedMcts
from trees.other_inputs.hand_run import exploration_constant
from trees.yaml.plain_data import PlainFile

#: Number of matrices or runs to try; a student waits for the result.
_TRIES: Final = 4000

# Payoff matrices --------------------------------------------------------------------------------

#: Largest payoff; more digits take space and teach nothing.
_LARGEST_PAYOFF: Final = 99
#: Largest number of strategies of a player.
_MOST_STRATEGIES: Final = 4
_TWO: Final = Span(2, 2)
_DIGITS: Final = Span(0, 9)
_STRATEGIES: Final = partial(span_at, least=2, most=_MOST_STRATEGIES)
_PAYOFFS: Final = partial(span_at, least=-_LARGEST_PAYOFF, most=_LARGEST_PAYOFF)


@dataclass(frozen=True, slots=True)
class MatrixOrder:
    """The properties of the matrices of an exercise."""

    rows: Annotated[Span, _STRATEGIES] = _TWO
    columns: Annotated[Span, _STRATEGIES] = _TWO
    payoffs: Annotated[Span, _PAYOFFS] = _DIGITS
    zero_sum: Annotated[bool, truth_at] = False
    dominated: Annotated[bool | None, truth_at] = None
    pure: Annotated[Span | None, partial(span_at, least=0, most=_MOST_STRATEGIES**2)] = None


def _read_matrix(exercise: PlainFile, spec: ExerciseSpec) -> ExerciseSpec:
    file = map_at(exercise, MATRIX.key, "a mapping, such as {rows: 2..3}")
    order = read_record(MatrixOrder, file, "a matrix of an exercise")
    if order.payoffs.is_fixed:
        raise file.refusal(
            "payoffs", f"payoffs: {order.payoffs} is a single number", "a range such as 0..9"
        )
    if "utility" in spec.asks and not order.zero_sum:
        raise exercise.refusal("ask", "utility needs a zero-sum matrix", "zero-sum: yes in matrix:")
    return replace(spec, order=order)


def fresh_matrix(order: MatrixOrder, seed: str) -> NormalForm:
    """Return a random matrix with the requested properties.

    Degenerate games are omitted: at a pure equilibrium, no player may change without a loss. Games
    in which only a mix dominates a strategy are omitted too.
    """
    dice = Dice(seed)
    for _ in range(_TRIES):
        game = _draw_matrix(order, dice)
        if _suits(order, game):
            return game
    raise InvalidInput(
        f"none of {_TRIES:,} matrices has the requested properties",
        expected="rows, columns, payoffs, zero-sum, dominated and pure that fit together",
    )


def _draw_matrix(order: MatrixOrder, dice: Dice) -> NormalForm:
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
    if any(profile.is_degenerate for profile in pure):
        return False
    reasons = [reason for side in Side for reason in find_dominated(game, side)]
    if any(len(reason.by) > 1 for reason in reasons):
        return False
    return order.dominated is None or bool(reasons) == order.dominated


def _fresh_matrix_topic(spec: ExerciseSpec, seed: str, _: str) -> Topic:
    matrix = fresh_matrix(spec.order, seed)
    return Topic(spec, Problem("the matrix", matrix, parts=spec.points, kind="matrix"))


def _show_analysis(topic: Topic, _: int) -> PageFigure:
    """Return the matrix and its whole analysis."""
    from tracer.matrix.writers import write_matrix  # slow, as in `LessonScene.worked`
    from tracer.worked.matrix_run import WorkedMatrix

    run = topic.worked
    assert isinstance(run, WorkedMatrix), "its problem is a matrix"
    out = StringIO()
    write_matrix(run.analysis, "text", out, Layout(width=TABLE_WIDTH))
    sections = out.getvalue().splitlines()
    after_matrix = sections.index("Dominance")
    return worked_figure(run, run.marked_step, sections[after_matrix:], plays=True)


#: Payoff matrices.
MATRIX: Final = TopicKind(
    "matrix",
    "matrix:",
    "matrix",
    _read_matrix,
    _fresh_matrix_topic,
    _show_analysis,
    problem_kind="matrix",
)


# MCTS runs by hand ------------------------------------------------------------------------------

#: Each child of the root must be tried before there is a next action.
_FEWEST_ITERATIONS: Final = 4
#: Two selections and the next action; more takes long by hand.
_MOST_ITERATIONS: Final = 6
#: Smallest difference between the two largest scores; two decimals are enough to see it.
_MARGIN: Final = 0.05
#: Decimals of every mean, so that no mean needs rounding.
_DECIMALS: Final = 3
_USUAL_LENGTH: Final = Span(6, 6)
_ITERATIONS: Final = partial(span_at, least=_FEWEST_ITERATIONS, most=_MOST_ITERATIONS)


def _list_data(run: HandRunSetup) -> Iterator[str]:
    """Yield the settings, the directions, the rewards and UCB1's second terms as lines."""
    directions = " ".join(direction.name for direction in run.directions)
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


def _constant_at(file: PlainFile, key: str) -> float:
    return exploration_constant(line_at(file, key), file.place(key))


@dataclass(frozen=True, slots=True)
class RunOrder:
    """The properties of the runs of an exercise."""

    iterations: Annotated[Span, _ITERATIONS] = _USUAL_LENGTH
    selection: Annotated[Selection, _selection_at] = Selection.UCB1
    c: Annotated[float, _constant_at] = math.sqrt(2)


def _read_run(exercise: PlainFile, spec: ExerciseSpec) -> ExerciseSpec:
    file = map_at(exercise, MCTS_RUN.key, "a map")
    order = read_record(RunOrder, file, "a run of an exercise")
    if order.selection is Selection.MEAN and "c" in file.entries:
        raise file.refusal("c", "selection mean does not accept c", "selection ucb1, or no c")
    return replace(spec, order=order)


def fresh_run(order: RunOrder, seed: str) -> HandRunSetup:
    """Return a random run with the requested properties.

    Compared scores are never nearly equal, means have few decimals, and no cell appears at two
    depths. The run is the same with one node per cell and with one node per path.
    """
    dice = Dice(seed)
    for _ in range(_TRIES):
        problem = _draw_run(order, dice)
        run = run_by_hand(problem)
        if _is_clear(run) and _is_same(run, run_by_hand(replace(problem, identity=Identity.PATHS))):
            return problem
    raise InvalidInput(
        f"each of {_TRIES:,} runs has scores that are nearly equal",
        expected="fewer iterations, or another c",
    )


def _draw_run(order: RunOrder, dice: Dice) -> HandRunSetup:
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


def _fresh_run_topic(spec: ExerciseSpec, seed: str, _: str) -> Topic:
    run = fresh_run(spec.order, seed)
    return Topic(spec, Problem("the run", run, parts=spec.points, kind="mcts"))


def _show_iterations(topic: Topic, _: int) -> PageFigure:
    """Return every iteration and the table."""
    run = topic.worked
    assert isinstance(run, WorkedMcts), "its problem is a run"
    text = format_text(run.article(has_tables=False), Layout(TABLE_WIDTH))
    lines = text.rstrip().split("\n")
    return worked_figure(run, run.step_after(len(run.problem.directions)), lines, plays=True)


#: Runs of MCTS by hand.
MCTS_RUN: Final = TopicKind(
    "mcts",
    "mcts:",
    "run",
    _read_run,
    _fresh_run_topic,
    _show_iterations,
    lambda topic: PageFigure(lines=tuple(_list_data(topic.problem.source))),
    problem_kind="mcts",
)
