"""Measure the generation of trees under various constraints.

    python -m bench generating

Each round uses new seeds. Tries are the trees that the generator tried.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial
from itertools import count

from bench.effort import Effort
from bench.figures import Cell, Figure, Row, Section, Table
from bench.timing import processor_seconds, run_in_turns
from bench.writers import short
from tracer.generate import NotFound, Order, generate

#: Seeds per round.
SEEDS = 2

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
    "chance at 1, whole": Order(branching=(2, 3), chance=(1,), unique=True),
    "chance at 1 and 3, whole, distinct": Order(
        plies=4, branching=(2, 3), chance=(1, 3), unique=True, distinct=True
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


def _generate(order: Order, seeds: Iterator[int]) -> tuple[float, int]:
    """Return the milliseconds and the trees tried; 0 trees if none was found."""
    tries = 0

    def look() -> None:
        nonlocal tries
        with suppress(NotFound):
            tries = generate(order, f"bench {next(seeds)}").tries

    return 1000 * processor_seconds(look), tries


def measure(effort: Effort) -> Section:
    """Generate trees for every order."""
    jobs: dict[str, Callable[[], tuple[float, int]]] = {
        name: partial(_generate, order, count()) for name, order in ORDERS.items()
    }
    seeds = SEEDS * effort.rounds
    found = run_in_turns(jobs, seeds, before_round=effort.rounds_of("generated trees", seeds))
    rows = []
    for name, looks in found.items():
        times = tuple(milliseconds for milliseconds, _ in looks)
        met = sum(tries > 0 for _, tries in looks)
        cells: dict[str, Cell] = {
            "met": f"{met} of {seeds}",
            "tries": Figure(tuple(float(tries) for _, tries in looks if tries)) if met else None,
            "a tree": Figure(times, "ms"),
            "longest": short(max(times)),
        }
        rows.append(Row(name, cells))
    title = "milliseconds of processor time per tree, and trees tried"
    columns = ("met", "tries", "a tree", "longest")
    return Section("generating", "Generated trees", (Table(title, columns, tuple(rows), "order"),))
