"""`plytrace export --frames`: a figure at every step, each in a file, or pages of one PDF."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click

from engine.errors import InvalidInput, UsageError
from tracer.export import ExportOptions
from tracer.export.frames import check_frames, frame_names, frames, left_over, write_pages
from tracer.files import whole_file
from tui.cli.interrupts import cancelled_by_ctrl_c
from tui.cli.progress import Progress

if TYPE_CHECKING:
    from tracer.export import Format
    from tracer.search_trace import Trace

__all__ = ["check_target", "read_steps", "write_frames"]

#: One step, or the first and the last.
_STEPS: Final = re.compile(r"\s*(-?\d{1,9})\s*(?:\.\.\s*(-?\d{1,9})\s*)?", re.ASCII)


def read_steps(text: str | None) -> tuple[int, int] | None:
    """The first and the last step that `A..B` names, or one step; negative ones from the end.

    Raises:
        UsageError: it is neither.
    """
    if text is None:
        return None
    named = _STEPS.fullmatch(text.replace("−", "-"))
    if named is None:
        raise UsageError(f"{text!r} names no steps", expected="A..B, such as 0..20 or -3..-1")
    first = int(named[1])
    last = first if named[2] is None else int(named[2])
    if last < first and (first < 0) == (last < 0):
        raise UsageError(f"{text!r} goes backwards", expected=f"{last}..{first}")
    return first, last


def check_target(format_: Format, output: str | None, options: ExportOptions) -> str:
    """See, before a search that may take long, that frames can be written where they are to go.

    Returns:
        Where they go.

    Raises:
        UsageError: the format has no frames, or there is no folder to write to.
    """
    check_frames(format_, options)
    if output is None:
        raise UsageError("frames are many files", expected="-o FOLDER")
    if not _is_one_file(format_, output) and Path(output).is_file():
        raise UsageError(f"{output} is a file, and frames are many", expected="-o FOLDER")
    return output


def write_frames(
    trace: Trace,
    format_: Format,
    options: ExportOptions,
    output: str,
    steps: list[int],
    *,
    quiet: bool,
) -> bool:
    """Write the frames, with word of how far it is; Ctrl-C leaves those that there are.

    Args:
        trace: the search.
        format_: one that is a figure.
        options: what is asked of every figure.
        output: a folder, made where it is not there; or for PDF a file with a page for each.
        steps: which steps.
        quiet: say nothing on standard error but errors.

    Returns:
        Whether all of them were written.

    Raises:
        InvalidInput: the folder or a file cannot be written, or a package is missing.
    """
    progress = Progress("drawing", len(steps), shown=not quiet, unit="frames")
    one_file = _is_one_file(format_, output)
    stopped: list[bool] = []

    def to_do() -> Iterator[int]:
        for done, step in enumerate(steps):
            if stopped:
                return
            progress(done)
            yield step
        if one_file:
            progress(len(steps), "putting the pages together")

    try:
        with cancelled_by_ctrl_c(lambda: stopped.append(True)):
            if one_file:
                done = write_pages(trace, output, options, to_do())
            else:
                done = _write_files(trace, format_, options, Path(output), steps, to_do())
    finally:
        progress.clear()
    if not quiet and not _is_one_file(format_, output):
        _tell_of_others(Path(output), trace, format_, steps[:done])
    if done == len(steps):
        return True
    note = f"stopped after {done:,} of {len(steps):,} frames by hand, which are in {output}"
    if not done:
        note = f"stopped before the first of {len(steps):,} frames was written"
    click.echo(f"plytrace: {note}", err=True)
    return False


def _write_files(
    trace: Trace,
    format_: Format,
    options: ExportOptions,
    folder: Path,
    steps: list[int],
    to_do: Iterator[int],
) -> int:
    """Write each frame to a file of its own, and say how many there are."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise InvalidInput(
            f"cannot be made: {error.strerror}", where=str(folder), hint="Choose another folder"
        ) from error
    done = 0
    names = frame_names(trace, format_, steps)
    for name, frame in zip(names, frames(trace, format_, options, to_do), strict=False):
        data = frame if isinstance(frame, bytes) else frame.encode()
        with whole_file(folder / name) as unfinished:
            unfinished.write_bytes(data)
        done += 1
    return done


def _tell_of_others(folder: Path, trace: Trace, format_: Format, steps: list[int]) -> None:
    """Say which frames of an earlier export are still there among those that were written."""
    others = left_over(folder, trace, format_, frame_names(trace, format_, steps))
    if others:
        which = others[0] if len(others) == 1 else f"{others[0]} to {others[-1]}"
        count = "1 frame" if len(others) == 1 else f"{len(others):,} frames"
        note = f"{folder} has {count} of an earlier export besides: {which}"
        click.echo(f"plytrace: note: {note}", err=True)


def _is_one_file(format_: Format, output: str) -> bool:
    """Whether all frames are pages of one file."""
    return format_.name == "pdf" and output.lower().endswith(".pdf")
