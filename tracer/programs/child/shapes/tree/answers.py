"""What a function over a plain tree returns: the value, the move, or both."""

from __future__ import annotations

from collections.abc import Sequence
from numbers import Integral
from typing import Any, Final

from ...program import ProgramResult, is_number, list_parts, place_of_move, read_answer
from ...watched_nodes import Node
from .nested import Branches, Lists, Tuples
from .nodes import LeafNumber, Record, TreeNode

#: Names of the value and of the move in an object, such as a data class.
_FIELDS: Final = (("value", "score", "utility"), ("move", "action"))


def read_result(
    returned: Any, root: Node, children: Sequence[Node], *, value_at: int | None = 0
) -> ProgramResult:
    """Read the value, and the move if there is one, from a return value.

    Args:
        returned: what a function returned.
        root: the root of its tree.
        children: the children of the root, whose names may be moves.
        value_at: the place of the value among the numbers; None if all are indexes of moves.
    """
    parts = [*map(_plain, [returned] if _is_node(returned) else list_parts(returned))]
    is_other = len(parts) == 1 and not _is_node(parts[0])
    if is_other and not (is_number(parts[0]) or isinstance(parts[0], str)):
        fields = [[getattr(returned, name, None) for name in names] for names in _FIELDS]
        (value, *_), (move, *_) = ([*filter(_is_given, row), None] for row in fields)
        parts = parts if value is None else [_plain(value), move]
    numbers = [place for place, part in enumerate(parts) if is_number(part)]
    is_single = len(parts) == 1 and not _is_node(parts[0])  # whose children do not answer
    answer = parts[0] if is_single else parts or None
    values = [] if value_at is None else numbers[value_at:][:1]
    names = {str(child.text): child.place for child in children}

    def find_move(part: Any, node: Node) -> int | None:
        place = _find_move(part, node)
        return names.get(part) if place is None and isinstance(part, str) else place

    return read_answer(answer, root, find_move=find_move, values=values)


def _is_given(field: Any) -> bool:
    return field is not None


def _is_node(one: Any) -> bool:
    return type(one) in (Lists, Tuples, Branches, Record, TreeNode)


def _plain(part: Any) -> Any:
    """Return the number of a leaf, and the text of a name."""
    if isinstance(part, LeafNumber):
        return part.value
    return str(part) if isinstance(part, str) else part


def _find_move(part: Any, root: Node) -> int | None:
    """Return the index of a move that is given by name, as a child, or as an index."""
    if _is_node(part):
        return int(part.node.place) if part.node.up == root.number else None
    is_index = isinstance(part, Integral) and not isinstance(part, bool)
    if is_index and not any(type(action) is int for action in root.actions):
        return int(part) if 0 <= part < len(root.actions) else None
    return place_of_move(part, root)
