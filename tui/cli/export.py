"""`plytrace export SOURCE|TRACE`: a trace as a table or a figure, in a file."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from engine.errors import UsageError
from tui.cli.interrupts import STOPPED
from tui.cli.options import SearchOptions, search_options, source_argument
from tui.cli.output import Output, quiet_option, speaks_unicode, writing, writing_bytes
from tui.cli.progress import Progress
from tui.cli.running import load_saved, run

if TYPE_CHECKING:
    from tracer.export import Format
    from tracer.export.options import ExportKeywords, Show, Theme
    from tracer.search_trace import Trace

__all__ = ["command"]


@click.command("export")
@source_argument
@search_options
@click.option(
    "-f",
    "--format",
    "format_name",
    metavar="NAME",
    help="The format (plytrace list formats); by default what FILE's name ends in.",
)
@click.option(
    "--step", type=int, metavar="N", help="The search after step N, from 0; -1 is the last."
)
@click.option(
    "--as",
    "show",
    type=click.Choice(["worksheet", "key", "windows"]),
    help="Figures: the bare tree, what the search found, or that with the windows.",
)
@click.option(
    "--theme",
    type=click.Choice(["auto", "light", "dark", "print"]),
    help="Colours: as the reader's screen (in SVG), light or dark, or black on white.",
)
@click.option("--legend", is_flag=True, help="Figures: what their signs mean, beneath the tree.")
@click.option("--dpi", type=int, metavar="N", help="PNG: dots per inch, 192 by default.")
@click.option("--frames", is_flag=True, help="A figure at every step: -o FOLDER, or FILE.pdf.")
@click.option("--steps", metavar="A..B", help="Frames: from step A to step B.")
@click.option("--every", type=click.IntRange(min=1), metavar="N", help="Frames: every Nth step.")
@click.option("--summary", is_flag=True, help="Only the value, the move, the line and the counts.")
@click.option("--fragment", is_flag=True, help="Without what makes it a document of its own.")
@click.option("--width", type=click.IntRange(min=20), help="Columns that text may take.")
@click.option("--ascii", "ascii_only", is_flag=True, help="Text without signs beyond ASCII.")
@click.option(
    "-o",
    "--output",
    metavar="FILE|FOLDER",
    type=Output(),
    help="Write to FILE and not to standard output; frames go to FOLDER.",
)
@quiet_option
def command(
    source: str,
    options: SearchOptions,
    format_name: str | None,
    step: int | None,
    show: Show | None,
    theme: Theme | None,
    legend: bool,
    dpi: int | None,
    frames: bool,
    steps: str | None,
    every: int | None,
    summary: bool,
    fragment: bool,
    width: int | None,
    ascii_only: bool,
    output: str | None,
    quiet: bool,
) -> None:
    """Write the search of SOURCE, or a trace FILE made by trace --save, for other programs."""
    from tracer.export import choose_format

    if not frames and (steps or every):
        raise UsageError("steps and every are of frames", expected="--frames beside them")
    if format_name is None and output is None:
        raise UsageError("which format is not said", expected="-f NAME, or -o with a file's name")
    chosen = choose_format(format_name, output)
    asked: ExportKeywords = {}
    if step is not None:
        asked["step"] = step
    if show is not None:
        asked["show"] = show
    if theme is not None:
        asked["theme"] = theme
    if legend:
        asked["legend"] = True
    if dpi is not None:
        asked["dpi"] = dpi
    if summary:
        asked["summary"] = True
    if fragment:
        asked["fragment"] = True
    if width is not None:
        asked["width"] = width
    if ascii_only:
        asked["ascii"] = True
    chosen.check(asked)
    if frames:
        _write_frames(source, options, chosen, asked, output, steps, every or 1, quiet=quiet)
        return
    if output is not None and Path(output).is_dir():
        raise UsageError(f"{output} is a folder", expected="-o FILE, or --frames")
    if chosen.binary and output is None and sys.stdout.isatty():
        # Before the search, which may take long.
        raise UsageError(
            f"{chosen.name} is no text, and a terminal shows text", expected="-o FILE, or a pipe"
        )
    trace = _opened(source, options, quiet)
    steps_there = len(trace.replay)
    if step is not None and not -steps_there <= step < steps_there:
        raise UsageError(
            f"there is no step {step}", expected=f"0 to {steps_there - 1}, or -1 for the last"
        )
    if chosen.name == "text" and not speaks_unicode(output):
        asked["ascii"] = True
    _write(trace, chosen, asked, output, quiet)


def _opened(source: str, options: SearchOptions, quiet: bool) -> Trace:
    """A saved trace, or the search of a SOURCE."""
    from tracer.archive import is_saved_trace

    if not is_saved_trace(source):
        return run(source, options, quiet=quiet)
    if options != SearchOptions():
        raise UsageError(
            f"{source} is a saved trace, and was searched already",
            expected="no options of a search beside it",
        )
    return load_saved(source, quiet=quiet)


def _write_frames(
    source: str,
    options: SearchOptions,
    chosen: Format,
    asked: ExportKeywords,
    output: str | None,
    steps: str | None,
    every: int,
    *,
    quiet: bool,
) -> None:
    """Write a figure at every step, or at some."""
    from tracer.export.frames import chosen_steps, steps_between
    from tracer.export.options import ExportOptions
    from tui.cli.frames import check_target, read_steps, write_frames  # late: seldom asked for

    named = read_steps(steps)
    wanted = ExportOptions(**asked)
    folder = check_target(chosen, output, wanted)
    trace = _opened(source, options, quiet)
    between = None if named is None else steps_between(trace, *named)
    chosen_ones = chosen_steps(trace, between, every)
    if not write_frames(trace, chosen, wanted, folder, chosen_ones, quiet=quiet):
        raise SystemExit(STOPPED)


def _write(
    trace: Trace, chosen: Format, asked: ExportKeywords, output: str | None, quiet: bool
) -> None:
    """Write a trace, with word of how far it is where that takes long."""
    from tracer.export.options import ExportOptions

    # A line of progress among the data on a terminal would only disturb it.
    quiet = quiet or (output is None and sys.stdout.isatty())
    progress = Progress("writing", trace.counts.visited, shown=not quiet)
    options = ExportOptions(**asked, on_progress=progress)
    try:
        if chosen.binary:
            with writing_bytes(output) as file:
                chosen.write(trace, file, options)
        else:
            with writing(output, for_people=chosen.name == "text") as out:
                chosen.write(trace, out, options)
    except KeyboardInterrupt:
        progress.clear()
        kept = f"{output} is as it was" if output else "what was written is not the whole"
        click.echo(f"plytrace: stopped; {kept}", err=True)
        raise SystemExit(STOPPED) from None
    finally:
        progress.clear()
