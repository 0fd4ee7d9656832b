"""PNG: the figure of the tree as a bitmap; an extra."""

from __future__ import annotations

from typing import IO

from tracer.export.format import ExportOptions, Format
from tracer.export.typeset import page_of, png_of
from tracer.recording.recording import Recording


def write(trace: Recording, out: IO[bytes], options: ExportOptions) -> None:
    """Write the figure of a trace at a step."""
    out.write(png_of(page_of(trace, options), options.dpi))


FORMAT = Format(
    "png",
    write,
    "the figure as a bitmap; with the extra `figures`",
    takes=("step", "show", "theme", "legend", "dpi"),
    binary=True,
    position=10,
)
