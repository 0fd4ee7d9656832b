"""Horizontal positions of a tree's nodes without overlap within a level."""

from __future__ import annotations

from collections.abc import Sequence


def tidy_tree(
    children: Sequence[Sequence[int]],
    left: Sequence[float],
    right: Sequence[float],
    *,
    gap: float,
    cousin_gap: float,
) -> list[float]:
    """Lay out a tree as narrowly as its levels allow.

    A subtree has the same shape everywhere, and a mirrored tree gets the mirrored layout: siblings
    are halfway between their leftmost and rightmost possible places (after Reingold and Tilford,
    "Tidier Drawings of Trees", 1981).
    """
    count = len(children)
    offset = [0.0] * count  # from the parent's anchor
    #: For each node the extent of its subtree to both sides of its anchor, level by level.
    reach: list[list[tuple[float, float]]] = [[] for _ in range(count)]
    for node in range(count - 1, -1, -1):
        below = children[node]
        reach[node] = [(-left[node], right[node])]
        if not below:
            continue
        contours = [reach[child] for child in below]
        first = _packed(contours, gap, cousin_gap)
        mirrored = [[(-b, -a) for a, b in one] for one in reversed(contours)]
        last = [first[-1] - place for place in reversed(_packed(mirrored, gap, cousin_gap))]
        places = [(a + b) / 2 for a, b in zip(first, last, strict=True)]
        middle = (places[0] + places[-1]) / 2
        for child, place in zip(below, places, strict=True):
            offset[child] = place - middle
        reach[node] += _joined([(reach[child], offset[child]) for child in below])
        for child in below:
            reach[child] = []
    anchor = [0.0] * count
    anchor[0] = -min(start for start, _ in reach[0])
    for node, below in enumerate(children):
        for child in below:
            anchor[child] = anchor[node] + offset[child]
    return anchor


def _packed(
    contours: Sequence[Sequence[tuple[float, float]]], gap: float, cousin_gap: float
) -> list[float]:
    """Place siblings as far to the left as possible, the first at 0."""
    places = [0.0]
    edge = [end for _, end in contours[0]]
    for contour in contours[1:]:
        place = max(
            end + (cousin_gap if level else gap) - start
            for level, (end, (start, _)) in enumerate(zip(edge, contour, strict=False))
        )
        places.append(place)
        for level, (_, end) in enumerate(contour):
            if level < len(edge):
                edge[level] = max(edge[level], place + end)
            else:
                edge.append(place + end)
    return places


def _joined(
    moved: Sequence[tuple[Sequence[tuple[float, float]], float]],
) -> list[tuple[float, float]]:
    """Join several contours into one."""
    found: list[tuple[float, float]] = []
    for contour, offset in moved:
        for level, (start, end) in enumerate(contour):
            if level < len(found):
                low, high = found[level]
                found[level] = min(low, start + offset), max(high, end + offset)
            else:
                found.append((start + offset, end + offset))
    return found
