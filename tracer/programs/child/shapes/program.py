"""A loaded program, its task, its result, and the driver that calls it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import Any, cast

from ..loading.source_files import SourceFile
from ..watched_nodes import WatchedNodes
from .adapter.loaded import Adapter
from .parameters import with_signature

__all__ = ["Driver", "Program", "ProgramResult", "ProgramTask"]


@dataclass(frozen=True)
class ProgramTask:
    """The task of a program.

    Args:
        search: search of the key.
        depth: depth limit in plies; None for no limit.
        rounds: depth limit in rounds; None if the key does not use rounds.
        window: α and β at the root.
        facts: further JSON facts about the game from the shape's record.
    """

    search: str
    depth: int | None
    rounds: int | None
    window: tuple[float, float]
    facts: Mapping[str, Any]


@dataclass(frozen=True)
class Program:
    """A loaded program.

    Args:
        file: file that is run.
        module: module that the file has become.
        function: name of the function or class to call; empty if the file itself is run.
        folder: folder of the program.
        adapter: adapter of the key that calls it; None if there is none.
    """

    file: SourceFile
    module: ModuleType
    function: str
    folder: Path
    adapter: Adapter | None = None

    @property
    def entry(self) -> Callable[..., Any]:
        """The function or class to call."""
        return self.callable(self.function)

    def callable(self, name: str) -> Callable[..., Any]:
        """Return a function or class of the module, with the parameters written in the file."""
        found = cast(Callable[..., Any], getattr(self.module, name))
        written = self.file.functions.get(name)
        return with_signature(found, written.code if written else None)


@dataclass(frozen=True)
class ProgramResult:
    """The result of a program; None for parts that it does not return.

    Args:
        value: value of the root for MAX.
        move: index of the best move among those of the root, from 0; -1 if it is not a move (then
            `shown` shows it).
        line: indexes of the moves of the principal variation.
        counts: numbers of nodes that it reports, by the names of counts.
        shown: return value as text.
        notes: remarks on the program, a sentence each.
        printed: JSON that the shape's record reads from the output.
    """

    value: float | None = None
    move: int | None = None
    line: tuple[int, ...] | None = None
    counts: Mapping[str, int] | None = None
    shown: str = ""
    notes: tuple[str, ...] = ()
    printed: Any = None


@dataclass(frozen=True)
class Driver:
    """The child's half of a shape.

    Args:
        functions: names of its functions by search, the most usual first; an empty name if the file
            itself is run.
        score: returns how surely a file is of this shape; 0 if it is not.
        run: calls the program's function.
        prepare: runs before the program is loaded, for instance to provide modules.
        is_script: whether `run` runs the file itself, so that no module is loaded first.
    """

    functions: Mapping[str, tuple[str, ...]]
    score: Callable[[SourceFile], int]
    run: Callable[[Program, WatchedNodes, ProgramTask], ProgramResult]
    prepare: Callable[[Path], None] = lambda _: None
    is_script: bool = False
