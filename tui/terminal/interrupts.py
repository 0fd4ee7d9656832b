"""Ctrl-C, SIGTERM and SIGHUP: running work is stopped, and nothing is left behind."""

from __future__ import annotations

import _thread
import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

#: The exit code after Ctrl-C with unfinished work, as in a shell.
STOPPED: Final = 130
#: The signals by which a system ends a program.
_ENDING: Final = tuple(
    getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name)
)
#: The signals received; the first sets the exit code.
_received: Final[list[int]] = []
#: Seconds for the program to stop by itself after one of them: a second signal is rare.
_GRACE: Final = 5.0
#: Seconds after which a person at a terminal reads what the program still waits for.
_SILENT: Final = 0.5


@contextmanager
def ended_by_signals() -> Iterator[None]:
    """End the program on SIGTERM and SIGHUP as on Ctrl-C; the exit code is 128 + the signal.

    An ignored signal, such as SIGHUP under `nohup`, stays ignored.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    taken = [
        signal_number
        for signal_number in _ENDING
        if signal.getsignal(signal_number) is signal.SIG_DFL
    ]
    for signal_number in taken:
        signal.signal(signal_number, _end)
    try:
        yield
    finally:
        for signal_number in taken:
            signal.signal(signal_number, signal.SIG_IGN if _received else signal.SIG_DFL)
        if _received:
            _close_output()
            raise SystemExit(128 + _received[0])


def _end(number: int, _frame: Any) -> None:
    """End the program at the first signal; ignore later ones."""
    _received.append(number)
    if len(_received) == 1:
        raise KeyboardInterrupt


def _close_output() -> None:
    """Flush the output; write nothing more if the terminal is gone."""
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except (OSError, ValueError):
            sys.stdout = sys.stderr = Path(os.devnull).open("w", encoding="utf-8")  # noqa: SIM115
            return


@contextmanager
def cancel_on_ctrl_c(cancel: Callable[[], None]) -> Iterator[None]:
    """Make Ctrl-C call `cancel` instead of ending the program; a second Ctrl-C ends it.

    SIGTERM and SIGHUP do the same within `ended_by_signals`. If nothing has stopped after some
    seconds, as in a custom game's method that never returns, they end the program.
    """
    if threading.current_thread() is not threading.main_thread():
        yield  # only the main thread receives signals
        return

    ended = threading.Event()
    is_cancelled = is_timed = False

    def end_later() -> None:
        if not ended.wait(_GRACE):
            _thread.interrupt_main()

    def explain_later() -> None:
        if not ended.wait(_SILENT) and sys.__stderr__ is not None and sys.__stderr__.isatty():
            text = "plytrace: stopping after what is under way; Ctrl-C again ends it at once"
            os.write(sys.__stderr__.fileno(), f"\r\033[K{text}\r\n".encode())

    def on_signal(number: int, _frame: Any) -> None:
        nonlocal is_cancelled, is_timed
        if not is_cancelled:  # a second signal may arrive within the first one's `cancel`
            is_cancelled = True
            cancel()
            signal.signal(signal.SIGINT, signal.default_int_handler)
            if number == signal.SIGINT:
                _thread.start_new_thread(explain_later, ())
        if number != signal.SIGINT:
            _received.append(number)
            if not is_timed:
                is_timed = True
                # Not `threading.Thread`: its start takes a lock, which the main thread may hold.
                _thread.start_new_thread(end_later, ())

    taken = [
        signal.SIGINT,
        *(signal_number for signal_number in _ENDING if signal.getsignal(signal_number) is _end),
    ]
    before = {signal_number: signal.signal(signal_number, on_signal) for signal_number in taken}
    try:
        yield
    finally:
        ended.set()
        for signal_number, handler in before.items():
            signal.signal(signal_number, handler)


# Fixing the terminal before a screen opens, and ending with it.

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
    for number in _ENDING:
        if callable(signal.getsignal(number)):
            signal.signal(number, signal.SIG_DFL)


def end_with_the_terminal() -> None:
    """End as on SIGHUP if the terminal has gone.

    This is needed where no such signal comes, for instance if a parent process has the terminal.
    """
    if sys.__stdin__ is not None and not sys.__stdin__.isatty():
        hangup = getattr(signal, "SIGHUP", signal.SIGTERM)
        signal.raise_signal(hangup)
        os._exit(128 + hangup)  # where the signal is ignored, as under nohup
