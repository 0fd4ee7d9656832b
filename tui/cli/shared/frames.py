"""`plytrace export --frames`: a figure of every step, in files or as pages of a PDF."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from engine.errors import UsageError
from tracer.export.figures import check_frames, frame_names, frames, leftover_frames, write_pages
from tracer.export.format import ExportOptions, Format
from tracer.files.atomic_files import make_folder, write_atomically
from tracer.runs.search_trace import Trace
from tui.terminal.interrupts import cancel_on_ctrl_c
from tui.terminal.output import Progress, inform, report

#: One step, or the first and the last.
_STEPS: Final = re.compile(r"\s*(-?\d{1,9})\s*(?:\.\.\s*(-?\d{1,9})\s*)?", re.ASCII)


def read_steps(text: str | None) -> tuple[int, int] | None:
    """Read `A..B` or a single step; return the first and the last step.

    Negative steps count from the end.
    """
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


def check_target(format_: Format, output: str | None, options: ExportOptions) -> str:
    """Check, before a long search, that the frames can be written."""
    check_frames(format_, options)
    if output is None:
        raise UsageError("frames need a folder", expected="-o FOLDER")
    if not _is_one_file(format_, output) and Path(output).is_file():
        raise UsageError(f"frames need a folder, and {output} is a file", expected="-o FOLDER")
    return output


def write_frames(
    trace: Trace,
    format_: Format,
    options: ExportOptions,
    output: str,
    steps: list[int],
) -> bool:
    """Write the frames and report progress; Ctrl-C keeps the finished ones."""
    progress = Progress("drawing", len(steps), unit="frames")
    one_file = _is_one_file(format_, output)
    stopped: list[bool] = []

    def to_do() -> Iterator[int]:
        for done, step in enumerate(steps):
            if stopped:
                return
            progress(done)
            yield step
        if one_file:
            progress(len(steps), "joining the pages")

    with progress, cancel_on_ctrl_c(lambda: stopped.append(True)):
        if one_file:
            done = write_pages(trace, output, options, to_do())
        else:
            done = _write_files(trace, format_, options, Path(output), steps, to_do())
    if not one_file:
        _report_leftovers(Path(output), trace, format_, steps[:done])
    if done == len(steps):
        return True
    note = f"stopped by hand after {done:,} of {len(steps):,} frames, written to {output}"
    if not done:
        note = f"stopped by hand before the first of {len(steps):,} frames"
    report(note)
    return False


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
        count = "1 frame" if len(others) == 1 else f"{len(others):,} frames"
        note = f"{folder} also contains {count} of an earlier export: {which}"
        inform(f"note: {note}")


def _is_one_file(format_: Format, output: str) -> bool:
    """Return whether all frames are pages of one file."""
    return format_.name == "pdf" and output.lower().endswith(".pdf")
