"""Ctrl-C while something long runs: it is asked to stop, and the program goes on."""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, Final

__all__ = ["STOPPED", "cancelled_by_ctrl_c"]

#: The exit code after Ctrl-C where nothing, or only a part, was done, as a shell has it.
STOPPED: Final = 130


@contextmanager
def cancelled_by_ctrl_c(cancel: Callable[[], None]) -> Iterator[None]:
    """Let Ctrl-C call `cancel` and not end the program; a second one ends it.

    Args:
        cancel: asks what runs to stop.
    """
    if threading.current_thread() is not threading.main_thread():
        yield  # signals come to the main thread alone
        return

    def asked(_signal: int, _frame: Any) -> None:
        cancel()
        signal.signal(signal.SIGINT, signal.default_int_handler)

    before = signal.signal(signal.SIGINT, asked)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
