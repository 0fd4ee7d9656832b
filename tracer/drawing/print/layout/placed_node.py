"""A placed node of a diagram, in points from the top left."""

from __future__ import annotations

from dataclasses import dataclass

from tracer.drawing.print.contents.diagram_model import DiagramNode
from tracer.drawing.print.layout.edge_routes import Bounds, Point
from tracer.drawing.print.layout.node_boxes import NodeBox
from tracer.drawing.print.layout.text_lines import PlacedText


@dataclass(frozen=True, slots=True)
class PlacedNode:
    """A placed node."""

    node: DiagramNode
    x: float
    y: float
    box: NodeBox
    texts: tuple[PlacedText, ...]
    board: Point | None

    @property
    def bounds(self) -> Bounds:
        """The left, top, right and bottom, without the label of its edge."""
        box = self.box
        return (
            self.x - box.left,
            self.y - box.up,
            self.x + box.right,
            self.y + box.down,
        )

    @property
    def head(self) -> Point:
        """The end of the edge from its parent."""
        return self.x, self.y - (self.box.half_height or self.box.up)

    @property
    def foot(self) -> Point:
        """The start of the edges to its children."""
        return self.x, self.y + self.box.foot
