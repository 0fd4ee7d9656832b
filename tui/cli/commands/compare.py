"""`plytrace compare SOURCE -a X,Y`: one position under several searches."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import click

from engine.running.control import BUDGETS
from engine.searches.settings import OPTION_NAMES
from tracer.runs.forecasts import TreeSize, large_search_warning
from tui.cli.shared.options import (
    Arguments,
    add_options,
    layout_of,
    record_for,
    take_search,
    take_source,
)
from tui.cli.shared.running import Searches
from tui.terminal.interrupts import STOPPED
from tui.terminal.output import open_text_output


@click.command("compare")
@add_options("compare")
@take_source
@take_search
def command(args: Arguments) -> None:
    """Run several searches on SOURCE and compare values, moves, visits, cutoffs and times.

    -a, -c and --order accept several names separated by commas. Every combination is run:

    \b
      plytrace compare lecture -a minimax,alphabeta --order given,static
    """  # noqa: D301 - Click reads the character \b
    from tracer.compare.comparison import compare
    from tracer.compare.formats import write_comparison

    searches = Searches(on_pipe=True)
    opened, args.options = searches.open_at_usual_depth(args.source, args.options)

    def run_one(opened: Any, search: str, convention: str, **arguments: Any) -> Any:
        given = {name: value for name, value in args.options.items() if name not in OPTION_NAMES}
        given |= {**arguments, "search": search, "convention": convention}
        kept = record_for(args.record, opened.game, search)
        return (searches.run_counted if kept == "counts" else searches.run)(opened, given)

    def foresee(tree: TreeSize, names: Sequence[str]) -> None:
        if args.quiet or {"max_visits", "seconds"} & {*args.options}:
            return
        note = large_search_warning(
            opened.game,
            tree,
            names,
            _ADVICE[args.record or "rows"],
            depth=args.options.get("depth"),
        )
        if note:
            searches.say(note)

    others = ("search", "convention", "order", *BUDGETS)
    given = {name: value for name, value in args.options.items() if name not in others}
    result = compare(
        opened,
        _names(args.options.get("search", "")),
        _conventions(args.options.get("convention", "aima")),
        _names(args.options.get("order", "given")),
        run=run_one,
        foresee=foresee,
        **given,
    )
    with open_text_output(args.output, for_people=args.format_name == "text") as out:
        write_comparison(result, out, args.format_name, layout_of(args))
    if result.is_incomplete:
        raise SystemExit(STOPPED)


#: Advice for searches that are expected to be too large, by what they record.
_BUDGET = "set a limit such as --max-visits 1000000, --seconds 60 or --depth 4"
_ADVICE = {"rows": f"{_BUDGET}, or keep only the counts with --record counts", "counts": _BUDGET}


def _names(text: str) -> list[str]:
    return list(dict.fromkeys(part.strip() for part in text.split(",") if part.strip()))


def _conventions(text: str) -> list[str]:
    """Return the conventions in a list; FIELD=VALUE changes the convention before it."""
    found: list[str] = []
    for part in _names(text):
        if "=" in part and found:
            found[-1] += f",{part}"
        else:
            found.append(part)
    return found
