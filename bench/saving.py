"""What a saved trace takes on the disk, to write, and to open again; and what Parquet takes.

    python -m bench.saving [ROUNDS]

Every trace is saved as it lies in memory and compressed, and each of the files is opened in a
process of its own, which steps to a place in the middle. Times are of the processor, the least of
the rounds; memory is the most that a process had above what it had with everything imported. The
searches want the kernel, or minutes.
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
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Final

from tracer import Trace, load, trace

__all__ = ["CASES", "Measured", "measure"]

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


def measure(labels: Sequence[str] = tuple(CASES), rounds: int = 3) -> list[Measured]:
    """Save and open the traces of some searches.

    Args:
        labels: which of `CASES`.
        rounds: how often each time is measured.
    """
    found = []
    for label in labels:
        searched = trace(**CASES[label])
        with tempfile.TemporaryDirectory() as folder:
            for form in ("stored", "compressed"):
                path = Path(folder) / f"{form}.trace"
                compressed = form == "compressed"
                found.append(_saved(label, searched, form, path, compressed, rounds))
            if importlib.util.find_spec("pyarrow") and len(searched.log) <= _PARQUET:
                found.append(_exported(label, searched, Path(folder)))
    return found


def _saved(
    label: str, searched: Trace, form: str, path: Path, compressed: bool, rounds: int
) -> Measured:
    writing = min(_timed(lambda: searched.save(path, compressed=compressed)) for _ in range(rounds))
    opened = [_apart("open", path) for _ in range(rounds)]
    return Measured(
        label,
        len(searched.log),
        form,
        *_size(path, searched),
        writing,
        min(one["opening"] for one in opened),
        min(one["stepping"] for one in opened),
        min(one["memory"] for one in opened),
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
    words = sys.argv[1:]
    if words[:1] == ["open"]:
        print(json.dumps(_opened(*words[1:])))
        return
    if words[:1] == ["export"]:
        print(json.dumps(_written(*words[1:])))
        return
    head = ["search", "visits", "file", "MB", "bytes a visit", "s to write", "s to open"]
    head += ["ms to a step", "MB of memory"]
    print(f"| {' | '.join(head)} |")
    print(f"|{' --- |' * len(head)}", flush=True)
    for label in CASES:
        for one in measure([label], int(words[0]) if words else 3):
            row = asdict(one)
            stepping = "" if one.stepping is None else f"{1000 * one.stepping:.1f}"
            opening = "" if one.opening is None else f"{one.opening:.2f}"
            cells = [label, f"{one.visits:,}", row["form"], f"{one.megabytes:,.1f}"]
            cells += [f"{one.bytes_a_visit:.1f}", f"{one.writing:.2f}", opening, stepping]
            print(f"| {' | '.join([*cells, f'{one.memory:,.0f}'])} |", flush=True)


if __name__ == "__main__":
    main()
