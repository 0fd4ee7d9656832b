"""Grade many sheets, optionally in several processes."""

from __future__ import annotations

import json
import os
import signal
import sys
import threading
from collections import deque
from collections.abc import Iterable, Iterator, MutableMapping
from contextlib import contextmanager, suppress
from itertools import chain, islice
from pathlib import Path
from typing import Any, Final

from engine.errors import InvalidInput
from engine.running.control import Control
from engine.running.end_with_parent import end_with_parent
from tracer.jobs import Result, results_in_order
from tracer.marking.grading.make_grader import AnyGrader, grader_of
from tracer.marking.keys.key import AnyKey
from tracer.marking.reading.sheet import Sheet, reason_for
from tracer.marking.results.record import MarkedSheet, is_record

#: Sheets per lot.
_AT_ONCE: Final = 16
#: Lots per process that are being marked or waiting.
_LOTS: Final = 4

_grader: AnyGrader | None = None


def marked(
    problem: AnyKey,
    sheets: Iterable[Sheet],
    *,
    jobs: int = 1,
    diagnoses: bool = True,
    control: Control | None = None,
    known: MutableMapping[str, MarkedSheet] | None = None,
) -> Iterator[MarkedSheet]:
    """Return the marks of sheets, in order."""
    # Made even if not used here: errors of the key are raised at once.
    grader = grader_of(problem, diagnoses=diagnoses, control=control)
    if jobs <= 1:
        return (_known_mark(known, sheet) or mark_sheet(grader, sheet) for sheet in sheets)
    return _marked_by_several(grader, problem, _lots(sheets, _AT_ONCE), jobs, diagnoses)


def _known_mark(known: MutableMapping[str, MarkedSheet] | None, sheet: Sheet) -> MarkedSheet | None:
    found = known.pop(sheet.name, None) if known else None
    return None if sheet.corrections else found


def _lots(sheets: Iterable[Sheet], size: int) -> Iterator[list[Sheet]]:
    left = iter(sheets)
    while lot := list(islice(left, size)):
        yield lot


def _marked_by_several(
    grader: AnyGrader, problem: AnyKey, lots: Iterator[list[Sheet]], jobs: int, diagnoses: bool
) -> Iterator[MarkedSheet]:
    first = next(lots, [])
    second = next(lots, None)
    # Here, since what wrong sheets share is then there before processes are forked.
    yield from (mark_sheet(grader, sheet) for sheet in first)
    if second is None:
        return
    import multiprocessing  # late: one lot needs no processes
    from concurrent.futures import ProcessPoolExecutor
    from concurrent.futures.process import BrokenProcessPool

    # In a fork of a program with threads, a lock may stay closed forever.
    forks = sys.platform == "linux" and threading.active_count() == 1
    context = multiprocessing.get_context("fork" if forks else "spawn")
    others = {*multiprocessing.active_children()}
    # The kernel notifies a worker when the thread that started it ends.
    is_main = threading.current_thread() is threading.main_thread()
    made = grader if forks else None
    pool = ProcessPoolExecutor(jobs, context, _start_worker, (made, problem, diagnoses, is_main))
    under_way: deque[Result[list[MarkedSheet]]] = deque()

    def submit(lot: list[Sheet]) -> Result[list[MarkedSheet]]:
        with _without_ctrl_c():  # processes start here
            return pool.submit(_mark_lot, lot)

    try:
        all_lots = chain((second,), lots)
        for found in results_in_order(submit, all_lots, lambda: jobs * _LOTS, under_way):
            yield from found
    except BrokenProcessPool as error:
        raise InvalidInput(
            "a grading process died, possibly out of memory",
            hint="Use fewer --jobs; with -f jsonl -o FILE, --resume continues",
        ) from error
    finally:
        if under_way:  # the caller has stopped
            for process in {*multiprocessing.active_children()} - others:
                process.kill()  # they ignore any other signal
        pool.shutdown(cancel_futures=True)


@contextmanager
def _without_ctrl_c() -> Iterator[None]:
    """Hold Ctrl-C back while processes start, so that only this process receives it."""
    if threading.current_thread() is not threading.main_thread():
        yield  # only the main thread receives signals
    elif hasattr(signal, "pthread_sigmask"):
        before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
        try:
            yield
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)
    else:
        handler = signal.signal(signal.SIGINT, signal.SIG_IGN)
        try:
            yield
        finally:
            signal.signal(signal.SIGINT, signal.SIG_DFL if handler is None else handler)


def _start_worker(
    grader: AnyGrader | None, problem: AnyKey, diagnoses: bool, is_main: bool
) -> None:
    """Initialize a grading process; it ignores signals and ends with its parent."""
    from multiprocessing import parent_process

    global _grader
    for name in ("SIGINT", "SIGTERM", "SIGHUP"):  # which a terminal sends to all processes
        if hasattr(signal, name):
            signal.signal(getattr(signal, name), signal.SIG_IGN)
    first = parent_process()
    if first is not None and first.pid is not None:
        threading.Thread(target=_end_after, args=(first.sentinel,), daemon=True).start()
        if is_main:
            end_with_parent(first.pid)
    _grader = grader or grader_of(problem, diagnoses=diagnoses)


def _end_after(sentinel: int) -> None:
    """End this process after its parent has ended."""
    from multiprocessing.connection import wait

    wait([sentinel])
    os._exit(1)


def _mark_lot(sheets: list[Sheet]) -> list[MarkedSheet]:
    assert _grader is not None, "the process was initialized"
    return [mark_sheet(_grader, sheet) for sheet in sheets]


def mark_sheet(grader: AnyGrader, sheet: Sheet) -> MarkedSheet:
    """Mark a sheet; an internal error must not stop the other sheets."""
    try:
        return grader.mark(sheet)
    except Exception as error:
        return MarkedSheet(sheet.name, sheet.student, error=reason_for(error, done="marked"))


def records_of(path: Path) -> Iterator[dict[str, Any]]:
    """Yield the records in a file of a batch; an incomplete last line is ignored."""
    try:
        with path.open(encoding="utf-8", errors="replace") as file:
            for number, line in enumerate(file, 1):
                if not line.endswith("\n"):
                    return
                yield _record_of(line, f"{path}:{number}")
    except OSError as error:
        raise InvalidInput(f"cannot be read: {error.strerror}", where=str(path)) from error


def _record_of(line: str, where: str) -> dict[str, Any]:
    record: dict[str, Any] = {}
    with suppress(ValueError, RecursionError):
        record = json.loads(line)
    if not is_record(record):
        raise InvalidInput(
            "this line is not a record of a checked sheet",
            where=where,
            expected="a file that plytrace check -f jsonl wrote",
        )
    return record


@contextmanager
def appending(path: Path) -> Iterator[Any]:
    """Open a file of records after its last complete line; writes are line-buffered."""
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
