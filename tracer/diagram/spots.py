"""Where a node of a diagram stands, in points from the top left."""

from __future__ import annotations

from dataclasses import dataclass

from tracer.diagram.blocks import Block
from tracer.diagram.model import DiagramNode
from tracer.diagram.routes import Bounds, Point
from tracer.diagram.texts import Text

__all__ = ["Spot"]


@dataclass(frozen=True, slots=True)
class Spot:
    """A node in its place.

    Args:
        node: the node.
        x: the middle of its sign.
        y: the same.
        block: what is drawn around there.
        texts: what is written at it and at the edge that leads to it.
        board: the left and the top of its board, or None.
    """

    node: DiagramNode
    x: float
    y: float
    block: Block
    texts: tuple[Text, ...]
    board: Point | None

    @property
    def bounds(self) -> Bounds:
        """The left, top, right and bottom of all but the label of its edge."""
        block = self.block
        return (
            self.x - block.left,
            self.y - block.up,
            self.x + block.right,
            self.y + block.down,
        )

    @property
    def head(self) -> Point:
        """Where the edge from its parent ends."""
        return self.x, self.y - (self.block.half_height or self.block.up)

    @property
    def foot(self) -> Point:
        """Where the edges to its children begin."""
        return self.x, self.y + self.block.foot
