"""Independent textbook searches over nested lists, with a snapshot of every step.

Nothing here is shared with the package: the searches are plain recursion over lists, and a step is
a copy of every variable on the stack.
"""

import math
from collections.abc import Callable
from copy import deepcopy
from dataclasses import dataclass, field
from fractions import Fraction
from random import Random
from string import ascii_uppercase
from typing import Any

Tree = Any  # a number, or a list of trees


def minimax(tree: Tree, maximizing: bool = True) -> Fraction | float:
    return values_by_path(tree, maximizing)[()]


def values_by_path(tree: Tree, maximizing: bool = True) -> dict[tuple[int, ...], Any]:
    """The minimax values of all nodes by their path of places."""
    if not isinstance(tree, list):
        return {(): tree}
    below = [values_by_path(child, not maximizing) for child in tree]
    best = (max if maximizing else min)(values[()] for values in below)
    found = {
        (place, *path): one for place, values in enumerate(below) for path, one in values.items()
    }
    return {(): best, **found}


def as_lists(tree: Any, node: Any = 0) -> Tree:
    """A tree of the package as nested lists."""
    if tree.is_terminal(node):
        return tree.values[node]
    return [as_lists(tree, tree.result(node, edge)) for edge in tree.moves(node)]


def random_lists(
    rng: Random,
    plies: int,
    leaves: tuple[int, int] | Callable[[], Any],
    children: tuple[int, int] = (2, 3),
    stop: float = 0,
) -> Tree:
    """A tree with leaves from a range or a function; above the last ply if it may stop there."""

    def node(left: int) -> Tree:
        if not left or (stop and left < plies and rng.random() < stop):
            return leaves() if callable(leaves) else rng.randint(*leaves)
        return [node(left - 1) for _ in range(rng.randint(*children))]

    return node(plies)


def names(tree: Tree) -> dict[tuple[int, ...], str]:
    """The names of all nodes by their path of places: letters in level order, leaves B1, B2."""

    def letters(number: int) -> str:
        text = ""
        while True:
            number, digit = divmod(number, 26)
            text = ascii_uppercase[digit] + text
            if number == 0:
                return text
            number -= 1

    named: dict[tuple[int, ...], str] = {}
    level, used = [((), tree)], 0
    while level:
        below = []
        for path, node in level:
            if isinstance(node, list) or not path:
                named[path] = letters(used)
                used += 1
            else:
                named[path] = f"{named[path[:-1]]}{path[-1] + 1}"
            if isinstance(node, list):
                below += [((*path, place), child) for place, child in enumerate(node)]
        level = below
    return named


@dataclass
class Photograph:
    """Everything visible after a step."""

    entering: bool
    name: str
    stack: list[dict[str, Any]]
    visited: list[str]
    skipped: list[str]


@dataclass
class AlphaBeta:
    """Alpha-beta over nested lists, each convention spelled out, photographed at every step."""

    tree: Tree
    strict: bool = False
    after_test: bool = False
    fail_hard: bool = False
    ties_last: bool = False
    reverse: bool = False
    window: tuple[float, float] = (-math.inf, math.inf)
    photographs: list[Photograph] = field(default_factory=list)
    visited: list[str] = field(default_factory=list)
    values: dict[str, float] = field(default_factory=dict)
    early: list[str] = field(default_factory=list)

    def run(self) -> float:
        self.names = names(self.tree)
        self.stack: list[dict[str, Any]] = []
        value = self._search(self.tree, (), True, *self.window)
        self._photograph(False, self.names[()])
        return value

    def _photograph(self, entering: bool, name: str, skipped: list[str] | None = None) -> None:
        self.photographs.append(
            Photograph(entering, name, deepcopy(self.stack), list(self.visited), skipped or [])
        )

    def _search(
        self, node: Tree, path: tuple[int, ...], is_max: bool, alpha: float, beta: float
    ) -> float:
        name = self.names[path]
        self.visited.append(name)
        leaf = not isinstance(node, list)
        frame = {
            "name": name,
            "max": is_max,
            "v": float(node) if leaf else (-math.inf if is_max else math.inf),
            "alpha": alpha,
            "beta": beta,
            "entered": (alpha, beta),
            "best": "",
            "tried": 0,
            "actions": 0 if leaf else len(node),
            "cut": False,
        }
        self.stack.append(frame)
        self._photograph(True, name)
        if leaf:
            self.stack.pop()
            self.values[name] = float(node)
            return float(node)
        places = list(range(len(node)))
        if self.reverse:
            places.reverse()
        for nth, place in enumerate(places):
            below = (*path, place)
            x = self._search(node[place], below, not is_max, frame["alpha"], frame["beta"])
            frame["tried"] += 1
            if is_max:
                better = x > frame["v"] or (self.ties_last and x == frame["v"])
            else:
                better = x < frame["v"] or (self.ties_last and x == frame["v"])
            if better:
                frame["v"], frame["best"] = x, self.names[below]
            if not self.after_test:
                self._update(frame)
            if self._cuts(frame):
                frame["cut"] = True
                self.early.append(name)
                skipped = [self.names[(*path, other)] for other in places[nth + 1 :]]
                self._photograph(False, self.names[below], skipped)
                break
            if self.after_test:
                self._update(frame)
            self._photograph(False, self.names[below])
        self.stack.pop()
        value = frame["v"]
        if self.fail_hard:
            value = min(max(value, alpha), beta)
        self.values[name] = value
        return value

    @staticmethod
    def _update(frame: dict[str, Any]) -> None:
        if frame["max"]:
            frame["alpha"] = max(frame["alpha"], frame["v"])
        else:
            frame["beta"] = min(frame["beta"], frame["v"])

    def _cuts(self, frame: dict[str, Any]) -> bool:
        alpha, beta = frame["entered"]
        if frame["max"]:
            return frame["v"] > beta if self.strict else frame["v"] >= beta
        return frame["v"] < alpha if self.strict else frame["v"] <= alpha
