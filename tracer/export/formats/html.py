"""HTML: a self-contained page that steps through the search."""

from __future__ import annotations

from typing import TextIO

from tracer.export.format import ExportOptions, Format
from tracer.recording.recording import Recording
from tracer.web import Opening, fragment_of, page_of


def write(trace: Recording, out: TextIO, options: ExportOptions) -> None:
    """Write a trace as a page that steps through it, or as a fragment for another page."""
    make = fragment_of if options.fragment else page_of
    opening = Opening(options.step or 0, title=options.title)
    out.write(make(trace, opening, on_progress=options.on_progress))


FORMAT = Format(
    "html",
    write,
    "a page to step through the search, with predict mode, in one file",
    (".html", ".htm"),
    takes=("fragment", "step", "title"),
    position=14,
)
