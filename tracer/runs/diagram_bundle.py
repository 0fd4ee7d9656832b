"""The display of a diagram in notebooks."""

from __future__ import annotations

from base64 import b64encode
from html import escape

from engine.text.notebook_display import Bundle
from tracer.drawing.print.contents.alt_text import description, heading
from tracer.drawing.print.contents.diagram_model import Diagram
from tracer.drawing.print.svg.svg_figure import svg_of


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
