"""Pupils who prune at chance nodes, or search in passes; they share nothing with the checker."""

import math
from dataclasses import dataclass, field
from typing import Any

from tests.support.naive_star import Star, Tree
from tests.support.pupils import Pupil, written

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
class PassPupil(Pupil):
    """MTD(f) or aspiration search of nested lists; of each node, the first visit is handed in."""

    search: str = "mtdf"
    guess: int = 0
    first: dict[str, tuple[Any, Any]] = field(default_factory=dict)
    table: dict[Any, Any] = field(default_factory=dict)

    def sheet(self, *, after: bool = False) -> dict[str, Any]:
        cutoffs = [{"at": cut["at"], "skipped": cut["skipped"]} for cut in self.cutoffs]
        return {
            "visits": self.visits,
            "values": {name: value for name, (_, value) in self.first.items()},
            "windows": {name: [*window] for name, (window, _) in self.first.items()},
            "cutoffs": cutoffs,
            "utility": self.value,
        }

    def _run(self, is_max: bool) -> Any:
        """Search in passes, each with a window of its own."""

        def ask(a: Any, b: Any) -> Any:
            return self._search(self.tree, (), is_max, a, b, 0)

        g, lower, upper = self.guess, -INF, INF
        if self.search == "aspiration":
            v = ask(g - 1, g + 1)
            return v if g - 1 < v < g + 1 else ask(-INF, v) if v < g else ask(v, INF)
        while lower < upper:
            beta = g + 1 if g == lower else g
            g = ask(beta - 1, beta)
            lower, upper = (lower, g) if g < beta else (g, upper)
        return g

    def _search(
        self, node: Tree, path: Any, is_max: bool, alpha: Any, beta: Any, depth: int
    ) -> Any:
        if self.search == "mtdf" and path in self.table:
            v, kind = self.table[path]
            if kind == "=" or (kind == "≥" and v >= beta) or (kind == "≤" and v <= alpha):
                self.visits.append(self.name[path])
                return v
        v = super()._search(node, path, is_max, alpha, beta, depth)
        if isinstance(node, list):
            kind = "≤" if v <= alpha else "≥" if v >= beta else "="
            self.table[path] = v, kind
            self.first.setdefault(self.name[path], ((alpha, beta), v))
        return v
