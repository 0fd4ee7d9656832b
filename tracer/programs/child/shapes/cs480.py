"""CS 480's script: `python prog.py ALGO FIRST MODE`, which plays tic-tac-toe.

The script is run in this process; its arguments, input and output replace Python's own. It plays up
to the key's position: X's moves are typed (mode 1), and those of the computer replace what its
search returns. Which function returns them is found by calling: in a first run, one returns the
move that is printed. At the position the script searches itself; the line that it prints there has
the move and the number of nodes.
"""

from __future__ import annotations

import ast
import io
import re
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import wraps
from itertools import zip_longest
from types import FunctionType, ModuleType
from typing import Any, Final, NamedTuple, NoReturn

from ..failures import ProgramFailure, failure_of
from ..loading.definitions import Definition
from ..loading.source_files import SourceFile
from ..program import Driver, Program, ProgramResult, ProgramTask
from ..sandbox.limits import Stopped, seconds_left, stopped_after
from ..watched_nodes import WatchedNodes

_ALGORITHMS: Final = {"minimax": "1", "alphabeta": "2"}
_SAYS: Final = re.compile(r"selected\s+move|tree\s+nodes\s+generated|illegal input", re.IGNORECASE)
#: The line about a move of the computer, in any wording whose meaning is clear.
_MOVE: Final = re.compile(
    r"(?:selected|chosen)\W+(?:the\W+)?(?:move|cell|action)(?:\W+is)?\W+(?P<cell>\d)\b"
    r"[^\n\d]*\n?[^\n\d]*nodes[^\n\d]*(?P<nodes>\d[\d,]{0,14})",
    re.IGNORECASE,
)
#: Maximum number of characters that a run may print, and of lines beyond the typed ones.
_MOST: Final = 60_000
_MOST_READ: Final = 24
#: Maximum number of functions that are tried as those that return the move.
_MOST_TRIED: Final = 8
#: Forms in which a function may return a cell.
_FORMS: Final[tuple[Callable[[int], Any], ...]] = (
    lambda cell: cell,
    lambda cell: cell - 1,
    lambda cell: divmod(cell - 1, 3),
    lambda cell: ((cell - 1) // 3 + 1, (cell - 1) % 3 + 1),
    str,
)


def score(file: SourceFile, _: Definition | None) -> int:
    """Return how surely a file is of this shape: whether it reads arguments and prints moves."""
    if file.path.suffix != ".py":
        return 0
    if not any(word in file.text for word in (b"argv", b"argparse", b"sys")):
        return 0  # as of most programs, whose whole code need not be read for it
    reads = says = False
    for node in ast.walk(file.code):
        reads |= isinstance(node, ast.Attribute) and node.attr == "argv"
        reads |= isinstance(node, ast.Name) and node.id == "argv"
        reads |= isinstance(node, ast.ImportFrom) and node.module in ("argparse", "sys")
        text = node.value if isinstance(node, ast.Constant) else None
        says |= isinstance(text, str) and _SAYS.search(text) is not None
    return 7 if reads and says else 0


class _Returned(NamedTuple):
    """A form of a returned value that contains a move."""

    name: str
    sample: Any
    #: Place of the move in a tuple or list; None if it is the value itself.
    place: int | None
    form: Callable[[int], Any]

    def with_cell(self, cell: int) -> Any:
        """Return the value with another move."""
        if self.place is None:
            return self.form(cell)
        items = [*self.sample]
        items[self.place] = self.form(cell)
        return type(self.sample)(items)


class _Session(io.StringIO):
    """One run of the script; it replaces Python's input and output."""

    def __init__(self, typed: list[int], before: list[int], replaced: _Returned | None) -> None:
        super().__init__()
        self.moves: list[tuple[int, int]] = []
        self.raised = ""
        #: For each function, how deep in others it returned last, and what; the latest is last.
        self.returned: dict[str, tuple[int, Any]] = {}
        self._typed = [*map(str, typed)]
        self._before = before
        self._replaced = replaced
        self._active: list[str] = []
        self._read = 0

    @property
    def is_there(self) -> bool:
        """Whether the computer has moved in the position."""
        return len(self.moves) > len(self._before)

    @property
    def is_led(self) -> bool:
        """Whether the computer's moves so far are those before the position."""
        cells = [cell for cell, _ in self.moves[: len(self._before)]]
        return cells == self._before[: len(cells)]

    def write(self, text: str) -> int:
        """Record output, and end the script as soon as nothing else is needed."""
        super().write(str(text))
        if self.tell() > _MOST:
            raise Stopped(f"it printed more than {_MOST:,} characters")
        if "\n" in str(text):
            self.read_moves()
        if self.is_there or not self.is_led:
            raise Stopped
        return len(text)

    def read_moves(self) -> None:
        """Read the computer's moves and their counts from the output."""
        matches = _MOVE.finditer(self.getvalue())
        self.moves = [(int(it["cell"]), int(it["nodes"].replace(",", ""))) for it in matches]

    def readline(self, size: int | None = -1) -> str:  # type: ignore[override]
        """Return the next typed line, then 0, which ends the game, then the end of the input."""
        self._read += not self._typed
        if self._read > _MOST_READ:
            raise Stopped("it keeps reading after the end of the input")
        line = self._typed.pop(0) if self._typed else "0"
        return f"{line}\n" if self._read < _MOST_READ // 2 else ""

    read = readline

    def __iter__(self) -> Iterator[str]:  # type: ignore[override]
        return iter(self.readline, "")

    def close(self) -> None:
        """Stay open: the builtins `exit` and `quit` close the input before they exit."""

    def reconfigure(self, **options: Any) -> None:
        """Ignore any change of the encoding."""

    def watch(self, module: ModuleType, folder: str) -> None:
        """Watch the functions and methods of a module that are defined in a folder."""
        classes = [value for value in vars(module).values() if isinstance(value, type)]
        for owner in (module, *classes):
            functions = [one for one in vars(owner).values() if isinstance(one, FunctionType)]
            for function in functions:
                if function.__code__.co_filename.startswith(folder):
                    setattr(owner, function.__name__, self._watched(function))

    def _watched(self, function: FunctionType) -> Callable[..., Any]:
        """Return a function that notes what another returns, or returns the move to make."""
        name, replaced = function.__qualname__, self._replaced
        if replaced is not None and replaced.name != name:
            return function

        @wraps(function)
        def call(*arguments: Any, **named: Any) -> Any:
            if name in self._active:
                return function(*arguments, **named)
            if replaced is not None and len(self.moves) < len(self._before):
                return replaced.with_cell(self._before[len(self.moves)])
            self._active.append(name)
            try:
                value = function(*arguments, **named)
            finally:
                self._active.pop()
            self.returned.pop(name, None)
            self.returned[name] = len(self._active), value
            return value

        return call

    def find_returned(self) -> list[_Returned]:
        """Return what contains the move that was printed, the innermost and latest first."""
        latest = [(name, *self.returned[name]) for name in reversed(self.returned)]
        latest.sort(key=lambda it: it[1], reverse=True)
        return [
            _Returned(name, sample, place, form)
            for name, _, sample in latest
            for place in (None, *(range(len(sample)) if type(sample) in (tuple, list) else ()))
            for form in _FORMS
            if _is_same(sample if place is None else sample[place], form(self.moves[0][0]))
        ]


def _is_same(value: Any, cell: Any) -> bool:
    return type(value) is type(cell) and bool(value == cell)


def run(program: Program, watched: WatchedNodes, task: ProgramTask) -> ProgramResult:
    """Lead the script to the position, and return the move and the count that it prints there."""
    watched.flush()  # the script uses its own game
    root = watched.node(0)
    algorithm = _ALGORITHMS[task.search]
    signs = [sign.upper() for row in task.facts["rows"] for sign in row]
    cells = {mark: [at for at, sign in enumerate(signs, 1) if sign == mark] for mark in "XO"}
    side = task.facts["max"] if root.player == 0 else "XO"[task.facts["max"] == "X"]
    other = "XO"[side == "X"]
    first = side if len(cells[side]) == len(cells[other]) else other
    second = "XO"[first == "X"]
    typed, before = cells["X"], cells["O"]
    if side == "X":  # the computer plays both
        pairs = zip_longest(cells[first], cells[second])
        typed, before = [], [cell for pair in pairs for cell in pair if cell is not None]
    arguments = [algorithm, first, "2" if side == "X" else "1"]
    attempts: list[_Returned | None] = [None]
    if before:
        begun = _Session(cells["X"][:1] or [1], [], None)
        _play(program, begun, [algorithm, "X", "1"], watches=True)
        attempts = [*(begun.find_returned()[:_MOST_TRIED] if begun.moves else ()), None]
    for replaced in attempts:
        session = _Session(typed, before, replaced)
        _play(program, session, arguments, watches=replaced is not None)
        if session.is_there and session.is_led:
            break
    else:
        _fail(session, arguments)
    cell, nodes = session.moves[-1]
    place = root.actions.index(cell) if cell in root.actions else -1
    return ProgramResult(move=place, counts={"visited": nodes}, shown=str(cell))


def _fail(session: _Session, arguments: list[str]) -> NoReturn:
    """Refuse a script that was not led to the position, or that does not move there."""
    command = f"run with {' '.join(arguments)}"
    cells = ", ".join(str(cell) for cell, _ in session.moves)
    if session.raised:
        message = session.raised
    elif not session.moves:
        printed = " ".join(session.getvalue().split())
        message = (
            f"{command}, it does not print the line X's selected move: Z. Number of search tree "
            f"nodes generated: AAAA, but: {f'{printed:.80}' or 'nothing'}"
        )
    else:
        message = (
            f"{command}, it cannot be led to the position, since none of its functions returns the "
            f"move; it chose {cells}. Expected a function for the search that returns the move"
        )
    # A right script may have its whole search in the game's loop.
    is_undecided = bool(session.moves and not session.raised)
    raise ProgramFailure(message, is_undecided=is_undecided)


def _play(program: Program, session: _Session, arguments: list[str], *, watches: bool) -> None:
    """Run the script once, until nothing else is needed."""
    path, folder = program.file.path, str(program.folder)
    module = ModuleType("__main__")
    module.__file__ = str(path)
    try:
        with _places(program, session, arguments), stopped_after(seconds_left() / 2):
            sys.modules["__main__"] = module
            for statement in ast.parse(path.read_bytes()).body:
                code = compile(ast.Module([statement], []), str(path), "exec")
                if watches:
                    for one in [module, *sys.modules.values()]:
                        if (getattr(one, "__file__", None) or "").startswith(folder):
                            session.watch(one, folder)
                exec(code, module.__dict__)
    except SystemExit:
        pass
    except Stopped as stopped:
        session.raised = str(stopped)
    except Exception as error:
        doing = f"was run with {' '.join(arguments)}"
        session.raised = failure_of(error, program.folder, doing).text
    session.read_moves()


@contextmanager
def _places(program: Program, session: _Session, arguments: list[str]) -> Iterator[None]:
    """Replace Python's arguments, input and output while the script runs."""
    before = sys.argv, sys.stdin, sys.stdout, sys.modules["__main__"], [*sys.path]
    loaded = {*sys.modules}
    sys.argv = [str(program.file.path), *arguments]
    sys.path.insert(0, str(program.file.path.parent))
    sys.stdin = sys.stdout = session
    try:
        yield
    finally:
        sys.argv, sys.stdin, sys.stdout, sys.modules["__main__"], sys.path[:] = before
        # Files next to it are loaded again, so their counters restart.
        for name in {*sys.modules} - loaded:
            file = getattr(sys.modules[name], "__file__", None) or ""
            if file.startswith(str(program.folder)):
                del sys.modules[name]


DRIVER: Final = Driver(
    "CS 480's script, judged by the move and the count that it prints",
    {"minimax": ("",), "alphabeta": ("",)},
    score,
    run,
    is_script=True,
    games="open tic-tac-toe",
    moves="cell",
    parts=("move", "counts"),
    own_boards=True,
    list_place=7,
    try_place=5,
)
