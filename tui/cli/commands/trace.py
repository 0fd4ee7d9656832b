"""`plytrace trace SOURCE`: run a search and print its trace."""

from __future__ import annotations

import json
import shlex
import shutil
import sys
from io import StringIO
from pathlib import Path
from typing import TYPE_CHECKING, cast

import click

from engine.errors import Suggestion, UsageError
from engine.text import CleanStream
from tracer.export.format import LEAST_WIDTH, ExportOptions
from tracer.recording.recording import Recording
from tracer.text.printable_text import to_ascii
from tui.cli.shared.options import SearchOptions, add_options, record_for, take_search, take_source
from tui.cli.shared.running import run, run_counted
from tui.terminal.output import Progress, colored, open_text_output, speaks_unicode, wants_color

if TYPE_CHECKING:
    from tracer.steps.origin import Origin
    from trees.sources import Source


@click.command("trace")
@add_options("trace")
@take_source
@take_search
def command(
    source: str | Source,
    options: SearchOptions,
    record: str | None,
    format_name: str,
    summary: bool,
    critical: bool,
    equilibria: bool,
    why: str | None,
    at: int | None,
    save: str | None,
    width: int | None,
    ascii_only: bool,
    color: str,
    output: str | None,
    quiet: bool,
) -> None:
    """Search SOURCE and print the tree, visits, cutoffs, best line and counts."""
    from tracer.export.registry import find_format, printed_formats

    chosen = find_format(format_name)
    if not chosen.printed:
        raise UsageError(
            f"trace does not print {format_name}",
            expected=f"one of {', '.join(printed_formats())}",
            hint=f"Try: plytrace export {shlex.quote(str(source))} -f {format_name}",
        )
    for option, given in (("critical", critical), ("equilibria", equilibria)):
        if given and (option not in chosen.takes or summary or record == "counts"):
            raise UsageError(
                f"--{option} needs every visit, as text or json",
                expected="no --summary, no --record counts, and -f text or json",
            )
    if why is None and at is not None:
        raise UsageError("--at needs --why", expected="--why NODE.QUANTITY --at STEP")
    if why is not None:
        _check_why(format_name, record, summary)
    if save:
        _check_name(save)
    if save and output and Path(save).resolve() == Path(output).resolve():
        raise UsageError(f"--save and -o both name {save}", expected="two different files")
    trace: Recording
    if not (save or why is not None or critical):
        from trees.sources import open_source

        source = open_source(source)
        record = record_for(record, source.game, options.get("search"))
    if record == "counts":
        if save:
            raise UsageError(
                "--save needs the visits, which --record counts does not keep",
                expected="only one of the two",
            )
        trace = run_counted(source, options, quiet=quiet)
    else:
        trace = found = run(source, options, quiet=quiet)
        if save:
            found.save(save)
        if why is not None:
            origin = found.why(why, -1 if at is None else at)
            _print_origin(origin, format_name, output, width, ascii_only)
            return
    # A progress line would disturb data on a terminal.
    quiet = quiet or (output is None and sys.stdout.isatty())
    progress = Progress("writing", trace.counts.visited, shown=not quiet)
    export = ExportOptions(
        summary=summary,
        critical=critical,
        equilibria=equilibria,
        width=width or max(LEAST_WIDTH, shutil.get_terminal_size((80, 24)).columns),
        ascii=ascii_only or not speaks_unicode(output),
        on_progress=progress,
    )
    try:
        with open_text_output(output, for_people=format_name == "text") as out:
            if format_name == "text" and wants_color(color, output):
                text = StringIO()
                chosen.write(trace, text, export)
                cast(CleanStream, out).write_styled(colored(text.getvalue()))
            else:
                chosen.write(trace, out, export)
    finally:
        progress.clear()


def _check_why(format_name: str, record: str | None, summary: bool) -> None:
    """Refuse the options that --why does not support."""
    if format_name not in ("text", "json"):
        raise UsageError(f"--why does not print {format_name}", expected="text or json")
    if record == "counts":
        raise UsageError(
            "--why needs the visits, which --record counts does not keep",
            expected="only one of the two",
        )
    if summary:
        raise UsageError("--why and --summary cannot be combined", expected="only one of the two")


def _print_origin(
    origin: Origin, format_name: str, output: str | None, width: int | None, ascii_only: bool
) -> None:
    with open_text_output(output, for_people=format_name == "text") as out:
        if format_name == "json":
            out.write(json.dumps(origin.as_json(), ensure_ascii=False) + "\n")
            return
        text = origin.text(width or shutil.get_terminal_size((80, 24)).columns) + "\n"
        out.write(to_ascii(text) if ascii_only or not speaks_unicode(output) else text)


def _check_name(path: str) -> None:
    """Refuse the name of a file of another format, such as lecture.csv, for a saved trace."""
    from tracer.export.registry import FORMATS

    if Path(path).suffix.lower() in {end for one in FORMATS.values() for end in one.endings}:
        raise UsageError(
            f"{path} is not the name of a saved trace",
            expected="a name that ends in .trace",
            hint=Suggestion(path, str(Path(path).with_suffix(".trace"))),
        )
