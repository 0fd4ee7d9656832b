"""The figure of a search in each format, and figures of all its steps, for slides."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from io import BytesIO, StringIO
from pathlib import Path
from typing import Final, TextIO

from engine.errors import UsageError
from tracer.drawing.print.diagrams import diagram_of
from tracer.drawing.print.svg_figure import svg_of
from tracer.export.format import FORMATS, ExportOptions, Format, whole_number
from tracer.files.atomic_files import write_atomically
from tracer.recording.recording import Recording

#: The largest number of frames.
MOST_FRAMES: Final = 10_000

#: The longest common stem of frames' names, and the smallest number of digits after it.
_MOST_LETTERS: Final = 60
_DIGITS: Final = 3

#: The suffixes of sources that the names of frames omit.
_SUFFIX: Final = re.compile(r"\.(ya?ml|json|efg|test|trace|py)$", re.IGNORECASE)


def check_frames(format_: Format, options: ExportOptions) -> None:
    """Check that frames make sense."""
    if not format_.figure:
        figures = (one.name for one in FORMATS.values() if one.figure)
        raise UsageError(
            f"the format {format_.name} does not support frames",
            expected=f"one of {', '.join(figures)}",
        )
    if options.step is not None:
        raise UsageError("step and frames cannot be combined", expected="a range of steps")
    if options.show == "worksheet":
        raise UsageError("a worksheet is the same at every step", expected="the key or the windows")


def chosen_steps(trace: Recording, steps: range | None = None, every: int = 1) -> list[int]:
    """Return the steps of the frames."""
    there = len(trace.tour)
    if not isinstance(steps, range | None):
        raise UsageError(f"steps cannot be {steps!r:.60}", expected="a range, such as range(4, 12)")
    chosen = range(there) if steps is None else steps
    if chosen and chosen[-1] < 0:
        chosen = range(chosen.start + there, chosen.stop + there, chosen.step)
    if not chosen or chosen[0] < 0 or chosen[-1] >= there or chosen.step < 1:
        asked = chosen if steps is None else steps
        raise _no_steps(asked.start, asked.stop - 1, there)
    if whole_number("every", every, "a number from 1") < 1:
        raise UsageError(f"every cannot be {every}", expected="a number from 1")
    found = [*chosen[::every]]
    if found[-1] != chosen[-1]:
        found.append(chosen[-1])
    if len(found) > MOST_FRAMES:
        raise UsageError(
            f"{len(found):,} frames are too many",
            expected=f"at most {MOST_FRAMES:,}",
            hint="Choose a range of steps, or every tenth step",
        )
    return found


def steps_between(trace: Recording, first: int, last: int) -> range:
    """Return the steps from first to last, inclusive; negative ones count from the end."""
    there = len(trace.tour)
    start, end = (step + there if step < 0 else step for step in (first, last))
    if not 0 <= start <= end < there:
        raise _no_steps(first, last, there)
    return range(start, end + 1)


def _no_steps(first: int, last: int, there: int) -> UsageError:
    return UsageError(
        f"there are no steps {first} to {last}",
        expected=f"steps from 0 to {there - 1:,}, or from the end, such as -3 to -1",
    )


def frames(
    trace: Recording, format_: Format, options: ExportOptions, steps: Iterable[int]
) -> Iterator[str | bytes]:
    """Yield the figures at some steps."""
    for step in steps:
        out = BytesIO() if format_.binary else StringIO()
        format_.write(trace, out, replace(options, step=step))
        yield out.getvalue()


def frame_names(trace: Recording, format_: Format, steps: Iterable[int]) -> list[str]:
    """Return the file names of frames, such as `lecture-007.svg`, which sort by step."""
    stem = _stem(trace)
    digits = max(_DIGITS, len(str(len(trace.tour) - 1)))
    return [f"{stem}-{step:0{digits}}{format_.endings[0]}" for step in steps]


def leftover_frames(
    folder: Path, trace: Recording, format_: Format, written: Iterable[str]
) -> list[str]:
    """Return the names of frames in a folder from an earlier export of the same source.

    A program that uses all files of the folder would mix two searches.
    """
    ours = re.compile(rf"{re.escape(_stem(trace))}-\d{{{_DIGITS},}}{re.escape(format_.endings[0])}")
    new = {*written}
    return sorted(
        one.name for one in folder.iterdir() if ours.fullmatch(one.name) and one.name not in new
    )


def _stem(trace: Recording) -> str:
    """Return the common stem of the names of a search's frames."""
    called = trace.source
    if called.lstrip().startswith(("[", "{")):
        called = "tree"  # typed on the command line
    elif _SUFFIX.search(called):
        called = _SUFFIX.sub("", Path(called).name)
    return re.sub(r"[^\w.]+", "-", called)[:_MOST_LETTERS].strip("-.") or "tree"


def write_pages(
    trace: Recording, path: str | Path, options: ExportOptions, steps: Iterable[int]
) -> int:
    """Write one PDF with a page for each of some steps."""
    from tracer.export.typeset import page_of, pdf_of  # late: no other format needs it

    pages = [page_of(trace, replace(options, step=step)) for step in steps]
    if pages:
        made = pdf_of(pages)
        with write_atomically(path) as unfinished:
            unfinished.write_bytes(made)
    return len(pages)


# Figures on pages of the web --------------------------------------------------------------------


def write_svg(trace: Recording, out: TextIO, options: ExportOptions) -> None:
    """Write the figure for print and for the web."""
    diagram = diagram_of(trace, show=options.show, step=options.step)
    out.write(svg_of(diagram, theme=options.theme, legend=options.legend))


def write_html(trace: Recording, out: TextIO, options: ExportOptions) -> None:
    """Write a page that steps through the search, or a fragment for another page."""
    from tracer.web.page import Opening, page_of

    opening = Opening(options.step or 0, title=options.title)
    kind: Final = "fragment" if options.fragment else "page"
    out.write(page_of(trace, opening, kind, on_progress=options.on_progress))
