"""The view of a canvas at a step: a tree, whole or in part, at a level of zoom."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum

from tracer.drawing.terminal.tree_chart import LabelBox, NodesAtStep, Rows, TreeChart, Viewport


class ZoomLevel(IntEnum):
    """Levels of zoom, the closest first."""

    BOXES = 0  #: all texts
    VALUES = 1  #: symbols and values
    GLYPHS = 2  #: one symbol per node

    @property
    def words(self) -> str:
        """The description of the level."""
        return _WORDS[self]


_WORDS = {
    ZoomLevel.BOXES: "boxes with all details",
    ZoomLevel.VALUES: "symbols and values",
    ZoomLevel.GLYPHS: "one symbol per node",
}


@dataclass(kw_only=True, frozen=True, slots=True)
class CanvasView:
    """A drawn tree, whole or in part, at a step."""

    level: ZoomLevel
    focus: LabelBox
    keeps_place: bool
    chart: TreeChart
    look: NodesAtStep

    @property
    def width(self) -> int:
        """The columns of the drawing."""
        return self.chart.width

    @property
    def height(self) -> int:
        """The rows of the drawing."""
        return self.chart.height

    @property
    def anchor(self) -> int:
        """The column of the root."""
        return self.chart.columns[0]

    def rows(self, window: Viewport) -> Rows:
        """Return the visible rows."""
        return self.chart.rows(self.look, window)

    def row_at(self, x: int, y: int) -> int | None:
        """Return the row in the log of the visited node in a cell; None if there is none."""
        place = self.chart.place_at(self.look, x, y)
        return None if place is None else self.look.node(place).row

    def find_unvisited(self, x: int, y: int) -> tuple[int, str] | None:
        """Return the row of the parent, and the name, of the unvisited node in a cell."""
        place = self.chart.place_at(self.look, x, y)
        node = None if place is None else self.look.node(place)
        if node is None or node.row is not None or node.parent < 0:
            return None
        above = self.look.node(node.parent).row
        return None if above is None else (above, node.name)
