"""A problem set as an instructor writes it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from engine.conventions import Convention
from tracer.check.keys.problem import Problem
from tracer.check.keys.problem_file import problem_in
from tracer.generate.order import Order
from tracer.worksheet.spec.paper import Paper
from trees.yaml.plain_data import PlainFile
from trees.yaml.yaml_nodes import YamlMap

__all__ = ["FigureChoice", "ProblemSpec", "Spec"]

#: The figure of a problem: the tree, only the board, nothing, or whichever suits.
FigureChoice = Literal["auto", "tree", "board", "none"]


@dataclass(frozen=True, slots=True)
class ProblemSpec:
    """One problem of a spec.

    Args:
        number: its number, from 1.
        title: its title; may be empty.
        text: the instructor's statement, in Markdown; empty for a generated one.
        rules: the rules of its game in the instructor's words; empty for the game's own.
        drawn: the kind of figure.
        counts: the requested counts; those of the convention by default.
        convention: the convention that students use.
        is_apart: whether the convention differs from the set's.
        order: the order of its tree; None if the tree or game is given.
        file: the other keys, as a problem file of `plytrace check`.
        where: its place, for errors.
    """

    number: int
    title: str
    text: str
    rules: str
    drawn: FigureChoice
    counts: tuple[str, ...]
    convention: Convention
    is_apart: bool
    order: Order | None
    file: PlainFile
    where: str

    @property
    def label(self) -> str:
        """The name of the problem, which does not give away its source."""
        return f"Problem {self.number}"

    @property
    def node(self) -> YamlMap:
        """The YAML mapping of the problem."""
        assert self.file.node is not None, "a mapping that was read"
        return self.file.node

    def problem(self, file: PlainFile | None = None) -> Problem:
        """Return the problem as `plytrace check` reads it.

        Args:
            file: the problem file with its tree, if the tree was generated.
        """
        return problem_in(file or self.file, self.label)


@dataclass(frozen=True, slots=True)
class Spec:
    """A spec that has been read.

    Args:
        name: file name, for errors and to find the files that it names.
        text: its text.
        title: its title.
        course: the course; may be empty.
        date: a date, or another text beside the course; may be empty.
        instructions: the instructor's instructions, in Markdown; empty for generated ones.
        convention: the convention of problems that name no other.
        seed: seed of the generated trees.
        variants: number of variants; None for a single sheet.
        paper: the paper size.
        explains: whether keys explain the answers.
        problems: its problems.
    """

    name: str
    text: str
    title: str
    course: str
    date: str
    instructions: str
    convention: Convention
    seed: str
    variants: int | None
    paper: Paper
    explains: bool
    problems: tuple[ProblemSpec, ...]
