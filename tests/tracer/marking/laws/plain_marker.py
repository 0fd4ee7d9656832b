"""The marks of a sheet by a second way: the law's own words, without any code of plytrace.

A tree is a number or a list of trees; MAX moves at the root. A sheet is a `Said`.
"""

import math
from collections import Counter
from collections.abc import Iterable, Iterator, Set
from dataclasses import dataclass, field
from typing import NamedTuple

INF = math.inf


class Rules(NamedTuple):
    """An accepted convention."""

    is_strict: bool = False
    is_hard: bool = False


class Slip(NamedTuple):
    """A wrong value of a node, or (without one) a cutoff that was not made."""

    node: str
    value: float | None = None


class Cut(NamedTuple):
    """A cutoff, with the windows before and after the update."""

    before: tuple[float, float]
    after: tuple[float, float]
    skipped: tuple[str, ...]


@dataclass
class Said:
    """What a search finds, or what a sheet says; `stated` are the values as they are passed on."""

    visits: list[str] = field(default_factory=list)
    values: dict[str, float] = field(default_factory=dict)
    stated: dict[str, float] = field(default_factory=dict)
    windows: dict[str, tuple[float, float]] = field(default_factory=dict)
    cuts: dict[str, Cut] = field(default_factory=dict)
    best: dict[str, str] = field(default_factory=dict)

    @property
    def inner(self) -> set[str]:
        return {*self.windows}

    @property
    def move(self) -> str:
        return self.best["A"]


class Node(NamedTuple):
    """A node: its leaf's value or None, its children, and its depth."""

    value: float | None
    children: list[str]
    depth: int


def named(tree: list) -> dict[str, Node]:
    """Return each node by name; inner nodes are A, B, C … level by level."""
    nodes: dict[str, Node] = {}
    letters = iter("ABCDEFGHIJKLMNOPQRSTUVWXYZ")
    waiting: list[tuple[object, str, int, list[str]]] = [(tree, "", 0, [])]
    while waiting:
        subtree, name, depth, siblings = waiting.pop(0)
        place = name
        name = next(letters) if isinstance(subtree, list) else name
        if place:
            siblings[int(place.lstrip("ABCDEFGHIJKLMNOPQRSTUVWXYZ")) - 1] = name
        children: list[str] = []
        value = None if isinstance(subtree, list) else float(subtree)
        nodes[name] = Node(value, children, depth)
        if isinstance(subtree, list):
            children += [""] * len(subtree)
            waiting += [
                (below, f"{name}{number}", depth + 1, children)
                for number, below in enumerate(subtree, 1)
            ]
    return nodes


def search(nodes: dict[str, Node], rules: Rules, slip: Slip | None = None) -> Said:
    """Search a tree; with a slip, as a student does who makes it and is right otherwise."""
    run = Said()

    def visit(name: str, alpha: float, beta: float) -> float:
        value, children, depth = nodes[name]
        run.visits.append(name)
        if value is None:
            run.windows[name] = alpha, beta
            worked = inside(name, children, depth % 2 == 0, alpha, beta)
            run.values[name] = worked
        else:
            worked = value
        is_slip = slip is not None and slip.node == name and slip.value is not None
        run.stated[name] = slip.value if is_slip else worked
        return run.stated[name]

    def inside(name: str, children: list[str], at_max: bool, low: float, high: float) -> float:
        alpha, beta, v = low, high, -INF if at_max else INF
        for place, child in enumerate(children, 1):
            x = visit(child, alpha, beta)
            if place == 1 or (x > v if at_max else x < v):
                v, run.best[name] = x, child
            before = alpha, beta
            alpha, beta = (max(alpha, v), beta) if at_max else (alpha, min(beta, v))
            beyond = v - high if at_max else low - v
            holds = beyond > 0 or (beyond == 0 and not rules.is_strict)
            if holds and not (slip and slip.node == name and slip.value is None):
                if place < len(children):
                    run.cuts[name] = Cut(before, (alpha, beta), tuple(children[place:]))
                break
        return min(max(v, low), high) if rules.is_hard else v

    visit("A", -INF, INF)
    return run


class Claims(NamedTuple):
    """A sheet; None is a part that is not answered. A cutoff is node, α, β and skipped nodes.

    The pruned nodes are leaves, or nodes above them.
    """

    visits: list[str] | None
    values: dict[str, float] | None
    windows: dict[str, tuple[float, float]] | None
    cutoffs: list[tuple[str, float, float, tuple[str, ...]]] | None
    move: str | None
    utility: float | None
    pruned: list[str] | None = None


def common(one: list[str], other: list[str]) -> int:
    lengths = [0] * (len(other) + 1)
    for name in one:
        before = [*lengths]
        for at, each in enumerate(other):
            lengths[at + 1] = before[at] + 1 if name == each else max(before[at + 1], lengths[at])
    return lengths[-1]


