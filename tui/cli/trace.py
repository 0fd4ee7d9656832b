"""`plytrace trace SOURCE`: run a search and print what it did."""

from __future__ import annotations

import shutil
import sys
from io import StringIO
from pathlib import Path
from typing import TYPE_CHECKING

import click

from engine.errors import UsageError
from tracer.export.options import LEAST_WIDTH, ExportOptions
from tracer.recording import Recording
from tui.cli.color import color_option, colored, wants_color
from tui.cli.interrupts import STOPPED
from tui.cli.options import SearchOptions, record_option, search_options, source_argument
from tui.cli.output import NewFile, output_option, quiet_option, speaks_unicode, writing
from tui.cli.progress import Progress
from tui.cli.running import run, run_counted

if TYPE_CHECKING:
    from tracer.search_trace import Trace

__all__ = ["command"]


@click.command("trace")
@source_argument
@search_options
@record_option
@click.option(
    "-f",
    "--format",
    "format_name",
    metavar="NAME",
    default="text",
    show_default=True,
    help="How to print it: text, json, jsonl, csv, md; plytrace export has more.",
)
@click.option("--summary", is_flag=True, help="Only the value, the move, the line and the counts.")
@click.option(
    "--save",
    metavar="FILE",
    type=NewFile(),
    help="Save the trace too, for plytrace step FILE.",
)
@click.option("--compress", is_flag=True, help="Of --save: a small file, however long the trace.")
@click.option(
    "--width",
    type=click.IntRange(min=20),
    help="Columns that text may take; those of the terminal, or 80.",
)
@color_option
@click.option("--ascii", "ascii_only", is_flag=True, help="Text without signs beyond ASCII.")
@output_option
@quiet_option
def command(
    source: str,
    options: SearchOptions,
    record: str,
    format_name: str,
    summary: bool,
    save: str | None,
    compress: bool,
    width: int | None,
    ascii_only: bool,
    color: str,
    output: str | None,
    quiet: bool,
) -> None:
    """Run a search over SOURCE and print the tree, visits, cutoffs, best line and counts."""
    from tracer.export import find_format, printed_formats

    chosen = find_format(format_name)
    if not chosen.printed:
        raise UsageError(
            f"trace does not print {format_name}",
            expected=f"one of {', '.join(printed_formats())}",
            hint=f"Use plytrace export -f {format_name}",
        )
    if save and output and Path(save).resolve() == Path(output).resolve():
        raise UsageError(f"--save and -o are both {save}", expected="two files")
    if compress and not save:
        raise UsageError("there is nothing to compress", expected="--save FILE beside --compress")
    trace: Recording
    if record == "counts":
        if save:
            raise UsageError("--record counts keeps no visits to --save", expected="one of the two")
        trace = run_counted(source, options, quiet=quiet)
    else:
        trace = found = run(source, options, quiet=quiet)
        if save:
            _save(found, save, compress, quiet)
    # A line of progress among the data on a terminal would only disturb it.
    quiet = quiet or (output is None and sys.stdout.isatty())
    progress = Progress("writing", trace.counts.visited, shown=not quiet)
    export = ExportOptions(
        summary=summary,
        width=width or max(LEAST_WIDTH, shutil.get_terminal_size((80, 24)).columns),
        ascii=ascii_only or not speaks_unicode(output),
        on_progress=progress,
    )
    try:
        with writing(output, for_people=format_name == "text") as out:
            if format_name == "text" and wants_color(color, output):
                text = StringIO()
                chosen.write(trace, text, export)
                out.write(colored(text.getvalue()))
            else:
                chosen.write(trace, out, export)
    finally:
        progress.clear()


def _save(trace: Trace, path: str, compress: bool, quiet: bool) -> None:
    """Keep a trace, with word of how far it is where that takes long."""
    progress = Progress("saving", len(trace.log), shown=not quiet)
    try:
        trace.save(path, compressed=compress or None, on_progress=progress)
    except KeyboardInterrupt:
        progress.clear()
        click.echo(f"plytrace: stopped; {path} is as it was", err=True)
        raise SystemExit(STOPPED) from None
    finally:
        progress.clear()
