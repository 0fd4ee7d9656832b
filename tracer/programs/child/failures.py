"""Failures of a program, described for its grader."""

from __future__ import annotations

from pathlib import Path
from types import TracebackType

from .sandbox.audit_hook import Refused, RefusedImport
from .source_locations import source_location

__all__ = ["ProgramFailure", "failure_of"]

#: Maximum number of characters of the program's own text that are shown.
_MOST = 300


class ProgramFailure(Exception):
    """A program that cannot be watched, or that breaks the promises of its shape.

    Args:
        kind: `missing`, `import`, `crash`, `exit`, `recursion`, `memory`, `refused` or `answer`.
        message: clause about the program, without a full stop.
        where: file and line in the program; empty if unknown.
    """

    def __init__(self, kind: str, message: str, where: str = "") -> None:
        super().__init__(message)
        self.kind = kind
        self.message = message
        self.where = where

    @property
    def text(self) -> str:
        """The message and the place."""
        return f"{self.message} ({self.where})" if self.where else self.message


def failure_of(error: BaseException, folder: Path, doing: str) -> ProgramFailure:
    """Return the failure that describes an error of a program.

    Args:
        error: exception that the program raised.
        folder: folder of the program.
        doing: verb phrase for what it was doing: `was loaded`, `searched`.
    """
    where = _place(error.__traceback__, folder)
    if isinstance(error, ProgramFailure):
        return ProgramFailure(error.kind, error.message, error.where or where)
    if isinstance(error, Refused | RefusedImport):
        return ProgramFailure("refused", f"it tried to {error.what}, which is not allowed", where)
    if isinstance(error, SystemExit):
        return ProgramFailure("exit", f"it exited (sys.exit) while it {doing}", where)
    if isinstance(error, RecursionError):
        return ProgramFailure("recursion", f"its recursion did not end while it {doing}", where)
    if isinstance(error, MemoryError):
        return ProgramFailure("memory", f"it exceeded its memory limit while it {doing}", where)
    if isinstance(error, SyntaxError) and error.filename:
        name = _short(Path(error.filename), folder) or Path(error.filename).name
        where = source_location(error.filename, name, error.lineno)
        return ProgramFailure("import", f"it is not valid Python: {error.msg}", where)
    try:
        text = str(error)
    except BaseException:  # an error class of the program can fail here
        text = ""
    name = type(error).__name__
    kind = "import" if isinstance(error, ImportError) else "crash"
    shown = f"{name}: {text:.{_MOST}}" if text else name
    return ProgramFailure(kind, f"it raised {' '.join(shown.split())} while it {doing}", where)


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
