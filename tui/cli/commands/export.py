"""`plytrace export SOURCE|TRACE`: a trace as a table or a figure, in a file."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final, cast

import click

from engine.errors import UsageError
from tracer.archive import is_saved_trace
from tracer.export.figures import (
    check_frames,
    chosen_steps,
    frame_names,
    frames,
    leftover_frames,
    steps_between,
    write_pages,
)
from tracer.export.format import ExportKeywords, ExportOptions, Format, check_options, choose_format
from tracer.files.atomic_files import make_folder, write_atomically
from tracer.runs.search_trace import Trace
from tracer.text.numbers import show_count
from tui.cli.shared.options import Arguments, add_options, take_search, take_source
from tui.cli.shared.running import load_saved, run
from tui.terminal.interrupts import STOPPED, cancel_on_ctrl_c
from tui.terminal.output import (
    Progress,
    inform,
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


def _write(trace: Trace, chosen: Format, asked: ExportKeywords, args: Arguments) -> None:
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


# `--frames`: a figure of every step, in files or as pages of a PDF.

#: One step, or the first and the last.
_STEPS: Final = re.compile(r"\s*(-?\d{1,9})\s*(?:\.\.\s*(-?\d{1,9})\s*)?", re.ASCII)


def _write_frames(chosen: Format, asked: ExportKeywords, args: Arguments) -> None:
    """Write a figure for each chosen step, with progress; Ctrl-C keeps the finished ones."""
    named, options, output = _read_steps(args.steps), ExportOptions(**asked), args.output
    check_frames(chosen, options)
    if output is None:
        raise UsageError("frames need a folder", expected="-o FOLDER")
    is_one_file = chosen.name == "pdf" and output.lower().endswith(".pdf")
    if not is_one_file and Path(output).is_file():
        raise UsageError(f"frames need a folder, and {output} is a file", expected="-o FOLDER")
    trace = _opened(args)
    between = None if named is None else steps_between(trace, *named)
    steps = chosen_steps(trace, between, args.every or 1)
    progress = Progress("drawing", len(steps), unit="frames")
    stopped: list[bool] = []

    def to_do() -> Iterator[int]:
        for done, step in enumerate(steps):
            if stopped:
                return
            progress(done)
            yield step
        if is_one_file:
            progress(len(steps), "joining the pages")

    with progress, cancel_on_ctrl_c(lambda: stopped.append(True)):
        if is_one_file:
            done = write_pages(trace, output, options, to_do())
        else:
            done = _write_files(trace, chosen, options, Path(output), steps, to_do())
    if not is_one_file:
        _report_leftovers(Path(output), trace, chosen, steps[:done])
    if done < len(steps):
        note = f"stopped by hand after {done:,} of {len(steps):,} frames, written to {output}"
        report(note if done else f"stopped by hand before the first of {len(steps):,} frames")
        raise SystemExit(STOPPED)


def _read_steps(text: str | None) -> tuple[int, int] | None:
    """Return the first and the last step of `A..B`; negative ones count from the end."""
    if text is None:
        return None
    named = _STEPS.fullmatch(text.replace("−", "-"))
    if named is None:
        raise UsageError(
            f"{text!r} is not a range of steps", expected="A..B, such as 0..20 or -3..-1"
        )
    first = int(named[1])
    last = first if named[2] is None else int(named[2])
    if last < first and (first < 0) == (last < 0):
        raise UsageError(f"the range {text!r} is reversed", expected=f"{last}..{first}")
    return first, last


def _write_files(
    trace: Trace,
    format_: Format,
    options: ExportOptions,
    folder: Path,
    steps: list[int],
    to_do: Iterator[int],
) -> int:
    """Write each frame to its own file, and return their number."""
    make_folder(folder, hint="Choose another folder")
    done = 0
    names = frame_names(trace, format_, steps)
    for name, frame in zip(names, frames(trace, format_, options, to_do), strict=False):
        data = frame if isinstance(frame, bytes) else frame.encode()
        with write_atomically(folder / name) as unfinished:
            unfinished.write_bytes(data)
        done += 1
    return done


def _report_leftovers(folder: Path, trace: Trace, format_: Format, steps: list[int]) -> None:
    """Report the frames of an earlier export in the same folder."""
    others = leftover_frames(folder, trace, format_, frame_names(trace, format_, steps))
    if others:
        which = others[0] if len(others) == 1 else f"{others[0]} to {others[-1]}"
        count = show_count(len(others), "frame")
        note = f"{folder} also contains {count} of an earlier export: {which}"
        inform(f"note: {note}")
