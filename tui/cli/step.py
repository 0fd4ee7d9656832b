"""`plytrace step SOURCE|FILE`: the stepper on a search or a saved trace."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Any

import click

from engine.errors import UsageError
from tui.cli.options import SearchOptions, search_options, source_argument
from tui.cli.output import has_screen
from tui.cli.running import load_saved, notes_on

if TYPE_CHECKING:
    from textual.screen import Screen

    from tracer import Trace
    from trees.sources import Source
    from tui.searches import SearchPlan

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
    from tracer.against import read_against
    from tracer.archive import is_saved_trace
    from trees.sources import open_source

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
    if against is not None:
        read_against(against)  # what it cannot be is told before anything is searched
    opened = load_saved(source) if saved else open_source(source)
    from tui.app import run_plan

    notes: list[str] = []
    try:
        run_plan(_stepper(opened, asdict(options), step, against, notes), ascii=only_ascii or None)
    finally:
        for note in notes:
            click.echo(note, err=True)


def _stepper(
    source: Trace | Source,
    options: dict[str, Any],
    step: int,
    against: str | None,
    notes: list[str],
) -> SearchPlan[Screen[None]]:
    """Search, in two ways where it is held against another, and make the screen.

    Args:
        source: what to search, or what has been searched already.
        options: how.
        step: where to begin.
        against: in which other way too.
        notes: where what is to be said in the end is added.

    Raises:
        UsageError: there is no such step, or the two ways are not of one tree.
    """
    from tracer.against import options_against, read_against
    from tracer.rerun import bare_game
    from tracer.search_trace import Trace
    from trees.sources import Source
    from tui.screens.side_by_side import SideBySideScreen
    from tui.screens.stepper import StepperScreen
    from tui.searches import BackgroundSearch

    if isinstance(source, Trace):
        trace = source
    else:
        trace = yield BackgroundSearch(source, options, source.label)
        notes += notes_on(trace)
    if not 0 <= step < len(trace.replay):
        raise UsageError(f"there is no step {step}", expected=f"0 to {len(trace.replay) - 1}")
    if against is None:
        return StepperScreen(trace, step)
    other = options_against(trace, read_against(against))
    budget = {name: options[name] for name in ("max_visits", "seconds")}
    again = Source(trace.source, bare_game(trace), "game", trace.title)
    right = yield BackgroundSearch(again, other | budget, f"{trace.source}: {against}")
    notes += notes_on(right)
    return SideBySideScreen(trace, right, step)
