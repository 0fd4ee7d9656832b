"""Payoff matrices of exercises: their questions, right answers and solutions."""

from __future__ import annotations

from functools import cached_property
from io import StringIO
from typing import TYPE_CHECKING, Final

from engine.errors import InvalidInput
from engine.matrix.game import NormalForm
from tracer.generate.spans import Span
from tracer.lesson.entries import check_keys, map_at, span_at, truth_at
from tracer.lesson.exercises.exercise_topic import ExerciseSpec, TopicKind, parts_at
from tracer.lesson.figures import TABLE_WIDTH, PageFigure, worked_figure
from tracer.marking.facts.grader import FactGrader
from tracer.marking.keys.problem import Problem
from trees.yaml.plain_data import PlainFile

if TYPE_CHECKING:
    from tracer.matrix.analysis import MatrixAnalysis


from dataclasses import dataclass
from fractions import Fraction

from engine.matrix.dominance import Dominance, dominated_strategies
from engine.matrix.equilibria import pure_equilibria
from engine.matrix.game import Chooser, Side
from tracer.generate.tree_sketch import Dice

#: The parts in questions about a matrix, and the form of their answers.
_PARTS: Final = {
    "dominance": "each player's dominated strategies, such as `Row: r1 weakly; Column: none`",
    "dominant": "each player's dominant strategies, such as `Row: r1 strictly; Column: none`",
    "equilibria": "the equilibria in pure strategies, such as `(r1, c2); (r2, c1)`, or `none`",
    "utility": "the value of the game for Row, such as `2` or `3/2`",
}
_KEYS: Final = ("rows", "columns", "payoffs", "zero-sum", "dominated", "pure")
#: Largest payoff; more digits take space and teach nothing.
_LARGEST_PAYOFF: Final = 99


class MatrixTopic:
    """A fresh payoff matrix."""

    def __init__(self, order: MatrixOrder, seed: str, parts: tuple[str, ...]) -> None:
        self._parts = parts
        self.game: NormalForm = fresh_matrix(order, seed)

    @cached_property
    def analysis(self) -> MatrixAnalysis:
        """Its analysis, without equilibria in mixed strategies."""
        from tracer.matrix.analysis import analyse  # a slow import: most lessons have no matrix

        return analyse(self.game, mixed=False)

    @cached_property
    def grader(self) -> FactGrader:
        """The grader of answer sheets about it."""
        from tracer.questions.matrix import list_matrix_items  # see `analysis`

        points = dict.fromkeys(self._parts, 1.0)
        problem = Problem("the matrix", self.game, parts=points, kind="matrix")
        return FactGrader(problem, list_matrix_items(self.analysis))

    def about(self, part: str) -> str:
        """Return the question of a part."""
        return f"Give {_PARTS[part]}."

    def right(self, part: str) -> str:
        """Return the right answer to a part."""
        from tracer.questions.matrix import list_matrix_items  # see `analysis`
        from tracer.worksheet.contents.answers import answers_of_items

        known = answers_of_items(list_matrix_items(self.analysis))
        if part not in known:
            raise InvalidInput(
                f"the matrix has no part {part}", expected=f"one of {', '.join(known)}"
            )
        return known[part].text.replace("\n", "; ")

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


def _read(exercise: PlainFile) -> ExerciseSpec:
    asks = parts_at(exercise, MATRIX.key, _PARTS)
    order = _order(map_at(exercise, MATRIX.key, "a mapping, such as {rows: 2..3}"))
    if "utility" in asks and not order.zero_sum:
        raise InvalidInput(
            "utility needs a zero-sum matrix",
            where=exercise.place("ask"),
            expected="zero-sum: yes in matrix:",
        )
    return ExerciseSpec(MATRIX, asks, order)


def _order(file: PlainFile) -> MatrixOrder:
    check_keys(file, _KEYS, "a matrix of an exercise")
    usual = MatrixOrder()
    payoffs = span_at(file, "payoffs", usual.payoffs, -_LARGEST_PAYOFF, _LARGEST_PAYOFF)
    if payoffs.is_fixed:
        raise InvalidInput(
            f"payoffs: {payoffs} is a single number",
            where=file.place("payoffs"),
            expected="a range such as 0..9",
        )
    most = MOST_STRATEGIES**2
    return MatrixOrder(
        rows=span_at(file, "rows", usual.rows, 2, MOST_STRATEGIES),
        columns=span_at(file, "columns", usual.columns, 2, MOST_STRATEGIES),
        payoffs=payoffs,
        zero_sum=truth_at(file, "zero-sum"),
        dominated=truth_at(file, "dominated") if "dominated" in file.entries else None,
        pure=span_at(file, "pure", Span(0, most), 0, most) if "pure" in file.entries else None,
    )


#: Payoff matrices.
MATRIX: Final = TopicKind(
    key="matrix",
    usage="matrix:",
    noun="matrix",
    read=_read,
    make=lambda spec, seed, _: MatrixTopic(spec.order, seed, spec.asks),
)


# New ones ----------------------------------------------------------------------------------


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
