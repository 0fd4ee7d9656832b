"""The views of a canvas at a step: a drawn tree, or a search as an icicle."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from enum import IntEnum

from tracer.drawing.canvas.icicle_chart import IcicleChart
from tracer.drawing.terminal.tree_chart import (
    LabelBox,
    NodesAtStep,
    Rows,
    TextRun,
    TreeChart,
    Viewport,
)


class ZoomLevel(IntEnum):
    """Levels of zoom, the closest first."""

    BOXES = 0  #: all texts
    VALUES = 1  #: symbols and values
    GLYPHS = 2  #: one symbol per node
    DENSITY = 3  #: the whole search, of any length

    @property
    def words(self) -> str:
        """The description of the level."""
        return _WORDS[self]


_WORDS = {
    ZoomLevel.BOXES: "boxes with all details",
    ZoomLevel.VALUES: "symbols and values",
    ZoomLevel.GLYPHS: "one symbol per node",
    ZoomLevel.DENSITY: "density: all visits in order",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class CanvasView(ABC):
    """The view of a canvas at a step."""

    level: ZoomLevel
    width: int
    height: int
    focus: LabelBox
    keeps_place: bool
    anchor: int = 0
    legend: tuple[TextRun, ...] = ()

    @abstractmethod
    def rows(self, window: Viewport) -> Rows:
        """Return the visible rows."""

    @abstractmethod
    def row_at(self, x: int, y: int) -> int | None:
        """Return the row in the log of the visited node in a cell; None if there is none."""

    def find_unvisited(self, x: int, y: int) -> tuple[int, str] | None:
        """Return the row of the parent, and the name, of the unvisited node in a cell."""
        return None


@dataclass(frozen=True, slots=True, kw_only=True)
class TreeView(CanvasView):
    """A drawn tree, whole or in part."""

    chart: TreeChart
    look: NodesAtStep

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


@dataclass(frozen=True, slots=True, kw_only=True)
class IcicleView(CanvasView):
    """The search of the whole tree or of a subtree as an icicle."""

    icicle: IcicleChart

    def rows(self, window: Viewport) -> Rows:
        """Return the visible rows."""
        return self.icicle.rows(window)

    def row_at(self, x: int, y: int) -> int | None:
        """Return the row in the log of the visited node in a cell; None if there is none."""
        return self.icicle.row_at(x, y)
