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
from tracer.export.options import whole_number
from tracer.files import whole_file
from tracer.recording import Recording

__all__ = [
    "MOST_FRAMES",
    "check_frames",
    "chosen_steps",
    "frame_names",
    "frames",
    "left_over",
    "steps_between",
    "write_pages",
]

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
        steps: from the first to the last; None for all of them. If all of them are negative, they
            count from the end, as `range(-3, 0)` for the last three.
        every: of these the first, every so many after it, and always the last.

    Raises:
        UsageError: there are no such steps, or they are too many.
    """
    there = len(trace.tour)
    if not isinstance(steps, range | None):
        raise UsageError(f"steps is {steps!r:.60}", expected="a range, such as range(4, 12)")
    chosen = range(there) if steps is None else steps
    if chosen and chosen[-1] < 0:
        chosen = range(chosen.start + there, chosen.stop + there, chosen.step)
    if not chosen or chosen[0] < 0 or chosen[-1] >= there or chosen.step < 1:
        asked = chosen if steps is None else steps
        raise _no_steps(asked.start, asked.stop - 1, there)
    if whole_number("every", every, "a number from 1") < 1:
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


def steps_between(trace: Recording, first: int, last: int) -> range:
    """The steps from one to another, the last included; negative ones count from the end.

    Raises:
        UsageError: there are no such steps.
    """
    there = len(trace.tour)
    start, end = (step + there if step < 0 else step for step in (first, last))
    if not 0 <= start <= end < there:
        raise _no_steps(first, last, there)
    return range(start, end + 1)


def _no_steps(first: int, last: int, there: int) -> UsageError:
    return UsageError(
        f"there are no steps {first} to {last}",
        expected=f"some of 0 to {there - 1:,}, or from the end, as in -3 to -1",
    )


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
    stem = _stem(trace)
    digits = max(_DIGITS, len(str(len(trace.tour) - 1)))
    return [f"{stem}-{step:0{digits}}{format_.endings[0]}" for step in steps]


def left_over(folder: Path, trace: Recording, format_: Format, written: Iterable[str]) -> list[str]:
    """The frames in a folder that another export of the same source left there, by name.

    A program that takes all files of the folder would mix two searches.

    Args:
        folder: where frames have been written.
        trace: the search.
        format_: the frames' format.
        written: what these are called.
    """
    ours = re.compile(rf"{re.escape(_stem(trace))}-\d{{{_DIGITS},}}{re.escape(format_.endings[0])}")
    new = {*written}
    return sorted(
        one.name for one in folder.iterdir() if ours.fullmatch(one.name) and one.name not in new
    )


def _stem(trace: Recording) -> str:
    """What the names of a search's frames begin with."""
    called = trace.source
    if called.lstrip().startswith(("[", "{")):
        called = "tree"  # typed in place
    elif _SUFFIX.search(called):
        called = _SUFFIX.sub("", Path(called).name)
    return re.sub(r"[^\w.]+", "-", called)[:_MOST_LETTERS].strip("-.") or "tree"


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
