"""The tree of an MCTS run: from top to bottom with a label per node, or as an outline."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, TypeAlias

from engine.mcts.hand_run import Direction, HandRunNode
from tracer.drawing.terminal.tree_chart import Rows, TextRun
from tracer.mcts.hand_run import cell_text, format_rounded
from tracer.worked.worked_run import row_of

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
    return max(x for x, _ in _places(nodes).values()) + _label_width(nodes)


def draw_tree(state: TreeState, score_name: str, *, is_chart: bool, width: int) -> Rows:
    """Draw the tree from top to bottom or as an outline."""
    if is_chart:
        places = _places(state.nodes)
        return tuple(_chart_rows(state, places, _label_width(state.nodes), score_name))
    return _outline_rows(state, score_name, width)


def _children(nodes: Sequence[HandRunNode]) -> dict[Path, list[HandRunNode]]:
    """Return the children of each node, by the direction in which they are."""
    children: dict[Path, list[HandRunNode]] = {}
    order = list(Direction)
    for node in sorted(nodes, key=lambda one: [order.index(each) for each in one.path]):
        if node.path:
            children.setdefault(node.path[:-1], []).append(node)
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


def _places(nodes: Sequence[HandRunNode]) -> dict[Path, tuple[int, int]]:
    """Return the left end and the depth of each node's label: parents above their children."""
    children, width = _children(nodes), _label_width(nodes)
    places: dict[Path, tuple[int, int]] = {}
    free = 0
    # Children before their parents: the order of the outline, reversed, ends with the root.
    ordered = [node for node, _ in _outline(nodes)]
    for node in ordered:
        if node.path not in children:
            places[node.path] = (free, node.depth)
            free += width + _GAP
    for node in reversed(ordered):
        if node.path in children:
            below = [places[child.path][0] for child in children[node.path]]
            places[node.path] = ((below[0] + below[-1]) // 2, node.depth)
    return places


def _chart_rows(
    state: TreeState, places: Mapping[Path, tuple[int, int]], width: int, score_name: str
) -> Iterator[tuple[TextRun, ...]]:
    """Yield the rows of the tree from top to bottom."""
    children = _children(state.nodes)
    for depth in range(max(node.depth for node in state.nodes) + 1):
        level = [node for node in state.nodes if node.depth == depth]
        level.sort(key=lambda node: places[node.path][0])
        if depth:
            yield from _edge_rows(level, children, places, width)
        labels = [_styled_label(state, node, score_name) for node in level]
        for line in range(max(map(len, labels))):
            pieces: list[tuple[str, str]] = []
            at = 0
            for node, label in zip(level, labels, strict=True):
                text, style = label[line] if line < len(label) else ("", "")
                x = places[node.path][0] + (width - len(text)) // 2
                pieces += [(" " * (x - at), ""), (text, style)]
                at = x + len(text)
            yield row_of(*pieces)


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


def _edge_rows(
    level: Sequence[HandRunNode],
    children: Mapping[Path, Sequence[HandRunNode]],
    places: Mapping[Path, tuple[int, int]],
    width: int,
) -> Iterator[tuple[TextRun, ...]]:
    """Yield the edges above a level: one row with the branches, and one down to the labels."""
    middle = {path: x + width // 2 for path, (x, _) in places.items()}
    parents = dict.fromkeys(node.path[:-1] for node in level)
    end = max(middle[node.path] for node in level) + 1
    end = max(end, *(middle[path] + 1 for path in parents))
    above, branches = [" "] * end, [" "] * end
    for path in parents:
        ends = [middle[child.path] for child in children[path]]
        left, right = min(*ends, middle[path]), max(*ends, middle[path])
        above[middle[path]] = "│"
        for x in range(left, right + 1):
            up, down = x == middle[path], x in ends
            branches[x] = _JOINTS[up, down, x > left, x < right]
    yield row_of(("".join(above), "edge"))
    yield row_of(("".join(branches), "edge"))


#: Joints by whether lines lead up, down, to the left and to the right.
_JOINTS: Final = {
    (False, False, True, True): "─",
    (True, False, True, True): "┴",
    (False, True, True, True): "┬",
    (True, True, True, True): "┼",
    (True, True, False, False): "│",
    (False, True, False, True): "┌",
    (False, True, True, False): "┐",
    (True, False, False, True): "└",
    (True, False, True, False): "┘",
    (True, True, False, True): "├",
    (True, True, True, False): "┤",
}


def _outline_rows(state: TreeState, score_name: str, width: int) -> Rows:
    """Return the tree as an outline with its counts in columns."""
    ordered = list(_outline(state.nodes))
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
    rows = [row_of((" " * (widest + 2) + head, "name")), ()]
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
        rows.append(row_of(*pieces))
    return tuple(rows)


def _outline(nodes: Sequence[HandRunNode]) -> Iterator[tuple[HandRunNode, str]]:
    """Yield the nodes in depth-first order, each with the lines of the tree before it."""
    children = _children(nodes)
    stack: list[tuple[HandRunNode, str, str]] = [(nodes[0], "", "")]
    while stack:
        node, stem, below = stack.pop()
        yield node, stem
        found = children.get(node.path, [])
        for place, child in reversed(list(enumerate(found))):
            is_last = place == len(found) - 1
            stack.append(
                (
                    child,
                    below + ("└─ " if is_last else "├─ "),
                    below + ("   " if is_last else "│  "),
                )
            )
