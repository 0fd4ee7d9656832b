"""Random trees of many looks, and what an SVG figure has where: read from its text alone."""

from __future__ import annotations

import random
import re
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from xml.etree import ElementTree

from engine.game import Player
from tracer.diagram.metrics import text_width
from trees.builder import build
from trees.node import Edge, Node

_WORDS = ("attack", "defend", "Zug", "a", "B7", "long_name_of_forty_letters_and_no_spaces_x")


def random_tree(seed: int):
    """A tree of 3 to 200 leaves and up to 8 plies, with names, labels, fractions and chance."""
    draw = random.Random(seed)
    plies = draw.randint(2, 8)
    most = draw.choice((6, 12, 30, 60, 200))
    named, labelled = draw.random() < 0.3, draw.random() < 0.3
    chance = draw.choice((0, 0, 0.3))
    values = draw.choice((_small, _large, _fraction))
    widest = draw.choice((2, 3, 3, 5, 12))
    names = iter(range(100_000))
    leaves = 0

    def node(level):
        nonlocal leaves
        name = f"{draw.choice(_WORDS)}{next(names)}" if named and draw.random() < 0.7 else None
        if level == plies or leaves >= most or (level > 1 and draw.random() < 0.15):
            leaves += 1
            return Node(id=name, value=values(draw))
        count = draw.randint(1 if level else 2, widest)
        random_turn = bool(level) and draw.random() < chance
        edges = []
        for number in range(count):
            label = f"{draw.choice(_WORDS)}.{number}" if labelled else None
            share = Fraction(1, count) if random_turn else None
            edges.append(Edge(node(level + 1), label, share))
        return Node(id=name, player=Player.CHANCE if random_turn else None, edges=edges)

    return build(node(0), name=f"random {seed}")


def _small(draw):
    return draw.randint(-9, 99)


def _large(draw):
    return draw.choice((-1, 1)) * draw.randint(0, 10 ** draw.randint(1, 7)) / 100


def _fraction(draw):
    return Fraction(draw.randint(-99, 99), draw.randint(1, 13))


@dataclass(frozen=True)
class Thing:
    """Something in a drawing.

    Args:
        kind: `text`, `sign`, `box`, `board` or `cut`.
        name: its text or its class.
        corners: its outline.
        group: the number of the node that it belongs to; −1 for none.
    """

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
    if element.tag == f"{_NS}text":
        if kind.split()[0] != "cell":  # a cell's text is inside its board
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
    return Thing("text", f"{kinds[0]} {element.text}", corners, group)


def _points(text):
    return [tuple(map(float, point.split(","))) for point in text.split()]


def _rectangle(left, top, right, bottom):
    return ((left, top), (right, top), (right, bottom), (left, bottom))
