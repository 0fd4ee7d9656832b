"""The compiled kernel beside the plain searches, and beside C programs that know one game each.

    python -m bench.kernel [ROUNDS]

Every line is measured in the same run, in nanoseconds of the processor for each visit, the least of
the rounds; ours includes making the counts. `floor` is bench/floor.c, which keeps nothing but the
number of visits; `its rows` is the same program writing the log's columns. It needs a C compiler
`cc` and the kernel. A plain search of more than a million visits is stopped after so many.
"""

from __future__ import annotations

import os
import random
import shutil
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

from engine.control import Control
from engine.game import AnyGame
from engine.games import make_game
from engine.kernel.loading import CHOICE
from engine.search import run_search, tally_search
from engine.settings import Settings
from trees.nested import from_nested

FLOOR = Path(__file__).parent / "floor.c"
FLAGS = ("-O3", "-mpopcnt") if os.uname().machine == "x86_64" else ("-O3",)
PLAIN_VISITS = 1_000_000


@dataclass(frozen=True)
class Case:
    """A search, and how the floor is compiled and called for it."""

    label: str
    game: AnyGame
    search: str
    depth: int | None = None
    defined: tuple[str, ...] = ()
    words: tuple[str, ...] = ()


def cases() -> list[Case]:
    reversi = "-DREVERSI=5"
    widest = make_game("reversi", position=".....|.WBW.|.BWB.|.WBW.|.....")
    dice = random.Random(1)
    leaves = [dice.randint(-99, 99) for _ in range(10**6)]
    while len(leaves) > 1:
        leaves = [leaves[at : at + 10] for at in range(0, len(leaves), 10)]
    tree = from_nested(leaves[0])
    four = make_game("connect-four")
    return [
        Case("tic-tac-toe", make_game("tic-tac-toe"), "minimax", None, ("-DTIC_TAC_TOE",)),
        Case("tic-tac-toe", make_game("tic-tac-toe"), "alphabeta"),
        Case("Reversi 4 × 4", make_game("reversi", size="4"), "minimax", None,
             ("-DREVERSI=4", "-DMINIMAX")),
        Case("Reversi 5 × 5", make_game("reversi", size="5"), "alphabeta", None, (reversi,)),
        Case("Reversi 5 × 5, WBW", widest, "alphabeta", None, (reversi,),
             ("99", "40A0400", "A040A00")),
        Case("Connect Four", four, "alphabeta", 8, ("-DCONNECT_FOUR",), ("8",)),
        Case("Connect Four", four, "alphabeta", 10, ("-DCONNECT_FOUR",), ("10",)),
        Case("tree of 10^6 leaves", tree, "minimax"),
        Case("tree of 10^6 leaves", tree, "alphabeta"),
    ]  # fmt: skip


class Measured:
    """The times of one case."""

    def __init__(self, case: Case, work: Path) -> None:
        self.case = case
        self.visits = 0
        self.least: dict[str, float] = {}
        self.programs: dict[str, Path] = {}
        if case.defined:
            for label, more in (("floor", ()), ("its rows", ("-DROWS",))):
                name = "".join(c for c in "".join(case.defined + more) if c.isalnum())
                program = work / name
                if not program.exists():
                    parts = [*FLAGS, *case.defined, *more, "-o", str(program), str(FLOOR)]
                    subprocess.run(["cc", *parts], check=True)
                self.programs[label] = program

    def round(self, with_plain: bool) -> None:
        """Measure everything once."""
        for label, program in self.programs.items():
            done = subprocess.run(
                [program, "1", *self.case.words], check=True, capture_output=True, text=True
            )
            visits, _, seconds, _ = done.stdout.split()
            self.note(label, float(seconds), int(visits))
        settings = Settings(depth=self.case.depth)
        os.environ[CHOICE] = "force"
        began = time.process_time()
        log = run_search(self.case.game, self.case.search, settings).log
        self.note("kernel", time.process_time() - began, len(log))
        self.visits = len(log)
        del log
        began = time.process_time()
        tally_search(self.case.game, self.case.search, settings)
        self.note("counting", time.process_time() - began, self.visits)
        if with_plain:
            os.environ[CHOICE] = "forbid"
            began = time.process_time()
            log = run_search(self.case.game, self.case.search, settings, Control(PLAIN_VISITS)).log
            self.note("plain", time.process_time() - began, len(log))

    def note(self, label: str, seconds: float, visits: int) -> None:
        self.least[label] = min(self.least.get(label, 1e9), 1e9 * seconds / visits)

    def row(self) -> list[str]:
        case, least = self.case, self.least
        limit = "" if case.depth is None else f" to depth {case.depth}"

        def ratio(over: str, under: str) -> str:
            both = over in least and under in least
            return f"{least[over] / least[under]:.2f}" if both else ""

        return [
            f"{case.label}, {case.search}{limit}",
            f"{self.visits:,}",
            *(
                f"{least[label]:,.1f}" if label in least else ""
                for label in ("plain", "kernel", "counting", "its rows", "floor")
            ),
            f"{least['plain'] / least['kernel']:.0f}",
            ratio("kernel", "its rows"),
            ratio("kernel", "floor"),
            ratio("counting", "floor"),
        ]


def main() -> None:
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 5
    if shutil.which("cc") is None:
        sys.exit("bench.kernel needs a C compiler that is called cc")
    head = ["search", "visits", "plain", "kernel", "counting", "its rows", "floor"]
    head += ["plain / kernel", "kernel / its rows", "kernel / floor", "counting / floor"]
    print(f"| {' | '.join(head)} |")
    print(f"|{' --- |' * len(head)}", flush=True)
    with tempfile.TemporaryDirectory() as folder:
        for case in cases():
            measured = Measured(case, Path(folder))
            for number in range(rounds):
                measured.round(with_plain=number == 0)
            print(f"| {' | '.join(measured.row())} |", flush=True)


if __name__ == "__main__":
    main()
