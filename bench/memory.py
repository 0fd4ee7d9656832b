"""Measure the memory of a search: the log's columns, and the peak of the process.

    python -m bench memory

Each search runs in a separate process, which reports its peak minus the memory before the search.
That is more than the log needs, since the columns grow ahead of it. `counting` keeps no log.
"""

from __future__ import annotations

import gc
import json
import resource
import subprocess
import sys
import tempfile
from collections.abc import Callable
from functools import partial
from pathlib import Path

from bench.cases import CASES, Case
from bench.effort import Effort
from bench.figures import Aim, Cell, Figure, Row, Section, Table
from bench.searching import count_case
from bench.timing import at, clean_environment, run_in_turns
from engine.kernel.loading import is_built
from engine.running.control import Control
from engine.search import run_search

AIM = Aim("bytes of the log's columns a visit", 36.0)

#: Smaller searches are skipped: the rest of the process is larger than their log.
_LEAST_VISITS = 200_000
#: Few rounds and visits are enough: they differ little.
_MOST_ROUNDS = 3
_MOST_PLAIN_VISITS = 200_000


def begin_peak() -> int:
    """Return the memory of this process, and reset its peak if the system can."""
    try:
        Path("/proc/self/clear_refs").write_text("5", encoding="ascii")
        return _in_status("VmRSS")
    except OSError:
        return peak_bytes()


def peak_bytes() -> int:
    """Return the peak memory of this process."""
    try:
        # getrusage includes the memory of the parent.
        return _in_status("VmHWM")
    except OSError:
        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        return peak if sys.platform == "darwin" else 1024 * peak


def _in_status(name: str) -> int:
    """Read a number of bytes from Linux's status of this process."""
    status = Path("/proc/self/status").read_text(encoding="ascii")
    return 1024 * int(status.partition(f"{name}:")[2].split()[0])


def measure_case(case: Case, how: str, plain_visits: int) -> dict[str, float]:
    """Run a search in this process and measure its memory.

    Args:
        case: the search.
        how: `compiled`, `plain` or `counting`.
        plain_visits: visits after which a plain search is stopped.

    Returns:
        The `visits`, the `columns`' bytes per visit, and the bytes of the `process`.
    """
    game = case.make()
    gc.collect()
    before = begin_peak()
    if how == "counting":
        with at("force"):
            visits = count_case(game, case)
        return {"visits": visits, "columns": 0.0, "process": peak_bytes() - before}
    with at("force" if how == "compiled" else "forbid"):
        control = Control(plain_visits) if how == "plain" else None
        log = run_search(game, case.search, case.settings, control).log
    peak = peak_bytes()
    size = sum(len(column) * column.itemsize for column in log.columns().values())
    return {"visits": len(log), "columns": size / len(log), "process": peak - before}


def _measure_in_process(number: int, how: str, plain_visits: int, folder: Path) -> dict[str, float]:
    """Call `measure_case` in a separate process, for a case by its number."""
    words = [sys.executable, "-m", "bench.memory", str(number), how, str(plain_visits)]
    done = subprocess.run(
        words, env=clean_environment(folder), check=True, stdout=subprocess.PIPE, text=True
    )
    found: dict[str, float] = json.loads(done.stdout)
    return found


def measure(effort: Effort) -> Section:
    """Measure the large searches."""
    kinds = ("compiled", "plain", "counting") if is_built() else ("plain",)
    rows, aims = [], []
    visits = min(effort.plain_visits, _MOST_PLAIN_VISITS)
    with tempfile.TemporaryDirectory() as folder:
        for number, case in enumerate(CASES):
            is_large = case.visits >= _LEAST_VISITS and not case.label.startswith("tree")
            if not is_large or not effort.wants(case.label):
                continue
            jobs: dict[str, Callable[[], dict[str, float]]] = {
                how: partial(_measure_in_process, number, how, visits, Path(folder))
                for how in kinds
            }
            rounds = min(effort.rounds, _MOST_ROUNDS)
            found = run_in_turns(jobs, rounds, before_round=effort.rounds_of(case.label, rounds))
            cells: dict[str, Cell] = {"visits": case.visits}
            recorded = found[kinds[0]]
            columns = Figure(tuple(one["columns"] for one in recorded), "bytes a visit")
            cells["columns"] = columns
            for how in kinds:
                if how == "counting":
                    cells["counting, in all, kB"] = Figure(
                        tuple(one["process"] / 1000 for one in found[how]), "kB"
                    )
                else:
                    cells[how] = Figure(
                        tuple(one["process"] / one["visits"] for one in found[how]),
                        "bytes a visit",
                    )
            rows.append(Row(case.label, cells))
            aims.append(AIM.of(case.label, columns))
    names = ("visits", "columns", "compiled", "plain", "counting, in all, kB")
    title = "bytes per visit: the log's columns, and the process during the search"
    return Section("memory", "Memory", (Table(title, names, tuple(rows), "search"),), tuple(aims))


if __name__ == "__main__":
    at_number, kind, limit = sys.argv[1:]
    print(json.dumps(measure_case(CASES[int(at_number)], kind, int(limit))))
