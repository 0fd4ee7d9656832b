"""Where the nodes of a tree stand beside each other, so that nothing of a level overlaps."""

from __future__ import annotations

from collections.abc import Sequence

__all__ = ["tidy"]


def tidy(
    children: Sequence[Sequence[int]],
    left: Sequence[float],
    right: Sequence[float],
    *,
    gap: float,
    cousin_gap: float,
) -> list[float]:
    """Lay out a tree as narrowly as its levels allow.

    Every subtree keeps its shape wherever it stands, and its mirror image would be laid out as the
    mirror image: siblings stand halfway between the leftmost and the rightmost places that they
    could have (after Reingold and Tilford, "Tidier Drawings of Trees", 1981).

    Args:
        children: the places of each node's children, in order; nodes in pre-order.
        left: how far each node reaches to the left of its anchor.
        right: the same to the right.
        gap: between siblings, at least.
        cousin_gap: between nodes of one level that are not siblings.

    Returns:
        The anchors, with the leftmost point of all at 0. A parent's is midway between those of its
        first and its last child.
    """
    count = len(children)
    offset = [0.0] * count  # from the parent's anchor
    #: Of each node how far its subtree reaches to either side of its anchor, level by level.
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
    """Siblings as far to the left as those before them allow, the first at 0."""
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
    """One contour of several."""
    found: list[tuple[float, float]] = []
    for contour, offset in moved:
        for level, (start, end) in enumerate(contour):
            if level < len(found):
                low, high = found[level]
                found[level] = min(low, start + offset), max(high, end + offset)
            else:
                found.append((start + offset, end + offset))
    return found
