"""CS 480's script: `python prog.py ALGO FIRST MODE`, which plays tic-tac-toe.

The script is run in this process, once for each session in the shape's record. Its arguments, input
and output replace Python's own. Its output is returned unchanged: the right output is not known
here.
"""

from __future__ import annotations

import ast
import io
import re
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from types import ModuleType
from typing import Any, Final, TextIO

from ..failures import failure_of
from ..loading.source_files import SourceFile
from ..program import Driver, Program, ProgramResult, ProgramTask
from ..sandbox.limits import Stopped, seconds_left, stopped_after
from ..watched_nodes import WatchedNodes

#: The file itself is run.
FUNCTIONS: Final = {"minimax": ("",), "alphabeta": ("",)}

_ALGORITHMS: Final = {"minimax": "1", "alphabeta": "2"}
_SAYS: Final = re.compile(r"selected\s+move|tree\s+nodes\s+generated|illegal input", re.IGNORECASE)
_SELECTED: Final = re.compile(r"selected\W+move\W+(\d+)", re.IGNORECASE)
#: Maximum number of characters that a session may print.
_MOST: Final = 60_000
#: Lines of input after the typed ones: the 0 that ends a game, and then the end of the input.
_LAST: Final = 12
#: Least seconds for a session after the main one.
_LEAST: Final = 1.0


def score(file: SourceFile) -> int:
    """Return how surely a file is of this shape: whether it reads arguments and prints moves."""
    if file.path.suffix != ".py":
        return 0
    looks = says = False
    for one in ast.walk(file.code):
        looks |= isinstance(one, ast.Attribute) and one.attr == "argv"
        looks |= isinstance(one, ast.Name) and one.id == "argv"
        looks |= isinstance(one, ast.ImportFrom) and one.module in ("argparse", "sys")
        says |= (
            isinstance(one, ast.Constant)
            and isinstance(one.value, str)
            and _SAYS.search(one.value) is not None
        )
    return 7 if looks and says else 0


class _Session:
    """The input and output of a script while it runs.

    Args:
        session: session from the shape's record.
        screen: stream that shows the output too; None for no stream.
    """

    def __init__(self, session: dict[str, Any], screen: TextIO | None) -> None:
        self.events: list[list[str]] = []
        self._typed = [*map(str, session["typed"])]
        self._plays_on = bool(session["plays"])
        self._screen = screen
        self._printed = self._beyond = 0
        self._taken: set[int] = set()
        #: The cell that is typed twice as a mistake; None before there is one, 0 afterwards.
        self._once: int | None = None

    def print(self, text: str) -> None:
        """Record output of the script."""
        self._printed += len(text)
        if self._printed > _MOST:
            raise Stopped(f"it printed more than {_MOST:,} characters")
        if self._screen is not None:
            self._screen.write(text)
        if self.events and self.events[-1][0] == "out":
            self.events[-1][1] += text
        else:
            self.events.append(["out", text])

    def next_line(self) -> str:
        """Return the next typed line; empty at the end of the input."""
        if self._typed:
            line = self._typed.pop(0)
        elif self._plays_on and (cell := self._cell()):
            line = str(cell)
        else:
            self._beyond += 1
            if self._beyond > 2 * _LAST:
                raise Stopped("it keeps reading after the end of the input")
            if self._beyond > _LAST:
                return ""
            line = "0"
        if line.isdecimal():
            self._taken.add(int(line))
        self.events.append(["in", line])
        return line + "\n"

    def _cell(self) -> int:
        """Return the first free cell according to the output; 0 if there is none.

        The first of them is typed twice: the second time it is occupied.
        """
        if self._once:
            cell, self._once = self._once, 0
            return cell
        printed = "".join(text for kind, text in self.events if kind == "out")
        taken = self._taken | {int(one[:4]) for one in _SELECTED.findall(printed)}
        cell = next((cell for cell in range(1, 10) if cell not in taken), 0)
        self._once = cell if self._once is None else 0
        return cell


