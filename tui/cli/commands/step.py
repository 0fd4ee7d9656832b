"""`plytrace step SOURCE|FILE`: the stepper on a search or a saved trace."""

from __future__ import annotations

import shlex
from typing import TYPE_CHECKING, Any

import click

from engine.errors import UsageError
from engine.running.control import BUDGETS
from tracer.archive import is_saved_trace
from tracer.ask.letter_line import set_first_number
from tracer.compare.side_by_side import read_second_search, second_search_options
from tracer.recording.rerun import unwrapped_game
from tracer.runs.search_trace import Trace
from trees.hand_tree import HandTree
from trees.sources import Source, open_source
from tui.cli.shared.options import (
    Arguments,
    add_options,
    refuse_search_options,
    take_search,
    take_source,
    with_own_convention,
    with_usual_depth,
)
from tui.cli.shared.running import load_saved, notes_on
from tui.terminal.output import has_screen, need_screen, report

if TYPE_CHECKING:
    from textual.screen import Screen

    from tui.background import SearchPlan


@click.command("step")
@add_options("step")
@take_source
@take_search
def command(args: Arguments) -> None:
    """Step through the search of SOURCE, or through a trace FILE written by trace --save.

    Without -c, a tree of a course opens with the convention of its course.

    SOURCE can also be an MCTS run by hand or a payoff matrix: mcts:mp520, matrix:mp520, a YAML file
    of either, or matrix: and lists.
    """
    from tracer.worked.sources import worked_kind

    worked = worked_kind(args.source) if isinstance(args.source, str) else None
    if isinstance(args.source, str) and worked is not None:
        _open_worked(args, *worked)
        return
    saved = isinstance(args.source, str) and is_saved_trace(args.source)
    if not has_screen():
        words = ["export", str(args.source), "-f", "text"] if saved else ["trace", str(args.source)]
        if not saved and args.source != "-":
            set_first_number(args.source, args.options)  # its errors come first
            game = open_source(args.source, letters=True).game
            if isinstance(game, HandTree) and game.unknowns:
                words = ["ask", str(args.source), "--bands"]
        need_screen("the stepper", f"Try: plytrace {shlex.join(words)}")
    if args.against is not None:
        read_second_search(args.against)  # report errors before the search
    opened: Trace | Source
    if saved:
        opened = load_saved(str(args.source), args.options)
    else:
        source = open_source(args.source, letters=True)
        args.options = with_own_convention(args.options, source)
        opened = source = set_first_number(source, args.options)
        args.options = with_usual_depth(args.options, source.game)
    from tui.app import run_plan

    notes: list[str] = []
    try:
        run_plan(
            _stepper(opened, args.options, args.step or 0, args.against, notes),
            ascii=args.ascii_only or None,
        )
    finally:
        for note in notes:
            report(f"note: {note}")


def _open_worked(args: Arguments, kind: str, rest: str) -> None:
    """Open the screen of an MCTS run or a payoff matrix."""
    from tracer.worked.sources import KINDS, open_worked_run

    run, step = open_worked_run(args.source), args.step or 0
    assert run is not None, "it has a kind"
    searches = args.options or args.against
    refuse_search_options(searches, f"{args.source} is {KINDS[kind]} and cannot be searched")
    if not 0 <= step < len(run.steps):
        raise UsageError(f"there is no step {step}", expected=f"0 to {len(run.steps) - 1}")
    need_screen("the stepper", f"Try: {shlex.join(['plytrace', kind, rest])}")
    from tui.app import run_screen
    from tui.screens.worked_screen import WorkedScreen

    run_screen(WorkedScreen(run, step), ascii=args.ascii_only or None)


def _stepper(
    source: Trace | Source,
    options: dict[str, Any],
    step: int,
    against: str | None,
    notes: list[str],
) -> SearchPlan[Screen[None]]:
    """Run the search, or both searches, and return the screen."""
    from tui.background import BackgroundSearch
    from tui.screens.stepper.side_by_side_screen import SideBySideScreen
    from tui.screens.stepper.stepper_screen import StepperScreen

    if isinstance(source, Trace):
        trace = source
    else:
        trace = yield BackgroundSearch(source, options, source.label)
        notes += notes_on(trace)
    if not 0 <= step < len(trace.replay):
        raise UsageError(f"there is no step {step}", expected=f"0 to {len(trace.replay) - 1}")
    if against is None:
        return StepperScreen(trace, step)
    other = second_search_options(trace, read_second_search(against))
    budget = {name: options[name] for name in BUDGETS if name in options}
    again = Source(trace.source, unwrapped_game(trace), "game", trace.title)
    right = yield BackgroundSearch(again, other | budget, f"{trace.source}: {against}")
    notes += notes_on(right)
    return SideBySideScreen(trace, right, step)
