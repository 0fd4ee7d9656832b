"""PDF: the figure of the tree on a page of its size, with text that can be searched; an extra."""

from __future__ import annotations

from typing import IO

from tracer.export.options import ExportOptions
from tracer.export.typeset import page_of, pdf_of
from tracer.recording import Recording

__all__ = ["write"]


def write(trace: Recording, out: IO[bytes], options: ExportOptions) -> None:
    """Write the figure of a trace at a step.

    Raises:
        InvalidInput: the package typst is not installed.
    """
    out.write(pdf_of([page_of(trace, options)]))
