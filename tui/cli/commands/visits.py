"""`plytrace visits SOURCE`: only the visit order."""

from __future__ import annotations

import json

import click

from tracer.steps.result_words import separator, visit_order
from tui.cli.shared.options import Arguments, add_options, take_search, take_source
from tui.cli.shared.running import run
from tui.terminal.output import open_text_output


@click.command("visits")
@add_options("visits")
@take_source
@take_search
def command(args: Arguments) -> None:
    """Print the order in which a search over SOURCE visits its nodes."""
    trace = run(args.source, args.options)
    names = visit_order(trace, args.kind)
    with open_text_output(args.output) as out:
        if args.format_name == "json":
            out.write(json.dumps(list(names), ensure_ascii=False) + "\n")
            return
        between = "\n" if args.format_name == "lines" else separator(trace)
        for place, name in enumerate(names):
            out.write(f"{between}{name}" if place else name)
        out.write("\n")
