"""The figure of a page: a search at a step, a tree before any search, or a table."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from engine.errors import InvalidInput
from tracer.lesson.facts import MOST_VISITS, FactQuestion, check_complete, fact_of, step_at
from tracer.marking.grading.make_grader import OneGrader, grader_of
from tracer.marking.keys.problem import Problem
from tracer.runs.run import trace
from tracer.runs.search_trace import Trace
from tracer.runs.unsearched import root_only
from tracer.worked.mcts_run import WorkedMcts
from tracer.worked.worked_run import WorkedRun
from trees.hand_tree import HandTree
from trees.sources import open_source

#: Width of a table's sentences: eighty columns without margins and scroll bar.
TABLE_WIDTH: Final = 74
_FACT: Final = re.compile(r"\{\{(.*?)\}\}", re.DOTALL)


@dataclass(frozen=True, slots=True)
class PageFigure:
    """The figure of a page."""

    trace: Trace | None = None
    step: int | None = None
    lines: tuple[str, ...] = ()
    plays: bool = False
    worked: WorkedRun | None = None
    worked_step: int = 0
    notes: tuple[str, ...] = ()
    path: tuple[int, ...] = ()
    marked: frozenset[int] = frozenset()
    #: Names of the leaves whose values an unsearched tree shows; None for all.
    seen: frozenset[str] | None = None
    #: Describes a step in words that need no search; by default the search's own sentence.
    tell: Callable[[int], str] | None = None

    def sentence(self, step: int) -> str:
        """Return the sentence of a step."""
        assert self.trace is not None, "only a search has steps"
        text = self.trace.at(step).sentence if self.tell is None else self.tell(step)
        return f"Step {step}: {text}"


def worked_figure(
    run: WorkedRun, step: int, notes: Sequence[str] = (), *, plays: bool = False
) -> PageFigure:
    """Return the figure of a worked run at a step."""
    drawn = ("".join(piece.text for piece in row) for row in run.draw(step, TABLE_WIDTH))
    lines = [*(line.rstrip() for line in drawn), *(["", *notes] if notes else [])]
    return PageFigure(
        lines=tuple(lines), plays=plays, worked=run, worked_step=step, notes=tuple(notes)
    )


class LessonScene:
    """The subject of pages; its search runs when it is first needed. `covers`: as on a page."""

    def __init__(self, problem: Problem, *, covers: bool | frozenset[str] = False) -> None:
        self.problem = problem
        self._covers = covers

    @cached_property
    def trace(self) -> Trace:
        """The search."""
        return check_complete(self._searched(MOST_VISITS))

    @cached_property
    def unsearched(self) -> Trace:
        """The search with a single visit, only for its game."""
        if self.problem.kind != "ask":
            return self._searched(1)
        tree = open_source(self.problem.source, letters=True).game
        assert isinstance(tree, HandTree), "only its leaves may be letters"
        return root_only(tree)

    def _searched(self, most: int) -> Trace:
        problem = self.problem
        if problem.kind != "search":
            raise InvalidInput(f"a {problem.kind} cannot be searched", where=problem.label)
        searched = trace(
            problem.source,
            problem.search.name,
            problem.accept[0],
            max_visits=most,
            **problem.search.options,
        )
        searched.covers_leaves = self._covers is True
        return searched

    @cached_property
    def grader(self) -> OneGrader:
        """The grader of answer sheets about it."""
        if self.problem.kind == "search":
            _ = self.trace
        return grader_of(self.problem)

    def fact(self, step: int | None, name: str) -> FactQuestion:
        """Return a fact of the search at a step, by default the last one."""
        return fact_of(self.trace, len(self.trace.replay) - 1 if step is None else step, name)

    def step(self, at: str) -> int | None:
        """Return the step of a name; None before the search."""
        return step_at(self.trace, at) if at and self.problem.kind == "search" else None

    def scene(self, at: str) -> PageFigure:
        """Return the figure of a page."""
        if self.problem.kind == "search":
            return PageFigure(self.trace, self.step(at)) if at else self.before_search(None)
        if self.problem.kind == "ask":
            return PageFigure(self.unsearched)
        if isinstance(self.worked, WorkedMcts):
            return _after_iteration(self.worked, at, self.problem.label)
        return worked_figure(self.worked, 0)

    def before_search(self, step: int | None) -> PageFigure:
        """Return the tree without any search; with the leaves seen by a step, if it has covers."""
        if not self._covers:
            return PageFigure(self.unsearched)
        if isinstance(self._covers, frozenset):
            game = self.unsearched.game
            assert isinstance(game, HandTree), "only leaves of trees have values"
            return PageFigure(self.unsearched, seen=frozenset(map(str, game.ids)) - self._covers)
        visits = self.trace.replay.at(step).visited if step is not None else 0
        return PageFigure(self.unsearched, seen=frozenset(map(self.trace.name, range(visits))))

    @cached_property
    def worked(self) -> WorkedRun:
        """A matrix or a hand run as steps; a matrix without equilibria in mixed strategies."""
        problem, setup = self.problem, self.problem.open_setup()
        source = problem.source if isinstance(problem.source, str) else problem.label
        if problem.kind == "mcts":
            return WorkedMcts(source, setup)
        # A slow import: most lessons have no matrix.
        from tracer.matrix.analysis import analyse
        from tracer.worked.matrix_run import WorkedMatrix

        return WorkedMatrix(source, analyse(setup, mixed=False))

    def right(self, part: str) -> str:
        """Return the right answer to a part of an answer sheet, as a student would write it."""
        grader = self.grader
        if part not in grader.items:
            error = f"the problem has no part {part}"
            raise InvalidInput(error, expected=f"one of {', '.join(grader.items)}")
        return grader.show_right(part)


def _after_iteration(run: WorkedMcts, at: str, label: str) -> PageFigure:
    """Return the figure after an iteration of a hand run, or after the last one by default."""
    most = len(run.problem.directions)
    if at and not (at.isdecimal() and 0 < int(at[:9]) <= most):
        raise InvalidInput(f"there is no iteration {at!r}", where=label, expected=f"1 to {most}")
    last = len(run.run.iterations)
    if at and int(at) > last:
        raise run.run.lacking or InvalidInput(f"there is no iteration {at!r}", where=label)
    if not at:
        return worked_figure(run, run.step_after(last), run.text)
    return worked_figure(run, run.step_after(int(at)), run.notes(int(at)))


def fill_facts(text: str, stage: LessonScene | None, step: int | None) -> str:
    """Replace the facts in double braces of a page's text."""

    def fact_text(match: re.Match[str]) -> str:
        if stage is None:
            raise InvalidInput(f"{match[0]} needs a search", expected="about: with a search")
        return stage.fact(step, match[1]).answer

    return _FACT.sub(fact_text, text)
