"""End a process when its parent ends for any reason."""

from __future__ import annotations

import os
import select
import signal
import sys
import threading
from typing import Final

#: The option of prctl(2) that sends a signal when the thread that started this process ends.
_PARENT_DEATH_SIGNAL: Final = 1
# Bound before a program can replace it.
_end: Final = os._exit


def end_with_parent(parent: int, pipe: int | None = None) -> None:
    """End this process as soon as its parent is gone."""
    # Linux sends it a signal that it cannot ignore. On other systems a thread waits for the
    # parent's end of a pipe to close.
    if _request_signal():
        if os.getppid() != parent:  # the parent ended before the request
            _end(1)
    elif pipe is not None and hasattr(select, "poll"):
        threading.Thread(target=_wait, args=(pipe,), daemon=True).start()


def _request_signal() -> bool:
    """Request the signal from Linux; return whether that succeeded."""
    if sys.platform != "linux":
        return False
    try:
        import ctypes

        return bool(ctypes.CDLL(None).prctl(_PARENT_DEATH_SIGNAL, signal.SIGKILL, 0, 0, 0) == 0)
    except (ImportError, OSError, AttributeError):  # not supported by Python or the C library
        return False


def _wait(pipe: int) -> None:
    """Wait until the other end of a pipe is closed, and end this process."""
    watched = select.poll()
    watched.register(pipe, 0)  # poll always reports a closed end
    while not watched.poll():
        pass
    _end(1)
