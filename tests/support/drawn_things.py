"""Read the elements of an SVG figure from its text, and find faults in their places."""

import re
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from xml.etree import ElementTree

from tests.support.plane import cross, crosses, overlap
from tracer.drawing.print.text_lines import text_width


@dataclass(frozen=True)
class Thing:
    """Something in a drawing."""

    kind: str
    name: str
    corners: tuple[tuple[float, float], ...]
    group: int

    @cached_property
    def box(self):
        xs, ys = zip(*self.corners, strict=True)
        return min(xs), min(ys), max(xs), max(ys)


_NS = "{http://www.w3.org/2000/svg}"


def things_of(svg: str):
    """What is drawn: the page, everything that takes room, and the edges as lists of points."""
    root = ElementTree.fromstring(svg)
    page = tuple(map(float, root.attrib["viewBox"].split()))
    things, edges = [], []
    group = -1
    for element in root:
        if element.tag == f"{_NS}polyline":
            edges.append(_points(element.attrib["points"]))
        elif element.get("class") == "cut":
            a, b, c, d = _points(" ".join(element.attrib["d"].replace("L", " ").split("M")))
            things.append(Thing("cut", "a cut", (a, b, d, c), -1))
        elif element.tag == f"{_NS}text":
            things.append(_text(element, -1))
        elif element.tag == f"{_NS}g":
            group += 1
            things += [thing for inner in element for thing in _inside(inner, group)]
    return page, things, edges


def _inside(element, group):
    kind = element.attrib.get("class", "")
    if element.tag == f"{_NS}g":
        for inner in element:
            yield from _inside(inner, group)
    elif element.tag == f"{_NS}text":
        yield _text(element, group)
    elif kind == "sign" and element.tag == f"{_NS}polygon":
        yield Thing("sign", kind, tuple(_points(element.attrib["points"])), group)
    elif kind == "sign" and element.tag == f"{_NS}circle":
        x, y, r = (float(element.attrib[name]) for name in ("cx", "cy", "r"))
        yield Thing("sign", kind, _rectangle(x - r, y - r, x + r, y + r), group)
    elif kind == "sign":
        x, y, w, h = (float(element.attrib[name]) for name in ("x", "y", "width", "height"))
        yield Thing("box", kind, _rectangle(x, y, x + w, y + h), group)
    elif kind == "board":
        numbers = re.findall(r"M([\d.]+),([\d.]+)([HV])([\d.]+)", element.attrib["d"])
        xs = [float(x) for x, *_ in numbers] + [float(z) for *_, d, z in numbers if d == "H"]
        ys = [float(y) for _, y, *_ in numbers] + [float(z) for *_, d, z in numbers if d == "V"]
        yield Thing("board", kind, _rectangle(min(xs), min(ys), max(xs), max(ys)), group)
    elif kind in ("black", "white", "strokes"):
        for part in element.attrib["d"].split("M")[1:]:
            yield Thing("piece", f"a piece in {kind}", _piece(part), group)


def _piece(part):
    if circle := re.match(r"([\d.]+),([\d.]+)a([\d.]+),", part):
        x, y, r = map(float, circle.groups())
        return _rectangle(x, y - r, x + 2 * r, y + r)
    xs, ys = zip(*_points(part.rstrip("z").replace("L", " ")), strict=True)
    return _rectangle(min(xs), min(ys), max(xs), max(ys))


def _text(element, group):
    size, x, y = (float(element.attrib[name]) for name in ("font-size", "x", "y"))
    kinds = element.attrib["class"].split()
    bold = "bold" in kinds or "level" in kinds
    width = float(
        element.attrib.get("textLength")
        or text_width(element.text, size, bold=bold, mono="line" in kinds)
    )
    left = x - width * {"start": 0, "middle": 0.5, "end": 1}[element.attrib["text-anchor"]]
    # As high as a capital and as deep as a g of Helvetica.
    corners = _rectangle(left, y - 0.718 * size, left + width, y + 0.207 * size)
    kind = "cell" if kinds[0] == "cell" else "text"
    return Thing(kind, f"{kinds[0]} {element.text}", corners, group)


def _points(text):
    return [tuple(map(float, point.split(","))) for point in text.split()]


def _rectangle(left, top, right, bottom):
    return ((left, top), (right, top), (right, bottom), (left, bottom))


#: How near an edge may come to what it leads past, in points; half of the thickest edge's width.
_CLEAR = 1.3


def faults_of(svg: str) -> list[str]:
    """What is wrong with a figure, in words: what overlaps, leaves its place or leads nowhere."""
    page, things, edges = things_of(svg)
    return [*_off_the_page(page, things, edges), *_overlaps(things), *_edge_faults(things, edges)]


