"""CS 480's script: `python prog.py ALGO FIRST MODE`, which plays tic-tac-toe and tells its moves.

The script is run in this process, once for each session that the parent's side asks for, with the
arguments, what is typed, and what it prints in the places of Python's own. What it prints is handed
back as it is: what of it is right is not known here.
"""

from __future__ import annotations

import ast
import io
import re
import signal
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import ModuleType
from typing import Any, Final, TextIO

from ..fault import told_of
from ..sources import File
from ..table import Table
from . import Program, Returned, Task

__all__ = ["FUNCTIONS", "IS_SCRIPT", "prepare", "run", "score"]

#: The file itself is what runs.
FUNCTIONS: Final = {"minimax": ("",), "alphabeta": ("",)}
IS_SCRIPT: Final = True

_ALGORITHMS: Final = {"minimax": "1", "alphabeta": "2"}
_SAYS: Final = re.compile(r"selected\s+move|tree\s+nodes\s+generated|illegal input", re.IGNORECASE)
_SELECTED: Final = re.compile(r"selected\W+move\W+(\d+)", re.IGNORECASE)
#: Characters that a session may print.
_MOST: Final = 60_000
#: Lines that are given beyond what is typed: the 0 that ends a game, and then the end of the input.
_LAST: Final = 12
#: Seconds that a session beside the main one may take at least, and that are left for the end.
_LEAST: Final = 1.0
_RESERVE: Final = 0.5


def score(file: File) -> int:
    """Whether it looks at its arguments, and prints what the sheet wants printed."""
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


def prepare(folder: Path) -> None:
    """Nothing is needed."""


class _Stopped(BaseException):
    """A session that is over, whatever the program would do next."""


class _Session:
    """What is typed and printed while a script runs.

    Args:
        told: the session, as the parent's side asks for it.
        screen: where what it prints is shown too; None for nowhere.
    """

    def __init__(self, told: dict[str, Any], screen: TextIO | None) -> None:
        self.events: list[list[str]] = []
        self._typed = [*map(str, told["typed"])]
        self._plays_on = bool(told["plays"])
        self._screen = screen
        self._printed = self._beyond = 0
        self._taken: set[int] = set()
        #: The cell that is typed again, wrongly; None before there is one, 0 afterwards.
        self._once: int | None = None

    def print(self, text: str) -> None:
        """Note what the script prints."""
        self._printed += len(text)
        if self._printed > _MOST:
            raise _Stopped(f"it printed more than {_MOST:,} characters")
        if self._screen is not None:
            self._screen.write(text)
        if self.events and self.events[-1][0] == "out":
            self.events[-1][1] += text
        else:
            self.events.append(["out", text])

    def next_line(self) -> str:
        """What is typed next; empty at the end of the input."""
        if self._typed:
            line = self._typed.pop(0)
        elif self._plays_on and (cell := self._cell()):
            line = str(cell)
        else:
            self._beyond += 1
            if self._beyond > 2 * _LAST:
                raise _Stopped("it goes on asking at the end of the input")
            if self._beyond > _LAST:
                return ""
            line = "0"
        if line.isdecimal():
            self._taken.add(int(line))
        self.events.append(["in", line])
        return line + "\n"

    def _cell(self) -> int:
        """The first cell that nobody has taken, as far as has been printed; 0 for none.

        The first of them is typed twice: the second time it is taken.
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
    """What stands in the place of `sys.stdout`."""

    def __init__(self, session: _Session) -> None:
        super().__init__()
        self._session = session

    def write(self, text: str) -> int:
        """Note what is printed."""
        self._session.print(str(text))
        return len(text)

    def reconfigure(self, **options: Any) -> None:
        """Whatever encoding is wanted: it is text here."""


class _Keyboard(io.StringIO):
    """What stands in the place of `sys.stdin`."""

    def __init__(self, session: _Session) -> None:
        super().__init__()
        self._session = session

    def readline(self, size: int | None = -1) -> str:  # type: ignore[override]
        """The next line that is typed."""
        return self._session.next_line()

    def read(self, size: int | None = -1) -> str:
        """A line: nobody types all at once."""
        return self._session.next_line()

    def __iter__(self) -> Iterator[str]:  # type: ignore[override]
        return iter(self.readline, "")


def run(program: Program, table: Table, task: Task) -> Returned:
    """Run the script's sessions; the first is the one that is marked."""
    table.flush()  # the game is the script's own: nothing is asked of it
    algorithm = _ALGORITHMS[task.search]
    played: list[dict[str, Any]] = []
    seconds = 0.0
    for told in task.more["sessions"]:
        if algorithm not in told.get("for", algorithm):
            continue
        began = time.process_time()
        left = _left() if played else None
        if left is not None and left < _LEAST:
            break
        arguments = [algorithm if one == "ALGO" else one for one in told["arguments"]]
        most = None if left is None else min(left, max(_LEAST, seconds))
        played.append(_play(program, told, arguments, most))
        if len(played) == 1:
            seconds = time.process_time() - began
    return Returned(seconds=seconds, more={"algorithm": algorithm, "sessions": played})


