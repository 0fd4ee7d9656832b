"""Random trees with varied labels and shapes."""

import random
from fractions import Fraction

from engine.game import Player
from trees.building import TreeEdge, TreeNode, build

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
            return TreeNode(id=name, value=values(draw))
        count = draw.randint(1 if level else 2, widest)
        random_turn = bool(level) and draw.random() < chance
        edges = []
        for number in range(count):
            label = f"{draw.choice(_WORDS)}.{number}" if labelled else None
            share = Fraction(1, count) if random_turn else None
            edges.append(TreeEdge(node(level + 1), label, share))
        return TreeNode(id=name, player=Player.CHANCE if random_turn else None, edges=edges)

    return build(node(0), name=f"random {seed}")


def _small(draw):
    return draw.randint(-9, 99)


def _large(draw):
    return draw.choice((-1, 1)) * draw.randint(0, 10 ** draw.randint(1, 7)) / 100


def _fraction(draw):
    return Fraction(draw.randint(-99, 99), draw.randint(1, 13))


def _uniform(draw, *branching, value=_small, label=None, name=None):
    """Return a tree with given branching at each level, and labels and names from functions."""
    if not branching:
        return TreeNode(id=name and name(), value=value(draw))
    below = [
        TreeEdge(
            _uniform(draw, *branching[1:], value=value, label=label, name=name), label and label()
        )
        for _ in range(branching[0])
    ]
    return TreeNode(id=name and name(), edges=below)


def _ragged(draw, depth):
    if not depth:
        return TreeNode(value=_small(draw))
    leaves = [
        TreeEdge(TreeNode(value=_small(draw)), f"to_{one}") for one in range(draw.randint(1, 4))
    ]
    leaves.insert(draw.randint(0, len(leaves)), TreeEdge(_ragged(draw, depth - 1), "on"))
    return TreeNode(edges=leaves)


def _gamble(draw, depth):
    """Chance below every move, with probabilities of many digits."""
    if not depth:
        return TreeNode(value=_fraction(draw))
    parts = [draw.randint(1, 9_999) for _ in range(draw.randint(2, 4))]
    outcomes = [
        TreeEdge(_gamble(draw, depth - 1), None, Fraction(part, sum(parts))) for part in parts
    ]
    return TreeNode(
        edges=[
            TreeEdge(TreeNode(player=Player.CHANCE, edges=outcomes), f"bet{one}")
            for one in range(2)
        ]
    )


_LETTERS = "abcdefghijklmnopqrstuvwxyz", "ABCDEFGHIJKLMNOPQRSTUVWXYZ", "αβγδ", "樹探索枝", "WM@%"


def _long_names(draw, least=20, most=60):
    """Return names of a given length: words joined by symbols, in capitals, or neither."""
    taken = iter(range(1_000))
    while True:
        letters = draw.choice(_LETTERS)
        wanted, name = draw.randint(least, most), f"{next(taken)}"
        while len(name) < wanted:
            word = "".join(draw.choice(letters) for _ in range(draw.randint(1, 15)))
            name += draw.choice(("-", "_", "", "")) + draw.choice((word, word.title()))
        yield name[:wanted]


def _extreme(draw):
    return draw.choice((-1, 1)) * draw.choice((2**53, 10**9 + 7, 123456.789012, 1e-7, 0.1, 1e-300))


#: Trees with extreme labels and shapes, given a source of chance and of long names.
EXTREMES = {
    "one leaf": lambda draw, names: _uniform(draw),
    "a chain": lambda draw, names: _uniform(draw, *[1] * 12),
    "forty leaves side by side": lambda draw, names: _uniform(draw, 40),
    "twelve times twelve": lambda draw, names: _uniform(draw, 12, 12),
    "two hundred leaves": lambda draw, names: _uniform(draw, 5, 5, 4, 2),
    "sixty-four leaves of two": lambda draw, names: _uniform(draw, *[2] * 6),
    "ragged and deep": lambda draw, names: _ragged(draw, 12),
    "long names": lambda draw, names: _uniform(draw, 3, 2, 3, name=names),
    "long labels": lambda draw, names: _uniform(draw, 2, 3, 2, label=names),
    "names, labels and fractions": lambda draw, names: _uniform(
        draw, 4, 4, value=_fraction, label=names, name=names
    ),
    "huge and tiny values": lambda draw, names: _uniform(draw, 3, 3, value=_extreme),
    "chance": lambda draw, names: _gamble(draw, 3),
}


def extreme_tree(name: str, seed: int):
    """Return one of the trees of `EXTREMES`."""
    draw = random.Random(f"{name}{seed}")
    return build(EXTREMES[name](draw, _long_names(draw).__next__), name=name)
