"""Searches in threads, and plans of several searches."""

from __future__ import annotations

from collections.abc import Generator
from typing import TYPE_CHECKING, Any, TypeAlias, TypeVar

from engine.running.control import BUDGETS, Control
from tui.background.background_job import SEARCH_THREAD, BackgroundJob

if TYPE_CHECKING:
    from engine.running.partial_result import PartialResult
    from tracer import Trace


_Result = TypeVar("_Result")


class BackgroundSearch(BackgroundJob["Trace"]):
    """Runs `tracer.trace` in its own thread, once it is started."""

    def __init__(self, source: Any, options: dict[str, Any], title: str = "") -> None:
        self.title = title or (source if isinstance(source, str) else str(source))
        self._source = source
        self._options = dict(options)
        self._control = Control(**{name: self._options.pop(name, None) for name in BUDGETS})
        super().__init__(self._search, thread=SEARCH_THREAD, starts=False)

    def _search(self) -> Trace:
        from tracer import trace  # late: the screen is painted first

        return trace(self._source, control=self._control, **self._options)

    def cancel(self) -> None:
        """Stop the search with the part searched so far."""
        self._control.cancel()

    def depth_advice(self) -> str:
        """Return the advice to choose a depth in the stepper; empty if it has one already."""
        from tracer.steps.result_words import depth_advice

        running, chosen = self._control.running, self._options
        if running is None or chosen.get("depth") is not None or chosen.get("rounds") is not None:
            return ""
        return depth_advice(running.game, chosen.get("search"), "c")

    def so_far(self) -> PartialResult | None:
        """Return the partial result of a running search; None before its first visit."""
        running = self._control.running
        return running.so_far() if running is not None else None


#: A result made from one or more searches: the generator yields each search, receives its trace,
#: and returns the result. It may raise a `PlytraceError`.
SearchPlan: TypeAlias = Generator[BackgroundSearch, "Trace", _Result]