def _left() -> float:
    """Seconds of processor time that may still be used."""
    if sys.platform == "win32":
        return 60.0
    import resource

    most = resource.getrlimit(resource.RLIMIT_CPU)[0]
    if most == resource.RLIM_INFINITY:
        return 60.0
    return float(most - 1 - time.process_time() - _RESERVE)


def _play(
    program: Program, told: dict[str, Any], arguments: list[str], most: float | None
) -> dict[str, Any]:
    """Run the script once.

    Args:
        program: the script.
        told: the session, as the parent's side asks for it.
        arguments: what stands behind its name on the command line.
        most: seconds of processor time after which it is stopped; None for those of the process.
    """
    session = _Session(told, sys.stdout if most is None else None)
    raised = ""
    try:
        with _places(program, session, arguments), _stopped_after(most):
            path = program.file.path
            module = ModuleType("__main__")
            module.__file__ = str(path)
            sys.modules["__main__"] = module
            code = compile(path.read_bytes(), str(path), "exec", dont_inherit=True)
            exec(code, module.__dict__)
    except SystemExit:
        pass  # as the sheet has it where the arguments are wrong
    except _Stopped as stopped:
        raised = str(stopped)
    except Exception as error:
        doing = f"was run with {' '.join(arguments) or 'no arguments'}"
        fault = told_of(error, program.folder, doing)
        raised = fault.told + (f" ({fault.where})" if fault.where else "")
    return {
        "kind": told["kind"],
        "arguments": arguments,
        "events": session.events,
        "raised": raised,
    }


@contextmanager
def _places(program: Program, session: _Session, arguments: list[str]) -> Iterator[None]:
    """Python's own places for arguments, input and output, as long as the script runs."""
    before = sys.argv, sys.stdin, sys.stdout, sys.modules["__main__"], [*sys.path]
    known = {*sys.modules}
    sys.argv = [str(program.file.path), *arguments]
    sys.path.insert(0, str(program.file.path.parent))
    sys.stdin, sys.stdout = _Keyboard(session), _Screen(session)
    try:
        yield
    finally:
        sys.argv, sys.stdin, sys.stdout, sys.modules["__main__"], sys.path[:] = before
        # Files beside it begin anew as well, with their counters.
        for name in {*sys.modules} - known:
            file = getattr(sys.modules[name], "__file__", None) or ""
            if file.startswith(str(program.folder)):
                del sys.modules[name]


@contextmanager
def _stopped_after(seconds: float | None) -> Iterator[None]:
    """Stop what runs too long, where the system can."""
    if seconds is None or not hasattr(signal, "setitimer"):
        yield
        return

    def stop(*_: Any) -> None:
        raise _Stopped(f"it was not done after {seconds:.1f} seconds")

    before = signal.signal(signal.SIGPROF, stop)
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)
