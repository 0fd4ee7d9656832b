"""Failures of a program, described for its grader, with the places in its files or cells."""

from __future__ import annotations

import sys
from bisect import bisect_right
from collections.abc import Sequence
from pathlib import Path
from types import TracebackType
from typing import Final

from .sandbox.audit_hook import Refused, RefusedImport

#: Maximum number of characters of the program's own text that are shown.
_MOST = 300


class ProgramFailure(Exception):
    """A program that cannot be watched, or that breaks the promises of its shape.

    The message is a clause about the program, without a full stop.
    """

    def __init__(self, message: str, where: str = "", *, is_undecided: bool = False) -> None:
        super().__init__(message)
        self.message = message
        self.where = where
        #: Whether the program may be right, so that a person must judge it.
        self.is_undecided = is_undecided

    @property
    def text(self) -> str:
        """The message and the place."""
        return f"{self.message} ({self.where})" if self.where else self.message


def failure_of(error: BaseException, folder: Path, doing: str) -> ProgramFailure:
    """Return the failure that describes an error of a program."""
    where = _place(error.__traceback__, folder)
    if isinstance(error, ProgramFailure):
        undecided = error.is_undecided
        return ProgramFailure(error.message, error.where or where, is_undecided=undecided)
    if isinstance(error, Refused | RefusedImport):
        return ProgramFailure(f"it tried to {error.what}, which is not allowed", where)
    if isinstance(error, SystemExit):
        return ProgramFailure(f"it exited (sys.exit) while it {doing}", where)
    if isinstance(error, RecursionError):
        return ProgramFailure(f"its recursion did not end while it {doing}", where)
    if isinstance(error, MemoryError):
        return ProgramFailure(f"it exceeded its memory limit while it {doing}", where)
    if isinstance(error, SyntaxError) and error.filename:
        name = _short(Path(error.filename), folder) or Path(error.filename).name
        where = source_location(error.filename, name, error.lineno)
        return ProgramFailure(f"it is not valid Python: {error.msg}", where)
    try:
        text = str(error)
    except BaseException:  # an error class of the program can fail here
        text = ""
    if not where and "set_int_max_str_digits" in text:  # where what it returned is read
        most = f"{sys.get_int_max_str_digits():,}"
        return ProgramFailure(f"it returned a number of more than {most} digits")
    name = type(error).__name__
    shown = f"{name}: {text:.{_MOST}}" if text else name
    return ProgramFailure(f"it raised {' '.join(shown.split())} while it {doing}", where)


def _place(found: TracebackType | None, folder: Path) -> str:
    """Return the innermost line of the program in a traceback."""
    place = ""
    known: dict[str, str] = {}  # endless recursion has a million frames of one file
    while found is not None:
        file = found.tb_frame.f_code.co_filename
        if file not in known:
            known[file] = _short(Path(file), folder)
        if known[file]:
            place = source_location(file, known[file], found.tb_lineno)
        found = found.tb_next
    return place


def _short(file: Path, folder: Path) -> str:
    """Return a program's file relative to its folder; empty for other files."""
    try:
        return str(file.relative_to(folder))
    except ValueError:
        return ""


#: For each notebook, by path: the first lines of its cells, and the cells' numbers.
_CELLS: Final[dict[str, tuple[list[int], list[int]]]] = {}


def note_cells(path: str, starts: Sequence[tuple[int, int]]) -> None:
    """Remember how the lines of a notebook's code are numbered."""
    _CELLS[path] = [line for line, _ in starts], [cell for _, cell in starts]


def source_location(path: str, shown: str, line: int | None) -> str:
    """Return the location of a line, such as `prog.py:12` or `notebook.ipynb, cell 4, line 3`."""
    if line is None:
        return shown
    if path not in _CELLS:
        return f"{shown}:{line}"
    starts, cells = _CELLS[path]
    at = bisect_right(starts, line - 1) - 1
    return f"{shown}, cell {cells[at]}, line {line - starts[at]}" if at >= 0 else shown
