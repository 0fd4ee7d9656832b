"""A problem set as an instructor writes it down, before anything is made of it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from engine.conventions import Convention
from tracer.check.problem import Problem
from tracer.check.problem_file import problem_in
from tracer.generate.order import Order
from tracer.worksheet.paper import Paper
from trees.plain import PlainFile
from trees.yaml_nodes import YamlMap

__all__ = ["Drawn", "ProblemSpec", "Spec"]

#: What is drawn of a problem: the tree, the board alone, nothing, or what suits it.
Drawn = Literal["auto", "tree", "board", "none"]


@dataclass(frozen=True, slots=True)
class ProblemSpec:
    """One problem of a spec.

    Args:
        number: its number, from 1.
        title: its title; may be empty.
        text: the instructor's own statement, in Markdown; empty for that which plytrace writes.
        drawn: what is drawn of it.
        counts: the counts that are asked for; those of the convention by default.
        convention: what students are told to use.
        is_apart: whether that is another convention than the set's.
        order: what its tree is made to; None where the problem says what it is about.
        file: what else it says, as a problem file of `plytrace check` does.
        where: its place, for errors.
    """

    number: int
    title: str
    text: str
    drawn: Drawn
    counts: tuple[str, ...]
    convention: Convention
    is_apart: bool
    order: Order | None
    file: PlainFile
    where: str

    @property
    def label(self) -> str:
        """What it is called where its source must not be named."""
        return f"Problem {self.number}"

    @property
    def node(self) -> YamlMap:
        """What it says as a problem file does, as it was written."""
        assert self.file.node is not None, "a map that was read"
        return self.file.node

    def problem(self, file: PlainFile | None = None) -> Problem:
        """The problem as `plytrace check` reads it.

        Args:
            file: what it says with its tree, where that was made to order.
        """
        return problem_in(file or self.file, self.label)


@dataclass(frozen=True, slots=True)
class Spec:
    """A spec that has been read.

    Args:
        name: what errors call it.
        title: its title.
        course: the course; may be empty.
        date: a date or what else stands beside the course; may be empty.
        instructions: the instructor's own instructions, in Markdown; empty for those that plytrace
            writes.
        convention: what students are told to use where a problem says nothing else.
        seed: what the trees that are made to order are drawn from.
        variants: how many variants are wanted; None for a single sheet.
        paper: the size of pages.
        problems: its problems.
    """

    name: str
    title: str
    course: str
    date: str
    instructions: str
    convention: Convention
    seed: str
    variants: int | None
    paper: Paper
    problems: tuple[ProblemSpec, ...]
