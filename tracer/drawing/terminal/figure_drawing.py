"""A figure in character cells: rows of styled text, linked to their nodes."""

from __future__ import annotations

from dataclasses import dataclass

from tracer.drawing.terminal.labels import LabelStyle, label, line_widths
from tracer.drawing.terminal.tree_chart import NO_NODE, LabelBox, Rows, TextRun, TreeChart
from tracer.drawing.tree.figure_model import EdgeRank, FigureNode, Status, TreeFigure, edge_rank
from tracer.text.printable_text import cell_width

__all__ = [
    "NO_NODE",
    "FigureNodes",
    "LabelBox",
    "TextDrawing",
    "TextRun",
    "draw_figure",
]


@dataclass(frozen=True, slots=True)
class TextDrawing:
    """A drawn figure."""

    rows: Rows
    width: int
    boxes: tuple[LabelBox, ...]

    @property
    def height(self) -> int:
        """The number of rows."""
        return len(self.rows)

    def __str__(self) -> str:
        """Return the drawing as plain text, without trailing spaces."""
        return "\n".join("".join(run.text for run in row).rstrip() for row in self.rows)


@dataclass(frozen=True, slots=True)
class FigureNodes:
    """The look of a figure's nodes."""

    figure: TreeFigure

    def node(self, place: int) -> FigureNode:
        """Return a node with all its texts."""
        return self.figure.nodes[place]

    def rank(self, place: int) -> EdgeRank | None:
        """Return the rank of the edge above a node; None if the node is not drawn."""
        node = self.figure.nodes[place]
        return edge_rank(node.status, best=node.best) if node.shown else None


def draw_figure(figure: TreeFigure, style: LabelStyle | None = None) -> TextDrawing:
    """Draw a figure from the root down."""
    style = style or LabelStyle()
    chart = TreeChart(
        [node.parent for node in figure.nodes],
        [node.edge for node in figure.nodes],
        [line_widths(label(node, style)) for node in figure.nodes],
        [node.status is Status.SKIPPED for node in figure.nodes],
        style,
    )
    rows = chart.rows(FigureNodes(figure))
    width = max(chart.width, *(sum(cell_width(run.text) for run in row) for row in rows))
    return TextDrawing(rows, width, tuple(chart.box(place) for place in range(len(figure.nodes))))
