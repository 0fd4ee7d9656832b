"""What stands beside a page: a search at a step, a tree before any search, a table."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from functools import cached_property
from io import StringIO
from typing import TYPE_CHECKING, Any, Final

from engine.errors import InvalidInput
from tracer.check.grader import Grader
from tracer.check.graders import grader_of
from tracer.check.parts import PARTS
from tracer.check.problem import Problem
from tracer.check.set_grader import OneGrader
from tracer.lesson.bounds import MOST_VISITS, whole
from tracer.lesson.facts import fact_of
from tracer.lesson.places import step_at
from tracer.run import trace
from tracer.search_trace import Trace
from tracer.worksheet.answers import answer_to
from tracer.worksheet.facts import matrix_answers, run_answers

if TYPE_CHECKING:
    from engine.mcts.hand_run import Problem as HandRun

__all__ = ["TABLE_WIDTH", "Scene", "Stage", "filled", "right_part"]

#: Columns of a table's sentences: what is left of eighty beside margins and a scroll bar.
TABLE_WIDTH: Final = 74
_FACT: Final = re.compile(r"\{\{(.*?)\}\}", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Scene:
    """What is drawn.

    Args:
        trace: a search; None where there is none.
        step: the step that it is shown at, from 0; None for the tree or position before it.
        lines: a text that is shown as it is, where there is no search.
        plays: whether it is a model solution: a search that is to be stepped through from there, or
            a text that tells how it is worked.
    """

    trace: Trace | None = None
    step: int | None = None
    lines: tuple[str, ...] = ()
    plays: bool = False


class Stage:
    """What pages are about, searched when it is first needed.

    Args:
        problem: the search, matrix or hand run.
    """

    def __init__(self, problem: Problem) -> None:
        self.problem = problem
        self._tables: dict[str, tuple[str, ...]] = {}
        self._right: dict[str, str] = {}

    @cached_property
    def trace(self) -> Trace:
        """The search.

        Raises:
            PlytraceError: it is none, the game cannot be searched so, or it is too large.
        """
        return whole(self._searched(MOST_VISITS))

    @cached_property
    def unsearched(self) -> Trace:
        """The search at its very beginning, of which nothing but the game is looked at."""
        return self._searched(1)

    def _searched(self, most: int) -> Trace:
        problem = self.problem
        if problem.kind != "search":
            raise InvalidInput(f"a {problem.kind} is no search", where=problem.label)
        return trace(
            problem.source, problem.search, problem.accept[0], max_visits=most, **problem.options
        )

    @cached_property
    def grader(self) -> OneGrader:
        """What marks parts of an answer sheet about it.

        Raises:
            PlytraceError: as for the search, which is made first and has a bound.
        """
        if self.problem.kind == "search":
            _ = self.trace
        return grader_of(self.problem)

    def right(self, part: str) -> str:
        """The right answer to a part of an answer sheet, as a student would write it.

        Raises:
            InvalidInput: there is no such part of it.
        """
        if part not in self._right:
            self._right[part] = right_part(self.grader, part)
        return self._right[part]

    def step(self, at: str) -> int | None:
        """The step of a place; None before the search."""
        return step_at(self.trace, at) if at and self.problem.kind == "search" else None

    def scene(self, at: str) -> Scene:
        """What a page shows."""
        if self.problem.kind == "search":
            return Scene(self.trace, self.step(at)) if at else Scene(self.unsearched)
        if at not in self._tables:  # a screen asks for it with every key
            self._tables[at] = self._table(at)
        return Scene(lines=self._tables[at])

    def _table(self, at: str) -> tuple[str, ...]:
        """A matrix, or an iteration of a hand run, as text."""
        if self.problem.kind == "matrix":
            from tracer.matrix.analysis import analyse
            from tracer.matrix.text import matrix_lines

            return tuple(matrix_lines(analyse(_given(self.problem)), ("", "")))
        return tuple(_iteration(_given(self.problem), at, self.problem.label))


def _given(problem: Problem) -> Any:
    """The matrix or the hand run of a problem."""
    source = problem.source
    if not isinstance(source, str):
        return source
    if problem.kind == "matrix":
        from trees.matrix_sources import open_matrix

        return open_matrix(source).game
    from trees.hand_run import open_hand_run

    return open_hand_run(source, problem.options)


def right_part(grader: OneGrader, part: str) -> str:
    """The right answer to a part of an answer sheet, as a student would write it.

    Args:
        grader: what marks it.
        part: its name.

    Raises:
        InvalidInput: there is no such part of it.
    """
    if isinstance(grader, Grader):
        if part not in PARTS:
            raise InvalidInput(f"it has no {part}", expected=f"one of {', '.join(PARTS)}")
        version = grader.preferred
        return answer_to(part, version, version.task.convention.count).text
    given = _given(grader.problem)
    known = matrix_answers(given) if grader.problem.kind == "matrix" else run_answers(given)
    if part not in known:
        raise InvalidInput(f"it has no {part}", expected=f"one of {', '.join(known)}")
    return known[part].text


def _iteration(run: HandRun, at: str, label: str) -> list[str]:
    """One iteration of a hand run; all of them where none is named.

    Raises:
        InvalidInput: there is no such iteration.
    """
    from engine.mcts.hand_run import run_by_hand
    from tracer.hand_run import Layout, write_hand_run

    out, most = StringIO(), len(run.directions)
    if at and not (at.isdecimal() and 0 < int(at[:9]) <= most):
        raise InvalidInput(f"iteration {at!r}", where=label, expected=f"1 to {most}")
    some = replace(run, directions=run.directions[: int(at)]) if at else run
    write_hand_run(some, run_by_hand(some), out, "text", Layout(width=TABLE_WIDTH))
    lines = out.getvalue().splitlines()
    if not at:
        return lines
    first = next(n for n, line in enumerate(lines) if line.startswith(f"Iteration {int(at)},"))
    end = lines.index("", first) if "" in lines[first:] else len(lines)
    return lines[first:end]


def filled(text: str, stage: Stage | None, step: int | None) -> str:
    """A page's text with the facts that it names in double braces.

    Args:
        text: the text.
        stage: what the page is about.
        step: the step that it shows; None before the search, whose facts are those of its end.

    Raises:
        InvalidInput: there is no such fact, or no search.
    """

    def told(match: re.Match[str]) -> str:
        if stage is None:
            raise InvalidInput(f"{match[0]} and no search", expected="about: with a search")
        at = len(stage.trace.replay) - 1 if step is None else step
        return fact_of(stage.trace, at, match[1]).told

    return _FACT.sub(told, text)
