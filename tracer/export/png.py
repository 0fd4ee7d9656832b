"""PNG: the figure of the tree as a picture of dots; an extra."""

from __future__ import annotations

from typing import IO

from tracer.export.options import ExportOptions
from tracer.export.typeset import page_of, png_of
from tracer.recording import Recording

__all__ = ["write"]


def write(trace: Recording, out: IO[bytes], options: ExportOptions) -> None:
    """Write the figure of a trace at a step.

    Raises:
        UsageError: the picture would be too large.
        InvalidInput: the package typst is not installed.
    """
    out.write(png_of(page_of(trace, options), options.dpi))
