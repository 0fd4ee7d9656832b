"""The sections of the suite, in the order in which they are run."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from typing import Final

from bench.effort import Effort
from bench.figures import Section

__all__ = ["SECTIONS", "Entry"]


@dataclass(frozen=True)
class Entry:
    """A section that can be asked for.

    Args:
        summary: what it measures, in a line.
        module: where; it is imported when the section is measured.
        function: what measures it there, given an `Effort`.
        usual: whether it is measured where no section is named.
    """

    summary: str
    module: str
    function: str = "measure"
    usual: bool = True

    def measure(self, effort: Effort) -> Section:
        """Measure it."""
        measured: Callable[[Effort], Section] = getattr(import_module(self.module), self.function)
        return measured(effort)


#: The sections by name.
SECTIONS: Final = {
    "searches": Entry("ours, other programs' and C's", "bench.searching"),
    "largest": Entry(
        "139 million visits, counted", "bench.searching", "measure_largest", usual=False
    ),
    "memory": Entry("bytes a visit, and of whole processes", "bench.memory"),
    "start-up": Entry("every command as a process of its own", "bench.start_up"),
    "replay": Entry("any step of a trace, found again", "bench.replaying"),
    "stepping": Entry("from a key to the painted screen", "bench.stepping"),
    "checking": Entry("answer sheets, marked", "bench.checking"),
    "generating": Entry("trees made to order", "bench.generating"),
    "called": Entry("games whose methods are called", "bench.called"),
    "saving": Entry("traces as files: written, opened, stepped", "bench.saving"),
}
