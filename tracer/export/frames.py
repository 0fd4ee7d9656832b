"""A figure at every step of a search, for slides: all of one size, nodes at their place."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from io import BytesIO, StringIO
from pathlib import Path
from typing import Final

from engine.errors import UsageError
from tracer.export import FORMATS, ExportOptions, Format
from tracer.files import whole_file
from tracer.recording import Recording

__all__ = ["MOST_FRAMES", "check_frames", "chosen_steps", "frame_names", "frames", "write_pages"]

#: Frames that are made at once.
MOST_FRAMES: Final = 10_000

#: Letters of the name that frames have in common, and the fewest digits of their numbers.
_MOST_LETTERS: Final = 60
_DIGITS: Final = 3

#: How the names of sources end, which those of their frames do without.
_SUFFIX: Final = re.compile(r"\.(ya?ml|json|efg|test|trace|py)$", re.IGNORECASE)


def check_frames(format_: Format, options: ExportOptions) -> None:
    """See that there is something to be seen step by step.

    Raises:
        UsageError: the format is no figure, a step is chosen already, or a worksheet is asked for.
    """
    if not format_.figure:
        raise UsageError(
            f"the format {format_.name} has no frames",
            expected=f"one of {', '.join(one.name for one in FORMATS.values() if one.figure)}",
        )
    if options.step is not None:
        raise UsageError(
            "step and frames exclude each other", expected="steps, from the first to the last"
        )
    if options.show == "worksheet":
        raise UsageError(
            "a worksheet is the same at every step", expected="frames of the key or the windows"
        )


def chosen_steps(trace: Recording, steps: range | None = None, every: int = 1) -> list[int]:
    """The steps that frames are made of.

    Args:
        trace: the search.
        steps: from the first to the last; None for all of them.
        every: of these the first, every so many after it, and always the last.

    Raises:
        UsageError: there are no such steps, or they are too many.
    """
    there = len(trace.tour)
    chosen = range(there) if steps is None else steps
    if not chosen or chosen[0] < 0 or chosen[-1] >= there or chosen.step < 1:
        what = f"{chosen.start} to {chosen.stop - 1}"
        raise UsageError(f"there are no steps {what}", expected=f"some of 0 to {there - 1:,}")
    if every < 1:
        raise UsageError(f"every {every} steps is nothing", expected="a number from 1")
    found = [*chosen[::every]]
    if found[-1] != chosen[-1]:
        found.append(chosen[-1])
    if len(found) > MOST_FRAMES:
        raise UsageError(
            f"{len(found):,} frames are too many",
            expected=f"no more than {MOST_FRAMES:,}",
            hint="Choose some of the steps, or every tenth",
        )
    return found


def frames(
    trace: Recording, format_: Format, options: ExportOptions, steps: Iterable[int]
) -> Iterator[str | bytes]:
    """The figure at each of some steps, one after the other.

    Args:
        trace: the search.
        format_: one that is a figure.
        options: what is asked of every figure.
        steps: which steps.
    """
    for step in steps:
        out = BytesIO() if format_.binary else StringIO()
        format_.write(trace, out, replace(options, step=step))
        yield out.getvalue()


def frame_names(trace: Recording, format_: Format, steps: Iterable[int]) -> list[str]:
    """What the files of frames are called, such as `lecture-007.svg`, so that they sort by step."""
    called = trace.source
    if called.lstrip().startswith(("[", "{")):
        called = "tree"  # typed in place
    elif _SUFFIX.search(called):
        called = _SUFFIX.sub("", Path(called).name)
    stem = re.sub(r"[^\w.]+", "-", called)[:_MOST_LETTERS].strip("-.") or "tree"
    digits = max(_DIGITS, len(str(len(trace.tour) - 1)))
    return [f"{stem}-{step:0{digits}}{format_.endings[0]}" for step in steps]


def write_pages(
    trace: Recording, path: str | Path, options: ExportOptions, steps: Iterable[int]
) -> int:
    """Write one PDF with a page for each of some steps.

    Args:
        trace: the search.
        path: the file, written whole or not at all.
        options: what is asked of every page.
        steps: which steps; there is a page for each that this gives.

    Returns:
        How many pages there are.

    Raises:
        UsageError: they cannot be shown so; see `diagram_of`.
        InvalidInput: the file cannot be written, or the package typst is not installed.
    """
    from tracer.export.typeset import page_of, pdf_of  # late: no other format needs it

    pages = [page_of(trace, replace(options, step=step)) for step in steps]
    if pages:
        made = pdf_of(pages)
        with whole_file(path) as unfinished:
            unfinished.write_bytes(made)
    return len(pages)
