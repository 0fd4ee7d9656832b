"""Payoff matrices of exercises: random ones with given properties, and their solutions."""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property, partial
from io import StringIO
from typing import TYPE_CHECKING, Final

from engine.errors import InvalidInput
from engine.matrix.dominance import Dominance, dominated_strategies
from engine.matrix.equilibria import pure_equilibria
from engine.matrix.game import Chooser, NormalForm, Side
from tracer.generate.spans import Span
from tracer.generate.tree_sketch import Dice
from tracer.lesson.entries import FieldReaders, map_at, read_fields, span_at, truth_at
from tracer.lesson.exercises.exercise_topic import ExerciseSpec, ExerciseTopic, TopicKind
from tracer.lesson.figures import TABLE_WIDTH, PageFigure, worked_figure
from tracer.marking.facts.grader import FactGrader
from tracer.marking.keys.problem import Problem
from trees.yaml.plain_data import PlainFile

if TYPE_CHECKING:
    from tracer.matrix.analysis import MatrixAnalysis

#: Largest payoff; more digits take space and teach nothing.
_LARGEST_PAYOFF: Final = 99
#: Largest number of strategies of a player.
_MOST_STRATEGIES: Final = 4
#: Number of matrices to try; a student waits for the result.
_TRIES: Final = 4000
_TWO: Final = Span(2, 2)
_DIGITS: Final = Span(0, 9)
_KEYS: Final[FieldReaders] = {
    "rows": partial(span_at, least=2, most=_MOST_STRATEGIES),
    "columns": partial(span_at, least=2, most=_MOST_STRATEGIES),
    "payoffs": partial(span_at, least=-_LARGEST_PAYOFF, most=_LARGEST_PAYOFF),
    "zero-sum": truth_at,
    "dominated": truth_at,
    "pure": partial(span_at, least=0, most=_MOST_STRATEGIES**2),
}


class MatrixTopic(ExerciseTopic):
    """A fresh payoff matrix."""

    def __init__(self, spec: ExerciseSpec, seed: str) -> None:
        self.game = fresh_matrix(spec.order, seed)
        problem = Problem("the matrix", self.game, parts=spec.points, kind="matrix")
        super().__init__(spec, problem)

    @cached_property
    def analysis(self) -> MatrixAnalysis:
        """Its analysis, without equilibria in mixed strategies."""
        from tracer.matrix.analysis import analyse  # a slow import: most lessons have no matrix

        return analyse(self.game, mixed=False)

    @cached_property
    def grader(self) -> FactGrader:
        """The grader of answer sheets about it, which expects pure strategies only."""
        from tracer.questions.matrix import list_matrix_items  # see `analysis`

        return FactGrader(self.problem, list_matrix_items(self.analysis))

    def scene(self, step: int, *, is_worked: bool) -> PageFigure:
        """Return the matrix, or after the exercise its whole analysis."""
        from tracer.matrix import MatrixLayout, write_matrix
        from tracer.worked.matrix_run import WorkedMatrix

        run = WorkedMatrix("the matrix", self.analysis)
        if not is_worked:
            return worked_figure(run, 0)
        out = StringIO()
        write_matrix(self.analysis, "text", out, MatrixLayout(width=TABLE_WIDTH))
        sections = out.getvalue().splitlines()
        after_matrix = sections.index("Dominance")
        return worked_figure(run, run.marked_step, sections[after_matrix:], plays=True)


def _read(exercise: PlainFile, spec: ExerciseSpec) -> ExerciseSpec:
    file = map_at(exercise, MATRIX.key, "a mapping, such as {rows: 2..3}")
    order = MatrixOrder(**read_fields(file, _KEYS, "a matrix of an exercise"))
    if order.payoffs.is_fixed:
        raise InvalidInput(
            f"payoffs: {order.payoffs} is a single number",
            where=file.place("payoffs"),
            expected="a range such as 0..9",
        )
    if "utility" in spec.asks and not order.zero_sum:
        raise InvalidInput(
            "utility needs a zero-sum matrix",
            where=exercise.place("ask"),
            expected="zero-sum: yes in matrix:",
        )
    return replace(spec, order=order)


#: Payoff matrices.
MATRIX: Final = TopicKind(
    key="matrix",
    usage="matrix:",
    noun="matrix",
    read=_read,
    make=lambda spec, seed, _: MatrixTopic(spec, seed),
    parts={
        "dominance": "each player's dominated strategies, such as `Row: r1 weakly; Column: none`",
        "dominant": "each player's dominant strategies, such as `Row: r1 strictly; Column: none`",
        "equilibria": "the equilibria in pure strategies, such as `(r1, c2); (r2, c1)`, or `none`",
        "utility": "the value of the game for Row, such as `2` or `3/2`",
    },
)


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
