"""Timing: competitors take turns, and times are processor times."""

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

from engine.errors import UsageError
from engine.kernel.loading import CHOICE, is_built

ROOT = Path(__file__).parent.parent

K = TypeVar("K")
T = TypeVar("T")


def run_in_turns(
    jobs: Mapping[K, Callable[[], T]],
    rounds: int,
    *,
    warm_up: int = 0,
    before_round: Callable[[int], None] | None = None,
) -> dict[K, list[T]]:
    """Run all jobs in turns, A B C A B C, so that other load affects all of them."""
    found: dict[K, list[T]] = {name: [] for name in jobs}
    for number in range(1 - warm_up, rounds + 1):
        if before_round and number >= 1:
            before_round(number)
        for name, job in jobs.items():
            one = job()
            if number >= 1:
                found[name].append(one)
    return found


def processor_seconds(job: Callable[[], object]) -> float:
    """Return the processor seconds of a job, after collecting earlier garbage."""
    gc.collect()
    began = time.process_time()
    job()
    return time.process_time() - began


def time_call(job: Callable[[], object], at_least: float = 0.1) -> float:
    """Return the mean processor seconds per call, repeating short jobs."""
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
    """The elapsed time and processor time of a whole process, in milliseconds."""

    wall: float
    processor: float


def time_process(
    command: list[str], folder: Path, accepted: tuple[int, ...] = (0,), typed: str = ""
) -> Spent:
    """Run a command of this checkout and time it."""
    before, began = children_seconds(), time.perf_counter()
    done = subprocess.run(
        command,
        cwd=folder,
        env=clean_environment(folder),
        input=typed,
        capture_output=True,
        text=True,
        check=False,
    )
    wall = time.perf_counter() - began
    used = children_seconds() - before
    if done.returncode not in accepted:
        print(done.stderr, file=sys.stderr)
        done.check_returncode()
    return Spent(1000 * wall, 1000 * used)


def children_seconds() -> float:
    """Return the processor seconds of all finished child processes."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def clean_environment(folder: Path) -> dict[str, str]:
    """Return an environment with this checkout and without the user's settings."""
    return {
        **os.environ,
        "PYTHONPATH": str(ROOT),
        "PLYTRACE_STATE_DIR": str(folder / "state"),
        "PLYTRACE_CONFIG_DIR": str(folder / "config"),
    }


@contextmanager
def at(choice: str) -> Iterator[None]:
    """Force or forbid the compiled kernel inside a `with` block."""
    if choice == "force" and not is_built():
        raise UsageError(
            "the compiled kernel is missing or out of date, and this section measures it",
            hint="Build it with python hatch_build.py.",
        )
    before = os.environ.get(CHOICE)
    os.environ[CHOICE] = choice
    try:
        yield
    finally:
        if before is None:
            del os.environ[CHOICE]
        else:
            os.environ[CHOICE] = before
