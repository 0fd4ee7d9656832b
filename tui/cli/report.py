"""`plytrace report WHICH`: a course's own tables."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import click

from engine.errors import UsageError
from tracer.reports import REPORTS, make_report
from tracer.reports.writers import REPORT_FORMATS
from tui.cli.options import SearchOptions
from tui.cli.output import output_option, quiet_option, writing
from tui.cli.running import run

__all__ = ["command"]


@click.command("report")
@click.argument("which", type=click.Choice(list(REPORTS)))
@click.option(
    "--x",
    "policy",
    type=click.Choice(["best", "first"]),
    help="cs480: how X goes on after its first move, by its best move (the default) or by the "
    "first free cell.",
)
@click.option("--board", metavar="SOURCE", help="mp520: a board of Reversi instead of the sheet's.")
@click.option(
    "-f",
    "--format",
    "format_name",
    type=click.Choice(list(REPORT_FORMATS)),
    default="text",
    show_default=True,
)
@output_option
@quiet_option
def command(
    which: str,
    policy: str | None,
    board: str | None,
    format_name: str,
    output: str | None,
    quiet: bool,
) -> None:
    """Print a course's own tables: cs480, mp520, mit or lab3.

    Ctrl-C ends it with the rows that there are.
    """
    given = {name: value for name, value in (("policy", policy), ("board", board)) if value}
    for name in given:
        if name not in REPORTS[which][1]:
            option = "--x" if name == "policy" else f"--{name}"
            raise UsageError(f"report {which} has no {option}")

    def run_one(source: Any, search: str, convention: str = "aima", **asked: Any) -> Any:
        options = replace(SearchOptions(), search=search, convention=convention, **asked)
        return run(source, options, quiet=quiet)

    report = make_report(which, run=run_one, **given)
    with writing(output, for_people=format_name == "text") as out:
        REPORT_FORMATS[format_name](report, out)
