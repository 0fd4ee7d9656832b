"""The tree of an MCTS run: from top to bottom with a label per node, or as an outline."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from typing import Final, TypeAlias

from engine.mcts.hand_run import Direction, HandRunNode
from tracer.drawing.terminal.plain_text import outline_stems
from tracer.drawing.terminal.tree_chart import EdgeFan, Rows, TextRun, draw_edge_fan, make_row
from tracer.drawing.tree.nodes import EdgeRank
from tracer.drawing.tree.tidy import half_widths, tidy_columns
from tracer.mcts.hand_run import cell_text, format_rounded

#: The directions from the root to a node.
Path: TypeAlias = tuple[Direction, ...]

#: Free cells between two nodes of a level.
_GAP: Final = 2
#: Largest number of plies of a tree from top to bottom; a deeper one is an outline.
_DEEPEST: Final = 3


@dataclass(frozen=True)
class TreeState:
    """The tree at a step."""

    nodes: tuple[HandRunNode, ...]
    path: tuple[Path, ...] = ()
    new: Path | None = None
    scores: Mapping[Path, float] = field(default_factory=dict)
    selected: Path | None = None
    updated: bool = False


def chart_width(nodes: Sequence[HandRunNode]) -> int | None:
    """Return the columns of a tree from top to bottom; None if it is an outline in any width."""
    if len(nodes) == 1 or max(node.depth for node in nodes) > _DEEPEST:
        return None
    return max(_place_nodes(nodes).values()) + half_widths(_label_width(nodes))[1] + 1


def draw_tree(state: TreeState, score_name: str, *, is_chart: bool, width: int) -> Rows:
    """Draw the tree from top to bottom or as an outline."""
    if is_chart:
        return tuple(_chart_rows(state, score_name))
    return _outline_rows(state, score_name, width)


def _children(nodes: Sequence[HandRunNode]) -> dict[Path, list[HandRunNode]]:
    """Return the children of each node, by the direction in which they are."""
    children: dict[Path, list[HandRunNode]] = {node.path: [] for node in nodes}
    order = list(Direction)
    for node in sorted(nodes, key=lambda one: [order.index(each) for each in one.path]):
        if node.path:
            children[node.path[:-1]].append(node)
    return children


def _label_width(nodes: Sequence[HandRunNode]) -> int:
    widest = max(len(line) for node in nodes for line, _ in _label(node))
    return max(widest, len("UCB1 1.2345"))


def _label(node: HandRunNode) -> list[tuple[str, str]]:
    """Return the lines of a node's label, each with its style."""
    name = f"{node.path[-1].name} " if node.path else ""
    return [
        (f"{name}{cell_text(node.cell)}", "leaf"),
        (f"n {node.visits}", "value"),
        (f"sum {format_rounded(node.total)}", "value"),
        (f"mean {format_rounded(node.mean)}" if node.visits else "mean –", "value"),
    ]


def _place_nodes(nodes: Sequence[HandRunNode]) -> dict[Path, int]:
    """Return the middle column of each node's label."""
    children, width = _children(nodes), _label_width(nodes)
    ordered = [node.path for node, _ in _outline(nodes)]
    numbers = {path: number for number, path in enumerate(ordered)}
    below = [[numbers[child.path] for child in children[path]] for path in ordered]
    return dict(zip(ordered, tidy_columns(below, [width] * len(nodes), _GAP, _GAP), strict=True))


