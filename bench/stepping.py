"""Measure the time from a key to the painted screen.

    python -m bench stepping

Steps, jumps and zooms in traces of 11, 549,946 and 11,111,111 visits, at two terminal sizes. The
time is elapsed time.
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
from bench.timing import run_in_turns
from tracer import Trace, trace
from tui.app import PlytraceApp
from tui.background import collect_garbage_rarely
from tui.screens.stepper.stepper_screen import StepperScreen

SIZES = ((80, 24), (200, 60))
#: Presses of each key per round.
KEYS = 5


class TimedApp(PlytraceApp):
    """An app that reports each paint."""

    CSS_PATH = str(Path(tui.app.__file__).with_name("plytrace.tcss"))

    def __init__(self, screen: StepperScreen) -> None:
        super().__init__(screen)
        self.painted = asyncio.Event()

    def post_display_hook(self) -> None:
        """Record a paint."""
        self.painted.set()

    async def after(self, act: Callable[[], object]) -> float:
        """Return the seconds from an action to the next paint."""
        self.painted.clear()
        started = time.perf_counter()
        act()
        await asyncio.wait_for(self.painted.wait(), 30)
        return time.perf_counter() - started


async def measured(found: Trace, size: tuple[int, int], keys: int) -> dict[str, float]:
    """Return the milliseconds to the first screen, and the medians for steps, jumps and zooms."""
    started = time.perf_counter()
    screen = StepperScreen(found)
    app = TimedApp(screen)
    dice = random.Random(1)
    async with app.run_test(size=size) as pilot:
        times = {"open": [time.perf_counter() - started]}
        while screen.jobs:
            await pilot.pause(0.02)

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
        for level in ("out", "further"):
            times[f"zoom {level}"] = [await app.after(press("minus", "-"))]
            times[f"jump {level}"] = [await app.after(jump) for _ in range(keys)]
    return {name: 1000 * statistics.median(some) for name, some in times.items()}


def measure(effort: Effort) -> Section:
    """Step through three traces at each terminal size."""
    collect_garbage_rarely()  # as the application does when it runs
    traces = [trace("lecture"), trace("tic-tac-toe", "minimax"), regular_trace(10, 7)]
    smallest, *_, largest = names = [f"{len(found.log):,} visits" for found in traces]
    tables = []
    for size in SIZES:
        jobs: dict[str, Callable[[], dict[str, float]]] = {
            name: partial(_stepped, found, size) for name, found in zip(names, traces, strict=True)
        }
        title = f"{size[0]}×{size[1]}"
        found = run_in_turns(jobs, effort.rounds, warm_up=1, before_round=effort.rounds_of(title))
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