class _Screen(io.StringIO):
    """A replacement for `sys.stdout`."""

    def __init__(self, session: _Session) -> None:
        super().__init__()
        self._session = session

    def write(self, text: str) -> int:
        """Record output."""
        self._session.print(str(text))
        return len(text)

    def reconfigure(self, **options: Any) -> None:
        """Ignore any change of the encoding."""


class _Keyboard(io.StringIO):
    """A replacement for `sys.stdin`."""

    def __init__(self, session: _Session) -> None:
        super().__init__()
        self._session = session

    def readline(self, size: int | None = -1) -> str:  # type: ignore[override]
        """Return the next typed line."""
        return self._session.next_line()

    def read(self, size: int | None = -1) -> str:
        """Return one line, as if typed."""
        return self._session.next_line()

    def __iter__(self) -> Iterator[str]:  # type: ignore[override]
        return iter(self.readline, "")


def run(program: Program, watched: WatchedNodes, task: ProgramTask) -> ProgramResult:
    """Run the script's sessions; only the first one is graded."""
    watched.flush()  # the script uses its own game
    algorithm = _ALGORITHMS[task.search]
    played: list[dict[str, Any]] = []
    seconds = 0.0
    for session in task.facts["sessions"]:
        if algorithm not in session.get("for", algorithm):
            continue
        began = time.process_time()
        left = seconds_left() if played else None
        if left is not None and left < _LEAST:
            break
        arguments = [algorithm if one == "ALGO" else one for one in session["arguments"]]
        most = None if left is None else min(left, max(_LEAST, seconds))
        played.append(_play(program, session, arguments, most))
        if len(played) == 1:
            seconds = time.process_time() - began
            watched.send_first_part(played[0])
    return ProgramResult(printed={"algorithm": algorithm, "others": played[1:]})


def _play(
    program: Program, record: dict[str, Any], arguments: list[str], most: float | None
) -> dict[str, Any]:
    """Run the script once.

    Args:
        program: script to run.
        record: session from the shape's record.
        arguments: arguments on the command line.
        most: seconds of processor time after which to stop it; None for the limit of the process.
    """
    session = _Session(record, sys.stdout if most is None else None)
    raised = ""
    try:
        with _places(program, session, arguments), stopped_after(most):
            path = program.file.path
            module = ModuleType("__main__")
            module.__file__ = str(path)
            sys.modules["__main__"] = module
            code = compile(path.read_bytes(), str(path), "exec", dont_inherit=True)
            exec(code, module.__dict__)
    except SystemExit:
        pass  # the assignment's behaviour for wrong arguments
    except Stopped as stopped:
        raised = str(stopped)
    except Exception as error:
        doing = f"was run with {' '.join(arguments) or 'no arguments'}"
        failure = failure_of(error, program.folder, doing)
        raised = failure.message + (f" ({failure.where})" if failure.where else "")
    return {
        "kind": record["kind"],
        "arguments": arguments,
        "events": session.events,
        "raised": raised,
    }


@contextmanager
def _places(program: Program, session: _Session, arguments: list[str]) -> Iterator[None]:
    """Replace Python's arguments, input and output while the script runs."""
    before = sys.argv, sys.stdin, sys.stdout, sys.modules["__main__"], [*sys.path]
    known = {*sys.modules}
    sys.argv = [str(program.file.path), *arguments]
    sys.path.insert(0, str(program.file.path.parent))
    sys.stdin, sys.stdout = _Keyboard(session), _Screen(session)
    try:
        yield
    finally:
        sys.argv, sys.stdin, sys.stdout, sys.modules["__main__"], sys.path[:] = before
        # Files next to it are loaded again, so their counters restart.
        for name in {*sys.modules} - known:
            file = getattr(sys.modules[name], "__file__", None) or ""
            if file.startswith(str(program.folder)):
                del sys.modules[name]


DRIVER: Final = Driver(
    "CS 480's script, checked by its output",
    FUNCTIONS,
    score,
    run,
    is_script=True,
    moves="cell",
    unanswered=("visits",),
    own_boards=True,
    list_place=7,
    try_place=5,
)
