"""All orders of children at once, and all values: leaves and nodes that can be pruned.

An order of children below a node and the orders elsewhere are independent, and a node needs only
its window to be searched. So the results of a node with a window are computed once: for each value
that it can return, the fewest and the most leaves. At a node, the children visited so far and the
best value so far decide the rest.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from operator import ge, gt, le, lt
from typing import Any, Final, TypeAlias

from engine.errors import SearchRefused, UsageError
from engine.game import MAX, Player
from engine.searches.settings import Settings
from tracer.ask.bands import SCHEMA, Answer
from tracer.ask.intervals import json_end
from tracer.ask.search_run import LetterSearch, plain_settings
from trees.hand_tree import HandTree

#: The most steps of the computation: a few seconds.
_MOST_STEPS: Final = 1_000_000
#: The deepest tree.
_MOST_PLIES: Final = 200

#: The visited children of a node in order, each with its own plan; empty at a leaf.
_Plan: TypeAlias = "tuple[tuple[int, _Plan], ...]"


@dataclass(frozen=True, slots=True)
class _Range:
    """The fewest and the most leaves, each with a plan."""

    fewest: int
    fewest_plan: _Plan
    most: int
    most_plan: _Plan

    def add_child(self, child: int, below: _Range) -> _Range:
        """Return the range after one more child."""
        return _Range(
            self.fewest + below.fewest,
            (*self.fewest_plan, (child, below.fewest_plan)),
            self.most + below.most,
            (*self.most_plan, (child, below.most_plan)),
        )

    def join(self, other: _Range | None) -> _Range:
        """Return the better ends of two ranges; of equal ones, those of the other."""
        if other is None:
            return self
        few = self if self.fewest < other.fewest else other
        many = self if self.most > other.most else other
        return _Range(few.fewest, few.fewest_plan, many.most, many.most_plan)


@dataclass(frozen=True, slots=True)
class Order:
    """An order of the children of every node."""

    count: int
    leaves: Sequence[str]
    children: Mapping[str, Sequence[str]]
    changed: Sequence[str]

    def as_json(self) -> dict[str, Any]:
        """Return the order as JSON data."""
        return {
            "leaves": self.count,
            "visits": list(self.leaves),
            "order": {node: list(below) for node, below in self.children.items()},
        }

    @property
    def text(self) -> str:
        """The changed nodes with their children, and the visited leaves."""
        changes = "; ".join(f"{node}: {' '.join(self.children[node])}" for node in self.changed)
        return f"with {changes or 'the drawn order'}\n    visits {' '.join(self.leaves)}"


@dataclass(frozen=True, slots=True)
class OrdersAnswer(Answer):
    """What changes between the orders of children."""

    leaves: int
    fewest: Order
    most: Order
    prunable: Sequence[str]
    always: Sequence[str]

    @property
    def text(self) -> str:
        """The orders and the nodes, each on its own line."""
        return "\n".join(
            (
                f"fewest  {self.fewest.count} of {self.leaves} leaves, {self.fewest.text}",
                f"most    {self.most.count} of {self.leaves} leaves, {self.most.text}",
                f"pruned in some order   {' '.join(self.prunable) or 'none'}",
                f"pruned in every order  {' '.join(self.always) or 'none'}",
            )
        )

    def as_json(self) -> dict[str, Any]:
        """Return the orders and the nodes as JSON data."""
        return {
            "schema": SCHEMA,
            "question": "orders",
            "leaves": self.leaves,
            "fewest": self.fewest.as_json(),
            "most": self.most.as_json(),
            "sometimes_pruned": list(self.prunable),
            "always_pruned": list(self.always),
        }


def find_orders(search: LetterSearch) -> OrdersAnswer:
    """Return what changes between the orders of children."""
    settings = plain_settings(search, "orders")
    tree = search.tree
    for node, letter in tree.letters.items():
        raise UsageError(
            f"{tree.ids[node]} has the letter {letter}, and some order visits it",
            expected="a number for every leaf" if letter == "?" else f"--set {letter}=3",
        )
    return _Orders(tree, settings).answer()


class _Orders:
    """The search of all orders of one tree."""

    def __init__(self, tree: HandTree, settings: Settings) -> None:
        self.tree = tree
        self.window = settings.window
        strict = settings.convention.cutoff == ">"
        self.max_cuts = gt if strict else ge
        self.min_cuts = lt if strict else le
        self.hard = settings.convention.returns == "fail-hard"
        self.known: dict[tuple[int, float, float], dict[float, _Range]] = {}
        self.skippable: set[int] = set()
        self.steps = 0

    def answer(self) -> OrdersAnswer:
        """Return the answer for the whole tree."""
        tree = self.tree
        if _plies(tree) > _MOST_PLIES:
            raise _too_large()
        total: _Range | None = None
        for reachable in self.results(tree.initial, *self.window).values():
            total = reachable.join(total)
        assert total is not None
        seen = {node for node, _, _ in self.known}
        return OrdersAnswer(
            sum(map(tree.is_terminal, range(len(tree)))),
            self.order(total.fewest, total.fewest_plan),
            self.order(total.most, total.most_plan),
            [tree.ids[node] for node in sorted(tree.find_below(self.skippable))],
            [tree.ids[node] for node in range(len(tree)) if node not in seen],
        )

    def results(self, node: int, alpha: float, beta: float) -> dict[float, _Range]:
        """Return the leaves below a node, by the values that it can return for a window."""
        key = node, alpha, beta
        if key not in self.known:
            value = self.tree.values[node]
            if value is None:
                self.known[key] = self.interior(node, alpha, beta)
            else:
                self.known[key] = {float(value) + 0.0: _Range(1, (), 1, ())}
        return self.known[key]

    def interior(self, node: int, alpha: float, beta: float) -> dict[float, _Range]:
        """Return the results of an interior node."""
        tree = self.tree
        at_max = tree.to_move(node) is MAX
        children = tree.list_children(node)
        ranges: dict[float, _Range] = {}
        # By the set of visited children and the best value so far.
        open_states = {(0, -math.inf if at_max else math.inf): _Range(0, (), 0, ())}
        for count in range(len(children)):
            later: dict[tuple[int, float], _Range] = {}
            for (visited, v), so_far in open_states.items():
                window = (max(alpha, v), beta) if at_max else (alpha, min(beta, v))
                for place, child in enumerate(children):
                    if visited >> place & 1:
                        continue
                    now = visited | 1 << place
                    for x, below in self.results(child, *window).items():
                        self.steps += 1
                        after = so_far.add_child(child, below)
                        best = max(v, x) if at_max else min(v, x)
                        is_cut = self.max_cuts(best, beta) if at_max else self.min_cuts(best, alpha)
                        if is_cut or count == len(children) - 1:
                            self.skippable.update(
                                child for at, child in enumerate(children) if not now >> at & 1
                            )
                            value = min(max(best, alpha), beta) if self.hard else best
                            ranges[value] = after.join(ranges.get(value))
                        else:
                            later[now, best] = after.join(later.get((now, best)))
                if self.steps > _MOST_STEPS:
                    raise _too_large()
            open_states = later
        return ranges

    def order(self, count: int, plan: _Plan) -> Order:
        """Return an order of the whole tree that begins with the visits of a plan."""
        tree, ids = self.tree, self.tree.ids
        planned: dict[int, list[int]] = {}
        leaves: list[str] = []

        def read(node: int, below: _Plan) -> None:
            if tree.is_terminal(node):
                leaves.append(ids[node])
            planned[node] = [child for child, _ in below]
            for child, further in below:
                read(child, further)

        read(tree.initial, plan)
        children, changed = {}, []
        for node in range(len(tree)):
            drawn = tree.list_children(node)
            first = planned.get(node, [])
            whole = [*first, *(child for child in drawn if child not in first)]
            if drawn:
                children[ids[node]] = [ids[child] for child in whole]
            if whole != drawn:
                changed.append(ids[node])
        return Order(count, leaves, children, changed)


def _plies(tree: HandTree) -> int:
    """Return the plies of a tree; parents come before their children in level order."""
    depth = [0] * len(tree)
    for node in range(len(tree)):
        for child in tree.list_children(node):
            depth[child] = depth[node] + 1
    return max(depth)


def _too_large() -> SearchRefused:
    return SearchRefused(
        "the tree has too many orders of children", expected="fewer leaves, or fewer children"
    )


# The fewest leaves that alpha-beta can visit in a uniform tree.
#
# Knuth and Moore (1975), "An Analysis of Alpha-Beta Pruning": with the best order, alpha-beta
# visits b^⌈d/2⌉ + b^⌊d/2⌋ − 1 leaves of a tree with b children at every node and d plies. Some of
# them prove a lower bound of the root's value, some the same upper bound.

#: The largest exponent and base of a power that is computed.
_MOST: Final = 1_000


@dataclass(frozen=True, slots=True)
class FewestLeaves(Answer):
    """The leaves that alpha-beta visits at best, and all leaves."""

    branching: int
    plies: int

    @property
    def fewest(self) -> int:
        """The fewest leaves: one leaf is part of both proofs."""
        return int(self.branching ** (self.plies // 2) + self.branching ** -(-self.plies // 2)) - 1

    @property
    def leaves(self) -> int:
        """All leaves of the tree."""
        return int(self.branching**self.plies)

    @property
    def text(self) -> str:
        """The two numbers, with the formula."""
        b, d = self.branching, self.plies
        return (
            f"{self.fewest:,} of {self.leaves:,} leaves: "
            f"{b}^{(d + 1) // 2} + {b}^{d // 2} − 1 with the best order"
        )

    def as_json(self) -> dict[str, Any]:
        """Return the numbers as JSON data."""
        return {
            "schema": SCHEMA,
            "question": f"fewest {self.branching},{self.plies}",
            "fewest": self.fewest,
            "leaves": self.leaves,
        }


def fewest_leaves(shape: str) -> FewestLeaves:
    """Return the fewest leaves of a uniform tree, from its branching and depth such as `3,4`."""
    parts = [part.strip() for part in shape.split(",")]
    if len(parts) != 2 or not all(part.isascii() and part.isdigit() for part in parts):
        raise UsageError(
            f"{shape!r} is not a uniform tree", expected="its branching and depth, such as 3,4"
        )
    branching, plies = (int(part) if len(part) < 10 else _MOST + 1 for part in parts)
    for number, what, least in ((branching, "branching", 1), (plies, "depth", 0)):
        if not least <= number <= _MOST:
            raise UsageError(
                f"the {what} cannot be {number}", expected=f"a number from {least} to {_MOST:,}"
            )
    return FewestLeaves(branching, plies)


# Whether a node can ever be pruned, for any values of the leaves.
#
# A node, or an ancestor of it, can be pruned at its parent P if two conditions hold. An earlier
# child of P has been searched, and the other player has a bound at P. That bound comes from the
# window of the root, or from an ancestor of P: one at which the other player moves and has searched
# an earlier child. Then some values cause the cutoff: those at P are good for P's player, and
# earlier children elsewhere are neutral. One convention needs more: fail-hard returns no interior
# node's value beyond a bound, so with the test > an earlier child of P must be a leaf.


@dataclass(frozen=True, slots=True)
class PossibleAnswer(Answer):
    """Whether a node can be pruned."""

    node: str
    witness: Mapping[str, Fraction] | None
    at: str
    after: str
    reason: str

    @property
    def text(self) -> str:
        """Yes or no, the reason, and the leaves of the witness."""
        if self.witness is None:
            return f"no: {self.reason}"
        values = ", ".join(f"{leaf} = {json_end(value)}" for leaf, value in self.witness.items())
        return f"yes: {self.reason}\n    for example with {values}".replace("-", "−")

    def as_json(self) -> dict[str, Any]:
        """Return the answer as JSON data."""
        record: dict[str, Any] = {
            "schema": SCHEMA,
            "question": f"possible {self.node}",
            "possible": self.witness is not None,
            "reason": self.reason,
        }
        if self.witness is not None:
            record["cutoff"] = {"node": self.at, "after": self.after}
            record["witness"] = {leaf: json_end(value) for leaf, value in self.witness.items()}
        return record


@dataclass(frozen=True, slots=True)
class _Step:
    """A node above another one."""

    node: int
    place: int
    player: Player


def find_possible(search: LetterSearch, node: int) -> PossibleAnswer:
    """Return whether a node can be pruned, with values that do it or the reason why not."""
    settings = plain_settings(search, "possible")
    window, convention = settings.window, settings.convention
    by_leaves = convention.returns == "fail-hard" and convention.cutoff == ">"
    tree = search.tree
    path = [
        _Step(above, edge - tree.first_edge[above], tree.to_move(above))
        for above, edge in tree.find_path(node)
    ]
    name = tree.ids[node]
    for depth, step in enumerate(path):
        bound = window[1] if step.player is MAX else window[0]
        setters = [
            ancestor
            for ancestor in path[:depth]
            if ancestor.player is step.player.opponent and ancestor.place
        ]
        cause = _find_cause(tree, step, by_leaves=by_leaves)
        if cause is not None and (setters or math.isfinite(bound)):
            first = tree.ids[cause]
            by = f"{tree.ids[setters[-1].node]} sets" if setters else "the window at the root sets"
            side = "β" if step.player is MAX else "α"
            at = tree.ids[step.node]
            reason = f"{by} {side}, so that {first} can cause a cutoff at {at}"
            return PossibleAnswer(
                name, _witness(tree, path[: depth + 1], window), at, first, reason
            )
    return PossibleAnswer(name, None, "", "", _explain_visit(tree, path, name, window))


def _find_cause(tree: HandTree, step: _Step, *, by_leaves: bool) -> int | None:
    """Return the first child before the path that can cause a cutoff; None if there is none."""
    earlier = tree.list_children(step.node)[: step.place]
    return next((child for child in earlier if tree.is_terminal(child) or not by_leaves), None)


def _explain_visit(
    tree: HandTree, path: Sequence[_Step], name: str, window: tuple[float, float]
) -> str:
    """Return the reason why a node is always visited."""
    late = [step for step in path if step.place]
    if not late:
        return f"{name} is on the leftmost path, which every search visits"
    parts = []
    for depth, step in enumerate(path):
        if not step.place:
            continue
        is_max = step.player is MAX
        above = [
            ancestor
            for ancestor in path[:depth]
            if ancestor.place and ancestor.player is not step.player
        ]
        if above or math.isfinite(window[is_max]):
            parts.append(
                f"at {tree.ids[step.node]}, no earlier child is a leaf, and fail-hard returns no "
                f"other value beyond {'β' if is_max else 'α'}"
            )
            continue
        side, other, infinite = ("β", "MIN", "+∞") if is_max else ("α", "MAX", "−∞")
        parts.append(
            f"at {tree.ids[step.node]}, {side} is {infinite}: no {other} node above it has an "
            f"earlier child"
        )
    return "; ".join(parts)


def _witness(
    tree: HandTree, path: Sequence[_Step], window: tuple[float, float]
) -> dict[str, Fraction]:
    """Return values of all leaves that cause a cutoff at the last node of a path."""
    low, high = _choose_values(*window)
    alpha, beta = window
    above = (Fraction(beta) if math.isfinite(beta) else high) + 1
    below = (Fraction(alpha) if math.isfinite(alpha) else low) - 1
    values = dict[int, Fraction]()

    def give(node: int, value: Fraction) -> None:
        values.update((leaf, value) for leaf in tree.find_below([node]) if tree.is_terminal(leaf))

    give(tree.initial, low)
    for step in path:
        is_max = step.player is MAX
        neutral = low if is_max else high
        good = above if is_max else below
        for child in tree.list_children(step.node)[: step.place]:
            give(child, good if step is path[-1] else neutral)
    return {tree.ids[node]: values[node] for node in sorted(values)}


def _choose_values(alpha: float, beta: float) -> tuple[Fraction, Fraction]:
    """Return two values inside a window, the smaller first."""
    if math.isinf(alpha) and math.isinf(beta):
        return Fraction(0), Fraction(1)
    if math.isinf(alpha):
        return Fraction(beta) - 2, Fraction(beta) - 1
    if math.isinf(beta):
        return Fraction(alpha) + 1, Fraction(alpha) + 2
    third = (Fraction(beta) - Fraction(alpha)) / 3
    return Fraction(alpha) + third, Fraction(alpha) + 2 * third
