"""What a search takes in memory: the log's columns, and the most that the process has had for it.

    python -m bench memory

Each search runs in a process of its own, which says how much more it had at most than before the
search. That is more than the log, whose columns grow ahead of it, and less where a search is small:
memory comes in pages. `counting` keeps no log.
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
from bench.searching import counted
from bench.timing import at, interleaved, surroundings
from engine.control import Control
from engine.kernel.loading import is_built
from engine.search import run_search

__all__ = ["begin_peak", "measure", "peak_bytes", "spent_by"]

AIM = Aim("bytes of the log's columns a visit", 48.0)

#: Searches of fewer visits are not measured: the rest of the process is larger than their log.
_LEAST_VISITS = 200_000
#: Rounds, which differ little, and visits of a plain search, which take as much as later ones.
_MOST_ROUNDS = 3
_MOST_PLAIN_VISITS = 200_000


def begin_peak() -> int:
    """What this process has in memory now; where the system can, its peak begins here anew."""
    try:
        Path("/proc/self/clear_refs").write_text("5", encoding="ascii")
        return _in_status("VmRSS")
    except OSError:
        return peak_bytes()


def peak_bytes() -> int:
    """The most memory that this process has had."""
    try:
        # What getrusage says begins with what the parent had, which is of no interest.
        return _in_status("VmHWM")
    except OSError:
        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        return peak if sys.platform == "darwin" else 1024 * peak


def _in_status(name: str) -> int:
    """Bytes that Linux tells of this process."""
    status = Path("/proc/self/status").read_text(encoding="ascii")
    return 1024 * int(status.partition(f"{name}:")[2].split()[0])


def spent_by(case: Case, how: str, plain_visits: int) -> dict[str, float]:
    """Run a search here, and tell what it took.

    Args:
        case: the search.
        how: `compiled`, `plain` or `counting`.
        plain_visits: the plain search is stopped after so many visits.

    Returns:
        Its `visits`, the `columns`' bytes for each of them, and the `process`' bytes in all.
    """
    game = case.make()
    gc.collect()
    before = begin_peak()
    if how == "counting":
        with at("force"):
            visits = counted(game, case)
        return {"visits": visits, "columns": 0.0, "process": peak_bytes() - before}
    with at("force" if how == "compiled" else "forbid"):
        control = Control(plain_visits) if how == "plain" else None
        log = run_search(game, case.search, case.settings, control).log
    peak = peak_bytes()
    held = sum(len(column) * column.itemsize for column in log.columns().values())
    return {"visits": len(log), "columns": held / len(log), "process": peak - before}


def _in_a_process(number: int, how: str, plain_visits: int, folder: Path) -> dict[str, float]:
    """As `spent_by`, in a process of its own, for a case by its number."""
    words = [sys.executable, "-m", "bench.memory", str(number), how, str(plain_visits)]
    done = subprocess.run(
        words, env=surroundings(folder), check=True, stdout=subprocess.PIPE, text=True
    )
    found: dict[str, float] = json.loads(done.stdout)
    return found


def measure(effort: Effort) -> Section:
    """Measure the searches that are large enough."""
    kinds = ("compiled", "plain", "counting") if is_built() else ("plain",)
    rows, aims = [], []
    visits = min(effort.plain_visits, _MOST_PLAIN_VISITS)
    with tempfile.TemporaryDirectory() as folder:
        for number, case in enumerate(CASES):
            is_large = case.visits >= _LEAST_VISITS and not case.label.startswith("tree")
            if not is_large or not effort.wants(case.label):
                continue
            jobs: dict[str, Callable[[], dict[str, float]]] = {
                how: partial(_in_a_process, number, how, visits, Path(folder)) for how in kinds
            }
            rounds = min(effort.rounds, _MOST_ROUNDS)
            found = interleaved(jobs, rounds, told=effort.rounds_of(case.label, rounds))
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
    title = "bytes a visit: of the log's columns, and of the process while it searched"
    return Section("memory", "Memory", (Table(title, names, tuple(rows), "search"),), tuple(aims))


if __name__ == "__main__":
    at_number, kind, limit = sys.argv[1:]
    print(json.dumps(spent_by(CASES[int(at_number)], kind, int(limit))))
