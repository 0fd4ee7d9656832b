"""Random trees in which means tie, and a plain program that solves them with fractions.

The trees are texts, as people write them. What a node is worth is worked out here from the texts'
own fractions; nothing of the package is used.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass, field
from fractions import Fraction

#: Odds by the number of outcomes, as they are written.
_ODDS = {
    1: (["1"],),
    2: (["0.5", "0.5"], ["1/3", "2/3"], ["0.1", "0.9"], ["1/6", "5/6"], ["0.3", "0.7"]),
    3: (["1/3"] * 3, ["1/6", "1/3", "1/2"], ["0.1", "0.2", "0.7"], ["2/9", "4/9", "1/3"]),
}


@dataclass
class Place:
    """A node, its value and the places below it."""

    kind: str
    value: Fraction
    text: str = ""
    below: list[Place] = field(default_factory=list)
    odds: list[str] = field(default_factory=list)

    def written(self) -> str:
        """The node as YAML."""
        if self.kind == "leaf":
            return self.text
        nodes = [child.written() for child in self.below]
        if self.odds:
            pairs = zip(self.odds, nodes, strict=True)
            nodes = [f"{{p: {share}, node: {node}}}" for share, node in pairs]
        return f"{{player: {self.kind}, children: [{', '.join(nodes)}]}}"

    def best(self, ties: str = "first") -> int | None:
        """The place of the child that the player takes; of chance the first."""
        if self.kind == "leaf":
            return None
        if self.kind == "chance":
            return 0
        right = [at for at, child in enumerate(self.below) if child.value == self.value]
        return right[0 if ties == "first" else -1]

    def line(self, ties: str = "first") -> list[int]:
        """Best play, by places."""
        at = self.best(ties)
        return [] if at is None else [at, *self.below[at].line(ties)]

    def walk(self) -> Iterator[Place]:
        """All nodes in the order of visits."""
        yield self
        for child in self.below:
            yield from child.walk()


def leaf(value: Fraction) -> Place:
    """A leaf, as a decimal if it has a short one."""
    for digits in range(13):
        if (value * 10**digits).denominator == 1:
            whole = abs(value.numerator) * 10**digits // value.denominator
            text = f"{whole:0{digits + 1}}"
            text = f"{text[:-digits]}.{text[-digits:]}" if digits else text
            return Place("leaf", value, ("-" if value < 0 else "") + text)
    return Place("leaf", value, str(value))


def player(kind: str, below: list[Place]) -> Place:
    """A node at which MAX or MIN chooses."""
    best = max if kind == "max" else min
    return Place(kind, best(child.value for child in below), below=below)


def chance(below: list[Place], odds: list[str]) -> Place:
    """A node of chance."""
    shares = [Fraction(share) for share in odds] or [Fraction(1, len(below))] * len(below)
    mean = sum(
        (share * child.value for share, child in zip(shares, below, strict=True)), Fraction()
    )
    return Place("chance", mean, below=below, odds=odds)


def random_exact_tree(draw: random.Random) -> Place:
    """A tree in which a mean ties with a leaf, or misses it by less than a double shows."""
    parts = draw.choice((1, 3, 6, 9, 10, 10, 100))
    kind = draw.choice(("max", "min"))

    def some(level: int) -> Place:
        if level == 0 or draw.random() < 0.2:
            return leaf(Fraction(draw.randint(-3 * parts, 3 * parts), parts))
        if draw.random() < 0.5:
            return by_chance(level)
        below = [some(level - 1) for _ in range(draw.randint(1, 3))]
        return player(draw.choice(("max", "min")), below)

    def by_chance(level: int) -> Place:
        below = [some(level - 1) for _ in range(draw.randint(1, 3))]
        return chance(below, draw.choice((*_ODDS[len(below)], [])))

    def rival(to: Place) -> Place:
        """Something of the same value, or of one that shares its double."""
        step = draw.choice((0, 0, 0, 1, -1)) * Fraction(1, 10 ** draw.choice((17, 17, 22)))
        one = leaf(to.value + step)
        if draw.random() < 0.3:  # the same as a mean: of two numbers on either side
            apart = Fraction(draw.randint(1, 5), parts)
            pair = [leaf(one.value - apart), leaf(one.value + apart)]
            draw.shuffle(pair)
            return chance(pair, [])
        return one

    def contest(level: int) -> Place:
        mean = by_chance(draw.randint(1, 3))
        below = [mean, *(rival(mean) for _ in range(draw.randint(1, 3)))]
        draw.shuffle(below)
        found = player(kind, below)
        if level:
            others = [contest(level - 1) for _ in range(draw.randint(0, 1))]
            found = draw.choice(
                (chance, lambda nodes, _: player(draw.choice(("max", "min")), nodes))
            )([found, rival(found), *others], [])
        return found

    return contest(draw.randint(0, 2))
