"""What a saved trace takes on the disk, to write, and to open again; and what Parquet takes.

    python -m bench saving

Every trace is saved as it lies in memory and compressed, and each of the files is opened in a
process of its own, which steps to a place in the middle. Memory is the most that a process had
above what it had with everything imported. The searches want the kernel, or minutes.
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
from bench.timing import interleaved
from bench.writers import short
from tracer import Trace, load, trace

__all__ = ["CASES", "Measured", "measure", "saved_and_opened"]

#: Searches by what they are called.
CASES: Final[dict[str, dict[str, Any]]] = {
    "tic-tac-toe, minimax": {"source": "tic-tac-toe", "search": "minimax"},
    "Reversi 5 × 5, alphabeta": {"source": "reversi@.....|.WBW.|.BWB.|.WBW.|....."},
    "9 × 3 in a row, minimax to depth 5": {
        "source": "mnk:9,3,3",
        "search": "minimax",
        "depth": 5,
    },
}
#: Visits beyond which Parquet, at microseconds a visit, is left out.
_PARQUET: Final = 1_000_000


@dataclass(frozen=True, slots=True)
class Measured:
    """A trace in a file.

    Args:
        label: what was searched.
        visits: how many there are.
        form: how it was written.
        megabytes: the size of the file, in 10^6 bytes.
        bytes_a_visit: the same.
        writing: seconds of the processor.
        opening: the same; None where plytrace does not read the file.
        stepping: seconds from there to a step in the middle.
        memory: 2^20 bytes more in use at most by writing it, where it is not opened; otherwise by
            opening it and stepping.
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
    """What saving costs, as a section of the suite."""
    jobs = {label: partial(saved_and_opened, label) for label in CASES if effort.wants(label)}
    found = interleaved(jobs, effort.rounds, told=effort.rounds_of("saving"))
    rows = []
    for label, rounds in found.items():
        for alike in zip(*rounds, strict=True):  # the same form, in every round
            first = alike[0]
            cells: dict[str, Cell] = {
                "visits": first.visits,
                "MB": short(first.megabytes),
                "bytes a visit": short(first.bytes_a_visit),
                "writing": Figure(tuple(1000 * one.writing for one in alike), "ms"),
                "memory": Figure(tuple(one.memory for one in alike), "MB"),
            }
            for name in ("opening", "stepping"):
                seconds = [getattr(one, name) for one in alike]
                if None not in seconds:
                    cells[name] = Figure(tuple(1000 * one for one in seconds), "ms")
            rows.append(Row(f"{label}, {first.form}", cells))
    columns = ("visits", "MB", "bytes a visit", "writing", "opening", "stepping", "memory")
    title = "milliseconds of the processor; memory in MB beyond what was there"
    return Section("saving", "Traces as files", (Table(title, columns, tuple(rows), "trace"),))


def saved_and_opened(label: str) -> list[Measured]:
    """Save and open the trace of a search, once.

    Args:
        label: which of `CASES`.
    """
    found = []
    searched = trace(**CASES[label])
    with tempfile.TemporaryDirectory() as folder:
        for form in ("stored", "compressed"):
            path = Path(folder) / f"{form}.trace"
            found.append(_saved(label, searched, form, path, form == "compressed"))
        if importlib.util.find_spec("pyarrow") and len(searched.log) <= _PARQUET:
            found.append(_exported(label, searched, Path(folder)))
    return found


def _saved(label: str, searched: Trace, form: str, path: Path, compressed: bool) -> Measured:
    writing = _timed(lambda: searched.save(path, compressed=compressed))
    opened = _apart("open", path)
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


def _exported(label: str, searched: Trace, folder: Path) -> Measured:
    saved, path = folder / "stored.trace", folder / "visits.parquet"
    done = _apart("export", saved, path)
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
    held = path.stat().st_size
    return held / 1e6, held / len(searched.log)


def _timed(job: Callable[[], object]) -> float:
    began = time.process_time()
    job()
    return time.process_time() - began


def _apart(*words: str | Path) -> dict[str, float]:
    """What another process of this program measures."""
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


def _opened(path: str) -> dict[str, float]:
    load(_small(path))  # everything is imported
    before, kept = _memory(), []
    opening = _timed(lambda: kept.append(load(path)))
    middle = len(kept[0].replay) // 2
    stepping = _timed(lambda: list(kept[0].at(middle).stack))
    return {"opening": opening, "stepping": stepping, "memory": _memory() - before}


def _written(path: str, into: str) -> dict[str, float]:
    load(_small(path)).export("parquet")
    searched, before = load(path), _memory()
    writing = _timed(lambda: searched.export("parquet", into))
    return {"writing": writing, "memory": _memory() - before}


def _small(path: str) -> Path:
    """A saved trace of a few visits beside another."""
    small = Path(path).with_name("small.trace")
    trace("lecture").save(small)
    return small


def _memory() -> float:
    """The most memory that this process has had, in 2^20 bytes."""
    status = Path("/proc/self/status")
    if status.exists():  # where `getrusage` counts what stood there before the program was loaded
        return int(status.read_text().split("VmHWM:")[1].split()[0]) / 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def main() -> None:
    """Open or export a trace, in a process of its own."""
    what, *words = sys.argv[1:]
    print(json.dumps(_opened(*words) if what == "open" else _written(*words)))


if __name__ == "__main__":
    main()
