"""Work in a thread, so that the screen keeps responding."""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Callable
from typing import Final, Generic, TypeVar

from engine.errors import PlytraceError


_Result = TypeVar("_Result")

#: Seconds before a screen reports slow work: most work is done by then.
QUICK: Final = 0.25
#: Seconds for which a thread keeps the interpreter: short, so that keys are handled at once.
SWITCH_INTERVAL: Final = 0.0005
#: Name of search threads.
SEARCH_THREAD: Final = "plytrace-search"


class BackgroundJob(Generic[_Result]):
    """Work that runs in its own thread.

    The thread is a daemon: a custom game's method that never returns must not keep the program
    alive.
    """

    def __init__(
        self, work: Callable[[], _Result], *, thread: str = "plytrace-job", starts: bool = True
    ) -> None:
        self._work = work
        self._results: list[_Result] = []
        #: The refusal, if any.
        self.refusal: PlytraceError | None = None
        #: Any other error, to be raised in the screen's thread.
        self.fault: BaseException | None = None
        self._thread = threading.Thread(target=self._run, name=thread, daemon=True)
        self._began = time.monotonic()
        if starts:
            self.start()

    def start(self) -> None:
        """Start the thread unless it has started."""
        if self._thread.ident is None:
            sys.setswitchinterval(SWITCH_INTERVAL)
            self._began = time.monotonic()
            self._thread.start()

    def _run(self) -> None:
        try:
            self._results.append(self._work())
        except PlytraceError as refusal:
            self.refusal = refusal
        except BaseException as fault:
            self.fault = fault

    def is_done(self, within: float = 0.0) -> bool:
        """Return whether the work has ended."""
        self._thread.join(within)
        return not self._thread.is_alive()

    @property
    def seconds(self) -> float:
        """Seconds since it started."""
        return time.monotonic() - self._began

    def result(self) -> _Result:
        """Return the result of finished work."""
        for error in (self.refusal, self.fault):
            if error is not None:
                raise error
        return self._results[0]
