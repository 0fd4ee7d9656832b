"""Pupils who search a small tree by plain recursion, one misconception at a time.

Nothing here is shared with the checker. A tree is a number, a list, or a map as in YAML with
`children`, and with `player: chance` or an `eval`; names come from outside, in the order of a
search that visits every node. Comments mark the lines that a mistake changes.
"""

import math
from collections.abc import Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

Tree = Any
Path = tuple[int, ...]


def children_of(node: Tree) -> list[Tree]:
    """The children of a node; none of a leaf. An outcome of chance is its node."""
    listed = node["children"] if isinstance(node, dict) else node
    if not isinstance(listed, list):
        return []
    return [one["node"] if isinstance(one, dict) and "p" in one else one for one in listed]


def paths(node: Tree, path: Path = ()) -> Iterator[Path]:
    """Every node by the places that lead to it, each before its children."""
    yield path
    for place, child in enumerate(children_of(node)):
        yield from paths(child, (*path, place))


@dataclass
class Pupil:
    """One search of one tree by one pupil."""

    tree: Tree
    names: list[str]
    mistake: str = ""
    strict: bool = False
    after_test: bool = False
    fail_hard: bool = False
    ties_last: bool = False
    depth: int | None = None
    windowed: bool = True
    at: str = ""
    slip: int = 0
    visits: list[str] = field(default_factory=list)
    returned: list[str] = field(default_factory=list)
    values: dict[str, Any] = field(default_factory=dict)
    windows: dict[str, tuple[Any, Any]] = field(default_factory=dict)
    cutoffs: list[dict[str, Any]] = field(default_factory=list)
    best: dict[Path, Path] = field(default_factory=dict)
    leaves: int = 0

    def __post_init__(self) -> None:
        self.name = dict(zip(paths(self.tree), self.names, strict=True))
        self.shared = [-math.inf, math.inf]
        if self.mistake == "strictness-flipped/":
            self.strict = not self.strict
        if self.mistake in ("depth-off-by-one/more", "depth-off-by-one/less"):
            self.depth = (self.depth or 0) + (1 if self.mistake.endswith("more") else -1)
        if self.mistake == "one-variable/":
            self.value = self._with_one_variable(self.tree, (), True, None)
        else:
            self.value = self._run(self.mistake != "max-min-swapped/")
        if self.mistake == "ends-swapped/":
            self.windows = {name: window[::-1] for name, window in self.windows.items()}
            for cut in self.cutoffs:
                cut["windows"] = tuple(window[::-1] for window in cut["windows"])

    def sheet(self, *, after: bool = False) -> dict[str, Any]:
        """What the pupil hands in."""
        visits = self.visits
        if self.mistake == "other-traversal/breadth-first":
            visits = sorted(visits, key=self._level)
        elif self.mistake == "other-traversal/all breadth-first":
            visits = sorted(self.names, key=self._level)
        elif self.mistake == "other-traversal/order of return":
            visits = self.returned
        line, path = [], ()
        while path in self.best:
            path = self.best[path]
            line.append(self.name[path])
        sheet: dict[str, Any] = {
            "visits": list(visits),
            "values": {name: written(value) for name, value in self.values.items()},
        }
        if self.windowed:
            if self.windows:
                sheet["windows"] = {
                    name: [written(alpha), written(beta)]
                    for name, (alpha, beta) in self.windows.items()
                }
            sheet["cutoffs"] = [self._as_written(cut, after) for cut in self.cutoffs]
        sheet |= {"move": line[0], "line": line, "utility": written(self.value)}
        if self.mistake == "other-count/leaves":
            sheet["counts"] = {"visited": self.leaves}
        elif self.mistake == "other-count/without the root":
            sheet["counts"] = {"visited": len(self.visits) - 1}
        return sheet

    def _run(self, is_max: bool) -> Any:
        return self._search(self.tree, (), is_max, -math.inf, math.inf, 0)

    def _as_written(self, cut: dict[str, Any], after: bool) -> dict[str, Any]:
        skipped = cut["skipped"]
        if self.mistake == "off-by-one-child/listed":
            skipped = [cut["caused by"], *skipped]
        if "windows" not in cut:
            return {"at": cut["at"], "skipped": skipped}
        alpha, beta = cut["windows"][after]
        return {
            "at": cut["at"],
            "alpha": written(alpha),
            "beta": written(beta),
            "skipped": skipped,
        }

    def _level(self, name: str) -> int:
        return next(len(path) for path, one in self.name.items() if one == name)

    def _search(
        self, node: Tree, path: Path, is_max: bool, alpha: float, beta: float, depth: int
    ) -> Any:
        name, children = self.name[path], children_of(node)
        is_max = is_max or self.mistake == "min-maximizes/everything"
        self.visits.append(name)
        if not children or depth == self.depth:
            value = self._estimate(node, children, is_max)
            self.returned.append(name)
            return value
        if isinstance(node, dict) and node.get("player") == "chance":
            return self._chance(node, path, is_max, alpha, beta, depth)
        entered = alpha, beta
        if self.mistake == "leaking-bounds/":
            alpha, beta = entered = (self.shared[0], self.shared[1])
        self.windows[name] = entered
        v: Any = -math.inf if is_max else math.inf
        cut = False
        for nth, place in enumerate(order := self._order(children)):
            below = (*path, place)
            bounds = self._handed_down(path, is_max, alpha, beta, v)
            cuts = len(self.cutoffs)
            x = self._search(children[place], below, not is_max, *bounds, depth + 1)
            child_was_cut = len(self.cutoffs) > cuts and self.cutoffs[-1]["at"] == self.name[below]
            if self.mistake == "leaking-bounds/":
                alpha, beta = self.shared
            takes_more = is_max or (self.mistake == "min-maximizes/values" and path in self.best)
            if x > v if takes_more else x < v:
                v, self.best[path] = x, below
            elif x == v and (self.ties_last or (child_was_cut and self._prefers_ties(path))):
                self.best[path] = below
            before = alpha, beta
            updated = self._updated(is_max, v, x, alpha, beta)
            held = self._holds(is_max, v, *(before if self.after_test else updated))
            if self.mistake == "bottom-cuts-only/" and any(map(children_of, children)):
                held = False
            if held and name == self.at and self.mistake == "refuses-cutoff/one":
                held = False
            if not held or not self.after_test:
                alpha, beta = updated
            if self.mistake == "leaking-bounds/":
                self.shared = [alpha, beta]
            if not held:
                continue
            cut = True
            rest = order[nth + 1 :]
            if rest and self.mistake.startswith("off-by-one-child/one more"):
                extra = (*path, rest.pop(0))
                before = updated
                x = self._search(children[extra[-1]], extra, not is_max, *updated, depth + 1)
                if (x > v if is_max else x < v) and not self.mistake.endswith("unheeded"):
                    v, self.best[path] = x, extra
            if rest:
                self.cutoffs.append(
                    {
                        "at": name,
                        "skipped": [self.name[(*path, one)] for one in rest],
                        "caused by": self.name[below],
                        "windows": (before, self._updated(is_max, v, x, *before)),
                    }
                )
            break
        if self.mistake == "rewritten-window/":
            self.windows[name] = alpha, beta
        return self._returned(name, is_max, v, entered, cut)

    def _returned(self, name: str, is_max: bool, v: Any, entered: Any, cut: bool) -> Any:
        if name == self.at and self.mistake == "arithmetic-slip/":
            v += self.slip
        if self.fail_hard or self.mistake == "fail-hard-values/all":
            v = min(max(v, entered[0]), entered[1])
        bound = entered[1] if is_max else entered[0]
        self.values[name] = bound if cut and self.mistake == "fail-hard-values/written" else v
        if cut and self.mistake == "fail-hard-values/returned":
            self.values[name] = v = bound
        self.returned.append(name)
        return v

    def _estimate(self, node: Tree, children: list[Tree], is_max: bool) -> Any:
        """A leaf's utility, or the estimate of a node at the limit."""
        self.leaves += 1
        value = node["eval"] if children else node
        if self.mistake == "leaf-perspective/below MAX" and not is_max:
            return -value
        if self.mistake == "leaf-perspective/below MIN" and is_max:
            return -value
        return value

    def _order(self, children: list[Tree]) -> list[int]:
        places = list(range(len(children)))
        return places[::-1] if self.mistake == "right-to-left/" else places

    def _prefers_ties(self, path: Path) -> bool:
        return self.mistake == "bound-as-exact/anywhere" or (
            self.mistake == "bound-as-exact/at the root" and path == ()
        )

    def _handed_down(
        self, path: Path, is_max: bool, alpha: float, beta: float, v: Any
    ) -> tuple[Any, Any]:
        """The window that a child is entered with."""
        if self.mistake == "root-reset/" and path == ():
            return -math.inf, math.inf
        if self.mistake == "window-reset/":
            return -math.inf, math.inf
        if self.mistake == "shallow-only/v":
            return (v, math.inf) if is_max else (-math.inf, v)
        if self.mistake == "shallow-only/own bound":
            return (alpha, math.inf) if is_max else (-math.inf, beta)
        if self.mistake == "zero-unset/handed down":
            return (-math.inf if alpha == 0 else alpha), (math.inf if beta == 0 else beta)
        return alpha, beta

    def _holds(self, is_max: bool, v: Any, alpha: float, beta: float) -> bool:
        """Whether the test that ends a node early holds."""
        if not self.windowed or self.mistake == "refuses-cutoff/all":
            return False
        if self.mistake == "one-sided-test/only MIN" and is_max:
            return False
        if self.mistake == "one-sided-test/only MAX" and not is_max:
            return False
        bound, above = (beta, True) if is_max else (alpha, False)
        if self.mistake == "wrong-bound/v <= alpha at MAX":
            bound, above = (alpha, False) if is_max else (beta, True)
        elif self.mistake == "wrong-bound/v >= alpha at MAX":
            bound = alpha if is_max else beta
        if self.mistake == "zero-unset/no test" and bound == 0:
            return False
        if self.strict:
            return bool(v > bound if above else v < bound)
        return bool(v >= bound if above else v <= bound)

    def _updated(
        self, is_max: bool, v: Any, x: Any, alpha: float, beta: float
    ) -> tuple[float, float]:
        """The window after a child's value x."""
        if not self.windowed:
            return alpha, beta
        if is_max:
            return (x if self.mistake.startswith("alpha-replaced/") else max(alpha, v)), beta
        return alpha, (x if self.mistake == "alpha-replaced/both" else min(beta, v))

    def _chance(
        self, node: Tree, path: Path, is_max: bool, alpha: float, beta: float, depth: int
    ) -> Any:
        """The mean over the outcomes; the player whose turn it is moves below it."""
        name, children = self.name[path], children_of(node)
        chances = [
            Fraction(one["p"])
            if isinstance(one, dict) and "p" in one
            else Fraction(1, len(children))
            for one in node["children"]
        ]
        # For chance-misread/cut there are windows, and a chance node hands its own to its outcomes.
        found = [
            self._search(child, (*path, place), is_max, alpha, beta, depth + 1)
            for place, child in enumerate(children)
        ]
        self.best[path] = (*path, 0)
        value = sum(p * x for p, x in zip(chances, found, strict=True))
        if self.mistake == "chance-misread/divided again":
            value /= len(found)
        elif self.mistake == "chance-misread/unweighted":
            value = Fraction(sum(found), len(found))
        elif self.mistake == "chance-misread/maximum":
            value = max(found)
        elif self.mistake == "chance-misread/minimum":
            value = min(found)
        return self._returned(name, is_max, value, (alpha, beta), False)

    def _with_one_variable(self, node: Tree, path: Path, is_max: bool, bound: Any) -> Any:
        """One bound, handed down and overwritten by MAX and MIN alike; None as long as unset.

        Whoever has one number has no window to write down: only visits, values and cutoffs.
        """
        name, children = self.name[path], children_of(node)
        self.visits.append(name)
        if not children:
            return node
        v: Any = -math.inf if is_max else math.inf
        for place, child in enumerate(children):
            below = (*path, place)
            x = self._with_one_variable(child, below, not is_max, bound)
            if x > v if is_max else x < v:
                v, self.best[path] = x, below
            if not self.after_test:
                bound = v
            held = bound is not None and (
                (v > bound if is_max else v < bound) or (v == bound and not self.strict)
            )
            if held:
                rest = [self.name[(*path, one)] for one in range(place + 1, len(children))]
                if rest:
                    self.cutoffs.append({"at": name, "skipped": rest})
                break
            bound = v
        self.values[name] = v
        return v


def written(value: Any) -> Any:
    """A number as it is written: a fraction as 7/3."""
    if isinstance(value, Fraction):
        return int(value) if value.denominator == 1 else str(value)
    return value
