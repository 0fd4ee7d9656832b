"""Marks many sheets: one after another, or in several processes, with bounded memory."""

from __future__ import annotations

import json
import signal
import threading
from collections import deque
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from itertools import islice
from pathlib import Path
from typing import Any, Final

from engine.errors import InvalidInput
from tracer.check.graders import AnyGrader, grader_of
from tracer.check.key import AnyKey
from tracer.check.problem import Problem
from tracer.check.record import Marked
from tracer.check.sheet import Sheet

__all__ = ["appending", "marked", "records_of"]

#: Sheets that a process is given at once.
_AT_ONCE: Final = 16
#: Such lots that are being marked or wait, for each process.
_LOTS: Final = 4

_grader: AnyGrader | None = None


def marked(
    problem: AnyKey, sheets: Iterable[Sheet], *, jobs: int = 1, diagnoses: bool = True
) -> Iterator[Marked]:
    """The marks of sheets, in their order.

    Args:
        problem: the problem, a set of them, or the keys of variants.
        sheets: the sheets; no more of them are read than are being marked.
        jobs: processes that mark them, at least 1.
        diagnoses: whether misconceptions are looked for.

    Raises:
        PlytraceError: the problem cannot be searched, or a process came to its end.
    """
    grader = grader_of(problem, diagnoses=diagnoses)  # in any case: what is wrong shows here
    if jobs <= 1:
        return (_mark(grader, sheet) for sheet in sheets)
    return _marked_by_several(problem, iter(sheets), jobs, diagnoses)


def _marked_by_several(
    problem: AnyKey, sheets: Iterator[Sheet], jobs: int, diagnoses: bool
) -> Iterator[Marked]:
    import multiprocessing  # late: one sheet needs no processes
    from concurrent.futures import Future, ProcessPoolExecutor
    from concurrent.futures.process import BrokenProcessPool

    # Fresh processes: a fork of a program with threads may find a lock that nobody will open.
    context = multiprocessing.get_context("spawn")
    others = {*multiprocessing.active_children()}
    pool = ProcessPoolExecutor(jobs, context, _begin, (problem, diagnoses))
    lots: deque[Future[list[Marked]]] = deque()
    if isinstance(problem, Problem):  # which reads no sheet a second time
        sheets = (replace(sheet, whole=None) for sheet in sheets)
    try:
        while lot := list(islice(sheets, _AT_ONCE)):
            with _without_ctrl_c():  # here processes begin
                lots.append(pool.submit(_mark_lot, lot))
            if len(lots) >= jobs * _LOTS:
                yield from lots.popleft().result()
        while lots:
            yield from lots.popleft().result()
    except BrokenProcessPool as error:
        raise InvalidInput(
            "a process that marks sheets came to its end, perhaps for want of memory",
            hint="Try fewer with --jobs; with -f jsonl -o FILE, --resume goes on",
        ) from error
    finally:
        if lots:  # nobody wants the rest
            for process in {*multiprocessing.active_children()} - others:
                process.terminate()
        pool.shutdown(cancel_futures=True)


@contextmanager
def _without_ctrl_c() -> Iterator[None]:
    """Let the processes that begin heed no Ctrl-C: the first one says when it is enough."""
    if threading.current_thread() is not threading.main_thread():
        yield  # signals come to the main thread alone
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, signal.SIG_DFL if before is None else before)


def _begin(problem: AnyKey, diagnoses: bool) -> None:
    """What each process does first."""
    global _grader
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _grader = grader_of(problem, diagnoses=diagnoses)


def _mark_lot(sheets: list[Sheet]) -> list[Marked]:
    assert _grader is not None, "the process has begun"
    return [_mark(_grader, sheet) for sheet in sheets]


def _mark(grader: AnyGrader, sheet: Sheet) -> Marked:
    """The marks of a sheet; a fault of ours on one of them is no reason to leave out the others."""
    try:
        return grader.mark(sheet)
    except Exception as error:
        told = f"it could not be marked, by a fault of plytrace: {type(error).__name__}: {error}"
        return Marked(sheet.name, sheet.student, error=f"{told:.300}. Please report it")


def records_of(path: Path) -> Iterator[dict[str, Any]]:
    """The records of a file that a batch wrote; a last line that was cut short is left out.

    Raises:
        InvalidInput: it holds something else, or cannot be read.
    """
    try:
        with path.open(encoding="utf-8", errors="replace") as file:
            for number, line in enumerate(file, 1):
                if not line.endswith("\n"):
                    return
                yield _record_of(line, f"{path}:{number}")
    except OSError as error:
        raise InvalidInput(f"it cannot be read: {error.strerror}", where=str(path)) from error


def _record_of(line: str, where: str) -> dict[str, Any]:
    try:
        record = json.loads(line)
    except (ValueError, RecursionError):
        record = None
    if not isinstance(record, dict) or "sheet" not in record:
        raise InvalidInput(
            "this is no record of a checked sheet",
            where=where,
            expected="a file that plytrace check -f jsonl wrote",
        )
    return record


@contextmanager
def appending(path: Path) -> Iterator[Any]:
    """A file of records to write on, behind the last whole line; each is kept once it is written.

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
        with path.open("a", encoding="utf-8", newline="\n", buffering=1) as out:
            yield out
    except OSError as error:
        raise InvalidInput(f"cannot be written: {error.strerror}", where=str(path)) from error
