"""The drawn tree: as data, in character cells, and as text."""

from __future__ import annotations

from tracer.figure.build import figure
from tracer.figure.drawing import Box, Drawing, Run, draw
from tracer.figure.key import key
from tracer.figure.labels import Detail, LabelStyle
from tracer.figure.model import Figure, FigureNode, Sign, Status
from tracer.figure.scene import Scene, View
from tracer.figure.text import draw_text

__all__ = [
    "Box",
    "Detail",
    "Drawing",
    "Figure",
    "FigureNode",
    "LabelStyle",
    "Run",
    "Scene",
    "Sign",
    "Status",
    "View",
    "draw",
    "draw_text",
    "figure",
    "key",
]
