"""Columns of a tree's nodes: a tidy drawing by contours, in whole character cells.

Siblings are packed against each other's contours from the left and from the right, which gives the
first and the last possible column of each; between these they are spread evenly (after Reingold and
Tilford 1981; Buchheim, Jünger and Leipert 2002 spread small subtrees between large ones similarly).
There is no recursion, and time is proportional to the contours that meet.
"""

from __future__ import annotations

from collections.abc import Sequence


def half_widths(width: int) -> tuple[int, int]:
    """Return the number of cells to the left and to the right of the anchor of a box."""
    return width // 2, width - width // 2 - 1


def tidy_columns(
    children: Sequence[Sequence[int]], widths: Sequence[int], gap: int, cousin_gap: int
) -> list[int]:
    """Return the column of every node's anchor."""
    count = len(children)
    offset = [0] * count  # from the parent's anchor
    # Contours from the deepest level up to the node's own, in columns from the node's anchor.
    left: list[list[int]] = [[] for _ in range(count)]
    right: list[list[int]] = [[] for _ in range(count)]
    for node in range(count - 1, -1, -1):
        below = children[node]
        if len(below) == 1:
            left[node], right[node] = left[below[0]], right[below[0]]
        elif below:
            places = _places([left[c] for c in below], [right[c] for c in below], gap, cousin_gap)
            middle = _middle(places)
            for child, place in zip(below, places, strict=True):
                offset[child] = place - middle
            moved = [offset[child] for child in below]
            left[node] = _overlaid([left[c] for c in reversed(below)], moved[::-1])
            right[node] = _overlaid([right[c] for c in below], moved)
        for child in below:
            left[child] = right[child] = []
        before, after = half_widths(widths[node])
        left[node].append(-before)
        right[node].append(after)
    column = [0] * count
    column[0] = -min(left[0])
    for node in range(count):
        for child in children[node]:
            column[child] = column[node] + offset[child]
    return column


def _places(
    left: Sequence[Sequence[int]], right: Sequence[Sequence[int]], gap: int, cousin_gap: int
) -> list[int]:
    """Return the columns of siblings, the first at 0."""
    first = _packed(left, right, gap, cousin_gap)
    span, last = first[-1], len(first) - 1
    mirrored = _packed(
        [[-x for x in contour] for contour in reversed(right)],
        [[-x for x in contour] for contour in reversed(left)],
        gap,
        cousin_gap,
    )
    # The rightmost column of each sibling that leaves the last one in its place.
    latest = [span - place for place in reversed(mirrored)]
    even = [min(most, place * span // last) for place, most in enumerate(latest)]
    return _packed(left, right, gap, cousin_gap, even)


def _middle(places: Sequence[int]) -> int:
    """Return the column of a parent above its children."""
    middle = (places[0] + places[-1]) // 2
    near = [place for place in places[1:-1] if abs(place - middle) <= 1]
    return near[0] if near else middle


def _packed(
    left: Sequence[Sequence[int]],
    right: Sequence[Sequence[int]],
    gap: int,
    cousin_gap: int,
    wanted: Sequence[int] = (),
) -> list[int]:
    """Place siblings as far to the left as possible, or at the wanted columns."""
    places = [0]
    edge = list(right[0])  # the right contour of all that are placed, the deepest level first
    for number, (contour, outer) in enumerate(zip(left[1:], right[1:], strict=True), 1):
        shared = min(len(edge), len(contour))
        place = edge[-1] + 1 + gap - contour[-1]
        for level in range(2, shared + 1):
            place = max(place, edge[-level] + 1 + cousin_gap - contour[-level])
        if wanted:
            place = max(place, wanted[number])
        places.append(place)
        shifted = [x + place for x in outer]
        edge = edge[: len(edge) - len(outer)] + shifted if len(edge) > len(outer) else shifted
    return places


def _overlaid(contours: Sequence[Sequence[int]], offsets: Sequence[int]) -> list[int]:
    """Combine contours into one; later ones hide earlier ones."""
    over: list[int] = []
    for contour, offset in zip(contours, offsets, strict=True):
        shifted = [x + offset for x in contour]
        over = over[: len(over) - len(shifted)] + shifted if len(over) > len(shifted) else shifted
    return over
