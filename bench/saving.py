"""Measure saved traces: file size, writing and opening; and the same for Parquet.

    python -m bench saving

Every trace is saved stored and compressed. A separate process opens each file and goes to a step in
the middle. Memory is the peak of a process minus its memory after all imports. Without the kernel
the searches take minutes.
"""

from __future__ import annotations

import importlib.util
import json
import os
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, Final

from bench.effort import Effort
from bench.figures import Cell, Figure, Row, Section, Table
from bench.timing import run_in_turns
from bench.writers import short
from tracer import Trace, load, trace

__all__ = ["CASES", "Measured", "measure", "save_and_open"]

#: The searches by name.
CASES: Final[dict[str, dict[str, Any]]] = {
    "tic-tac-toe, minimax": {"source": "tic-tac-toe", "search": "minimax"},
    "Reversi 5 × 5, alphabeta": {"source": "reversi@.....|.WBW.|.BWB.|.WBW.|....."},
    "9 × 3 in a row, minimax to depth 5": {
        "source": "mnk:9,3,3",
        "search": "minimax",
        "depth": 5,
    },
}
#: Parquet takes microseconds per visit, and is skipped for longer traces.
_PARQUET: Final = 1_000_000


@dataclass(frozen=True, slots=True)
class Measured:
    """A trace in a file.

    Args:
        label: name of the search.
        visits: number of visits.
        form: `stored`, `compressed` or `parquet`.
        megabytes: file size in units of 10^6 bytes.
        bytes_a_visit: file size per visit.
        writing: processor seconds to write the file.
        opening: processor seconds to open it; None for Parquet.
        stepping: processor seconds to go to a step in the middle; None for Parquet.
        memory: additional memory in units of 2^20 bytes: for Parquet of writing, otherwise of
            opening and stepping.
    """

    label: str
    visits: int
    form: str
    megabytes: float
    bytes_a_visit: float
    writing: float
    opening: float | None
    stepping: float | None
    memory: float


def measure(effort: Effort) -> Section:
    """Measure saving and opening."""
    jobs = {label: partial(save_and_open, label) for label in CASES if effort.wants(label)}
    found = run_in_turns(jobs, effort.rounds, before_round=effort.rounds_of("saving"))
    rows = []
    for label, rounds in found.items():
        for same_form in zip(*rounds, strict=True):  # the same form, in every round
            first = same_form[0]
            cells: dict[str, Cell] = {
                "visits": first.visits,
                "MB": short(first.megabytes),
                "bytes a visit": short(first.bytes_a_visit),
                "writing": Figure(tuple(1000 * one.writing for one in same_form), "ms"),
                "memory": Figure(tuple(one.memory for one in same_form), "MB"),
            }
            for name in ("opening", "stepping"):
                seconds = [getattr(one, name) for one in same_form]
                if None not in seconds:
                    cells[name] = Figure(tuple(1000 * one for one in seconds), "ms")
            rows.append(Row(f"{label}, {first.form}", cells))
    columns = ("visits", "MB", "bytes a visit", "writing", "opening", "stepping", "memory")
    title = "milliseconds of processor time; additional memory in MB"
    return Section("saving", "Saved traces", (Table(title, columns, tuple(rows), "trace"),))


def save_and_open(label: str) -> list[Measured]:
    """Save and open the trace of a search once.

    Args:
        label: name in `CASES`.
    """
    found = []
    searched = trace(**CASES[label])
    with tempfile.TemporaryDirectory() as folder:
        for form in ("stored", "compressed"):
            path = Path(folder) / f"{form}.trace"
            found.append(_save(label, searched, form, path, form == "compressed"))
        if importlib.util.find_spec("pyarrow") and len(searched.log) <= _PARQUET:
            found.append(_export(label, searched, Path(folder)))
    return found


def _save(label: str, searched: Trace, form: str, path: Path, compressed: bool) -> Measured:
    writing = _time(lambda: searched.save(path, compressed=compressed))
    opened = _measure_in_process("open", path)
    return Measured(
        label,
        len(searched.log),
        form,
        *_size(path, searched),
        writing,
        opened["opening"],
        opened["stepping"],
        opened["memory"],
    )


def _export(label: str, searched: Trace, folder: Path) -> Measured:
    saved, path = folder / "stored.trace", folder / "visits.parquet"
    done = _measure_in_process("export", saved, path)
    return Measured(
        label,
        len(searched.log),
        "parquet",
        *_size(path, searched),
        done["writing"],
        None,
        None,
        done["memory"],
    )


def _size(path: Path, searched: Trace) -> tuple[float, float]:
    size = path.stat().st_size
    return size / 1e6, size / len(searched.log)


def _time(job: Callable[[], object]) -> float:
    began = time.process_time()
    job()
    return time.process_time() - began


def _measure_in_process(*words: str | Path) -> dict[str, float]:
    """Measure in another process of this program."""
    done = subprocess.run(
        [sys.executable, "-m", "bench.saving", *map(str, words)],
        check=True,
        capture_output=True,
        text=True,
        cwd=Path(__file__).parent.parent,
        env=os.environ | {"PYTHONPATH": str(Path(__file__).parent.parent)},
    )
    measured: dict[str, float] = json.loads(done.stdout)
    return measured


def _open(path: str) -> dict[str, float]:
    load(_save_small(path))  # imports everything
    before, kept = _memory(), []
    opening = _time(lambda: kept.append(load(path)))
    middle = len(kept[0].replay) // 2
    stepping = _time(lambda: list(kept[0].at(middle).stack))
    return {"opening": opening, "stepping": stepping, "memory": _memory() - before}


def _write(path: str, into: str) -> dict[str, float]:
    load(_save_small(path)).export("parquet")
    searched, before = load(path), _memory()
    writing = _time(lambda: searched.export("parquet", into))
    return {"writing": writing, "memory": _memory() - before}


def _save_small(path: str) -> Path:
    """Save a small trace in the folder of another."""
    small = Path(path).with_name("small.trace")
    trace("lecture").save(small)
    return small


def _memory() -> float:
    """Return the peak memory of this process, in units of 2^20 bytes."""
    status = Path("/proc/self/status")
    if status.exists():  # getrusage includes the parent's memory
        return int(status.read_text().split("VmHWM:")[1].split()[0]) / 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def main() -> None:
    """Open or export a trace and print what it took."""
    what, *words = sys.argv[1:]
    print(json.dumps(_open(*words) if what == "open" else _write(*words)))


if __name__ == "__main__":
    main()
