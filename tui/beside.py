"""Work that runs beside the screen, so that keys are heard meanwhile."""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Callable
from typing import Final, Generic, TypeVar

from tui.searches import SWITCH_INTERVAL

__all__ = ["QUICK", "Beside"]

_Made = TypeVar("_Made")

#: Seconds before a screen says that something takes its time: most is done by then.
QUICK: Final = 0.25


class Beside(Generic[_Made]):
    """Something that runs in a thread of its own, which does not keep the program alive.

    Args:
        work: what is done.
    """

    def __init__(self, work: Callable[[], _Made]) -> None:
        self._work = work
        self._made: list[_Made] = []
        self._error: BaseException | None = None
        self._thread = threading.Thread(target=self._run, name="plytrace-beside", daemon=True)
        self._began = time.monotonic()
        sys.setswitchinterval(SWITCH_INTERVAL)
        self._thread.start()

    def _run(self) -> None:
        try:
            self._made.append(self._work())
        except BaseException as error:  # belongs to the thread of the screen
            self._error = error

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

    def made(self) -> _Made:
        """What has come of it, once it has ended.

        Raises:
            BaseException: what it raised.
        """
        if self._error is not None:
            raise self._error
        return self._made[0]
