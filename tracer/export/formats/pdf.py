"""PDF: the figure of the tree on a page of its size, with searchable text; an extra."""

from __future__ import annotations

from typing import IO

from tracer.export.format import ExportOptions, Format
from tracer.export.typeset import page_of, pdf_of
from tracer.recording.recording import Recording


def write(trace: Recording, out: IO[bytes], options: ExportOptions) -> None:
    """Write the figure of a trace at a step."""
    out.write(pdf_of([page_of(trace, options)]))


FORMAT = Format(
    "pdf",
    write,
    "the figure on a page of its size; with the extra `figures`",
    takes=("step", "show", "theme", "legend"),
    binary=True,
    position=11,
)
