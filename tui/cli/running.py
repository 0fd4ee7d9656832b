"""Running a search from the command line: word of its progress, and Ctrl-C."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict
from typing import TYPE_CHECKING, TypeVar

import click

from engine.control import Control
from tracer.counted import Counted
from tracer.recording import Recording
from tracer.search_trace import Trace
from tui.cli.interrupts import cancelled_by_ctrl_c
from tui.cli.options import SearchOptions
from tui.cli.progress import Progress

if TYPE_CHECKING:
    from trees.sources import Source

__all__ = ["load_saved", "notes_on", "run", "run_counted"]

_Result = TypeVar("_Result", bound=Recording)


def run(source: str | Source, options: SearchOptions, *, quiet: bool = False) -> Trace:
    """Run a search, showing progress where it takes long; Ctrl-C keeps what there is.

    Args:
        source: a SOURCE, perhaps opened already.
        options: what was asked for.
        quiet: say nothing on standard error but errors.
    """
    from tracer.run import trace

    return _run(trace, source, options, quiet)


def run_counted(source: str | Source, options: SearchOptions, *, quiet: bool = False) -> Counted:
    """As `run`, of which only the counts and the best line are kept."""
    from tracer.run import counted

    return _run(counted, source, options, quiet)


def _run(
    search: Callable[..., _Result], source: str | Source, options: SearchOptions, quiet: bool
) -> _Result:
    from trees.sources import open_source

    progress = Progress("searching", options.max_visits, shown=not quiet)
    control = Control(options.max_visits, progress, options.seconds)
    opened = open_source(source)  # outside: Ctrl-C while standard input is awaited ends the program
    budgets = ("max_visits", "seconds")
    asked = {name: value for name, value in asdict(options).items() if name not in budgets}
    try:
        with cancelled_by_ctrl_c(control.cancel):
            result = search(opened, control=control, **asked)
    finally:
        progress.clear()
    if not quiet:
        for note in notes_on(result):
            click.echo(note, err=True)
    return result


def load_saved(path: str, *, quiet: bool = False) -> Trace:
    """Read a saved trace, showing progress where it takes long.

    Args:
        path: the file.
        quiet: say nothing on standard error but errors.
    """
    progress = Progress("reading", None, shown=not quiet)
    try:
        return Trace.load(path, on_progress=progress)
    finally:
        progress.clear()


def notes_on(trace: Recording) -> list[str]:
    """What a person ought to know of a search that has been run, each as a line."""
    notes = list(trace.game.warnings)
    if trace.stopped:
        what = "the trace is" if trace.has_visits else "the counts are"
        visits = f"{trace.counts.visited:,} visits"
        notes.append(f"stopped after {visits} {trace.stopped.told}; {what} partial")
    return [f"plytrace: note: {note}" for note in notes]
