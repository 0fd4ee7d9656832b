"""The sections of the suite, in the order of a run."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from typing import Final

from bench.effort import Effort
from bench.figures import Section


@dataclass(frozen=True)
class Entry:
    """A section of the suite."""

    summary: str
    module: str
    function: str = "measure"
    usual: bool = True

    def measure(self, effort: Effort) -> Section:
        """Measure the section."""
        measured: Callable[[Effort], Section] = getattr(import_module(self.module), self.function)
        return measured(effort)


#: The sections by name.
SECTIONS: Final = {
    "searches": Entry("plytrace, other programs and C", "bench.searching"),
    "largest": Entry(
        "139 million visits, counted", "bench.searching", "measure_largest", usual=False
    ),
    "orders": Entry("every order of moves, in visits and in time", "bench.ordering"),
    "solving": Entry("Connect Four solved: plytrace and a program in C", "bench.solving"),
    "memory": Entry("bytes per visit, and of whole processes", "bench.memory"),
    "start-up": Entry("every command from a cold start", "bench.start_up"),
    "replay": Entry("any step of a trace, rebuilt from its log", "bench.replaying"),
    "stepping": Entry("from a key to the painted screen", "bench.stepping"),
    "checking": Entry("grading of answer sheets", "bench.checking"),
    "throughput": Entry("a class of sheets, and of programs", "bench.throughput"),
    "generating": Entry("trees that meet constraints", "bench.generating"),
    "asking": Entry("questions about letters and orders", "bench.asking"),
}
