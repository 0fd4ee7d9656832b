"""`plytrace visits SOURCE`: only the visit order."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import click

from tui.cli.shared.options import SearchOptions, search_options, source_argument
from tui.cli.shared.running import run
from tui.terminal.output import format_option, open_text_output, output_option, quiet_option

if TYPE_CHECKING:
    from trees.sources import Source


@click.command("visits")
@source_argument
@search_options
@click.option(
    "--kind",
    type=click.Choice(["visited", "leaves", "expanded", "generated"]),
    default="visited",
    show_default=True,
    help="Nodes to print: all visited, only leaves, only internal nodes, or all successors "
    "in the order in which a program generates them.",
)
@format_option(["text", "lines", "json"], text="One line, one node per line, or a JSON list.")
@output_option
@quiet_option
def command(
    source: str | Source,
    options: SearchOptions,
    kind: str,
    format_name: str,
    output: str | None,
    quiet: bool,
) -> None:
    """Print the order in which a search over SOURCE visits its nodes."""
    from tracer.steps.result_words import separator, visit_order

    trace = run(source, options, quiet=quiet)
    names = visit_order(trace, kind)
    with open_text_output(output) as out:
        if format_name == "json":
            out.write(json.dumps(list(names), ensure_ascii=False) + "\n")
            return
        between = "\n" if format_name == "lines" else separator(trace)
        first = True
        for name in names:
            out.write(name if first else f"{between}{name}")
            first = False
        out.write("\n")
