"""`plytrace export SOURCE|TRACE`: a trace as a table or a figure, in a file."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import cast

import click

from engine.errors import UsageError
from tracer.archive import is_saved_trace
from tracer.export.format import ExportKeywords, ExportOptions, Format, check_options, choose_format
from tracer.runs.search_trace import Trace
from tui.cli.shared.options import Arguments, add_options, take_search, take_source
from tui.cli.shared.running import load_saved, run
from tui.terminal.interrupts import STOPPED
from tui.terminal.output import (
    Progress,
    open_bytes_output,
    open_text_output,
    report,
    speaks_unicode,
)

#: The options that formats take under the same names.
_KEYWORDS = ("step", "show", "theme", "legend", "dpi", "summary", "fragment", "width")


@click.command("export")
@add_options("export")
@take_source
@take_search
def command(args: Arguments) -> None:
    """Write the search of SOURCE, or a trace FILE made by trace --save, for other programs."""
    if not args.frames and (args.steps or args.every):
        raise UsageError("--steps and --every need --frames")
    if args.format_name is None and args.output is None:
        raise UsageError("the format is missing", expected="-f NAME, or -o with a file's name")
    chosen = choose_format(args.format_name, args.output)
    keywords = {name: getattr(args, name) for name in _KEYWORDS} | {
        "title": args.title or None,
        "ascii": args.ascii_only,
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
    if args.frames:
        _write_frames(chosen, asked, args)
        return
    if args.output is not None and Path(args.output).is_dir():
        raise UsageError(f"{args.output} is a folder", expected="-o FILE, or --frames")
    if chosen.binary and args.output is None and sys.stdout.isatty():
        # Refuse it before the search, which may take long.
        raise UsageError(f"a terminal cannot show {chosen.name}", expected="-o FILE, or a pipe")
    trace = _opened(args)
    steps_there = len(trace.replay)
    if args.step is not None and not -steps_there <= args.step < steps_there:
        raise UsageError(
            f"there is no step {args.step}", expected=f"0 to {steps_there - 1}, or -1 for the last"
        )
    if chosen.name == "text" and not speaks_unicode(args.output):
        asked["ascii"] = True
    _write(trace, chosen, asked, args)


def _opened(args: Arguments) -> Trace:
    """Return a saved trace, or the search of a SOURCE."""
    source = args.source
    if not isinstance(source, str) or not is_saved_trace(source):
        return run(source, args.options)
    return load_saved(source, args.options)


def _write_frames(chosen: Format, asked: ExportKeywords, args: Arguments) -> None:
    """Write a figure for each chosen step."""
    from tracer.export.figures import chosen_steps, steps_between
    from tui.cli.shared.frames import (  # late: seldom asked for
        check_target,
        read_steps,
        write_frames,
    )

    named = read_steps(args.steps)
    wanted = ExportOptions(**asked)
    folder = check_target(chosen, args.output, wanted)
    trace = _opened(args)
    between = None if named is None else steps_between(trace, *named)
    chosen_ones = chosen_steps(trace, between, args.every or 1)
    if not write_frames(trace, chosen, wanted, folder, chosen_ones):
        raise SystemExit(STOPPED)


def _write(trace: Trace, chosen: Format, asked: ExportKeywords, args: Arguments) -> None:
    """Write a trace and show the progress."""
    # No line of progress among data that go to a terminal.
    output = args.output
    shown = output is not None or not sys.stdout.isatty()
    progress = Progress("writing", trace.counts.visited, shown=shown)
    options = ExportOptions(**asked, on_progress=progress)
    try:
        with progress:
            if chosen.binary:
                with open_bytes_output(output) as file:
                    chosen.write(trace, file, options)
            else:
                with open_text_output(output, for_people=chosen.name == "text") as out:
                    chosen.write(trace, out, options)
    except KeyboardInterrupt:
        kept = f"{output} is unchanged" if output else "the output is incomplete"
        report(f"stopped; {kept}")
        raise SystemExit(STOPPED) from None
