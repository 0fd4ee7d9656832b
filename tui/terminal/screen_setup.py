"""Fixing the terminal before a screen opens, and ending with it."""

from __future__ import annotations

import os
import signal
import sys
import threading
from typing import Final

#: Rows and columns of a terminal without a size.
_USUAL: Final = (24, 80)


def give_size() -> None:
    """Set a default size on a terminal that reports none, such as one without a window.

    Rich and Textual assume different sizes for it, and the screen would switch between them
    forever. A later size is used as usual.
    """
    try:
        from termios import error, tcgetwinsize, tcsetwinsize
    except ImportError:  # a Windows console has a size
        return
    try:
        fd = sys.__stdout__.fileno() if sys.__stdout__ else -1
        if 0 in tcgetwinsize(fd):
            tcsetwinsize(fd, _USUAL)
    except (OSError, ValueError, error):
        return  # not a terminal, or its size cannot be set


def reset_signals() -> None:
    """Restore the default handlers of SIGTERM and SIGHUP: a full screen handles them itself."""
    if threading.current_thread() is not threading.main_thread():
        return
    for name in ("SIGTERM", "SIGHUP"):
        number = getattr(signal, name, None)
        if number is not None and callable(signal.getsignal(number)):
            signal.signal(number, signal.SIG_DFL)


def end_with_the_terminal() -> None:
    """End as on SIGHUP if the terminal has gone.

    This is needed where no such signal comes, for instance if a parent process has the terminal.
    """
    if sys.__stdin__ is not None and not sys.__stdin__.isatty():
        hangup = getattr(signal, "SIGHUP", signal.SIGTERM)
        signal.raise_signal(hangup)
        os._exit(128 + hangup)  # where the signal is ignored, as under nohup
