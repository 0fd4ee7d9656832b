"""Horizontal places of a tree's nodes: a tidy drawing by contours, in cells or in points.

Siblings are packed against each other's contours from the left and from the right, which gives the
first and the last possible place of each (after Reingold and Tilford, "Tidier Drawings of Trees",
1981; Buchheim, Jünger and Leipert 2002 spread small subtrees between large ones similarly).
Without recursion, time is proportional to the contours that meet.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

_Place = TypeVar("_Place", int, float)

#: Places siblings: from their left and right contours, the gaps of siblings and of other nodes.
_Packing = Callable[[list[list[_Place]], list[list[_Place]], _Place, _Place], list[_Place]]


def half_widths(width: int) -> tuple[int, int]:
    """Return the number of cells to the left and to the right of the anchor of a box."""
    return width // 2, width - width // 2 - 1


def tidy_columns(
    children: Sequence[Sequence[int]], widths: Sequence[int], gap: int, cousin_gap: int
) -> list[int]:
    """Return the column of every node's anchor; siblings are spread evenly."""
    halves = [half_widths(width) for width in widths]
    left, right = [half for half, _ in halves], [half for _, half in halves]
    return _lay_out(children, left, right, gap + 1, cousin_gap + 1, _spread_evenly, _middle_column)


def tidy_points(
    children: Sequence[Sequence[int]],
    left: Sequence[float],
    right: Sequence[float],
    *,
    gap: float,
    cousin_gap: float,
) -> list[float]:
    """Return the anchor of every node in points; a mirrored tree gets the mirrored layout."""

    def find_middle(places: Sequence[float]) -> float:
        return (places[0] + places[-1]) / 2

    return _lay_out(children, left, right, gap, cousin_gap, _centre, find_middle)


def _lay_out(
    children: Sequence[Sequence[int]],
    before: Sequence[_Place],
    after: Sequence[_Place],
    gap: _Place,
    cousin_gap: _Place,
    pack: _Packing[_Place],
    find_middle: Callable[[Sequence[_Place]], _Place],
) -> list[_Place]:
    count = len(children)
    offset: list[_Place] = [before[0] * 0] * count  # from the parent's anchor
    # Contours from the deepest level up to the node's own, from the node's anchor.
    left: list[list[_Place]] = [[] for _ in range(count)]
    right: list[list[_Place]] = [[] for _ in range(count)]
    for node in range(count - 1, -1, -1):
        below = children[node]
        if len(below) == 1:
            left[node], right[node] = left[below[0]], right[below[0]]
        elif below:
            places = pack([left[c] for c in below], [right[c] for c in below], gap, cousin_gap)
            middle = find_middle(places)
            for child, place in zip(below, places, strict=True):
                offset[child] = place - middle
            moved = [offset[child] for child in below]
            left[node] = _overlay([left[c] for c in reversed(below)], moved[::-1])
            right[node] = _overlay([right[c] for c in below], moved)
        for child in below:
            left[child] = right[child] = []
        left[node].append(-before[node])
        right[node].append(after[node])
    anchor = list(offset)
    anchor[0] = -min(left[0])
    for node in range(count):
        for child in children[node]:
            anchor[child] = anchor[node] + offset[child]
    return anchor


def _spread_evenly(
    left: list[list[int]], right: list[list[int]], gap: int, cousin_gap: int
) -> list[int]:
    """Return the columns of siblings, the first at 0."""
    first, latest = _pack_both(left, right, gap, cousin_gap)
    span, last = first[-1], len(first) - 1
    even = [min(most, place * span // last) for place, most in enumerate(latest)]
    return _pack(left, right, gap, cousin_gap, even)


def _centre(
    left: list[list[float]], right: list[list[float]], gap: float, cousin_gap: float
) -> list[float]:
    """Place siblings halfway between their leftmost and rightmost possible places."""
    first, latest = _pack_both(left, right, gap, cousin_gap)
    return [(a + b) / 2 for a, b in zip(first, latest, strict=True)]


def _middle_column(places: Sequence[int]) -> int:
    """Return the column of a parent above its children."""
    middle = (places[0] + places[-1]) // 2
    near = [place for place in places[1:-1] if abs(place - middle) <= 1]
    return near[0] if near else middle


def _pack_both(
    left: list[list[_Place]], right: list[list[_Place]], gap: _Place, cousin_gap: _Place
) -> tuple[list[_Place], list[_Place]]:
    """Return the first and the last place of each sibling that leaves the last one in its place."""
    first = _pack(left, right, gap, cousin_gap)
    mirrored = _pack(
        [[-x for x in contour] for contour in reversed(right)],
        [[-x for x in contour] for contour in reversed(left)],
        gap,
        cousin_gap,
    )
    return first, [first[-1] - place for place in reversed(mirrored)]


def _pack(
    left: list[list[_Place]],
    right: list[list[_Place]],
    gap: _Place,
    cousin_gap: _Place,
    wanted: Sequence[_Place] = (),
) -> list[_Place]:
    """Place siblings as far to the left as possible, or at the wanted places."""
    places = [gap * 0]
    edge = list(right[0])  # the right contour of all that are placed, the deepest level first
    for number, (contour, outer) in enumerate(zip(left[1:], right[1:], strict=True), 1):
        place = edge[-1] + gap - contour[-1]
        for level in range(2, min(len(edge), len(contour)) + 1):
            place = max(place, edge[-level] + cousin_gap - contour[-level])
        if wanted:
            place = max(place, wanted[number])
        places.append(place)
        edge = _overlay([edge, outer], [gap * 0, place])
    return places


def _overlay(contours: Sequence[list[_Place]], offsets: Sequence[_Place]) -> list[_Place]:
    """Combine contours into one; later ones hide earlier ones."""
    over: list[_Place] = []
    for contour, offset in zip(contours, offsets, strict=True):
        shifted = [x + offset for x in contour] if offset else contour
        over = over[: len(over) - len(shifted)] + shifted if len(over) > len(shifted) else shifted
    return over
