"""Payoff matrices of exercises: what is asked about one, what is right, and how it is worked."""

from __future__ import annotations

from functools import cached_property
from io import StringIO
from typing import TYPE_CHECKING, Final

from engine.errors import InvalidInput
from engine.matrix.game import NormalForm
from tracer.check.facts.grader import FactGrader
from tracer.check.problem import Problem
from tracer.lesson.fresh_matrix import MatrixOrder, fresh_matrix
from tracer.lesson.stage import TABLE_WIDTH, Scene

if TYPE_CHECKING:
    from tracer.matrix.analysis import MatrixAnalysis

__all__ = ["MATRIX_PARTS", "MatrixMatter"]

#: What can be asked about a matrix, and how it is written down with the names of its strategies.
MATRIX_PARTS: Final = {
    "dominance": "each player's dominated strategies, such as `Row: r1 weakly; Column: none`",
    "dominant": "each player's dominant strategies, such as `Row: r1 strictly; Column: none`",
    "equilibria": "the equilibria in pure strategies, such as `(r1, c2); (r2, c1)`, or `none`",
    "utility": "the value of the game for Row, such as `2` or `3/2`",
}


class MatrixMatter:
    """A fresh payoff matrix.

    Args:
        order: what it is like.
        seed: what it is drawn from.
        parts: the parts that are asked.

    Raises:
        InvalidInput: there is no such matrix.
    """

    def __init__(self, order: MatrixOrder, seed: str, parts: tuple[str, ...]) -> None:
        self._parts = parts
        self.game: NormalForm = fresh_matrix(order, seed)

    @cached_property
    def analysis(self) -> MatrixAnalysis:
        """What is known about it, but for equilibria in mixed strategies, which nobody asks for."""
        from tracer.matrix.analysis import analyse  # late: most lessons have no matrix

        return analyse(self.game, mixed=False)

    @cached_property
    def grader(self) -> FactGrader:
        """What marks parts of an answer sheet about it."""
        from tracer.check.facts.matrix import matrix_facts  # late, as above

        points = dict.fromkeys(self._parts, 1.0)
        problem = Problem("the matrix", self.game, parts=points, kind="matrix")
        return FactGrader(problem, matrix_facts(self.analysis))

    def about(self, part: str) -> str:
        """What a part asks for."""
        return f"Write down {MATRIX_PARTS[part]}."

    def right(self, part: str) -> str:
        """The right answer to a part."""
        from tracer.worksheet.facts import answers_about  # late, as above

        known = answers_about(self.analysis)
        if part not in known:
            raise InvalidInput(f"it has no {part}", expected=f"one of {', '.join(known)}")
        return known[part].text.replace("\n", "; ")

    def scene(self, step: int, *, is_worked: bool) -> Scene:
        """The matrix; once it has been worked, with all that is known about it."""
        from tracer.matrix import Layout, write_matrix
        from tracer.matrix.text import matrix_lines

        if not is_worked:
            return Scene(lines=tuple(matrix_lines(self.analysis, ("", ""))))
        out = StringIO()
        write_matrix(self.analysis, "text", out, Layout(width=TABLE_WIDTH))
        return Scene(lines=tuple(out.getvalue().splitlines()), plays=True)
