"""How long any step of a trace takes to be found again, from the log alone.

python -m bench replay
"""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import partial

from bench.effort import Effort
from bench.figures import Figure, Row, Section, Table
from bench.regular import regular_trace
from bench.timing import interleaved, processor_seconds
from tracer import Trace, trace

__all__ = ["measure"]

#: Steps of a round, at random places.
_STEPS = 300


def _microseconds(found: Trace, dice: random.Random) -> float:
    steps = [dice.randrange(len(found.replay)) for _ in range(_STEPS)]
    return 1e6 * processor_seconds(lambda: [list(found.at(step).stack) for step in steps]) / _STEPS


def measure(effort: Effort) -> Section:
    """Measure traces of all sizes."""
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
    times = interleaved(jobs, effort.rounds, warm_up=1, told=effort.rounds_of("replay"))
    rows = tuple(
        Row(label, {"visits": len(traces[label].log), "a step": Figure(tuple(rounds), "µs")})
        for label, rounds in times.items()
    )
    title = "microseconds of the processor for a step at random, with its stack"
    return Section("replay", "Replay", (Table(title, ("visits", "a step"), rows, "trace"),))
