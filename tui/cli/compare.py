"""`plytrace compare SOURCE -a X,Y`: one position under several searches, side by side."""

from __future__ import annotations

from dataclasses import asdict, replace
from typing import Any

import click

from engine.settings import OPTION_NAMES
from tui.cli.interrupts import STOPPED
from tui.cli.options import SearchOptions, record_option, search_options, source_argument
from tui.cli.output import output_option, quiet_option, writing
from tui.cli.running import run, run_counted

__all__ = ["command"]


@click.command("compare")
@source_argument
@search_options
@record_option
@click.option(
    "-f",
    "--format",
    "format_name",
    type=click.Choice(["text", "md", "csv", "json"]),
    default="text",
    show_default=True,
)
@output_option
@quiet_option
def command(
    source: str,
    options: SearchOptions,
    record: str,
    format_name: str,
    output: str | None,
    quiet: bool,
) -> None:
    """Run several searches over SOURCE and compare value, move, visits, cutoffs and time.

    -a, -c and --order take several names joined by commas here, and every combination is run:
    -a minimax,alphabeta --order given,static,right-to-left.
    """
    from tracer.compare import compare
    from tracer.export.comparison import write_comparison
    from trees.sources import open_source

    def run_one(opened: Any, search: str, convention: str, **asked: Any) -> Any:
        given = replace(options, **{**_PLAIN, **asked}, search=search, convention=convention)
        return (run_counted if record == "counts" else run)(opened, given, quiet=quiet)

    budgets = ("search", "convention", "order", "max_visits", "seconds")
    asked = {name: value for name, value in asdict(options).items() if name not in budgets}
    result = compare(
        open_source(source),
        _names(options.search) if options.search else (),
        _conventions(options.convention),
        _names(options.order),
        run=run_one,
        **asked,
    )
    with writing(output, for_people=format_name == "text") as out:
        write_comparison(result, out, format_name)
    if result.left_out:
        raise SystemExit(STOPPED)


#: The options that only some searches take, as they stand where none is given.
_PLAIN = {name: getattr(SearchOptions(), name) for name in OPTION_NAMES}


def _names(text: str) -> list[str]:
    return list(dict.fromkeys(part.strip() for part in text.split(",") if part.strip()))


def _conventions(text: str) -> list[str]:
    """The conventions of a list; what follows one as FIELD=VALUE changes it."""
    found: list[str] = []
    for part in _names(text):
        if "=" in part and found:
            found[-1] += f",{part}"
        else:
            found.append(part)
    return found
