"""Random trees of many looks."""

from __future__ import annotations

import random
from fractions import Fraction

from engine.game import Player
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
