"""Measuring: competitors take turns, round by round, and what counts is what the processor did."""

from __future__ import annotations

import gc
import os
import resource
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple, TypeVar

from engine.kernel.loading import CHOICE

__all__ = [
    "ROOT",
    "Spent",
    "at",
    "interleaved",
    "of_process",
    "processor_seconds",
    "seconds_a_call",
    "seconds_of_children",
    "surroundings",
]

ROOT = Path(__file__).parent.parent

T = TypeVar("T")


def interleaved(
    jobs: Mapping[str, Callable[[], T]],
    rounds: int,
    *,
    warm_up: int = 0,
    told: Callable[[int], None] | None = None,
) -> dict[str, list[T]]:
    """Let all jobs take turns, A B C A B C, so that what the machine does meanwhile meets them all.

    Args:
        jobs: each does its work once and says what it found, such as its time.
        rounds: how often each is called, at least 1.
        warm_up: rounds before those, which are not kept.
        told: called with the number of each round that is kept, from 1, before it.

    Returns:
        What each found, by round.
    """
    found: dict[str, list[T]] = {name: [] for name in jobs}
    for number in range(1 - warm_up, rounds + 1):
        if told and number >= 1:
            told(number)
        for name, job in jobs.items():
            one = job()
            if number >= 1:
                found[name].append(one)
    return found


def processor_seconds(job: Callable[[], object]) -> float:
    """What this process used of the processor for a job, with no rubbish of others to collect."""
    gc.collect()
    began = time.process_time()
    job()
    return time.process_time() - began


def seconds_a_call(job: Callable[[], object], at_least: float = 0.1) -> float:
    """The processor's seconds for one call in the mean; short jobs are called again and again.

    Args:
        job: what is called.
        at_least: call until so many seconds are used.
    """
    gc.collect()
    calls = 0
    began = time.process_time()
    while True:
        job()
        calls += 1
        used = time.process_time() - began
        if used >= at_least:
            return used / calls


class Spent(NamedTuple):
    """What a whole process took, in milliseconds: until it ended, and of the processor."""

    wall: float
    processor: float


def of_process(
    command: list[str], folder: Path, accepted: tuple[int, ...] = (0,), typed: str = ""
) -> Spent:
    """Run a command of this checkout to its end.

    Args:
        command: the program and its arguments.
        folder: where it runs, and keeps what it keeps.
        accepted: its exit codes.
        typed: its standard input.

    Raises:
        subprocess.CalledProcessError: it ends with another exit code.
    """
    before, began = seconds_of_children(), time.perf_counter()
    done = subprocess.run(
        command,
        cwd=folder,
        env=surroundings(folder),
        input=typed,
        capture_output=True,
        text=True,
        check=False,
    )
    wall = time.perf_counter() - began
    used = seconds_of_children() - before
    if done.returncode not in accepted:
        print(done.stderr, file=sys.stderr)
        done.check_returncode()
    return Spent(1000 * wall, 1000 * used)


def seconds_of_children() -> float:
    """The processor's seconds of all processes that this one has started and seen end."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def surroundings(folder: Path) -> dict[str, str]:
    """An environment in which this checkout is found, and nobody's own settings are."""
    return {
        **os.environ,
        "PYTHONPATH": str(ROOT),
        "PLYTRACE_STATE_DIR": str(folder / "state"),
        "PLYTRACE_CONFIG_DIR": str(folder / "config"),
    }


@contextmanager
def at(choice: str) -> Iterator[None]:
    """Force or forbid the compiled kernel meanwhile."""
    before = os.environ.get(CHOICE)
    os.environ[CHOICE] = choice
    try:
        yield
    finally:
        if before is None:
            del os.environ[CHOICE]
        else:
            os.environ[CHOICE] = before
