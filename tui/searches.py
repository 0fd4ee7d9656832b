"""Searches that run beside the screen, and plans that need one search after another."""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Generator
from typing import TYPE_CHECKING, Any, Final, TypeAlias, TypeVar

from engine.control import Control
from engine.errors import PlytraceError

if TYPE_CHECKING:
    from engine.so_far import SoFar
    from tracer import Trace

__all__ = ["SWITCH_INTERVAL", "THREAD", "BackgroundSearch", "SearchPlan"]

#: Seconds for which a thread keeps the interpreter: short, so that keys are heard at once.
SWITCH_INTERVAL: Final = 0.0005
#: What threads that search are called.
THREAD: Final = "plytrace-search"

_Made = TypeVar("_Made")


class BackgroundSearch:
    """Runs `tracer.trace` in a thread of its own.

    The thread is a daemon: a game's own method that does not return must not keep the program
    alive.

    Args:
        source: any SOURCE, a game, or nested lists.
        options: the other arguments of `tracer.trace`, without `control`.
        called: what to call the source.

    Raises:
        UsageError: a budget of visits or time that cannot be.
    """

    def __init__(self, source: Any, options: dict[str, Any], called: str = "") -> None:
        self.called = called or (source if isinstance(source, str) else str(source))
        self._source = source
        self._options = dict(options)
        budget = {name: self._options.pop(name, None) for name in ("max_visits", "seconds")}
        self._control = Control(budget["max_visits"], seconds=budget["seconds"])
        self._began = time.monotonic()
        self._thread = threading.Thread(target=self._run, name=THREAD, daemon=True)
        self._trace: Trace | None = None
        #: What the source or an option was refused for.
        self.refusal: PlytraceError | None = None
        #: What went wrong otherwise, which belongs to the thread of the screen.
        self.fault: BaseException | None = None

    def begin(self) -> None:
        """Search, unless it has begun."""
        if self._thread.ident is None:
            sys.setswitchinterval(SWITCH_INTERVAL)
            self._began = time.monotonic()
            self._thread.start()

    def _run(self) -> None:
        from tracer import trace  # late: the screen is painted first

        try:
            self._trace = trace(self._source, control=self._control, **self._options)
        except PlytraceError as refusal:
            self.refusal = refusal
        except BaseException as fault:
            self.fault = fault

    def cancel(self) -> None:
        """Ask it to stop with what it has."""
        self._control.cancel()

    def is_done(self, within: float = 0.0) -> bool:
        """Whether it has ended.

        Args:
            within: seconds to wait for it.
        """
        self._thread.join(within)
        return not self._thread.is_alive()

    @property
    def took(self) -> float:
        """Seconds since it began."""
        return time.monotonic() - self._began

    def so_far(self) -> SoFar | None:
        """What it has found, to be asked while it runs; None before its first visit."""
        running = self._control.running
        return running.so_far() if running is not None else None

    def found(self) -> Trace:
        """The trace of a search that has ended.

        Raises:
            PlytraceError: it was refused.
        """
        for error in (self.refusal, self.fault):
            if error is not None:
                raise error
        assert self._trace is not None
        return self._trace


#: Something that is made of one search or several: it asks for each of them in its turn, is given
#: the trace, and returns what was to be made. It may raise a `PlytraceError` on the way.
SearchPlan: TypeAlias = Generator[BackgroundSearch, "Trace", _Made]
