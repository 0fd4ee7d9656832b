"""`plytrace trace SOURCE`: run a search and print its trace."""

from __future__ import annotations

import json
import shlex
import sys
from io import StringIO
from pathlib import Path
from typing import TYPE_CHECKING, cast

import click

from engine.errors import Suggestion, UsageError
from engine.text import CleanStream
from tracer.export.format import FORMATS, LEAST_WIDTH, ExportOptions, find_format, printed_formats
from tracer.recording.recording import Recording
from tracer.text.printable_text import to_ascii
from tui.cli.shared.options import (
    Arguments,
    add_options,
    layout_of,
    needs_visits,
    record_for,
    take_search,
    take_source,
)
from tui.cli.shared.running import Searches
from tui.terminal.output import Progress, colored, open_text_output, wants_color

if TYPE_CHECKING:
    from tracer.steps.origin import Origin


@click.command("trace")
@add_options("trace")
@take_source
@take_search
def command(args: Arguments) -> None:
    """Search SOURCE and print the tree, visits, cutoffs, best line and counts."""
    chosen = find_format(args.format_name)
    if not chosen.printed:
        raise UsageError(
            f"trace does not print {args.format_name}",
            expected=f"one of {', '.join(printed_formats())}",
            hint=f"Try: plytrace export {shlex.quote(str(args.source))} -f {args.format_name}",
        )
    is_partial = args.summary or args.record == "counts"
    if args.critical and (is_partial or "critical" not in chosen.takes):
        raise UsageError(
            "--critical needs every visit, as text or json",
            expected="no --summary, no --record counts, and -f text or json",
        )
    if args.why is None and args.at is not None:
        raise UsageError("--at needs --why", expected="--why NODE.QUANTITY --at STEP")
    if args.why is not None:
        _check_why(args)
    if args.save:
        _check_name(args.save)
    if args.save and args.output and Path(args.save).resolve() == Path(args.output).resolve():
        raise UsageError(f"--save and -o both name {args.save}", expected="two different files")
    trace: Recording
    if not (args.save or args.why is not None or args.critical):
        from trees.sources import open_source

        args.source = open_source(args.source)
        args.record = record_for(args.record, args.source.game, args.options.get("search"))
    if args.record == "counts" and args.save:
        raise needs_visits("--save")
    searches = Searches()
    opened, options = searches.open_at_usual_depth(args.source, args.options)
    if args.record == "counts":
        trace = searches.run_counted(opened, options)
    else:
        trace = found = searches.run(opened, options)
        if args.save:
            found.save(args.save)
        if args.why is not None:
            origin = found.why(args.why, -1 if args.at is None else args.at)
            _print_origin(origin, args)
            return
    # A progress line would disturb data on a terminal.
    shown = args.output is not None or not sys.stdout.isatty()
    progress = Progress("writing", trace.counts.visited, shown=shown)
    layout = layout_of(args)
    export = ExportOptions(
        summary=args.summary,
        critical=args.critical,
        width=args.width or max(LEAST_WIDTH, layout.width),
        ascii=layout.ascii,
        on_progress=progress,
    )
    is_text = args.format_name == "text"
    with progress, open_text_output(args.output, for_people=is_text) as out:
        if is_text and wants_color(args.color, args.output):
            text = StringIO()
            chosen.write(trace, text, export)
            cast(CleanStream, out).write_styled(colored(text.getvalue()))
        else:
            chosen.write(trace, out, export)


def _check_why(args: Arguments) -> None:
    """Refuse the options that --why does not support."""
    if args.format_name not in ("text", "json"):
        raise UsageError(f"--why does not print {args.format_name}", expected="text or json")
    if args.record == "counts":
        raise needs_visits("--why")
    if args.summary:
        raise UsageError("--why and --summary cannot be combined", expected="only one of the two")


def _print_origin(origin: Origin, args: Arguments) -> None:
    with open_text_output(args.output, for_people=args.format_name == "text") as out:
        if args.format_name == "json":
            out.write(json.dumps(origin.as_json(), ensure_ascii=False) + "\n")
            return
        layout = layout_of(args)
        text = origin.text(layout.width) + "\n"
        out.write(to_ascii(text) if layout.ascii else text)


def _check_name(path: str) -> None:
    """Refuse the name of a file of another format, such as lecture.csv, for a saved trace."""
    if Path(path).suffix.lower() in {end for one in FORMATS.values() for end in one.endings}:
        raise UsageError(
            f"{path} is not the name of a saved trace",
            expected="a name that ends in .trace",
            hint=Suggestion(path, str(Path(path).with_suffix(".trace"))),
        )
