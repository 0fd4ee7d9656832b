"""SVG: the figure of the tree for print and for the web."""

from __future__ import annotations

from typing import TextIO

from tracer.drawing.print.diagrams import diagram_of
from tracer.drawing.print.svg_figure import svg_of
from tracer.export.format import ExportOptions, Format
from tracer.recording.recording import Recording


def write(trace: Recording, out: TextIO, options: ExportOptions) -> None:
    """Write the figure of a trace at a step."""
    diagram = diagram_of(trace, show=options.show, step=options.step)
    out.write(svg_of(diagram, theme=options.theme, legend=options.legend))


FORMAT = Format(
    "svg",
    write,
    "a figure of the tree, for print and for the web",
    takes=("step", "show", "theme", "legend"),
    position=9,
)
