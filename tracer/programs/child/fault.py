"""What is wrong with a program, in words for whoever marks it."""

from __future__ import annotations

from pathlib import Path
from types import TracebackType
from typing import Any

from .places import place_of
from .walls.hook import Refused, RefusedImport

__all__ = ["Fault", "told_of"]

#: Characters of a text of the program's that is told.
_MOST = 300


class Fault(Exception):
    """A program that cannot be watched, or does not do what its shape promises.

    Args:
        kind: in which way: `missing`, `import`, `crash`, `exit`, `recursion`, `memory`, `refused`
            or `answer`.
        told: what is wrong, in a sentence without a full stop.
        where: file and line of the program; empty where there is none.
    """

    def __init__(self, kind: str, told: str, where: str = "") -> None:
        super().__init__(told)
        self.kind = kind
        self.told = told
        self.where = where

    def facts(self) -> dict[str, Any]:
        """As it is sent."""
        return {"kind": self.kind, "told": self.told, "where": self.where}


def told_of(error: BaseException, folder: Path, doing: str) -> Fault:
    """What went wrong in a program.

    Args:
        error: what it raised.
        folder: where the program is.
        doing: what it was about: `was loaded`, `searched`.
    """
    where = _place(error.__traceback__, folder)
    if isinstance(error, Fault):
        return Fault(error.kind, error.told, error.where or where)
    if isinstance(error, Refused | RefusedImport):
        return Fault("refused", f"it tried to {error.what}, which it may not", where)
    if isinstance(error, SystemExit):
        return Fault("exit", f"it ended itself (sys.exit) while it {doing}", where)
    if isinstance(error, RecursionError):
        return Fault("recursion", f"it called itself without end while it {doing}", where)
    if isinstance(error, MemoryError):
        return Fault("memory", f"it needed more memory than it may have while it {doing}", where)
    if isinstance(error, SyntaxError) and error.filename:
        name = _short(Path(error.filename), folder) or Path(error.filename).name
        where = place_of(error.filename, name, error.lineno)
        return Fault("import", f"it is no Python: {error.msg}", where)
    try:
        said = str(error)
    except BaseException:  # the program's own error, whose text fails as well
        said = ""
    name = type(error).__name__
    kind = "import" if isinstance(error, ImportError) else "crash"
    shown = f"{name}: {said:.{_MOST}}" if said else name
    return Fault(kind, f"it raised {' '.join(shown.split())} while it {doing}", where)


def _place(found: TracebackType | None, folder: Path) -> str:
    """The innermost line of the program in a traceback."""
    place = ""
    known: dict[str, str] = {}  # a recursion without end has a million frames of one file
    while found is not None:
        file = found.tb_frame.f_code.co_filename
        if file not in known:
            known[file] = _short(Path(file), folder)
        if known[file]:
            place = place_of(file, known[file], found.tb_lineno)
        found = found.tb_next
    return place


def _short(file: Path, folder: Path) -> str:
    """A file of the program as its author knows it; empty for others."""
    try:
        return str(file.relative_to(folder))
    except ValueError:
        return ""
