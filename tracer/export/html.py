"""HTML: a player of the search in one file, with nothing from elsewhere."""

from __future__ import annotations

from typing import TextIO

from engine.errors import UsageError
from tracer.export.options import ExportOptions
from tracer.player import Opening, fragment_of, page_of
from tracer.recording import Recording

__all__ = ["write"]


def write(trace: Recording, out: TextIO, options: ExportOptions) -> None:
    """Write a trace as a page that steps through it, or as a section for a page of one's own.

    Raises:
        UsageError: the trace is too large.
    """
    if options.summary:
        raise UsageError("a player has no summary", expected="a format such as text or json")
    make = fragment_of if options.fragment else page_of
    out.write(make(trace, Opening(options.step or 0), on_progress=options.on_progress))
