"""Marks many sheets: one after another, or in several processes, with bounded memory."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Semaphore
from typing import Any, Final

from engine.errors import InvalidInput
from tracer.check.graders import AnyGrader, grader_of
from tracer.check.problem import Problem
from tracer.check.record import Marked
from tracer.check.sheet import Sheet

__all__ = ["appending", "marked", "records_of"]

#: Sheets that a process is given at once.
_AT_ONCE: Final = 16
#: Sheets that are waiting, for each process.
_WAITING: Final = 64

_grader: AnyGrader | None = None


def marked(
    problem: Problem, sheets: Iterable[Sheet], *, jobs: int = 1, diagnoses: bool = True
) -> Iterator[Marked]:
    """The marks of sheets, in their order.

    Args:
        problem: the problem.
        sheets: the sheets; no more of them are read than are being marked.
        jobs: processes that mark them, at least 1.
        diagnoses: whether misconceptions are looked for.

    Raises:
        PlytraceError: the problem cannot be searched.
    """
    grader = grader_of(problem, diagnoses=diagnoses)  # in any case: what is wrong shows here
    if jobs <= 1:
        yield from map(grader.mark, sheets)
        return
    import multiprocessing  # late: one sheet needs no processes

    # Fresh processes: a fork of a program with threads may find a lock that nobody will open.
    context = multiprocessing.get_context("spawn")
    room = Semaphore(jobs * _WAITING)

    def waited() -> Iterator[Sheet]:
        for sheet in sheets:
            room.acquire()
            yield sheet

    with context.Pool(jobs, _begin, (problem, diagnoses)) as pool:
        for one in pool.imap(_mark, waited(), chunksize=_AT_ONCE):
            room.release()
            yield one


def _begin(problem: Problem, diagnoses: bool) -> None:
    """What each process does first."""
    import signal

    global _grader
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the first process says when it is enough
    _grader = grader_of(problem, diagnoses=diagnoses)


def _mark(sheet: Sheet) -> Marked:
    assert _grader is not None, "the process has begun"
    return _grader.mark(sheet)


def records_of(path: Path) -> Iterator[dict[str, Any]]:
    """The records of a file that a batch wrote; a last line that was cut short is left out.

    Raises:
        InvalidInput: it holds something else.
    """
    with path.open(encoding="utf-8") as file:
        for number, line in enumerate(file, 1):
            if not line.endswith("\n"):
                return
            try:
                record = json.loads(line)
            except ValueError:
                record = None
            if not isinstance(record, dict) or "sheet" not in record:
                raise InvalidInput(
                    "this is no record of a checked sheet",
                    where=f"{path}:{number}",
                    expected="a file that plytrace check -f jsonl wrote",
                )
            yield record


@contextmanager
def appending(path: Path) -> Iterator[Any]:
    """A file of records to write on, behind the last whole line.

    Raises:
        InvalidInput: it cannot be written.
    """
    try:
        with path.open("a+b") as file:
            size = file.seek(0, 2)
            at = size
            while at:  # back to the end of the last line
                file.seek(at - 1)
                if file.read(1) == b"\n":
                    break
                at -= 1
            file.truncate(at)
        with path.open("a", encoding="utf-8", newline="\n") as out:
            yield out
    except OSError as error:
        raise InvalidInput(f"cannot be written: {error.strerror}", where=str(path)) from error
