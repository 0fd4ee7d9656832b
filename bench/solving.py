"""Solve positions of Connect Four, with plytrace and with a plain program in C.

    python -m bench solving

The sets in `bench/positions` are like the published ones of P. Pons, by the moves played and the
moves left with perfect play: random play with a seed, sorted by the scores of `bench/four.c`. Each
line has the columns played and the score to the side to move. To make a set again:

    python -m bench.solving end-easy 1000
"""

from __future__ import annotations

import random
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from bench.effort import Effort
from bench.figures import Cell, Figure, Row, Section, Table
from bench.floor import FLAGS, compiler
from bench.timing import at, time_call
from engine.games.connect_four import ConnectFour
from engine.search import TallyResult, tally_search

_SOURCE: Final = Path(__file__).with_name("four.c")
_POSITIONS: Final = Path(__file__).with_name("positions")

#: The sets: the fewest and most moves played, and moves left.
_SETS: Final = {
    "end-easy": ((29, 41), (1, 13)),
    "middle-easy": ((15, 28), (1, 13)),
    "middle-medium": ((15, 28), (14, 28)),
    "begin-medium": ((8, 13), (14, 28)),
}
_CELLS: Final = 42


def measure(effort: Effort) -> Section:
    """Solve every set with each program."""
    rows = []
    with tempfile.TemporaryDirectory() as folder:
        program = _compiled(Path(folder))
        for name in _SETS:
            if not effort.wants(name):
                continue
            lines = [line.split() for line in (_POSITIONS / f"{name}.txt").read_text().splitlines()]
            columns = [played for played, _ in lines]
            values = [_value(played, int(score)) for played, score in lines]
            rounds = []
            for number in range(1, effort.rounds + 1):
                effort.report(f"{name}: round {number} of {effort.rounds}")
                rounds.append((_solve(columns, values), _solve_in_c(program, columns)))
            rows.append(Row(name, _cells(rounds, len(lines))))
    title = "milliseconds of processor time per position, and positions visited"
    names = ("positions", "visits", "mean", "median", "longest", "C", "C, full score")
    return Section("solving", "Solving Connect Four", (Table(title, names, tuple(rows), "set"),))


def _cells(
    rounds: Sequence[tuple[tuple[list[float], int], tuple[float, float]]], positions: int
) -> dict[str, Cell]:
    """Return the cells of a set from its rounds."""
    times = [took for (took, _), _ in rounds]
    ours = {
        "mean": tuple(1e3 * statistics.mean(took) for took in times),
        "median": tuple(1e3 * statistics.median(took) for took in times),
        "longest": tuple(1e3 * max(took) for took in times),
        "C": tuple(1e3 * weak / positions for _, (weak, _) in rounds),
        "C, full score": tuple(1e3 * full / positions for _, (_, full) in rounds),
    }
    counted: dict[str, Cell] = {"positions": positions, "visits": rounds[0][0][1] // positions}
    return {**counted, **{name: Figure(figures, "ms") for name, figures in ours.items()}}


def _value(columns: str, score: int) -> int:
    """Return the value to MAX, who began, of a score to the side to move."""
    sign = (score > 0) - (score < 0)
    return -sign if len(columns) % 2 else sign


def _solve(positions: Sequence[str], values: Sequence[int]) -> tuple[list[float], int]:
    """Return the seconds for each position, and the visits for all."""
    times, visits = [], 0
    with at("force"):
        for columns, value in zip(positions, values, strict=True):
            game = ConnectFour(columns)
            found: list[TallyResult] = []

            def run(game: ConnectFour = game, found: list[TallyResult] = found) -> None:
                found.append(tally_search(game, "solve"))

            times.append(time_call(run, 0))
            if found[0].found.value != value:
                raise ValueError(f"{columns} is worth {value}, not {found[0].found.value}")
            visits += found[0].counts.visited
    return times, visits


def _compiled(folder: Path) -> Path:
    """Compile the plain program."""
    cc = compiler()
    assert cc, "there is no C compiler"
    program = folder / "four"
    subprocess.run([cc, *FLAGS, "-o", str(program), str(_SOURCE)], check=True)
    return program


def _run_in_c(program: Path, positions: Sequence[str], *words: str) -> list[str]:
    """Return what the plain program prints."""
    given = "".join(f"{columns}\n" for columns in positions)
    ran = subprocess.run([program, *words], input=given, check=True, capture_output=True, text=True)
    return ran.stdout.split("\n")


def _solve_in_c(program: Path, positions: Sequence[str]) -> tuple[float, float]:
    """Return the seconds of the plain program for the signs, and for the whole scores."""
    weak, full = (_run_in_c(program, positions, *words)[-2] for words in (("weak",), ()))
    return float(weak.split()[0]), float(full.split()[0])


def _moves_left(score: int, played: int) -> int:
    """Return the moves to the end with perfect play."""
    if not score:
        return _CELLS - played
    discs = _CELLS // 2 + 1 - abs(score)  # of the winner, at the end
    mover_began = played % 2 == 0
    return (2 * discs - 1 if (score > 0) == mover_began else 2 * discs) - played


def _make(name: str, count: int) -> None:
    """Make a set of random positions again."""
    (fewest, most), (near, far) = _SETS[name]
    draw, found = random.Random(name), dict[str, int]()
    with tempfile.TemporaryDirectory() as folder:
        program = _compiled(Path(folder))
        while len(found) < count:
            batch = [_played(draw, draw.randint(fewest, most)) for _ in range(10)]
            for columns, score in zip(batch, _run_in_c(program, batch), strict=False):
                if near <= _moves_left(int(score), len(columns)) <= far:
                    found[columns] = int(score)
    kept = list(found.items())[:count]
    lines = "".join(f"{columns} {score}\n" for columns, score in kept)
    (_POSITIONS / f"{name}.txt").write_text(lines)


def _played(draw: random.Random, plies: int) -> str:
    """Return the columns of a random game that is not over after this many moves."""
    game = ConnectFour()
    while True:
        state, columns = game.initial, ""
        while len(columns) < plies and not game.is_terminal(state):
            column = draw.choice(game.actions(state))
            columns, state = columns + str(column), game.result(state, column)
        if len(columns) == plies and not game.is_terminal(state):
            return columns


if __name__ == "__main__":
    _make(sys.argv[1], int(sys.argv[2]))
