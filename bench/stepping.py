"""How long a key takes until the screen is painted, and what a trace takes in memory.

    python bench/stepping.py [KEYS]

Traces of 11, 549,946 and 11,111,111 visits are stepped, jumped and zoomed through at two sizes of
the terminal, side by side in one run; the last column is the ratio to the smallest trace.
"""

from __future__ import annotations

import asyncio
import gc
import random
import resource
import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from textual.events import Key

import tui.app
from bench.regular import regular_trace
from tracer import Trace, load, trace
from tui.app import PlytraceApp
from tui.screens.stepper import StepperScreen

SIZES = ((80, 24), (200, 60))


class TimedApp(PlytraceApp):
    """Says when a screen has been painted."""

    CSS_PATH = Path(tui.app.__file__).with_name("plytrace.tcss")

    def __init__(self, screen: StepperScreen) -> None:
        super().__init__(screen)
        self.painted = asyncio.Event()

    def post_display_hook(self) -> None:
        """After every paint."""
        self.painted.set()

    async def after(self, act: Callable[[], object]) -> float:
        """Seconds from an act until the screen has been painted after it."""
        self.painted.clear()
        started = time.perf_counter()
        act()
        await asyncio.wait_for(self.painted.wait(), 30)
        return time.perf_counter() - started


async def measured(found: Trace, size: tuple[int, int], keys: int) -> dict[str, float]:
    """Milliseconds: to the first screen, and the medians of steps, jumps, zooms and cutoffs."""
    started = time.perf_counter()
    screen = StepperScreen(found)
    app = TimedApp(screen)
    dice = random.Random(1)
    async with app.run_test(size=size) as pilot:
        times = {"open": [time.perf_counter() - started]}
        await app.workers.wait_for_complete()
        await pilot.pause()

        def press(key: str, character: str | None = None) -> Callable[[], object]:
            return lambda: app.post_message(Key(key, character))

        def jump() -> object:
            return screen.go_to(dice.randrange(len(found.replay)))

        times["step"] = [await app.after(press("right")) for _ in range(keys)]
        times["jump"] = [await app.after(jump) for _ in range(keys)]
        times["step there"] = []
        for _ in range(keys):
            await app.after(jump)
            times["step there"].append(await app.after(press("left")))
        times["end"] = [await app.after(press("end"))]
        for level in ("out", "further", "density"):
            times[f"zoom {level}"] = [await app.after(press("minus", "-"))]
            times[f"jump {level}"] = [await app.after(jump) for _ in range(keys)]
    return {name: 1000 * statistics.median(some) for name, some in times.items()}


def megabytes() -> float:
    """The most memory that this process has had."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def main() -> None:
    """Print a table for each size of the terminal."""
    keys = int(sys.argv[1]) if len(sys.argv) > 1 else 20
    before = megabytes()
    traces = [trace("lecture"), trace("tic-tac-toe", "minimax"), regular_trace(10, 7)]
    for size in SIZES:
        columns = [asyncio.run(measured(found, size, keys)) for found in traces]
        print(f"{size[0]}×{size[1]}, milliseconds")
        head = "".join(f"{len(found.log):>14,}" for found in traces)
        print(f"{'':<14}{head}{'ratio':>8}")
        for name in columns[0]:
            cells = "".join(f"{column[name]:>14.1f}" for column in columns)
            print(f"{name:<14}{cells}{columns[-1][name] / columns[0][name]:>8.1f}")
        print()
    held = sum(
        len(column) * column.itemsize for found in traces for column in found.log.columns().values()
    )
    print(f"logs {held / 2**20:,.0f} MB, the process at most {megabytes() - before:,.0f} MB more")
    with tempfile.TemporaryDirectory() as folder:
        for found in traces[1:2]:
            path = Path(folder) / "saved.trace"
            found.save(path)
            gc.collect()
            started = time.perf_counter()
            load(path)
            seconds = time.perf_counter() - started
            size_mb = path.stat().st_size / 2**20
            print(f"{len(found.log):,} visits read back in {seconds:.2f} s from {size_mb:.1f} MB")


if __name__ == "__main__":
    main()
