"""The texts and shapes of a node, in points around the middle of its symbol."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Final

from tracer.drawing.print.text_lines import (
    Anchor,
    PlacedText,
    TextRole,
    placed_line,
    text_width,
    wrapped,
)
from tracer.drawing.tree.nodes import DrawnNode, NodePosition, Sign

#: Half the width and half the height of a symbol.
SIGN: Final = (14.0, 12.0)

#: Half the smallest width and half the height of a leaf's box.
_BOX: Final = (12.0, 10.0)

#: Half the smallest width of a leaf's box in a closely set tree.
_CLOSE_BOX: Final = 7.0

#: The side of a board's cell: in a tree, and in a figure of one position.
_CELL: Final = 10.0
_LARGE_CELL: Final = 16.0

#: The height of a line of a position without a board.
_LINE_HEIGHT: Final = TextRole.LINE.size * 1.15

#: The distance from a board to the middle of its coordinates.
_RULER: Final = 8.0

#: The gap between a symbol and the texts beside or below it.
_GAP: Final = 3.5

#: The largest width of a name's line.
_NAME: Final = 84.0
_LEAF_NAME: Final = 54.0

#: The smallest space that a worksheet leaves beside every symbol for a handwritten value.
TO_WRITE: Final = 26.0

#: The distance of a line's middle from a triangle's middle, towards its apex.
_RAISED: Final = 2.5


@dataclass(frozen=True, slots=True)
class NodeBox:
    """A node around the middle of its symbol, which is at (0, 0)."""

    half_width: float
    half_height: float
    texts: tuple[PlacedText, ...]
    board: tuple[float, float] | None
    cell: float
    left: float
    right: float
    up: float
    down: float
    foot: float


def node_box(
    node: DrawnNode,
    *,
    answered: bool,
    close: bool = False,
    alone: bool = False,
    to_write: float = TO_WRITE,
) -> NodeBox:
    """Lay out the texts and the board of a node."""
    if node.sign is Sign.MORE:
        return _more(node)
    if alone and node.sign is not Sign.LEAF and node.position:
        return _position_alone(node.position)
    cell = _LARGE_CELL if alone else _CELL
    half_width, half_height = _half_sizes(node, close=close)
    texts: list[PlacedText] = []
    room_left = room_right = half_width
    room_below = half_height
    if node.sign is Sign.LEAF:
        room, room_below = _room_to_count(node, half_width + _GAP)
        room_left = room_left if node.position else max(room_left, room)
        room_right = max(room_right, room)
        texts.append(placed_line(node.value, 0, 0, TextRole.GIVEN, "middle", bold=node.best))
        if node.position:
            beside = half_width + _GAP
            texts.append(placed_line(node.name, -beside, 0, TextRole.NAME, "end"))
            texts.append(placed_line(node.beneath, beside, 0, TextRole.WINDOW, "start"))
    else:
        texts += _name(node)
        right, widest = _answer(node)
        texts += right
        room_right = widest if answered else half_width + _GAP + to_write
    board, foot = None, half_height
    below: list[PlacedText] = []
    if node.position:
        board, below, foot = _position(node.position, half_height + _GAP, cell)
    elif node.sign is Sign.LEAF:
        below = _beneath(node, half_height + _GAP)
    texts += below
    bounds = [text.bounds for text in texts]
    if board:
        assert node.position is not None
        bounds.append(_board_bounds(node.position, board, cell))
    return NodeBox(
        half_width,
        half_height,
        tuple(text for text in texts if text.text),
        board,
        cell,
        left=max(room_left, *(-left for left, *_ in bounds)),
        right=max(room_right, *(right for _, _, right, _ in bounds)),
        up=max(half_height, *(-top for _, top, _, _ in bounds)),
        down=max(half_height, room_below, *(bottom for *_, bottom in bounds)),
        foot=foot,
    )


def half_at(sign: Sign, top: float, bottom: float) -> float:
    """Return half the largest width of a symbol between two heights around its middle."""
    wide, high = SIGN
    top, bottom = max(top, -high), min(bottom, high)
    if top > bottom:
        return 0.0
    if sign is Sign.MAX:
        return wide * (bottom + high) / (2 * high)
    if sign is Sign.MIN:
        return wide * (high - top) / (2 * high)
    nearest = 0.0 if top <= 0 <= bottom else min(abs(top), abs(bottom))
    return math.sqrt(max(0.0, high * high - nearest * nearest))


def _half_sizes(node: DrawnNode, *, close: bool) -> tuple[float, float]:
    if node.sign is Sign.LEAF:
        inside = text_width(node.value, TextRole.GIVEN.size, bold=True)
        least, space = (_CLOSE_BOX, 3) if close else (_BOX[0], 5)
        return max(least, inside / 2 + space), _BOX[1]
    return (SIGN[1], SIGN[1]) if node.sign is Sign.CHANCE else SIGN


def _name(node: DrawnNode) -> list[PlacedText]:
    """Return the name at the left of a symbol."""
    lines = wrapped(node.name, TextRole.NAME.size, _NAME) if node.name else []
    return _stacked(lines, [TextRole.NAME] * len(lines), node, side=-1)[0]


def _answer(node: DrawnNode) -> tuple[list[PlacedText], float]:
    """Return the value and the window at the right of a symbol, and their extent."""
    lines = [(node.value, TextRole.VALUE), (node.beneath, TextRole.WINDOW)]
    if not node.beneath and not node.windows:
        lines.pop()
    elif not node.value and not node.values:
        lines.pop(0)
    texts, at = _stacked([text for text, _ in lines], [role for _, role in lines], node, side=1)
    rooms = [(one, TextRole.VALUE) for one in node.values]
    rooms += [(one, TextRole.WINDOW) for one in node.windows]
    widest = max(
        (
            text_width(text, role.size, bold=role is TextRole.VALUE)
            for text, role in [*lines, *rooms]
        ),
        default=0.0,
    )
    return texts, at + widest


def _stacked(
    lines: list[str], roles: list[TextRole], node: DrawnNode, *, side: int
) -> tuple[list[PlacedText], float]:
    """Stack lines beside a symbol, as close as its widest part allows."""
    if not lines:
        return [], half_at(node.sign, 0, 0)
    heights = [role.size * 1.1 for role in roles]
    top = -sum(heights) / 2
    if len(lines) == 1:  # a single line is nearer to a triangle's apex
        top += {Sign.MAX: -_RAISED, Sign.MIN: _RAISED}.get(node.sign, 0.0)
    at = half_at(node.sign, top, top + sum(heights)) + _GAP
    texts = []
    for line, role, height in zip(lines, roles, heights, strict=True):
        bold = role is TextRole.VALUE and node.best
        anchor: Anchor = "start" if side > 0 else "end"
        middle = top + height / 2
        texts.append(placed_line(line, side * at, middle, role, anchor, bold=bold))
        top += height
    return texts, at


def _room_to_count(node: DrawnNode, at: float) -> tuple[float, float]:
    """Return the extent to the right of a leaf and below it that its visits need at any step."""
    widest = max((text_width(one, TextRole.WINDOW.size) for one in node.windows), default=0.0)
    if node.position:
        return (at + widest if widest else 0.0), 0.0
    lines = len(_leaf_name(node)) + bool(node.windows or node.beneath)
    size = TextRole.LEAF_NAME.size
    return widest / 2, (_BOX[1] + _GAP + size * (0.4 + 1.05 * lines)) if node.windows else 0.0


def _beneath(node: DrawnNode, top: float) -> list[PlacedText]:
    """Return the name and the visits below a leaf's box."""
    size = TextRole.LEAF_NAME.size
    lines = _leaf_name(node)
    return [
        placed_line(line, 0, top + size * (0.4 + 1.05 * number), TextRole.LEAF_NAME, "middle")
        for number, line in enumerate([*lines, node.beneath] if node.beneath else lines)
    ]


