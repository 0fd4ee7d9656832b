"""Pupils who prune at chance nodes, or search in passes; they share nothing with the checker."""

import math
from dataclasses import dataclass, field
from typing import Any

from tests.support.naive_star import Star, Tree
from tests.support.pupils import written

INF = math.inf


def paths_of(tree: Tree, path: tuple[int, ...] = ()) -> list[tuple[int, ...]]:
    """Every node by the places that lead to it, each before its children."""
    if not isinstance(tree, (tuple, list)):
        return [path]
    found = [path]
    for place, child in enumerate(_children(tree)):
        found += paths_of(child, (*path, place))
    return found


def _children(tree: Tree) -> list[Tree]:
    if isinstance(tree, list):
        return tree
    kind, children = tree
    return [child for _, child in children] if kind == "chance" else children


@dataclass
class StarPupil(Star):
    """Star1 of a tree as `naive_star` has it."""

    at: Any = None
    slip: int = 0

    def _visit(self, tree: Tree, path: Any, window: Any, known: Any, mark: str = "") -> Any:
        number = len(self.visits)
        value = super()._visit(tree, path, window, known, mark)
        if path == self.at:
            value += self.slip
            self.results[number] = value, self.results[number][1]
        return value

    def sheet(self, tree: Tree, names: list[str]) -> dict[str, Any]:
        """What the pupil hands in, after the search."""
        name = dict(zip(paths_of(tree), names, strict=True))
        visits = [(*visit[:2], *self.results[row]) for row, visit in enumerate(self.visits)]
        inner = [visit for visit in visits if isinstance(_at(tree, visit[0]), tuple)]
        below = {path: len(_children(_at(tree, path))) for path, *_ in inner}
        return {
            "visits": [name[path] for path, *_ in visits],
            "values": {name[path]: written(value) for path, _, value, _ in inner},
            "windows": {name[path]: [*map(written, window)] for path, window, *_ in inner},
            "cutoffs": [
                {
                    "at": name[path],
                    "skipped": [name[(*path, place)] for place in range(tried, below[path])],
                }
                for path, _, _, tried in inner
                if tried < below[path]
            ],
            "utility": written(visits[0][2]),
        }


def _at(tree: Tree, path: Any) -> Tree:
    for place in path:
        tree = _children(tree)[place]
    return tree


@dataclass
class PassPupil:
    """MTD(f) or aspiration search of nested lists; MAX moves first."""

    tree: Tree
    names: list[str]
    search: str
    guess: int
    visits: list[str] = field(default_factory=list)
    values: dict[str, Any] = field(default_factory=dict)
    windows: dict[str, Any] = field(default_factory=dict)
    cutoffs: list[dict[str, Any]] = field(default_factory=list)
    table: dict[Any, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.name = dict(zip(paths_of(self.tree), self.names, strict=True))
        if self.search == "mtdf":
            self._mtdf()
        else:
            self._aspiration()

    def sheet(self) -> dict[str, Any]:
        return {
            "visits": self.visits,
            "values": self.values,
            "windows": {name: [*window] for name, window in self.windows.items()},
            "cutoffs": self.cutoffs,
            "utility": self.value,
        }

    def _ask(self, a: Any, b: Any) -> Any:
        """One pass."""
        self.value = self._value(self.tree, (), True, a, b)
        return self.value

    def _mtdf(self) -> None:
        g, lower, upper = self.guess, -INF, INF
        while lower < upper:
            beta = g + 1 if g == lower else g
            g = self._ask(beta - 1, beta)
            if g < beta:
                upper = g
            else:
                lower = g

    def _aspiration(self) -> None:
        a, b = self.guess - 1, self.guess + 1
        v = self._ask(a, b)
        if a < v < b:
            return
        self._ask(*((-INF, v) if v <= a else (v, INF)))

    def _value(self, node: Tree, path: Any, is_max: bool, a: Any, b: Any) -> Any:
        name = self.name[path]
        self.visits.append(name)
        if not isinstance(node, list):
            return node
        self.windows.setdefault(name, (a, b))
        if self.search == "mtdf" and path in self.table:
            v, kind = self.table[path]
            if kind == "=" or (kind == "≥" and v >= b) or (kind == "≤" and v <= a):
                return v
        entered, v = (a, b), -INF if is_max else INF
        for place, child in enumerate(node):
            x = self._value(child, (*path, place), not is_max, a, b)
            v = max(v, x) if is_max else min(v, x)
            if v >= b if is_max else v <= a:
                if place + 1 < len(node):
                    skipped = [self.name[(*path, one)] for one in range(place + 1, len(node))]
                    self.cutoffs.append({"at": name, "skipped": skipped})
                break
            a, b = (max(a, v), b) if is_max else (a, min(b, v))
        kind = "≤" if v <= entered[0] else "≥" if v >= entered[1] else "="
        self.table[path] = v, kind
        self.values.setdefault(name, v)
        return v
