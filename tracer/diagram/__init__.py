"""A tree as a figure for print: what is in it and where it stands, before any format draws it."""

from __future__ import annotations

from tracer.diagram.build import MOST_NODES, board_of_game, diagram_of, worksheet_of
from tracer.diagram.layout import Edge, Layout, Spot, lay_out
from tracer.diagram.model import Diagram, DiagramNode, Position

__all__ = [
    "MOST_NODES",
    "Diagram",
    "DiagramNode",
    "Edge",
    "Layout",
    "Position",
    "Spot",
    "board_of_game",
    "diagram_of",
    "lay_out",
    "worksheet_of",
]