def _leaf_name(node: DrawnNode) -> list[str]:
    return wrapped(node.name, TextRole.LEAF_NAME.size, _LEAF_NAME) if node.name else []


def _position(
    position: NodePosition, top: float, cell: float
) -> tuple[tuple[float, float] | None, list[PlacedText], float]:
    """Return a position below a symbol: its board's corner, its texts, and its bottom."""
    rows = position.rows
    if not position.grid:
        size = _LINE_HEIGHT
        widest = max(text_width(row[0], TextRole.LINE.size, mono=True) for row in rows)
        texts = [
            placed_line(row[0], -widest / 2, top + size * (number + 0.5), TextRole.LINE, "start")
            for number, row in enumerate(rows)
        ]
        return None, texts, top + size * len(rows) + _GAP
    left = -max(map(len, rows)) * cell / 2
    role = TextRole.CELL if cell == _CELL else TextRole.LARGE_CELL
    texts = [
        placed_line(
            text,
            left + cell * (column + 0.5),
            top + cell * (row + 0.5),
            role,
            "middle",
            bold=(row, column) in position.changed,
        )
        for row, cells in enumerate(rows)
        for column, text in enumerate(cells)
        if text and text not in position.pieces
    ]
    bottom = top + cell * len(rows)
    if cell == _CELL:
        return (left, top), texts, bottom
    texts += [
        placed_line(label, left - _RULER, top + cell * (row + 0.5), TextRole.RULER, "middle")
        for row, label in enumerate(position.row_labels)
    ]
    texts += [
        placed_line(label, left + cell * (column + 0.5), bottom + _RULER, TextRole.RULER, "middle")
        for column, label in enumerate(position.column_labels)
    ]
    return (left, top), texts, bottom


def _position_alone(position: NodePosition) -> NodeBox:
    """Return the box of a large board with its coordinates, or of lines, its middle at (0, 0)."""
    line = _LARGE_CELL if position.grid else _LINE_HEIGHT
    board, texts, foot = _position(position, -len(position.rows) * line / 2, _LARGE_CELL)
    bounds = [text.bounds for text in texts]
    if board:
        bounds.append(_board_bounds(position, board, _LARGE_CELL))
    return NodeBox(
        0,
        0,
        tuple(texts),
        board,
        _LARGE_CELL,
        left=max(-left for left, *_ in bounds),
        right=max(right for _, _, right, _ in bounds),
        up=max(-top for _, top, _, _ in bounds),
        down=max(bottom for *_, bottom in bounds),
        foot=foot,
    )


def _board_bounds(
    position: NodePosition, board: tuple[float, float], cell: float
) -> tuple[float, float, float, float]:
    columns, rows = max(map(len, position.rows)), len(position.rows)
    return board[0], board[1], board[0] + columns * cell, board[1] + rows * cell


def _more(node: DrawnNode) -> NodeBox:
    text = placed_line(node.name, 0, 0, TextRole.MORE, "middle")
    left, top, right, bottom = text.bounds
    return NodeBox(
        0, 0, (text,), None, _CELL, max(6, -left), max(6, right), -top + 1, bottom, bottom
    )
