"""Measure the grading of a class as a whole process, with one and two jobs.

    python -m bench throughput

The sheets are those of a usual class in `bench.checking`, with diagnosis. Each program searches the
key's tree and three fresh ones, in a process for each; most programs are right, some prune late or
reset the window. For comparison, each of these processes starts a new Python instead of being a
copy of one that is ready, as where a system has no `fork`.
"""

from __future__ import annotations

import json
import random
import sys
import tempfile
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Final

from bench.checking import TREE, classes
from bench.effort import Effort
from bench.figures import Cell, Figure, Row, Section, Table
from bench.timing import Spent, run_in_turns, time_process

#: Sheets and programs of the class.
SHEETS: Final = 2_000
PROGRAMS: Final = 40

COLUMNS: Final = ("1 job", "1 job, processor", "2 jobs", "2 jobs, processor")

#: Alpha-beta by the book, with the places of two mistakes.
PROGRAM: Final = '''\
"""Program {number}."""
import math


def alpha_beta_search(game, state):
    return max_value(game, state, -math.inf, math.inf)


def max_value(game, state, alpha, beta):
    if game.is_terminal(state):
        return game.utility(state, "MAX"), None
    v, move = -math.inf, None
    for a in game.actions(state):
        v2, _ = min_value(game, game.result(state, a), alpha, beta)
        if v2 > v:
            v, move = v2, a
            alpha = max(alpha, v)
        if v {at_least} beta:
            return v, move
    return v, move


def min_value(game, state, alpha, beta):
    if game.is_terminal(state):
        return game.utility(state, "MAX"), None
    v, move = math.inf, None
    for a in game.actions(state):
        v2, _ = max_value(game, game.result(state, a), {window})
        if v2 < v:
            v, move = v2, a
            beta = min(beta, v)
        if v <= alpha:
            return v, move
    return v, move
'''

#: Runs the command line with a new Python for each program.
_ALONE: Final = """\
from tracer.programs import process
process._HAS_SERVER = False
from tui.cli import main
main()
"""


def _write_class(folder: Path) -> None:
    """Write the key, the sheets and the programs."""
    (folder / "key.yaml").write_text(f"tree: {json.dumps(TREE)}\n", encoding="utf-8")
    make, dice = classes()["a class"], random.Random(1)
    lines = [json.dumps({"student": f"s{at}", **make(dice)}) for at in range(SHEETS)]
    (folder / "sheets.jsonl").write_text("\n".join(lines) + "\n", encoding="utf-8")
    (folder / "programs").mkdir()
    for number in range(PROGRAMS):
        text = PROGRAM.format(
            number=number,
            at_least=">" if number % 4 == 1 else ">=",
            window="-math.inf, math.inf" if number % 4 == 2 else "alpha, beta",
        )
        (folder / "programs" / f"p{number}.py").write_text(text, encoding="utf-8")


def _commands() -> dict[str, list[str]]:
    """Return the commands that grade the class, without `--jobs`."""
    python = [sys.executable, "-m", "tui.cli"]
    check_code = ["check-code", "key.yaml", "programs", "-f", "jsonl"]
    return {
        f"check, {SHEETS:,} sheets": [*python, "check", "key.yaml", "sheets.jsonl", "-f", "jsonl"],
        f"check-code, {PROGRAMS} programs": [*python, *check_code],
        "the same, a new Python each": [sys.executable, "-c", _ALONE, *check_code],
    }


def measure(effort: Effort) -> Section:
    """Measure the class."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        _write_class(folder)
        jobs: dict[tuple[str, int], Callable[[], Spent]] = {
            (label, number): partial(
                time_process, [*command, "--jobs", str(number)], folder, accepted=(0, 1)
            )
            for label, command in _commands().items()
            for number in (1, 2)
            if effort.wants(label)
        }
        found = run_in_turns(jobs, effort.rounds, before_round=effort.rounds_of("a class"))
    rows: dict[str, dict[str, Cell]] = {}
    for (label, number), times in found.items():
        elapsed, processor = COLUMNS[2 * number - 2 : 2 * number]
        cells = rows.setdefault(label, {})
        cells[elapsed] = Figure(tuple(one.wall / 1000 for one in times), "s")
        cells[processor] = Figure(tuple(one.processor / 1000 for one in times), "s")
    table = Table(
        "seconds for the class, elapsed and of all its processes",
        COLUMNS,
        tuple(Row(label, cells) for label, cells in rows.items()),
        "command",
    )
    return Section("throughput", "Grading a class", (table,))
