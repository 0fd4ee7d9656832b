"""`plytrace step SOURCE|FILE`: the stepper on a search or a saved trace."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import click

from engine.errors import UsageError
from tui.cli.options import SearchOptions, search_options, source_argument
from tui.cli.output import has_screen
from tui.cli.running import run

if TYPE_CHECKING:
    from tracer import Trace

__all__ = ["command"]


@click.command("step")
@source_argument
@search_options
@click.option("--ascii", "only_ascii", is_flag=True, help="Draw without signs beyond ASCII.")
@click.option("--at", "step", type=int, default=0, help="The step to begin at, from 0.")
@click.option(
    "--against",
    metavar="NAME|SEARCH:CONVENTION",
    help="Beside it another search, convention or order, locked to the same node.",
)
def command(
    source: str, options: SearchOptions, only_ascii: bool, step: int, against: str | None
) -> None:
    """Step through the search of SOURCE, or a trace FILE made by trace --save."""
    from tracer import load
    from tracer.against import read_against
    from tracer.archive import is_saved_trace

    if not has_screen():
        raise UsageError(
            "the stepper needs a terminal",
            hint="Use plytrace trace where there is none",
        )
    saved = is_saved_trace(source)
    if saved and options != SearchOptions():
        raise UsageError(
            f"{source} is a saved trace, and was searched already",
            expected="no options of a search beside it",
        )
    changed = None if against is None else read_against(against)
    trace = load(source) if saved else run(source, options)
    if not 0 <= step < len(trace.replay):
        raise UsageError(f"there is no step {step}", expected=f"0 to {len(trace.replay) - 1}")
    if changed is not None:
        _step_against(trace, changed, options, step, only_ascii or None)
        return
    from tui.app import run_stepper

    run_stepper(trace, step, ascii=only_ascii or None)


def _step_against(
    trace: Trace,
    changed: dict[str, str],
    options: SearchOptions,
    step: int,
    only_ascii: bool | None,
) -> None:
    """Search in another way too, and open the two side by side."""
    from tracer.against import options_against
    from tracer.rerun import bare_game
    from trees.sources import Source

    other = SearchOptions(**options_against(trace, changed))
    other = replace(other, max_visits=options.max_visits, seconds=options.seconds)
    source = Source(trace.source, bare_game(trace), "game", trace.title)
    right = run(source, other)
    from tui.app import PlytraceApp
    from tui.screens.side_by_side import SideBySideScreen

    app = PlytraceApp(SideBySideScreen(trace, right, step), ascii=only_ascii)
    app.run()
    if app.return_code:
        raise SystemExit(app.return_code)
