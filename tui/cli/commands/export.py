"""`plytrace export SOURCE|TRACE`: a trace as a table or a figure, in a file."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, cast

import click

from engine.errors import UsageError
from tui.cli.shared.options import SearchOptions, add_options, take_search, take_source
from tui.cli.shared.running import load_saved, run
from tui.terminal.interrupts import STOPPED
from tui.terminal.output import Progress, open_bytes_output, open_text_output, speaks_unicode

if TYPE_CHECKING:
    from tracer.drawing.print.diagram_model import Show, Theme
    from tracer.export.format import ExportKeywords, Format
    from tracer.runs.search_trace import Trace
    from trees.sources import Source


@click.command("export")
@add_options("export")
@take_source
@take_search
def command(
    source: str | Source,
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
    title: str | None,
    fragment: bool,
    width: int | None,
    ascii_only: bool,
    output: str | None,
    quiet: bool,
) -> None:
    """Write the search of SOURCE, or a trace FILE made by trace --save, for other programs."""
    from tracer.export.registry import check_options, choose_format

    if not frames and (steps or every):
        raise UsageError("--steps and --every need --frames")
    if format_name is None and output is None:
        raise UsageError("the format is missing", expected="-f NAME, or -o with a file's name")
    chosen = choose_format(format_name, output)
    keywords = {
        "step": step,
        "show": show,
        "theme": theme,
        "legend": legend,
        "dpi": dpi,
        "summary": summary,
        "title": title or None,
        "fragment": fragment,
        "width": width,
        "ascii": ascii_only,
    }
    asked = cast(
        "ExportKeywords",
        {  # by `is`: step 0 equals False
            name: value
            for name, value in keywords.items()
            if value is not None and value is not False
        },
    )
    check_options(chosen, asked)
    if frames:
        _write_frames(source, options, chosen, asked, output, steps, every or 1, quiet=quiet)
        return
    if output is not None and Path(output).is_dir():
        raise UsageError(f"{output} is a folder", expected="-o FILE, or --frames")
    if chosen.binary and output is None and sys.stdout.isatty():
        # Refuse it before the search, which may take long.
        raise UsageError(f"a terminal cannot show {chosen.name}", expected="-o FILE, or a pipe")
    trace = _opened(source, options, quiet)
    steps_there = len(trace.replay)
    if step is not None and not -steps_there <= step < steps_there:
        raise UsageError(
            f"there is no step {step}", expected=f"0 to {steps_there - 1}, or -1 for the last"
        )
    if chosen.name == "text" and not speaks_unicode(output):
        asked["ascii"] = True
    _write(trace, chosen, asked, output, quiet)


def _opened(source: str | Source, options: SearchOptions, quiet: bool) -> Trace:
    """Return a saved trace, or the search of a SOURCE."""
    from tracer.archive import is_saved_trace

    if not isinstance(source, str) or not is_saved_trace(source):
        return run(source, options, quiet=quiet)
    if options:
        raise UsageError(
            f"{source} is a saved trace, which has its own search options",
            expected="no search options",
        )
    return load_saved(source, quiet=quiet)


def _write_frames(
    source: str | Source,
    options: SearchOptions,
    chosen: Format,
    asked: ExportKeywords,
    output: str | None,
    steps: str | None,
    every: int,
    *,
    quiet: bool,
) -> None:
    """Write a figure for each chosen step."""
    from tracer.export.figures import chosen_steps, steps_between
    from tracer.export.format import ExportOptions
    from tui.cli.shared.frames import (  # late: seldom asked for
        check_target,
        read_steps,
        write_frames,
    )

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
    """Write a trace and show the progress."""
    from tracer.export.format import ExportOptions

    # No line of progress among data that go to a terminal.
    quiet = quiet or (output is None and sys.stdout.isatty())
    progress = Progress("writing", trace.counts.visited, shown=not quiet)
    options = ExportOptions(**asked, on_progress=progress)
    try:
        if chosen.binary:
            with open_bytes_output(output) as file:
                chosen.write(trace, file, options)
        else:
            with open_text_output(output, for_people=chosen.name == "text") as out:
                chosen.write(trace, out, options)
    except KeyboardInterrupt:
        progress.clear()
        kept = f"{output} is unchanged" if output else "the output is incomplete"
        click.echo(f"plytrace: stopped; {kept}", err=True)
        raise SystemExit(STOPPED) from None
    finally:
        progress.clear()