def _off_the_page(page, things, edges):
    points = [("an edge", [point]) for points in edges for point in points]
    for name, corners in [*((thing.name, thing.corners) for thing in things), *points]:
        xs, ys = zip(*corners, strict=True)
        if min(*xs, *ys) < 0 or max(xs) > page[2] + 0.01 or max(ys) > page[3] + 0.01:
            yield f"{name} is off the page"


def _overlaps(things):
    ordered = sorted(things, key=lambda thing: thing.box[0])
    for number, one in enumerate(ordered):
        for other in ordered[number + 1 :]:
            if other.box[0] >= one.box[2]:
                break
            if other.box[1] < one.box[3] and one.box[1] < other.box[3]:
                if one.kind == other.kind == "piece" and one.group == other.group:
                    continue  # the parts of a piece
                outer, inner = _nested(one, other)
                if outer is not None:
                    if not _holds(outer.box, inner.box):
                        yield f"{inner.name} is wider than what it stands in"
                elif overlap(one.corners, other.corners):
                    yield f"{one.name} and {other.name} overlap"


def _nested(one, other):
    """The box and its value, or the board and what is in it; None if neither is in one."""
    for outer, inner in ((one, other), (other, one)):
        if outer.group == inner.group >= 0 and (
            (outer.kind == "box" and inner.name.startswith("given"))
            or (outer.kind == "board" and inner.kind in ("cell", "piece"))
        ):
            return outer, inner
    return None, None


def _holds(outer, inner):
    return (
        outer[0] < inner[0] and outer[1] < inner[1] and outer[2] > inner[2] and outer[3] > inner[3]
    )


def _edge_faults(things, edges):
    tops = {(round(sum(x for x, _ in ends) / len(ends), 1), top) for ends, top in _ends(things, 1)}
    parts = [(number, part) for number, points in enumerate(edges) for part in pairwise(points)]
    owners = {thing: _nearest(thing, parts) for thing in things if thing.kind == "cut"}
    beside = {}  # what is as high as a part of an edge; those of a level are all of one height
    for number, (start, end) in parts:
        heights = start[1] - _CLEAR, end[1] + _CLEAR
        if heights not in beside:
            beside[heights] = [
                thing
                for thing in things
                if heights[0] <= thing.box[3] and thing.box[1] <= heights[1]
            ]
        left, right = sorted((start[0], end[0]))
        for thing in beside[heights]:
            if thing.box[2] < left - _CLEAR or thing.box[0] > right + _CLEAR:
                continue
            if thing.kind == "cut":
                if owners[thing] != number and crosses(start, end, thing.corners):
                    yield "an edge crosses the mark of another's cut"
            elif crosses(start, end, thing.corners, by=-_CLEAR if thing.kind == "text" else 0.3):
                yield f"an edge crosses {thing.name}"
    ordered = sorted((part for _, part in parts), key=lambda part: min(part[0][0], part[1][0]))
    for at, one in enumerate(ordered):
        right = max(one[0][0], one[1][0])
        for other in ordered[at + 1 :]:
            if min(other[0][0], other[1][0]) >= right:
                break
            apart = other[0][1] >= one[1][1] or one[0][1] >= other[1][1]
            if not apart and one[0] != other[0] and one[1] != other[1] and cross(one, other):
                yield "two edges cross"
    for points in edges:
        x, y = points[-1]
        if not any(abs(x - middle) < 0.2 and abs(y - top) < 1.1 for middle, top in tops):
            yield f"an edge ends at nothing at {x}, {y}"


def _ends(things, axis):
    """Of everything that an edge may lead to, its uppermost corners and their height."""
    for thing in things:
        if thing.kind in ("sign", "box") or thing.name.startswith("more"):
            top = min(corner[axis] for corner in thing.corners)
            yield [corner for corner in thing.corners if corner[axis] == top], top


def _nearest(cut, parts):
    """The number of the edge on which a mark's middle lies."""
    x, y = (sum(axis) / 4 for axis in zip(*cut.corners, strict=True))

    def distance(part):
        (x1, y1), (x2, y2) = part
        dx, dy = x2 - x1, y2 - y1
        along = ((x - x1) * dx + (y - y1) * dy) / ((dx * dx + dy * dy) or 1)
        along = min(max(along, 0), 1)
        return (x1 + along * dx - x) ** 2 + (y1 + along * dy - y) ** 2

    level = [one for one in parts if one[1][0][1] <= y <= one[1][1][1]]
    return min(level, key=lambda one: distance(one[1]))[0]
