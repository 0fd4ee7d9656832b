"""Pupils who prune at chance nodes, or search in passes, with one misconception at a time.

Nothing here is shared with the checker. A mistake is the misconception's id, a slash and the
reading; "" for a pupil who is right.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from tests.support.naive_star1 import Star1, Tree

__all__ = ["PassPupil", "StarPupil", "paths_of"]

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


def written(value: Any) -> Any:
    """A number as it is written: a fraction as 7/3."""
    if isinstance(value, Fraction):
        return int(value) if value.denominator == 1 else str(value)
    return value


@dataclass
class StarPupil(Star1):
    """Star1 of a tree as `naive_star1` has it.

    Args:
        mistake: the mistake.
        at: the path of a node whose value is wrong.
        slip: what is added to it.
    """

    mistake: str = ""
    at: Any = None
    slip: int = 0
    of_chance: set[Any] = field(default_factory=set)

    def _clipped(self, path: Any, window: Any, known: Any) -> Any:
        everywhere = self.mistake == "unbounded-root/anywhere"
        outcome = path[:-1] in self.of_chance and path != ()
        if everywhere or (self.mistake == "unbounded-root/" and not outcome):
            return window
        return super()._clipped(path, window, known)

    def _search(self, tree: Tree, path: Any, sign: int, a: Any, b: Any, known: Any) -> Any:
        if isinstance(tree, tuple) and tree[0] == "chance":
            self.of_chance.add(path)
        place = len(self.visits)
        v = super()._search(tree, path, sign, a, b, known)
        # A node of the other side is looked at once more, from there.
        if path == self.at and self.visits[place][3] is not None and not self._slipped:
            self._slipped = True
            self.visits[place][3] += self.slip
            v = sign * self.visits[place][3]
        return v

    _slipped = False

    def _chance(self, visit: Any, children: Any, sign: int, a: Any, b: Any, known: Any) -> Any:
        name, _, how = self.mistake.partition("/")
        least, most = known if sign > 0 else (-known[1], -known[0])
        v = seen = Fraction()
        for place, (share, child) in enumerate(children):
            left = sum(p for p, _ in children[place + 1 :])
            right = worst, best = left * least, left * most
            if name == "rest-forgotten" and how != "mean":
                worst = best = Fraction()
            elif name == "rest-unweighted" and left:
                worst, best = least, most
            elif name == "bounds-swapped":
                worst, best = best, worst
            in_window = right if how in ("test", "mean") else (worst, best)
            low, high = (a - v - in_window[1]) / share, (b - v - in_window[0]) / share
            if self.mistake == "outcome-window/unchanged":
                low, high = a, b
            elif self.mistake == "outcome-window/undivided":
                low, high = a - v - best, b - v - worst
            elif self.mistake == "outcome-window/full":
                low, high = -INF, INF
            v += share * self._search(child, (*visit[0], place), sign, low, high, known)
            seen += share
            visit[4] += 1
            ends = [v + worst, v + best]
            if self.mistake == "rest-forgotten/mean":
                ends = [v / seen] * 2
            returned = list(ends)
            if name == "partial-sum":
                returned = [v if how == "sum" else v / seen] * 2
            if ends[1] < a or (ends[1] == a and not self.strict):
                return returned[1]
            if ends[0] > b or (ends[0] == b and not self.strict):
                return returned[0]
        return v

    def sheet(self, tree: Tree, names: list[str]) -> dict[str, Any]:
        """What the pupil hands in, after the search."""
        name = dict(zip(paths_of(tree), names, strict=True))
        inner = [one for one in self.visits if isinstance(_at(tree, one[0]), tuple)]
        below = {one[0]: len(_children(_at(tree, one[0]))) for one in inner}
        cuts = [one for one in inner if one[4] < below[one[0]]]
        return {
            "visits": [name[one[0]] for one in self.visits],
            "values": {name[one[0]]: written(one[3]) for one in inner},
            "windows": {name[one[0]]: [written(one[1]), written(one[2])] for one in inner},
            "cutoffs": [
                {
                    "at": name[path],
                    "skipped": [name[(*path, place)] for place in range(tried, below[path])],
                }
                for path, *_, tried in cuts
            ],
            "utility": written(self.visits[0][3]),
        }


def _at(tree: Tree, path: Any) -> Tree:
    for place in path:
        tree = _children(tree)[place]
    return tree


@dataclass
class PassPupil:
    """MTD(f) or aspiration search of nested lists; MAX moves first.

    Args:
        tree: the tree.
        names: the node names, in the order of `paths_of`.
        search: `mtdf` or `aspiration`.
        guess: the first guess; the margin is 1.
        mistake: the mistake.
    """

    tree: Tree
    names: list[str]
    search: str
    guess: int
    mistake: str = ""
    visits: list[str] = field(default_factory=list)
    values: dict[str, Any] = field(default_factory=dict)
    windows: dict[str, Any] = field(default_factory=dict)
    cutoffs: list[dict[str, Any]] = field(default_factory=list)
    table: dict[Any, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.name = dict(zip(paths_of(self.tree), self.names, strict=True))
        self.asked: list[Any] = []
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
        """One pass; None if it was made before, since it says nothing new."""
        if (a, b) in self.asked:
            return None
        self.asked.append((a, b))
        self.value = self._value(self.tree, (), True, a, b)
        return self.value

    def _mtdf(self) -> None:
        g, lower, upper = self.guess, -INF, INF
        while lower < upper:
            raised = g == lower
            if self.mistake.startswith("null-window-side/"):
                raised = self.mistake.endswith("above")
            beta = g + 1 if raised else g
            g = self._ask(beta - 1, beta)
            if g is None or self.mistake == "no-second-search/":
                return
            low = g < beta
            if self.mistake == "fail-side-swapped/":
                low = not low
            if low:
                upper = g
            else:
                lower = g

    def _aspiration(self) -> None:
        a, b = self.guess - 1, self.guess + 1
        v = self._ask(a, b)
        if a < v < b or self.mistake == "no-second-search/":
            return
        if self.mistake.startswith("second-window/"):
            while v is not None and not a < v < b:
                if self.mistake.endswith("around"):
                    a, b = v - 1, v + 1
                elif v <= a:
                    a, b = a - 2, a
                else:
                    a, b = b, b + 2
                v = self._ask(a, b)
            return
        low = v <= a
        if self.mistake == "fail-side-swapped/":
            low = not low
        self._ask(*((-INF, v) if low else (v, INF)))

    def _value(self, node: Tree, path: Any, is_max: bool, a: Any, b: Any) -> Any:
        name = self.name[path]
        self.visits.append(name)
        if not isinstance(node, list):
            return node
        self.windows.setdefault(name, (a, b))
        if self.search == "mtdf" and path in self.table and self.mistake != "table-forgotten/":
            v, kind = self.table[path]
            enough = kind == "=" or (kind == "≥" and v >= b) or (kind == "≤" and v <= a)
            if enough or (self.mistake == "table-bound-exact/" and path != ()):
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
