"""`plytrace report WHICH`: the tables of a course."""

from __future__ import annotations

from typing import Any, Final

import click

from engine.errors import UsageError
from tracer.reports.courses import REPORTS, make_report
from tracer.reports.report import write_report
from tracer.runs.forecasts import large_search_warning, measure_tree
from trees.sources import open_source
from tui.cli.shared.options import Arguments, add_options, layout_of
from tui.cli.shared.running import Searches
from tui.terminal.output import open_text_output

#: Advice for a search that is expected to be too large.
_ADVICE: Final = "set a limit such as --max-visits 1000000 or --seconds 60"


@click.command("report")
@click.argument("course", type=click.Choice(list(REPORTS)))
@add_options("report")
def command(args: Arguments) -> None:
    """Print the tables of a course: cs480, mp520, mit, lab3 or comp341.

    If Ctrl-C, --max-visits or --seconds stops it, the finished rows are printed.
    """
    given: dict[str, Any] = {
        name: value for name, value in (("policy", args.policy), ("board", args.board)) if value
    }
    for name in given:
        if name not in REPORTS[args.course].options:
            option = "--x" if name == "policy" else f"--{name}"
            raise UsageError(f"report {args.course} has no {option}")

    def run_one(source: Any, search: str, convention: str = "aima", **asked: Any) -> Any:
        options = {**usual, "search": search, "convention": convention, **asked}
        return searches.run(source, options)

    searches = Searches(on_pipe=True)
    usual = {"max_visits": args.max_visits, "seconds": args.seconds}
    if args.board and not args.quiet and args.max_visits is None and args.seconds is None:
        game = open_source(args.board).game
        tree = measure_tree(game)
        note = large_search_warning(game, tree, ["alphabeta"], _ADVICE, depth=None) if tree else ""
        if note:
            searches.say(note)
    report = make_report(args.course, run=run_one, **given)
    with open_text_output(args.output, for_people=args.format_name == "text") as out:
        write_report(report, out, args.format_name, layout_of(args))
