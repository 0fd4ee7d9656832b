"""Independent checks of a generated tree: its YAML text, and searches over lists.

Nothing is shared with the generator. The text is read by PyYAML; a node is a number, a list of
nodes, or a list of (probability, node) pairs. Alpha-beta has no windows here: it reads every
ancestor's best value so far, and at the plies between.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

import yaml


@dataclass
class Read:
    """A tree out of its YAML text."""

    tree: Any
    max_first: bool


def read(text: str) -> Read:
    file = yaml.safe_load(text)
    first = file["players"][0] if "players" in file else file["root"]
    return Read(_node(file["tree"]), first == "max")


def _node(node: Any) -> Any:
    if isinstance(node, dict):
        assert node["player"] == "chance"
        return [(Fraction(str(one["p"])), _node(one["node"])) for one in node["children"]]
    return [_node(one) for one in node] if isinstance(node, list) else node


def is_chance(node: Any) -> bool:
    return isinstance(node, list) and isinstance(node[0], tuple)


def children(node: Any) -> list[Any]:
    if not isinstance(node, list):
        return []
    return [one[1] for one in node] if is_chance(node) else node


def walk(node: Any, is_max: bool = True, depth: int = 0) -> Iterator[tuple[Any, bool, int]]:
    """Yield each node in pre-order, with who moves and its depth; after chance it is the same."""
    yield node, is_max, depth
    for child in children(node):
        yield from walk(child, is_max if is_chance(node) else not is_max, depth + 1)


def leaves(node: Any) -> list[int]:
    return [one for one, _, _ in walk(node) if not children(one)]


def depths(node: Any) -> set[int]:
    """The depths at which there are leaves."""
    return {depth for one, _, depth in walk(node) if not children(one)}


def chance_depths(node: Any) -> set[int]:
    return {depth for one, _, depth in walk(node) if is_chance(one)}


def widths(node: Any) -> dict[int, set[int]]:
    """How many children the nodes of each ply have."""
    found: dict[int, set[int]] = {}
    for one, _, depth in walk(node):
        if children(one):
            found.setdefault(depth, set()).add(len(children(one)))
    return found


def value(node: Any, is_max: bool) -> Any:
    if is_chance(node):
        return sum(share * value(one, is_max) for share, one in node)
    if not isinstance(node, list):
        return node
    below = [value(one, not is_max) for one in node]
    return max(below) if is_max else min(below)


def every_choice(node: Any, is_max: bool) -> list[tuple[bool, list[Any]]]:
    """Each node where a player moves: who, and what its children are worth."""
    return [
        (mine, [value(child, not mine) for child in one])
        for one, mine, _ in walk(node, is_max)
        if children(one) and not is_chance(one)
    ]


def every_chance(node: Any, is_max: bool) -> list[tuple[Any, list[Fraction]]]:
    """Each chance node: its value and its probabilities."""
    nodes = [(one, mine) for one, mine, _ in walk(node, is_max) if is_chance(one)]
    return [(value(one, mine), [share for share, _ in one]) for one, mine in nodes]


def every_outcomes(node: Any, is_max: bool) -> list[list[Any]]:
    """What the outcomes of each chance node are worth."""
    nodes = [(one, mine) for one, mine, _ in walk(node, is_max) if is_chance(one)]
    return [[value(child, mine) for _, child in one] for one, mine in nodes]


@dataclass
class AlphaBeta:
    """Fail-soft alpha-beta that asks its ancestors."""

    strict: bool = False
    seen: int = 0
    cutoffs: int = 0
    #: For each cutoff the plies up to the ancestor that set the bound.
    reach: list[int] = field(default_factory=list)

    def run(self, node: Any, is_max: bool) -> AlphaBeta:
        self._search(node, is_max, [])
        return self

    @property
    def deep(self) -> int:
        return sum(plies >= 3 for plies in self.reach)

    def _search(self, node: Any, is_max: bool, above: list[tuple[bool, int | None]]) -> int:
        if not isinstance(node, list):
            self.seen += 1
            return int(node)
        best: int | None = None
        for place, child in enumerate(node):
            found = self._search(child, not is_max, [*above, (is_max, best)])
            best = found if best is None else (max if is_max else min)(best, found)
            # What the opponent has elsewhere already, with how far above.
            known = [
                (theirs, len(above) - at)
                for at, (whose, theirs) in enumerate(above)
                if whose is not is_max and theirs is not None
            ]
            better = [one for one in known if self._reached(best, one[0], is_max)]
            if better:
                if place + 1 < len(node):
                    self.cutoffs += 1
                    # The bound is the best of them, and whoever had it first has set it.
                    bound = (min if is_max else max)(theirs for theirs, _ in known)
                    self.reach.append(max(plies for theirs, plies in known if theirs == bound))
                break
        assert best is not None
        return best

    def _reached(self, best: int, theirs: int, is_max: bool) -> bool:
        if self.strict:
            return best > theirs if is_max else best < theirs
        return best >= theirs if is_max else best <= theirs
