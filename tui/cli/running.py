"""Running a search from the command line: word of its progress, and Ctrl-C."""

from __future__ import annotations

import signal
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import click

from engine.control import Control, StopReason
from tracer.search_trace import Trace
from tui.cli.options import SearchOptions

__all__ = ["run"]

#: Seconds before which a search shows no progress, and between two words of it.
_PATIENCE = 1.0
_INTERVAL = 0.2


class _Progress:
    """A line on standard error that says how far a search has come.

    Args:
        max_visits: the search's budget, which makes it possible to say how long it will take.
        shown: whether anybody wants to know.
    """

    def __init__(self, max_visits: int | None, shown: bool) -> None:
        self._max_visits = max_visits
        self._shown = shown
        self._started = time.monotonic()
        self._due = self._started + _PATIENCE
        self._written = False

    def __call__(self, visits: int) -> None:
        now = time.monotonic()
        if not self._shown or now < self._due:
            return
        self._due = now + _INTERVAL
        rate = visits / (now - self._started)
        text = f"searching: {visits:,} visits, {rate:,.0f} a second"
        if self._max_visits:
            left = (self._max_visits - visits) / rate
            text += f", at most {left:,.0f} s to go"
        click.echo(f"\r{text}\x1b[K", err=True, nl=False)
        self._written = True

    def clear(self) -> None:
        """Take the line away again."""
        if self._written:
            click.echo("\r\x1b[K", err=True, nl=False)


@contextmanager
def _cancelled_by_ctrl_c(control: Control) -> Iterator[None]:
    """Let Ctrl-C end the search and not the program; a second one ends the program too."""

    def cancel(_signal: int, _frame: Any) -> None:
        control.cancel()
        signal.signal(signal.SIGINT, signal.default_int_handler)

    before = signal.signal(signal.SIGINT, cancel)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def run(source: str, options: SearchOptions, *, quiet: bool = False) -> Trace:
    """Run a search, showing progress where it takes long; Ctrl-C keeps what there is.

    Args:
        source: a SOURCE.
        options: what was asked for.
        quiet: say nothing on standard error but errors.
    """
    from tracer.run import trace

    progress = _Progress(options.max_visits, shown=not quiet and sys.stderr.isatty())
    control = Control(options.max_visits, progress)
    try:
        with _cancelled_by_ctrl_c(control):
            result = trace(
                source,
                options.search,
                options.convention,
                window=options.window,
                depth=options.depth,
                rounds=options.rounds,
                order=options.order,
                win=options.win,
                max_player=options.max_player,
                control=control,
            )
    finally:
        progress.clear()
    if not quiet:
        for warning in result.game.warnings:
            click.echo(f"plytrace: note: {warning}", err=True)
        if result.stopped:
            click.echo(f"plytrace: note: {_told(result)}", err=True)
    return result


def _told(trace: Trace) -> str:
    visits = f"{trace.counts.visited:,} visits"
    match trace.stopped:
        case StopReason.BUDGET:
            return f"stopped after {visits} (--max-visits); the trace is partial"
        case StopReason.TOO_DEEP:
            return (
                f"stopped after {visits}, too deep: does the game end here? The trace is "
                f"partial; --depth limits it"
            )
        case _:
            return f"stopped by Ctrl-C after {visits}; the trace is partial"
