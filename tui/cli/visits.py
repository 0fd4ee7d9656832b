"""`plytrace visits SOURCE`: only the visit order, for pasting."""

from __future__ import annotations

import json

import click

from tui.cli.options import SearchOptions, search_options, source_argument
from tui.cli.output import output_option, quiet_option, writing
from tui.cli.running import run

__all__ = ["command"]


@click.command("visits")
@source_argument
@search_options
@click.option(
    "--kind",
    type=click.Choice(["visited", "leaves", "expanded", "generated"]),
    default="visited",
    show_default=True,
    help="Which nodes: all entered, the leaves among them, the interior ones, or the successors "
    "as a program lists them that makes them all at once.",
)
@click.option(
    "-f",
    "--format",
    "format_name",
    type=click.Choice(["text", "lines", "json"]),
    default="text",
    show_default=True,
    help="On one line, one a line, or as a JSON list.",
)
@output_option
@quiet_option
def command(
    source: str,
    options: SearchOptions,
    kind: str,
    format_name: str,
    output: str | None,
    quiet: bool,
) -> None:
    """Print the order in which a search over SOURCE visits its nodes."""
    from tracer.visit_order import separator, visit_order

    trace = run(source, options, quiet=quiet)
    names = visit_order(trace, kind)
    with writing(output) as out:
        if format_name == "json":
            out.write(json.dumps(list(names), ensure_ascii=False) + "\n")
            return
        between = "\n" if format_name == "lines" else separator(trace)
        first = True
        for name in names:
            out.write(name if first else f"{between}{name}")
            first = False
        out.write("\n")
