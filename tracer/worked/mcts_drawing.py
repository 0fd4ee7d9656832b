"""The tree of an MCTS run: an outline with a node in each row, and its counts in columns."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

from engine.mcts.hand_run import Direction, HandRunNode
from tracer.drawing.terminal.plain_text import outline_stems
from tracer.drawing.terminal.tree_chart import Rows, make_row
from tracer.mcts.hand_run import cell_text, format_rounded

#: The directions from the root to a node.
Path: TypeAlias = tuple[Direction, ...]


@dataclass(frozen=True)
class TreeState:
    """The tree at a step."""

    nodes: tuple[HandRunNode, ...]
    path: tuple[Path, ...] = ()
    new: Path | None = None
    scores: Mapping[Path, float] = field(default_factory=dict)
    selected: Path | None = None
    updated: bool = False


def _children(nodes: Sequence[HandRunNode]) -> dict[Path, list[HandRunNode]]:
    """Return the children of each node, by the direction in which they are."""
    children: dict[Path, list[HandRunNode]] = {node.path: [] for node in nodes}
    order = list(Direction)
    for node in sorted(nodes, key=lambda one: [order.index(each) for each in one.path]):
        if node.path:
            children[node.path[:-1]].append(node)
    return children


def draw_tree(state: TreeState, score_name: str, width: int) -> Rows:
    """Draw the tree as an outline with its counts in columns."""
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
