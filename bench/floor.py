"""C programs for one game each: compile and run `bench/floor.c`."""

from __future__ import annotations

import platform
import shutil
import subprocess
from array import array
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

SOURCE = Path(__file__).parent / "floor.c"
FLAGS = ("-O3", "-mpopcnt") if platform.machine() == "x86_64" else ("-O3",)


@dataclass(frozen=True)
class Floor:
    """A C program for a case."""

    defined: tuple[str, ...]
    words: tuple[str, ...] = ()
    leaves: Sequence[int] = ()


def compiler() -> str | None:
    """Find the C compiler of this machine, if any."""
    return shutil.which("cc")


def sides(position: str) -> tuple[str, str, str]:
    """Return the arguments for a position of Reversi, written as `WB...|BW...`."""
    cells = [
        (8 * row + column, cell)
        for row, line in enumerate(position.split("|"))
        for column, cell in enumerate(line)
    ]
    black, white = (sum(1 << bit for bit, cell in cells if cell == side) for side in "BW")
    return "99", f"{black:X}", f"{white:X}"


def floor_job(
    floor: Floor, visits: int, work: Path, *, rows: bool, seconds: float = 0.1
) -> Callable[[], float]:
    """Compile the program; return a function that runs it and returns nanoseconds per visit."""
    cc = compiler()
    assert cc, "there is no C compiler"
    defined = (*floor.defined, *(["-DROWS"] if rows else []))
    program = work / "".join(c for c in "".join(defined) if c.isalnum())
    if not program.exists():
        subprocess.run([cc, *FLAGS, *defined, "-o", str(program), str(SOURCE)], check=True)
    words = floor.words
    if floor.leaves:
        leaves = work / "leaves"
        leaves.write_bytes(array("i", floor.leaves).tobytes())
        words = ("99", str(leaves))

    def nanoseconds(runs: int) -> float:
        done = subprocess.run(
            [program, str(runs), *words], check=True, capture_output=True, text=True
        )
        made, _, took, _ = done.stdout.split()
        if int(made) != visits:
            raise ValueError(f"{program.name} makes {made} visits; expected {visits}")
        return 1e9 * float(took) / visits

    runs = max(1, round(1e9 * seconds / visits / max(nanoseconds(1), 1.0)))
    return lambda: nanoseconds(runs)
