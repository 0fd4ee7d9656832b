"""The shapes that programs come in, a module each; `SHAPES` names them in the order of trying.

A module has

- `score(file)`: how surely a file is of this shape; 0 for not at all;
- `FUNCTIONS`: what its functions are called, by search, the usual name first;
- `prepare(folder)`: what is done before the program is loaded, such as the modules that it imports;
- `run(program, table, task)`: calls the program's function and hands back a `Returned`;
- `IS_SCRIPT = True`, where the file is no module to be loaded: `run` runs it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any, Final, Protocol, cast

from ..calling import ALPHA, BETA, signed
from ..sources import Definition, File, plain
from ..table import Table

__all__ = ["SHAPES", "Program", "Returned", "Shape", "Task", "function_for", "shape_called"]

SHAPES: Final = ("aima", "mit", "mp520", "lab3", "cs480", "cs188", "tree")

#: What parts of searches are called, which may be a part of any search.
_PARTS: Final = ("maxvalue", "value")


@dataclass(frozen=True)
class Task:
    """What a program is to do.

    Args:
        search: the key's search.
        depth: plies at which it stops and evaluates; None for no limit.
        rounds: the same in rounds; None where the key says plies or nothing.
        window: α and β at the root.
        more: what else the parent's side of the shape says.
    """

    search: str
    depth: int | None
    rounds: int | None
    window: tuple[float, float]
    more: Mapping[str, Any]


@dataclass(frozen=True)
class Program:
    """A program that is loaded.

    Args:
        file: the file that is run.
        module: what it has become.
        function: the function or class that is called; empty where the file itself is what runs.
        folder: where it lies.
    """

    file: File
    module: ModuleType
    function: str
    folder: Path

    @property
    def entry(self) -> Callable[..., Any]:
        """The function or class that is called."""
        return self.callable(self.function)

    def callable(self, name: str) -> Callable[..., Any]:
        """A function or class of the module, with the parameters that are written in the file."""
        found = cast(Callable[..., Any], getattr(self.module, name))
        written = self.file.functions.get(name)
        return signed(found, written.code if written else None)


@dataclass(frozen=True)
class Returned:
    """What a program came to; None for what it does not say.

    Args:
        value: what the root is worth to MAX.
        move: the place of the best move among those of the root, from 0; -1 for something that is
            none, which `shown` shows.
        line: the places of the moves of the best line.
        counts: numbers of nodes that it says it went through, by the names of counts.
        shown: what it returned, for people.
        notes: what else is to be said of the program, a sentence each.
        seconds: the processor time of the search, where `run` does more than that.
        more: what the parent's side of the shape reads, as JSON.
    """

    value: float | None = None
    move: int | None = None
    line: tuple[int, ...] | None = None
    counts: Mapping[str, int] | None = None
    shown: str = ""
    notes: tuple[str, ...] = ()
    seconds: float | None = None
    more: Any = None


class Shape(Protocol):
    """A module of this folder."""

    FUNCTIONS: Mapping[str, tuple[str, ...]]

    def score(self, file: File) -> int:
        """How surely a file is of this shape; 0 for not at all."""

    def prepare(self, folder: Path) -> None:
        """What is done before the program is loaded."""

    def run(self, program: Program, table: Table, task: Task) -> Returned:
        """Call the program's function."""


def shape_called(name: str) -> Shape:
    """The shape of a name, one of `SHAPES`."""
    return cast(Shape, import_module(f".{name}", __name__))


def function_for(file: File, shape: Shape, search: str) -> str | None:
    """The function or class of a file that a search is asked of; None where it has none."""
    names = shape.FUNCTIONS.get(search, ())
    found = file.called(*names)
    if found is not None and not (
        plain(found.name) in _PARTS and _is_of_another(found, file, shape, search)
    ):
        return found.name
    return next((name for name in names if name in file.classes), None)


def _is_of_another(part: Definition, file: File, shape: Shape, search: str) -> bool:
    """Whether a part such as `max_value` is that of another search than is asked for."""
    takes = {plain(name) for name in part.parameters}
    if search == "alphabeta" and not (takes & {*ALPHA} and takes & {*BETA}):
        return True
    names = {
        name
        for other, theirs in shape.FUNCTIONS.items()
        for name in theirs
        if other != search and plain(name) not in _PARTS
    }
    return file.called(*names) is not None
