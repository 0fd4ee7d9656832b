"""Time limits for one of several things that a program is run for."""

from __future__ import annotations

import signal
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Final

__all__ = ["Stopped", "seconds_left", "stopped_after"]

#: Seconds kept for the end of the process.
_RESERVE: Final = 0.5


class Stopped(BaseException):
    """Something that must end, whatever the program would do next."""


def seconds_left() -> float:
    """Return the seconds of processor time that remain to this process."""
    if sys.platform == "win32":
        return 60.0
    import resource

    most = resource.getrlimit(resource.RLIMIT_CPU)[0]
    if most == resource.RLIM_INFINITY:
        return 60.0
    return float(most - 1 - time.process_time() - _RESERVE)


@contextmanager
def stopped_after(seconds: float | None) -> Iterator[None]:
    """Stop a block after some seconds of processor time, if the system supports it.

    Args:
        seconds: limit; None for no limit but the process's own.

    Raises:
        Stopped: if the block takes longer.
    """
    if seconds is None or not hasattr(signal, "setitimer"):
        yield
        return

    def stop(*_: Any) -> None:
        raise Stopped(f"it did not finish within {seconds:.1f} seconds")

    before = signal.signal(signal.SIGPROF, stop)
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)
