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


#: The figure of a problem: the tree, only the board, nothing, or whichever suits.
FigureChoice = Literal["auto", "tree", "board", "none"]


@dataclass(frozen=True, slots=True)
class ProblemSpec:
    """One problem of a spec."""

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
        """Return the problem as `plytrace check` reads it."""
        return problem_in(file or self.file, self.label)


@dataclass(frozen=True, slots=True)
class Spec:
    """A spec that has been read."""

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