class Marker:
    """The marks under conventions that make the same visits.

    Args:
        tree: the tree.
        points: the points of each part.
        accepted: the conventions.
    """

    def __init__(self, tree: list, points: dict[str, float], accepted: list[Rules]) -> None:
        self.nodes, self.points, self.accepted = named(tree), points, accepted
        self.right = [search(self.nodes, rules) for rules in accepted]

    def mark(self, claims: Claims) -> float:
        """Return the maximum over no slip and every slip that the sheet shows and carries."""
        plain = self.marks(claims, self.right[0], [])
        totals = [sum(plain.values())]
        for slip in self.slips(claims):
            own = [search(self.nodes, rules, slip) for rules in self.accepted]
            root_says = "values" in self.points and "A" in (claims.values or {})
            kept = claims
            lost: set[str] = set()
            if slip.value is None:
                lost = self.leaves(self.right[0].cuts[slip.node].skipped)
            if slip.value is None and claims.cutoffs is not None:
                others = [cut for cut in claims.cutoffs if cut[0] != slip.node]
                kept = claims._replace(cutoffs=others)
            has_none = claims.cutoffs is not None and not claims.cutoffs
            marks = [
                self.marks(kept, due, own, root_says, says_none=has_none, lost=lost)
                for due in ([self.right[0]] if slip.value is None else [self.right[0], own[0]])
            ]
            gains = [part for part in plain if marks[0][part] > plain[part] + 1e-9]
            if slip.value is not None and not {*gains} - {"visits", "pruned"}:
                continue
            if not gains:
                continue
            for each in marks:
                total = sum(each.values())
                if not self.has_entry(slip, claims):
                    worth = [
                        self.points[part] / self.size(part)
                        for part in plain
                        if each[part] > plain[part] + 1e-9
                    ]
                    total -= max(worth, default=0)
                totals.append(total)
        return max(totals)

    def slips(self, claims: Claims) -> Iterator[Slip]:
        """Yield the wrong values that a sheet states, and the cutoffs that it shows were missed."""
        stated = [*(claims.values or {}).items()]
        stated += [("A", claims.utility)] if claims.utility is not None else []
        for name, value in stated:
            right = [run.values.get(name) for run in self.right]
            leaf = self.nodes[name].value
            if leaf is not None:
                right = [leaf]
            if value not in right and all(x == value for other, x in stated if other == name):
                yield Slip(name, value)
        shown = {*(claims.visits or [])} | {*(claims.values or {})}
        for name, cut in self.right[0].cuts.items():
            if shown & {*self.below(cut.skipped)}:
                yield Slip(name)

    def below(self, names: tuple[str, ...]) -> Iterator[str]:
        for name in names:
            yield name
            yield from self.below(tuple(self.nodes[name].children))

    def leaves(self, names: Iterable[str]) -> set[str]:
        """Return the leaves below nodes."""
        return {name for name in self.below(tuple(names)) if not self.nodes[name].children}

    def pruned(self, run: Said) -> set[str]:
        """Return the leaves that a search prunes."""
        return self.leaves(name for cut in run.cuts.values() for name in cut.skipped)

    def has_entry(self, slip: Slip, claims: Claims) -> bool:
        if slip.value is None:
            return not {"cutoffs", "pruned"}.isdisjoint(self.points)
        stated = "utility" in self.points and claims.utility is not None and slip.node == "A"
        return stated or ("values" in self.points and slip.node in (claims.values or {}))

    def size(self, part: str) -> int:
        return self.sizes(self.right[0]).get(part, 1)

    def sizes(self, run: Said) -> dict[str, int]:
        """Return how many entries are due in each part that may have several, at least one."""
        listed = {"visits": run.visits, "values": run.inner, "windows": run.inner}
        listed |= {"cutoffs": run.cuts, "pruned": self.pruned(run)}
        return {part: max(1, len(entries)) for part, entries in listed.items()}

    def marks(
        self,
        claims: Claims,
        due: Said,
        own: list[Said],
        root_says: bool = False,
        *,
        says_none: bool | None = None,
        lost: Set[str] = frozenset(),
    ) -> dict[str, float]:
        """Return the points of each part: (earned − unexpected) / due, from 0 to all."""
        runs, earned = [*self.right, *own], Counter[str]()
        if claims.visits is not None:
            known: Counter[str] = Counter()
            for run in runs:
                known |= Counter(run.visits)
            surplus = Counter(claims.visits) - known
            earned["visits"] = common(claims.visits, due.visits) - surplus.total()
        for name, value in (claims.values or {}).items():
            leaf = self.nodes[name].value
            right = [run.values[name] for run in runs if name in run.values]
            right += [] if leaf is None else [leaf]
            earned["values"] += value in right if name in due.inner else -(value not in right)
        for name, window in (claims.windows or {}).items():
            for end in (0, 1):
                right = [run.windows[name][end] for run in runs if name in run.windows]
                is_right = window[end] in right
                earned["windows"] += (is_right if name in due.inner else -(not is_right)) / 2
        for name, alpha, beta, skipped in claims.cutoffs or []:
            cuts = [run.cuts[name] for run in runs if name in run.cuts]
            entries = [
                bool(cuts),
                any(alpha in (cut.before[0], cut.after[0]) for cut in cuts),
                any(beta in (cut.before[1], cut.after[1]) for cut in cuts),
                any({*skipped} == {*cut.skipped} for cut in cuts),
            ]
            share = sum(entries) / 4
            earned["cutoffs"] += share if name in due.cuts else share - 1
        none = says_none if says_none is not None else claims.cutoffs == []
        earned["cutoffs"] += none and not due.cuts
        if claims.pruned is not None:
            said, asked = self.leaves(claims.pruned), self.pruned(due)
            known_leaves = set[str]().union(*map(self.pruned, runs))
            earned["pruned"] = len((said & asked) - lost) - len(said - known_leaves)
            earned["pruned"] += not said and not asked
        earned["move"] = claims.move in [run.move for run in runs]
        utilities = [run.values["A"] for run in self.right]
        utilities += [run.stated["A"] if root_says else run.values["A"] for run in own]
        earned["utility"] = claims.utility in utilities
        sizes = self.sizes(due)
        return {
            part: points * min(1.0, max(0.0, earned[part] / sizes.get(part, 1)))
            for part, points in self.points.items()
        }
