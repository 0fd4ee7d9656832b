"""A problem set as an instructor writes it down, before anything is made of it."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from engine.conventions import Convention
from engine.errors import InvalidInput
from tracer.check.problem import Problem
from tracer.check.problem_file import problem_in
from tracer.generate.order import Order
from tracer.worksheet.paper import Paper
from trees.files import printable, read_standard_input, read_text
from trees.plain import PlainFile
from trees.quoting import quoted
from trees.yaml_nodes import YamlMap
from trees.yaml_text import read_yaml
from trees.yaml_words import Words, kind_of

__all__ = ["Drawn", "ProblemSpec", "Spec", "open_spec", "read_spec"]

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


def open_spec(source: str) -> Spec:
    """The spec that a person names: a file, `-` for standard input, or a ready one.

    Raises:
        InvalidInput: there is none of that name, or it cannot be read.
    """
    from tracer.worksheet.ready import ready_names, ready_text

    if source.strip() == "-":
        return read_spec(read_standard_input(), "stdin")
    path = Path(source)
    if source in ready_names() and not path.is_file():
        return read_spec(ready_text(source), f"{source}.yaml")
    if not path.exists() and not path.suffix:
        raise InvalidInput(
            f"there is no spec {quoted(source)}",
            expected=f"a YAML file, or one of {', '.join(ready_names())}",
        )
    return read_spec(read_text(path), printable(path))


def read_spec(text: str, name: str) -> Spec:
    """The spec that a YAML or JSON text holds.

    Args:
        text: the text.
        name: what errors call it; files that it names stand beside it.

    Raises:
        InvalidInput: something in it makes no sense, with the place.
    """
    document = read_yaml(text, name)
    words = Words(name)
    if not isinstance(document, YamlMap):
        raise words.error(document, kind_of(document), "a map with title: and problems:")
    from tracer.worksheet.spec_reader import SpecReader  # late: it makes what stands here

    return SpecReader(words, document).spec()
