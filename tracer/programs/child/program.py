"""A loaded program, its task, its result, and the driver of its shape."""

from __future__ import annotations

import inspect
import math
import sys
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from decimal import Decimal
from importlib import import_module
from numbers import Integral, Real
from operator import attrgetter
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any, Final, Literal, cast

from .failures import ProgramFailure
from .loading.definitions import Definition
from .loading.missing_modules import while_loading
from .loading.source_files import SourceFile
from .parameters import call_by_names, with_signature
from .watched_nodes import Node, WatchedNodes

if TYPE_CHECKING:
    from .shapes.adapter import Adapter


#: The trees that a program can search, in the words of the grader, which a child cannot import.
TreesTaken = Literal["any", "level", "complete", "one depth"]
#: The parts that programs answer, and those of programs that answer the line too.
USUAL_PARTS: Final = ("visits", "move", "utility", "counts", "time")
PARTS_WITH_LINE: Final = (*USUAL_PARTS[:-1], "line", *USUAL_PARTS[-1:])


@dataclass(frozen=True)
class ProgramTask:
    """The task of a program."""

    search: str
    depth: int | None
    rounds: int | None
    #: α and β at the root.
    window: Sequence[float]
    #: Further facts about the game; see `ProgramShape.facts` in the grading process.
    facts: Mapping[str, Any]


@dataclass(frozen=True)
class Program:
    """A loaded program."""

    file: SourceFile
    #: Module that the file has become.
    module: ModuleType
    #: Name of the function, the class or, after that of its class, the method to call; empty if
    # the file itself is run.
    function: str
    folder: Path
    #: Adapter of the key that calls it; None if there is none.
    adapter: Adapter | None = None

    @property
    def entry(self) -> Callable[..., Any]:
        """The function, method or class to call."""
        return self.callable(self.function)

    @property
    def is_defined(self) -> bool:
        """Whether the file has set what is called to something that can be called."""
        try:
            return callable(self.entry)
        except AttributeError:
            return False

    @property
    def kind(self) -> Callable[..., Any] | None:
        """The class whose object has the method to call; None without one."""
        owner, _, method = self.function.rpartition(".")
        theirs = owner and self.callable(owner)
        is_bound = theirs and isinstance(
            inspect.getattr_static(theirs, method), staticmethod | classmethod
        )
        return None if is_bound or not theirs else theirs

    def make_entry(self, known: Mapping[tuple[str, ...], Any]) -> Callable[..., Any]:
        """Return what to call, if necessary a method of a new object of its class."""
        if self.kind is None:
            return self.entry
        name = self.function.rpartition(".")[2]
        method = getattr(call_by_names(self.kind, known), name)
        return with_signature(method, self.file.definitions.callables[self.function].code)

    def load_again(self) -> Program:
        """Return a second copy of the program, whose file is run again."""
        module, first = ModuleType(self.module.__name__), vars(self.module)
        names = ("__file__", "__spec__", "display", "type")
        vars(module).update({name: first[name] for name in names if name in first})
        with while_loading():
            self.file.run(module, (self.function.partition(".")[0],), self.folder)
        return replace(self, module=module)

    def callable(self, path: str) -> Callable[..., Any]:
        """Return something of the module, with the parameters that are written in the file."""
        theirs = cast(Callable[..., Any], attrgetter(path)(self.module))
        written = self.file.definitions.callables.get(path)
        return with_signature(theirs, written.code if written else None)


@dataclass(frozen=True)
class ProgramResult:
    """The result of a program; None for parts that it does not return."""

    value: float | None = None
    #: Index of the best move among those of the root, from 0; -1 if it is not a move (then `shown`
    # shows it).
    move: int | None = None
    #: Indexes of the moves of the principal variation.
    line: tuple[int, ...] | None = None
    #: Numbers of nodes that it reports, by the names of counts.
    counts: Mapping[str, int] = field(default_factory=dict)
    shown: str = ""
    #: Remarks on the program, a sentence each.
    notes: tuple[str, ...] = ()
    #: The trees that the program searches: any, those whose leaves have one depth, complete ones,
    # or complete ones of the key's depth alone.
    takes: TreesTaken = "any"


