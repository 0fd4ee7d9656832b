"""Measure how long it takes to rebuild a step of a trace from its log.

python -m bench replay
"""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import partial

from bench.effort import Effort
from bench.figures import Figure, Row, Section, Table
from bench.regular import regular_trace
from bench.timing import processor_seconds, run_in_turns
from tracer import Trace, trace

#: Random steps per round.
_STEPS = 300


def _microseconds(found: Trace, dice: random.Random) -> float:
    steps = [dice.randrange(len(found.replay)) for _ in range(_STEPS)]
    return 1e6 * processor_seconds(lambda: [list(found.at(step).stack) for step in steps]) / _STEPS


def measure(effort: Effort) -> Section:
    """Measure traces of several sizes."""
    made: dict[str, Callable[[], Trace]] = {
        "lecture": lambda: trace("lecture"),
        "tic-tac-toe, alphabeta": lambda: trace("tic-tac-toe"),
        "tic-tac-toe, minimax": lambda: trace("tic-tac-toe", "minimax"),
        "a regular tree, minimax": lambda: regular_trace(10, 7),
    }
    traces = {label: make() for label, make in made.items() if effort.wants(label)}
    jobs: dict[str, Callable[[], float]] = {
        label: partial(_microseconds, found, random.Random(2)) for label, found in traces.items()
    }
    times = run_in_turns(jobs, effort.rounds, warm_up=1, before_round=effort.rounds_of("replay"))
    rows = tuple(
        Row(label, {"visits": len(traces[label].log), "a step": Figure(tuple(rounds), "µs")})
        for label, rounds in times.items()
    )
    title = "microseconds of processor time per random step, with its stack"
    return Section("replay", "Replay", (Table(title, ("visits", "a step"), rows, "trace"),))
