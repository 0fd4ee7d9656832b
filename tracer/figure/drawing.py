"""A figure drawn in character cells: rows of styled text that know which node they belong to."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from operator import add
from typing import NamedTuple

from tracer.figure.edges import EDGE_ROWS, draw_edges, edge_labels
from tracer.figure.labels import Detail, LabelStyle, Text, label, line_widths
from tracer.figure.layout import half_widths, tidy
from tracer.figure.model import Figure, FigureNode, Status
from tracer.figure.widths import cell_width

__all__ = ["NO_NODE", "Box", "Drawing", "Run", "draw"]

#: Free cells between siblings and between cousins.
_GAPS = {Detail.FULL: (2, 3), Detail.COMPACT: (1, 1)}

#: A piece of a row: its column, its text, the names of its styles, and its node.
_Piece = tuple[int, str, str, int]

NO_NODE = -1


class Run(NamedTuple):
    """A stretch of one row.

    Args:
        text: what stands there.
        style: the names of its styles, separated by spaces; empty between things.
        node: the place in the figure of the node whose label it is of; −1 elsewhere.
    """

    text: str
    style: str
    node: int


class Box(NamedTuple):
    """The cells of a node's label."""

    x: int
    y: int
    width: int
    height: int


@dataclass(frozen=True, slots=True)
class Drawing:
    """A drawn figure.

    Args:
        rows: its rows from the top, each of runs from the left without gaps.
        width: the cells of the widest row.
        boxes: where each node of the figure stands; nodes that are not shown have a box too.
    """

    rows: tuple[tuple[Run, ...], ...]
    width: int
    boxes: tuple[Box, ...]

    @property
    def height(self) -> int:
        """The number of rows."""
        return len(self.rows)

    def __str__(self) -> str:
        """The drawing as plain text, without spaces at the ends of lines."""
        return "\n".join("".join(run.text for run in row).rstrip() for row in self.rows)


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
    style = style or LabelStyle()
    labels = [label(node, style) for node in figure.nodes]
    widths = [line_widths(lines) for lines in labels]
    for kept, wanted in zip(widths, reserved, strict=bool(reserved)):
        kept[: len(wanted)] = map(max, wanted, [*kept, *[0] * len(wanted)])
    on_edges = edge_labels(figure, ascii=style.ascii)
    columns = tidy(
        figure.children(),
        [max(*kept, cell_width(edge), 1) for kept, edge in zip(widths, on_edges, strict=True)],
        *(gap * style.spread for gap in _GAPS[style.detail]),
    )
    tops, heights = _rows_of_levels(figure, [len(kept) for kept in widths])
    boxes = [
        Box(column - half_widths(max(kept))[0], tops[node.level], max(kept), max(1, len(lines)))
        for node, column, kept, lines in zip(figure.nodes, columns, widths, labels, strict=True)
    ]
    pieces: list[list[_Piece]] = [[] for _ in range(tops[-1] + heights[-1])]
    for place, node in enumerate(figure.nodes):
        if node.shown:
            placed = _placed(node, labels[place], widths[place], columns[place])
            for y, x, text, names in placed:
                pieces[tops[node.level] + y].append((x, text, names, place))
    bottoms = [box.y + box.height for box in boxes]
    buses = [tops[node.level] + heights[node.level] for node in figure.nodes]
    edges = draw_edges(figure, columns, bottoms, buses, on_edges, ascii=style.ascii)
    for y, x, text, names in edges:
        pieces[y].append((x, text, names, NO_NODE))
    rows = tuple(_row(sorted(row)) for row in pieces)
    width = max(box.x + box.width for box in boxes)
    return Drawing(rows, max(width, *(_width(row) for row in rows)), tuple(boxes))


def _placed(
    node: FigureNode, lines: Sequence[Sequence[Text]], widths: Sequence[int], column: int
) -> Iterator[tuple[int, int, str, str]]:
    """The pieces of a label: each one's line, column, text and styles.

    Once a node has been entered its label grows to the right within the room that it has; before,
    it stands in the middle.
    """
    entered = node.status in (Status.OPEN, Status.DONE)
    owns = line_widths(lines)
    starts = [
        column - half_widths(room if entered else own)[0]
        for room, own in zip(widths, owns, strict=False)
    ]
    # The node that the step is about is one block, so that a highlight is a rectangle.
    block = range(min(starts), max(map(add, starts, owns))) if node.current else range(0)
    for y, (line, own, start) in enumerate(zip(lines, owns, starts, strict=True)):
        x = min(start, block.start) if block else start
        for text, names in _filled(line, start - x, block.stop - start - own):
            yield y, x, text, names
            x += cell_width(text)


def _filled(line: Sequence[Text], before: int, behind: int) -> list[Text]:
    """A line with spaces of its own style at its ends."""
    first, *rest = line
    filled = [Text(" " * before + first.text, first.style), *rest]
    filled[-1] = Text(filled[-1].text + " " * behind, filled[-1].style)
    return filled


def _rows_of_levels(figure: Figure, lines: Sequence[int]) -> tuple[list[int], list[int]]:
    """The first row of every level of nodes, and how many rows its labels take."""
    heights = [1] * (max(node.level for node in figure.nodes) + 1)
    for node, needed in zip(figure.nodes, lines, strict=True):
        heights[node.level] = max(heights[node.level], needed)
    tops = [0]
    for height in heights[:-1]:
        tops.append(tops[-1] + height + EDGE_ROWS)
    return tops, heights


def _row(pieces: Sequence[_Piece]) -> tuple[Run, ...]:
    """One row of runs, joined where they are alike, with spaces between."""
    runs: list[Run] = []
    end = 0
    for x, text, style, node in pieces:
        if x > end:
            runs.append(Run(" " * (x - end), "", NO_NODE))
            end = x
        if runs and runs[-1][1:] == (style, node):
            runs[-1] = Run(runs[-1].text + text, style, node)
        else:
            runs.append(Run(text, style, node))
        end += cell_width(text)
    return tuple(runs)


def _width(row: Sequence[Run]) -> int:
    return sum(cell_width(run.text) for run in row)
