"""A loaded program, its task, its result, and the driver of its shape, which calls it."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from numbers import Real
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any, cast

from .loading.missing_modules import while_loading
from .loading.source_files import SourceFile
from .parameters import with_signature
from .watched_nodes import Node, WatchedNodes

if TYPE_CHECKING:
    from .shapes.adapter import Adapter


@dataclass(frozen=True)
class ProgramTask:
    """The task of a program.

    Args:
        search: search of the key.
        depth: depth limit in plies; None for no limit.
        rounds: depth limit in rounds; None if the key does not use rounds.
        window: α and β at the root.
        facts: further facts about the game; see `ProgramShape.facts` in the grading process.
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

    def load_again(self) -> Program:
        """Return a second copy of the program, whose file is run again."""
        module, first = ModuleType(self.module.__name__), vars(self.module)
        names = ("__file__", "__spec__", "display", "type")
        vars(module).update({name: first[name] for name in names if name in first})
        with while_loading():
            self.file.run(module, (self.function,), self.folder)
        return replace(self, module=module)

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
        printed: JSON that the shape's judge reads.
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
    """A shape of programs: how they are recognised and called, and in what form they get a game.

    The grading process reads only the words: `games`, `moves` and `positions` are looked up in
    `tracer.programs.shapes.forms`.

    Args:
        about: description of such programs, on one line.
        functions: names of their functions by search, the most usual first; an empty name if the
            file itself is run.
        score: returns how surely a file is of this shape; 0 if it is not.
        run: calls the program's function.
        prepare: runs before the program is loaded, for instance to provide modules.
        is_script: whether `run` runs the file itself, so that no module is loaded first.
        games: games that they can search.
        moves: form of a move.
        positions: form of a position.
        parts: parts that they can answer.
        named_parts: searches for which a part is answered only if the key names the function.
        own_boards: whether they use boards of their own, so that their answers count whatever they
            request; they have no fresh trees.
        counts_generated: whether a state counts when it is generated, and only once.
        list_place: place in the list of shapes; ties are sorted by name.
        try_place: place in the order of shapes that are tried without `--shape`.
    """

    about: str
    functions: Mapping[str, tuple[str, ...]]
    score: Callable[[SourceFile], int]
    run: Callable[[Program, WatchedNodes, ProgramTask], ProgramResult]
    prepare: Callable[[Path], None] = lambda _: None
    is_script: bool = False
    games: str = "any"
    moves: str = "number or name"
    positions: str = "name"
    parts: tuple[str, ...] = ("visits", "move", "utility", "counts", "time")
    named_parts: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    own_boards: bool = False
    counts_generated: bool = False
    list_place: int = 100
    try_place: int = 100


def is_number(one: Any) -> bool:
    """Return whether this is a number, including NumPy's and fractions."""
    return type(one) is not bool and isinstance(one, Real) and one == one


def is_finite_number(one: Any) -> bool:
    """Return whether this is a finite int or float."""
    return isinstance(one, int | float) and not isinstance(one, bool) and math.isfinite(one)


def place_of_move(move: Any, node: Node) -> int | None:
    """Return the index of a move among those of a node; None if it is not one of them."""
    for place, action in enumerate(node.actions):
        if type(move) is type(action) and move == action:
            return place
    return None
