"""How long trees of various orders take to be found, and how many are looked at.

    python -m bench.generating [SEEDS]

Every order is met for so many seeds (20 by default). Tries are trees that were looked at; the last
column is the longest of the times.
"""

from __future__ import annotations

import statistics
import sys
import time

from tracer.generate import NotFound, Order, generate

ORDERS = {
    "3 plies × 3": Order(),
    "5 cutoffs, 1 deep, unique, 4 × 2–3": Order(
        plies=4, branching=(2, 3), cutoffs=5, deep=1, unique=True
    ),
    "the same, distinct, half skipped": Order(
        plies=4, branching=(2, 3), cutoffs=5, deep=1, unique=True, distinct=True, skipped="50%"
    ),
    "0 cutoffs, distinct, 4 × 3": Order(plies=4, branching=3, cutoffs=0, distinct=True),
    "the most skipped (64 of 81)": Order(plies=4, branching=3, skipped=64),
    "the most skipped, distinct": Order(plies=4, branching=3, skipped=64, distinct=True),
    "3 cutoffs, 20 ties, strict": Order(convention="cs188", cutoffs=3, ties=20, unique=True),
    "30 cutoffs in 243 leaves": Order(plies=5, branching=3, cutoffs=30, unique=True),
    "chance at 1, whole": Order(branching=(2, 3), chance=[1], unique=True),
    "chance at 1 and 3, whole, distinct": Order(
        plies=4, branching=(2, 3), chance=[1, 3], unique=True, distinct=True
    ),
    "pvs, 6 cutoffs": Order(plies=4, branching=(2, 3), search="pvs", cutoffs=6),
    "3 misconceptions apart": Order(
        apart=("root-reset", "max-min-swapped", "right-to-left"), distinct=True
    ),
    "6 misconceptions apart, 4 × 2–3": Order(
        plies=4,
        branching=(2, 3),
        values=(-9, 9),
        cutoffs=(4, 8),
        apart=(
            "root-reset",
            "shallow-only",
            "one-sided-test",
            "strictness-flipped",
            "zero-unset",
            "alpha-replaced",
        ),
    ),
}


def main() -> None:
    """Print a table."""
    seeds = int(sys.argv[1]) if len(sys.argv) > 1 else 20
    print(f"{'':<38}{'met':>8}{'tries':>9}{'median':>11}{'longest':>11}")
    for name, order in ORDERS.items():
        times, tries = [], []
        for seed in range(seeds):
            started = time.perf_counter()
            try:
                tries.append(generate(order, f"bench {seed}").tries)
            except NotFound:
                continue
            finally:
                times.append(time.perf_counter() - started)
        median = statistics.median(tries) if tries else float("nan")
        print(
            f"{name:<38}{len(tries):>5}/{seeds}{median:>9,.0f}"
            f"{statistics.median(times) * 1000:>8,.0f} ms{max(times) * 1000:>8,.0f} ms",
            flush=True,
        )


if __name__ == "__main__":
    main()
