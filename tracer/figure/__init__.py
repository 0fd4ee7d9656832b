"""The drawn tree: as data, in character cells, and as text."""

from __future__ import annotations

from tracer.figure.build import figure
from tracer.figure.chart import Box, Run, Window
from tracer.figure.drawing import Drawing, draw
from tracer.figure.key import key
from tracer.figure.labels import Detail, LabelStyle
from tracer.figure.levels import Level
from tracer.figure.model import Figure, FigureNode, Sign, Status
from tracer.figure.scene import Scene
from tracer.figure.text import draw_text
from tracer.figure.views import View

__all__ = [
    "Box",
    "Detail",
    "Drawing",
    "Figure",
    "FigureNode",
    "LabelStyle",
    "Level",
    "Run",
    "Scene",
    "Sign",
    "Status",
    "View",
    "Window",
    "draw",
    "draw_text",
    "figure",
    "key",
]
