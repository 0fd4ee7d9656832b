"""A figure drawn in character cells: rows of styled text that know which node they belong to."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tracer.figure.chart import NO_NODE, Box, Chart, Rows, Run
from tracer.figure.edges import Rank, rank_of
from tracer.figure.labels import LabelStyle, label, line_widths
from tracer.figure.model import Figure, FigureNode, Status
from tracer.figure.widths import cell_width

__all__ = ["NO_NODE", "Box", "Drawing", "FigureLook", "Run", "chart_of", "draw"]


@dataclass(frozen=True, slots=True)
class Drawing:
    """A drawn figure.

    Args:
        rows: its rows from the top, each of runs from the left without gaps.
        width: the cells of the widest row.
        boxes: where each node of the figure stands; nodes that are not shown have a box too.
    """

    rows: Rows
    width: int
    boxes: tuple[Box, ...]

    @property
    def height(self) -> int:
        """The number of rows."""
        return len(self.rows)

    def __str__(self) -> str:
        """The drawing as plain text, without spaces at the ends of lines."""
        return "\n".join("".join(run.text for run in row).rstrip() for row in self.rows)


@dataclass(frozen=True, slots=True)
class FigureLook:
    """What the nodes of a ready figure look like.

    Args:
        figure: the figure.
    """

    figure: Figure

    def node(self, place: int) -> FigureNode:
        """A node with all that is written at it."""
        return self.figure.nodes[place]

    def rank(self, place: int) -> Rank | None:
        """What the edge above a node leads to; None where the node is not drawn."""
        node = self.figure.nodes[place]
        return rank_of(node.status, best=node.best) if node.shown else None


def chart_of(figure: Figure, style: LabelStyle, reserved: Sequence[Sequence[int]] = ()) -> Chart:
    """Lay a figure out.

    Args:
        figure: what to draw.
        style: what to write at the nodes.
        reserved: for each node the cells that each line of its label is to be given at least.
    """
    rooms = [line_widths(label(node, style)) for node in figure.nodes]
    for kept, wanted in zip(rooms, reserved, strict=bool(reserved)):
        kept[: len(wanted)] = map(max, wanted, [*kept, *[0] * len(wanted)])
    return Chart(
        [node.parent for node in figure.nodes],
        [node.edge for node in figure.nodes],
        rooms,
        [node.status is Status.SKIPPED for node in figure.nodes],
        style,
    )


def draw(
    figure: Figure, style: LabelStyle | None = None, reserved: Sequence[Sequence[int]] = ()
) -> Drawing:
    """Draw a figure from the root down.

    Args:
        figure: what to draw.
        style: what to write at the nodes.
        reserved: for each node the cells that each line of its label is to be given at least, so
            that a drawing does not move as values become known.
    """
    chart = chart_of(figure, style or LabelStyle(), reserved)
    rows = chart.rows(FigureLook(figure))
    width = max(chart.width, *(sum(cell_width(run.text) for run in row) for row in rows))
    return Drawing(rows, width, tuple(chart.box(place) for place in range(len(figure.nodes))))
