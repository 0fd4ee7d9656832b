"""How fast the searches record, and how fast any step is found again.

    python bench/search_and_replay.py [ROUNDS]

Every line is measured in the same run; the log's bytes are those of its columns.
"""

from __future__ import annotations

import random
import statistics
import sys
import time
from collections.abc import Callable

from engine.games.tic_tac_toe import TicTacToe
from engine.search import run_search
from tracer import trace
from trees.nested import from_nested


def timed(job: Callable[[], object], rounds: int) -> float:
    """The median of some runs in seconds."""
    times = []
    for _ in range(rounds):
        started = time.perf_counter()
        job()
        times.append(time.perf_counter() - started)
    return statistics.median(times)


def random_tree(plies: int, branching: int, dice: random.Random) -> object:
    if plies == 0:
        return dice.randint(-99, 99)
    return [random_tree(plies - 1, branching, dice) for _ in range(branching)]


def main() -> None:
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 3
    tree = from_nested(random_tree(6, 6, random.Random(1)))
    print(f"{'search':<38}{'visits':>10}{'seconds':>9}{'visits/s':>12}{'bytes/visit':>13}")
    for name, game in (("tic-tac-toe", TicTacToe()), ("random tree of 46,656 leaves", tree)):
        for search in ("minimax", "alphabeta"):
            result = run_search(game, search)
            seconds = timed(lambda game=game, search=search: run_search(game, search), rounds)
            log = result.log
            size = sum(len(column) * column.itemsize for column in log.columns().values())
            print(
                f"{name + ', ' + search:<38}{len(log):>10,}{seconds:>9.2f}"
                f"{len(log) / seconds:>12,.0f}{size / len(log):>13.1f}"
            )
    print(f"\n{'a step of the replay, at random':<38}{'visits':>10}{'ms a step':>12}")
    for name, t in (
        ("lecture", trace("lecture")),
        ("tic-tac-toe, alphabeta", trace("tic-tac-toe")),
        ("tic-tac-toe, minimax", trace("tic-tac-toe", "minimax")),
    ):
        dice = random.Random(2)
        steps = [dice.randrange(len(t.replay)) for _ in range(500)]
        seconds = timed(lambda t=t, steps=steps: [list(t.at(step).stack) for step in steps], rounds)
        print(f"{name:<38}{len(t.log):>10,}{1000 * seconds / len(steps):>12.2f}")


if __name__ == "__main__":
    main()