def _chart_rows(state: TreeState, score_name: str) -> Iterator[tuple[TextRun, ...]]:
    """Yield the rows of the tree from top to bottom."""
    children, columns = _children(state.nodes), _place_nodes(state.nodes)
    everywhere = range(max(columns.values()) + 1)
    pieces: list[tuple[int, int, str, str]] = []
    top = 0
    for depth in range(max(node.depth for node in state.nodes) + 1):
        level = [node for node in state.nodes if node.depth == depth]
        labels = {node.path: _styled_label(state, node, score_name) for node in level}
        bottom = top + max(map(len, labels.values()))
        for path, label in labels.items():
            for y, (text, style) in enumerate(label, top):
                pieces.append((y, columns[path] - half_widths(len(text))[0], text, style))
            ends = [columns[child.path] for child in children[path]]
            ranks = [EdgeRank.VISITED] * len(ends)
            fan = EdgeFan(columns[path], bottom, bottom + 1, bottom + 2, ends, ranks)
            edges = draw_edge_fan(fan, everywhere, [None] * len(ends), ascii=False)
            pieces += ((y, x, text, style) for y, (x, text, style, _) in edges)
        top = bottom + 2
    for _, row in groupby(sorted(pieces), key=lambda piece: piece[0]):
        texts: list[tuple[str, str]] = []
        end = 0
        for _, x, text, style in row:
            texts += [(" " * (x - end), ""), (text, style)]
            end = x + len(text)
        yield make_row(*texts)


def _styled_label(state: TreeState, node: HandRunNode, score_name: str) -> list[tuple[str, str]]:
    """Return the lines of a label with the marks of the step."""
    (name, style), *counts = _label(node)
    on_path = node.path in state.path
    is_here = node.path == state.selected or (on_path and node.path == state.path[-1])
    if on_path or is_here:
        style = "best max"
    lines = [
        (f"►{name}" if is_here else name, f"{style} chain" if node.path == state.new else style)
    ]
    changed = "pending" if state.updated and on_path else ""
    lines += [(text, changed or look) for text, look in counts]
    score = state.scores.get(node.path)
    if score is not None:
        look = "best current" if node.path == state.selected else "max"
        lines.append((f"{score_name} {format_rounded(score)}", look))
    return lines


def _outline_rows(state: TreeState, score_name: str, width: int) -> Rows:
    """Return the tree as an outline with its counts in columns."""
    ordered = _outline(state.nodes)
    labels = [
        f"{stem}{node.path[-1].name + ' ' if node.path else ''}{cell_text(node.cell)}"
        for node, stem in ordered
    ]
    heads = ["n", "sum", "mean"]
    table = [
        [
            str(node.visits),
            format_rounded(node.total),
            format_rounded(node.mean) if node.visits else "–",
        ]
        for node, _ in ordered
    ]
    if state.scores:
        heads.append(score_name)
        for cells, (node, _) in zip(table, ordered, strict=True):
            score = state.scores.get(node.path)
            cells.append("" if score is None else format_rounded(score))
    sizes = [max(map(len, column)) for column in zip(heads, *table, strict=True)]
    widest = max(map(len, labels))
    gap = " " * max(1, min(4, (width - 3 - widest - sum(sizes)) // len(sizes)))
    head = "".join(f"{gap}{text:>{size}}" for text, size in zip(heads, sizes, strict=True))
    rows = [make_row((" " * (widest + 2) + head, "name")), ()]
    for label, cells, (node, stem) in zip(labels, table, ordered, strict=True):
        on_path, is_new = node.path in state.path, node.path == state.new
        is_selected = node.path == state.selected
        mark = "►" if is_selected or (on_path and node.path == state.path[-1]) else " "
        style = "best max" if on_path or is_selected else "leaf"
        changed = "pending" if state.updated and on_path else ""
        pieces = [
            (f"{mark} ", "best max"),
            (stem, "edge"),
            (label[len(stem) :], f"{style} chain" if is_new else style),
            (" " * (widest - len(label)), ""),
        ]
        for place, (text, size) in enumerate(zip(cells, sizes, strict=True)):
            look = "best current" if place == len(heads) - 1 and is_selected else changed or "value"
            pieces += [(f"{gap}{' ' * (size - len(text))}", ""), (text, look)]
        rows.append(make_row(*pieces))
    return tuple(rows)


def _outline(nodes: Sequence[HandRunNode]) -> list[tuple[HandRunNode, str]]:
    """Return the nodes in depth-first order, each with the lines of the tree before it."""
    children = _children(nodes)
    stems = outline_stems(nodes[0], lambda node: children[node.path])
    return [(node, stem) for node, stem, _ in stems]
