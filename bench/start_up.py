"""Measure the cold start of the commands, as whole processes, compared with bare Python.

    python -m bench start-up

For a command with a screen, the elapsed time ends when the screen is shown; the processor time ends
with the process.
"""

from __future__ import annotations

import os
import pty
import select
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Final

from bench.effort import Effort
from bench.figures import Cell, Figure, Row, Section, Table, ratio
from bench.timing import Spent, children_seconds, clean_environment, run_in_turns, time_process

#: The commands, as typed after `plytrace`.
COMMANDS: Final = (
    "--version",
    "--help",
    "list trees",
    "visits lecture",
    "trace lecture",
    "trace lecture -f json",
    "trace tic-tac-toe --summary",
    "ask lecture --orders",
    "compare lecture",
    "check --form lecture",
    "check lecture sheet.yaml",
    "check-code --starter aima",
    "export lecture -f svg",
    "generate",
    "worksheet lab3",
    "matrix mp520",
    "mcts mp520",
    "cs480 2 X 1",
    "serve --help",
    "report lab3",
    "play tic-tac-toe --plain --x search --o search",
)
#: The commands with a screen; the first is `plytrace` alone.
SCREENS: Final = ("", "step lecture", "work lecture", "play tic-tac-toe", "learn")

#: Bare Python, for comparison.
BARE: Final = "python -c pass"

_SHEET: Final = "visits: A B B1 B2 B3 C C1 D D1 D2 D3\nmove: B\n"
#: A word in the last line of every screen, and the key that quits.
_SHOWN: Final = b"help"
_LEAVE: Final = b"\x11"
_PATIENCE: Final = 60.0


def time_screen(words: list[str], folder: Path) -> Spent:
    """Start a command in its own terminal, wait for its screen, and quit."""
    ours, theirs = pty.openpty()
    os.set_blocking(ours, False)
    before, began = children_seconds(), time.perf_counter()
    command = [sys.executable, "-m", "tui.cli", *words]
    environment = {
        **clean_environment(folder),
        "TERM": "xterm-256color",
        "COLUMNS": "80",
        "LINES": "24",
    }
    with subprocess.Popen(
        command, cwd=folder, env=environment, stdin=theirs, stdout=theirs, stderr=theirs
    ) as process:
        os.close(theirs)
        output, shown = b"", 0.0
        try:
            while select.select([ours], [], [], _PATIENCE)[0]:
                try:
                    output += os.read(ours, 1 << 16)
                except OSError:  # it has ended
                    break
                if not shown and _SHOWN in output:
                    shown = time.perf_counter() - began
                    os.write(ours, _LEAVE)
        finally:
            process.kill()
            os.close(ours)
    if not shown:
        raise ValueError(f"plytrace {' '.join(words)} shows no screen within {_PATIENCE:g} s")
    return Spent(1000 * shown, 1000 * (children_seconds() - before))


def measure(effort: Effort) -> Section:
    """Measure all commands."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "sheet.yaml").write_text(_SHEET, encoding="utf-8")
        program = [sys.executable, "-m", "tui.cli"]
        jobs: dict[str, Callable[[], Spent]] = {
            BARE: partial(time_process, [sys.executable, "-c", "pass"], folder)
        }
        for command in COMMANDS:
            jobs[f"plytrace {command}"] = partial(
                time_process, [*program, *command.split()], folder, accepted=(0, 1)
            )
        for command in SCREENS:
            label = f"plytrace {command}".strip()
            jobs[f"{label} (screen)"] = partial(time_screen, command.split(), folder)
        jobs = {label: job for label, job in jobs.items() if effort.wants(label) or label == BARE}
        found = run_in_turns(
            jobs, effort.rounds, warm_up=1, before_round=effort.rounds_of("start-up")
        )
    rows = []
    bare = Figure(tuple(spent.processor for spent in found[BARE]), "ms")
    for label, times in found.items():
        processor = Figure(tuple(spent.processor for spent in times), "ms")
        cells: dict[str, Cell] = {
            "elapsed": Figure(tuple(spent.wall for spent in times), "ms"),
            "processor": processor,
            "× Python": ratio(processor, bare),
        }
        rows.append(Row(label, cells))
    columns = ("elapsed", "processor", "× Python")
    return Section(
        "start-up",
        "Cold start",
        (Table("milliseconds per process", columns, tuple(rows), "command"),),
    )
