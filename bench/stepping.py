"""How long a key takes until the screen is painted.

    python -m bench stepping

Traces of 11, 549,946 and 11,111,111 visits are stepped, jumped and zoomed through at two sizes of
the terminal, side by side in one run. The time is what passes, since that is what a person waits.
"""

from __future__ import annotations

import asyncio
import random
import statistics
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

from textual.events import Key

import tui.app
from bench.effort import Effort
from bench.figures import Cell, Figure, Row, Section, Table, ratio
from bench.regular import regular_trace
from bench.timing import interleaved
from tracer import Trace, trace
from tui.app import PlytraceApp
from tui.collecting import collect_seldom
from tui.screens.stepper import StepperScreen

__all__ = ["measure"]

SIZES = ((80, 24), (200, 60))
#: Presses of each key in a round.
KEYS = 5


class TimedApp(PlytraceApp):
    """Says when a screen has been painted."""

    CSS_PATH = str(Path(tui.app.__file__).with_name("plytrace.tcss"))

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

        def jump() -> None:
            screen.go_to(dice.randrange(len(found.replay)))

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


def measure(effort: Effort) -> Section:
    """Step through three traces at each size of the terminal."""
    collect_seldom()  # as the application does when it runs
    traces = [trace("lecture"), trace("tic-tac-toe", "minimax"), regular_trace(10, 7)]
    smallest, *_, largest = names = [f"{len(found.log):,} visits" for found in traces]
    tables = []
    for size in SIZES:
        jobs: dict[str, Callable[[], dict[str, float]]] = {
            name: partial(_stepped, found, size) for name, found in zip(names, traces, strict=True)
        }
        title = f"{size[0]}×{size[1]}"
        found = interleaved(jobs, effort.rounds, warm_up=1, told=effort.rounds_of(title))
        rows = []
        for act in found[smallest][0]:
            cells: dict[str, Cell] = {
                name: Figure(tuple(one[act] for one in rounds), "ms")
                for name, rounds in found.items()
            }
            cells["largest / smallest"] = ratio(cells[largest], cells[smallest])
            rows.append(Row(act, cells))
        columns = (*names, "largest / smallest")
        tables.append(
            Table(f"{title}, milliseconds until the screen is painted", columns, tuple(rows), "key")
        )
    return Section("stepping", "Stepping", tuple(tables))


def _stepped(found: Trace, size: tuple[int, int]) -> dict[str, float]:
    return asyncio.run(measured(found, size, KEYS))
