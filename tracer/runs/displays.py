"""The display of a trace in notebooks: its solved tree as a drawing, its tables as text."""

from __future__ import annotations

from base64 import b64encode
from html import escape
from typing import Final

from engine.errors import UsageError
from engine.text import Bundle
from tracer.drawing.print.diagram_model import Diagram
from tracer.drawing.print.diagram_words import description, heading
from tracer.drawing.print.svg_figure import svg_of
from tracer.export.registry import find_format
from tracer.recording.recording import Recording

#: Trees with more nodes are not drawn automatically.
_MOST_NODES: Final = 200

#: Columns of text.
_WIDTH: Final = 100

_TEXT: Final = "text/plain"


def trace_bundle(trace: Recording) -> Bundle:
    """Return a drawing and tables of a trace; for a large one, a summary with advice."""
    from tracer.drawing.print.diagrams import diagram_of

    try:
        diagram = diagram_of(trace, most=_MOST_NODES)
    except UsageError:
        return {_TEXT: _search_summary(trace)}
    text = _text(trace) if len(trace.log) <= _MOST_NODES else _search_summary(trace)
    return diagram_bundle(diagram, text)


def _text(trace: Recording, *, summary: bool = False) -> str:
    """Return a trace as text."""
    text = find_format("text").export(trace, None, {"summary": summary, "width": _WIDTH})
    return str(text).rstrip("\n")


def _search_summary(trace: Recording) -> str:
    """Return a summary of a search, and how to explore it."""
    return (
        f"{_text(trace, summary=True)}\n\n"
        'Too large to draw here: .export("svg", "tree.svg") draws up to 2,000 nodes, .visits and\n'
        '.cutoffs list the rows, and .save("x.trace") saves it for plytrace step x.trace.'
    )


# The display of a diagram in notebooks.


def diagram_bundle(diagram: Diagram, text: str) -> Bundle:
    """Return a diagram as a picture with alternative text, as SVG and as text.

    Programs that convert notebooks to web pages show a bare SVG without its description, hence the
    picture in HTML. Those that make PDF use the SVG.
    """
    svg = svg_of(diagram)
    source = f"data:image/svg+xml;base64,{b64encode(svg.encode()).decode()}"
    alternative = escape(f"{heading(diagram)}. {description(diagram)}")
    picture = f'<img alt="{alternative}" src="{source}">'
    return {"text/html": picture, "image/svg+xml": svg, "text/plain": text}
