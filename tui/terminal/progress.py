"""Progress on standard error: one changing line, or occasional lines on a pipe."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable

from engine.text import CleanStream, visible_line

#: Seconds before the first report on a terminal, and between two reports.
_PATIENCE = 1.0
_INTERVAL = 0.2
#: The same for a pipe or a file, where each report is a separate line.
_PIPE_PATIENCE = 5.0
_PIPE_INTERVAL = 10.0


class Progress:
    """Reports the number of visits, their rate, and the remaining time if it is known."""

    def __init__(
        self,
        doing: str,
        total: int | None,
        *,
        shown: bool,
        on_pipe: bool = False,
        unit: str = "visits",
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._on_terminal = sys.stderr.isatty()
        self._shown = shown and (self._on_terminal or on_pipe)
        self._unit = unit
        self._clock = clock
        self._due = clock() + (_PATIENCE if self._on_terminal else _PIPE_PATIENCE)
        self._written = False
        self.begin(doing, total)

    def begin(self, doing: str, total: int | None) -> None:
        """Start the next activity; the time of the next report does not change."""
        self._doing = doing
        self._total = total
        self._started = self._clock()

    def __call__(self, visits: int, more: str = "") -> None:
        """Report the number of visits, and an optional text."""
        now = self._clock()
        if not self._shown or now < self._due or not (visits or more):
            return
        self._due = now + (_INTERVAL if self._on_terminal else _PIPE_INTERVAL)
        rate = max(visits, 1) / max(now - self._started, 1e-9)
        text = f"{self._doing}: {visits:,} {self._unit}, {rate:,.0f} a second"
        if not visits:
            text = f"{self._doing}: {more}"  # without visits there is no rate
        elif self._total:
            text += f", {visits / self._total:.0%}, {(self._total - visits) / rate:,.0f} s to go"
        if visits and more:
            text += f", {more}"
        if not self._on_terminal:
            _write(f"plytrace: {visible_line(text)}\n")
            return
        _write(f"\r{visible_line(text)}\x1b[K")
        self._written = True

    def clear(self) -> None:
        """Remove the progress line."""
        if self._written:
            _write("\r\x1b[K")
            self._written = False


def _write(text: str) -> None:
    """Write a text that may contain cursor commands."""
    if isinstance(sys.stderr, CleanStream):
        sys.stderr.write_styled(text)
    else:
        sys.stderr.write(text)
    sys.stderr.flush()
