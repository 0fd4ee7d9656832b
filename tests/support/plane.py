"""Plane geometry in a few lines: whether convex outlines overlap and whether lines cross them."""

from itertools import pairwise


def overlap(one, other, by=0.05):
    """Whether two convex outlines overlap by more than a little: no line parts them."""
    for shape in (one, other):
        for (x1, y1), (x2, y2) in pairwise((*shape, shape[0])):
            length = ((x2 - x1) ** 2 + (y2 - y1) ** 2) ** 0.5
            if not length:
                continue
            normal = (y2 - y1) / length, (x1 - x2) / length
            first = [x * normal[0] + y * normal[1] for x, y in one]
            second = [x * normal[0] + y * normal[1] for x, y in other]
            if min(max(first), max(second)) - max(min(first), min(second)) <= by:
                return False
    return True


def crosses(start, end, shape, by=0.05):
    """Whether a line goes through a convex outline, deeper than a little (Cyrus and Beck, 1978)."""
    middle = tuple(sum(axis) / len(shape) for axis in zip(*shape, strict=True))
    first, last = 0.0, 1.0
    for (x1, y1), (x2, y2) in pairwise((*shape, shape[0])):
        length = ((x2 - x1) ** 2 + (y2 - y1) ** 2) ** 0.5
        if not length:
            continue
        normal = (y2 - y1) / length, (x1 - x2) / length
        if (middle[0] - x1) * normal[0] + (middle[1] - y1) * normal[1] < 0:
            normal = -normal[0], -normal[1]
        # How far inside of this side the two ends of the line are.
        inside = [(x - x1) * normal[0] + (y - y1) * normal[1] - by for x, y in (start, end)]
        if max(inside) <= 0:
            return False
        if min(inside) < 0:
            at = inside[0] / (inside[0] - inside[1])
            first, last = (max(first, at), last) if inside[0] < 0 else (first, min(last, at))
    return first < last


def cross(one, other):
    """Whether two lines cross at a point that is inside of both."""

    def side(a, b, c):
        return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])

    (a, b), (c, d) = one, other
    return side(a, b, c) * side(a, b, d) < -1e-6 and side(c, d, a) * side(c, d, b) < -1e-6
