"""`plytrace step SOURCE|FILE`: the stepper on a search or a saved trace."""

from __future__ import annotations

import sys

import click

from engine.errors import UsageError
from tui.cli.options import SearchOptions, search_options, source_argument
from tui.cli.output import speaks_unicode
from tui.cli.running import run

__all__ = ["command"]


@click.command("step")
@source_argument
@search_options
@click.option("--at", "step", type=int, default=0, help="The step to begin at, from 0.")
def command(source: str, options: SearchOptions, step: int) -> None:
    """Step through the search of SOURCE, or a trace FILE made by trace --save."""
    from tracer import load
    from tracer.archive import is_saved_trace

    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise UsageError(
            "the stepper needs a terminal",
            hint="Use plytrace trace where there is none",
        )
    if not speaks_unicode(None):
        raise UsageError(
            f"the stepper draws with signs that {sys.stdout.encoding} cannot hold",
            hint="Set PYTHONUTF8=1 on a terminal that shows UTF-8, or use plytrace trace",
        )
    saved = is_saved_trace(source)
    if saved and options != SearchOptions():
        raise UsageError(
            f"{source} is a saved trace, and was searched already",
            expected="no options of a search beside it",
        )
    trace = load(source) if saved else run(source, options)
    if not 0 <= step < len(trace.replay):
        raise UsageError(f"there is no step {step}", expected=f"0 to {len(trace.replay) - 1}")
    from tui.app import run_stepper

    run_stepper(trace, step)
