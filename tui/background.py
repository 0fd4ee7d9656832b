"""Work in threads: a job, a search, a move; and garbage collection."""

from __future__ import annotations

import gc
import sys
import threading
import time
from collections.abc import Callable, Generator
from concurrent.futures import Future, wait
from typing import TYPE_CHECKING, Any, Final, Generic, Self, TypeAlias, TypeVar

from engine.errors import PlytraceError
from engine.running.control import BUDGETS, Control

if TYPE_CHECKING:
    from engine.match.choosing import ChosenMove, MoveSearch  # noqa: F401 (a base is named)
    from engine.running.control import PartialResult
    from tracer import Trace


#: Thresholds of the collector: new objects before a collection, and collections before the older
#: generations. A step makes some ten thousand objects, and nearly all are freed at once.
_THRESHOLDS = (50_000, 20, 20)


def collect_garbage_rarely() -> None:
    """Freeze the current objects, and collect garbage rarely.

    Otherwise the collector scans a hundred thousand functions, classes and styles again and again,
    and about every eighth step takes a tenth of a second longer. Call this before a screen opens:
    current objects in cycles are never collected.
    """
    gc.freeze()
    gc.set_threshold(*_THRESHOLDS)


_Result = TypeVar("_Result")

#: Seconds before a screen reports slow work: most work is done by then.
QUICK: Final = 0.25
#: Seconds for which a thread keeps the interpreter: short, so that keys are handled at once.
SWITCH_INTERVAL: Final = 0.0005
SEARCH_THREAD: Final = "plytrace-search"


class BackgroundJob(Generic[_Result]):
    """Work that runs in its own thread.

    The thread is a daemon: a custom game's method that never returns must not keep the program
    alive.
    """

    def __init__(
        self,
        work: Callable[[], _Result],
        *,
        thread: str = "plytrace-job",
        stop: Callable[[], object] = bool,
    ) -> None:
        self._stop = stop
        self._future: Future[_Result] = Future()
        self._thread = threading.Thread(target=self._run, args=(work,), name=thread, daemon=True)
        self._began = time.monotonic()

    def start(self) -> Self:
        """Start the thread unless it has started; return the job."""
        if self._thread.ident is None:
            sys.setswitchinterval(SWITCH_INTERVAL)
            self._began = time.monotonic()
            self._thread.start()
        return self

    def _run(self, work: Callable[[], _Result]) -> None:
        try:
            self._future.set_result(work())
        except BaseException as error:
            self._future.set_exception(error)

    def is_done(self, within: float = 0.0) -> bool:
        """Return whether the work has ended."""
        return bool(wait([self._future], within).done)

    def call_at_end(self, call: Callable[[], object]) -> None:
        """Call a function once the work has ended, in whatever thread."""
        self._future.add_done_callback(lambda _: call())

    @property
    def refusal(self) -> PlytraceError | None:
        """The refusal of ended work, if any."""
        error = self._future.exception() if self._future.done() else None
        return error if isinstance(error, PlytraceError) else None

    @property
    def fault(self) -> BaseException | None:
        """Any other error of ended work, to be raised in the screen's thread."""
        error = self._future.exception() if self._future.done() else None
        return None if isinstance(error, PlytraceError) else error

    def cancel(self) -> None:
        """Stop the work with what it has, if it can be stopped."""
        self._stop()

    @property
    def seconds(self) -> float:
        """Seconds since it started."""
        return time.monotonic() - self._began

    def result(self) -> _Result:
        """Return the result of finished work, or raise its error."""
        return self._future.result()


class BackgroundSearch(BackgroundJob["Trace"]):
    """Runs `tracer.trace` in its own thread, once it is started."""

    def __init__(self, source: Any, options: dict[str, Any], title: str = "") -> None:
        self.title = title or str(source)
        self._source = source
        self._options = dict(options)
        self._control = Control(**{name: self._options.pop(name, None) for name in BUDGETS})
        stop = self._control.cancel
        super().__init__(self._search, thread=SEARCH_THREAD, stop=stop)

    def _search(self) -> Trace:
        from tracer import trace  # late: the screen is painted first

        return trace(self._source, control=self._control, **self._options)

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


class BackgroundMove(BackgroundJob["ChosenMove"]):
    """Runs a `MoveSearch` in its own thread."""

    def __init__(self, thinking: MoveSearch, *, is_hint: bool = False) -> None:
        self.thinking = thinking
        self.is_hint = is_hint
        #: Whether a stop was requested.
        self.is_cancelled = False
        super().__init__(thinking.run, thread=SEARCH_THREAD, stop=thinking.cancel)

    def cancel(self) -> None:
        """Stop the search with its best move so far."""
        self.is_cancelled = True
        super().cancel()

    @property
    def progress_text(self) -> str:
        """The progress in a line."""
        from tracer.steps.result_words import best_so_far  # late: the list of home needs no search

        now = self.thinking.so_far()
        if now is None:
            return f"{self.seconds:.1f} s"
        text = f"{now.visits:,} visits, {now.visits / max(self.seconds, 1e-3):,.0f} a second"
        text += f", depth {now.depth}, {self.seconds:.1f} s"
        if now.value is not None:
            text += f"; best so far {best_so_far(now)}"
        return text