@dataclass(frozen=True)
class Driver:
    """A shape of programs: how they are recognised and called, and in what form they get a game.

    The grading process reads only the words: `games`, `moves` and `positions` are looked up in
    `tracer.programs.shapes`.
    """

    #: Description of such programs, on one line.
    about: str
    #: Names of their functions by search, the most usual first; an empty name if the file itself is
    # run.
    functions: Mapping[str, tuple[str, ...]]
    #: Returns how surely a file with an entry is of this shape; 0 if it is not.
    score: Callable[[SourceFile, Definition | None], int]
    run: Callable[[Program, WatchedNodes, ProgramTask], ProgramResult]
    #: Runs before the program is loaded, for instance to provide modules.
    prepare: Callable[[Path], None] = lambda _: None
    #: Whether `run` runs the file itself, so that no module is loaded first. It plays to the key's
    #: position, and perhaps to no other.
    is_script: bool = False
    games: str = "any"
    moves: str = "number or name"
    positions: str = "name"
    parts: tuple[str, ...] = USUAL_PARTS
    #: Searches for which a part is answered only if the key names the function.
    named_parts: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    #: Whether they use boards of their own, that say whose turn it is. Their answers count whatever
    #: they request.
    own_boards: bool = False
    #: Whether a state counts when it is generated, and only once.
    counts_generated: bool = False
    #: Whether values may have fractions: not if a right program may find a leaf by
    # `isinstance(node, int)`.
    takes_fractions: bool = True
    #: Whether programs get the probabilities of outcomes.
    takes_shares: bool = False
    #: Whether a method, or a function that calls the search, may be the one to call: not if a
    # course prescribes the names.
    finds_entry: bool = False
    #: Place in the list of shapes; ties are sorted by name.
    list_place: int = 100
    #: Place in the order of shapes that are tried without `--shape`.
    try_place: int = 100


def is_number(one: Any) -> bool:
    """Return whether this is a number that a float can be, such as NumPy's, fractions, decimals."""
    is_real = type(one) is not bool and isinstance(one, Real | Decimal) and one == one
    return is_real and (abs(one) <= sys.float_info.max or abs(one) == math.inf)


def is_finite_number(one: Any) -> bool:
    """Return whether this is a finite int or float."""
    return isinstance(one, int | float) and is_number(one) and abs(one) != math.inf


def find_place(node: Node, action: Any, shown: str = "") -> int:
    """Return the index of a move that a program makes at a node."""
    try:
        return int(node.actions.index(action))
    except ValueError:
        legal = ", ".join(map(str, node.actions[:8]))
        raise ProgramFailure(
            f"it made the illegal move {action!r:.60} at {shown or node.text}; "
            f"the legal moves are {legal or 'none'}",
        ) from None


def place_of_move(move: Any, node: Node) -> int | None:
    """Return the index of a move among those of a node; None if it is not one of them."""
    is_whole = isinstance(move, Integral) and not isinstance(move, bool)  # such as NumPy's
    for place, action in enumerate(node.actions):
        is_alike = type(move) is type(action) or (is_whole and isinstance(action, int))
        if is_alike and move == action:
            return place
    return None


def list_parts(returned: Any) -> Sequence[Any]:
    """Return the things that a search returns."""
    return returned if isinstance(returned, tuple | list) else (returned,)


def read_answer(
    returned: Any,
    root: Node,
    *,
    expected: str = "a number, a move of the root, or both",
    find_move: Callable[[Any, Node], int | None] = place_of_move,
    values: Collection[int] = (),
) -> ProgramResult:
    """Read the value and the move from a return value: one of them, or both in any order.

    Args:
        returned: what a search returned.
        root: the node at which it began.
        expected: what it should return.
        find_move: returns the index of a move among those of a node; None if it is not a move.
        values: places of the things that are values, even if a move is the same number.
    """
    parts = [returned] if find_move(returned, root) is not None else list_parts(returned)
    value: float | None = None
    move: int | None = None
    notes: tuple[str, ...] = ()
    shown = f"{returned!r:.80}"
    for at, part in enumerate(parts[:2]):
        place = None if at in values else find_move(part, root)
        if move is None and place is not None:
            move = place
        elif value is None and is_number(part):
            value = float(part)
        elif root.terminal and part not in (None, "", [], ()):
            move = -1  # where the game is over, every move is wrong
        elif part is not None or (returned is None and not root.terminal):
            notes = (f"it returned {shown}; expected {expected}",)
    if value is None and move is None and not (len(parts) == 1 and parts[0] is None):
        move = -1
    return ProgramResult(value, move, shown=shown, notes=notes)


def find_driver(name: str) -> Driver:
    """Return the driver of a shape by its name."""
    return cast(Driver, import_module(f".shapes.{name}", __package__).DRIVER)
