"""The keys of an order, one record each: file key, option, and a tree's distance from it.

A new key is a field of `Order` and a record here. The distance from a constraint is a whole number
that falls as the tree gets nearer, so that the search for a tree can follow it; 0 means met.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final, Literal

from tracer.generate.order import Order
from tracer.generate.spans import plural
from tracer.generate.tree_facts import TreeFacts


@dataclass(frozen=True, slots=True)
class Constraint:
    """A constraint that an order puts on a tree."""

    asked: Callable[[Order], str]
    found: Callable[[Order, TreeFacts], str]
    miss: Callable[[Order, TreeFacts], int]
    needs_search: bool = False


@dataclass(frozen=True, slots=True)
class OrderKey:
    """A key of an order."""

    expected: str
    help: str
    metavar: str = ""
    reads: Literal["flag", "count", "list", "word", ""] = ""
    option: tuple[str, ...] = ()
    flag_value: str = ""
    constraint: Constraint | None = None


def _skipped_miss(order: Order, facts: TreeFacts) -> int:
    low, high = order.skipped.number_range(facts.leaves)
    if low > high:  # no whole number of leaves is that percentage
        return facts.leaves
    return int(max(low - facts.played.skipped, facts.played.skipped - high, 0))


def _skipped_of(facts: TreeFacts) -> str:
    return f"{facts.played.skipped} of {plural(facts.leaves, 'leaf', 'leaves')} skipped"


#: The keys of an order, in the order of lists and help texts.
ORDER_KEYS: Final[Mapping[str, OrderKey]] = MappingProxyType(
    {
        "plies": OrderKey(
            "a whole number from 1 to 12",
            "Set the number of moves from the root to every leaf; 3 by default.",
            "N",
            "count",
        ),
        "branching": OrderKey(
            "children of a node: 3, [2, 3], or one of these for each ply",
            "Set the children of a node: 3, 2..3, or one of these per ply: 3,2..3,2. 3 by default.",
            "N|A..B|…,…",
        ),
        "root": OrderKey(
            "max or min", "Set the player who moves first; max by default.", "max|min", "word"
        ),
        "values": OrderKey(
            "the range of the values, such as [-9, 9]",
            "Set the range of the leaves' values, such as -9..9.",
            "A..B",
        ),
        "distinct": OrderKey(
            "true or false",
            "Give every leaf a different value.",
            reads="flag",
            constraint=Constraint(
                lambda order: "distinct values" if order.distinct else "",
                lambda _, facts: plural(facts.ties, "tie"),
                lambda _, facts: facts.ties,
            ),
        ),
        "ties": OrderKey(
            "a number or a range of leaves with the value of an earlier leaf, such as 3 or 1..",
            "Require N leaves with the value of an earlier leaf.",
            "N|A..B|A..",
            constraint=Constraint(
                lambda order: "" if order.ties is None else plural(order.ties, "tie"),
                lambda _, facts: plural(facts.ties, "tie"),
                lambda order, facts: int(order.ties.miss(facts.ties)),
            ),
        ),
        "search": OrderKey(
            "the name of a search",
            "Count cutoffs and skipped leaves in this search.",
            "NAME",
            "word",
            ("-a", "--search"),
        ),
        "convention": OrderKey(
            "the convention of the search",
            "Use this convention for the search.",
            "NAME[,FIELD=VALUE…]",
            "word",
            ("-c", "--convention"),
        ),
        "cutoffs": OrderKey(
            "a number or a range, such as 5, [3, 5] or 3..",
            "Require N cutoffs (early returns that prune at least one child).",
            "N|A..B|A..",
            constraint=Constraint(
                lambda order: "" if order.cutoffs is None else plural(order.cutoffs, "cutoff"),
                lambda _, facts: plural(facts.played.cutoffs, "cutoff"),
                lambda order, facts: int(order.cutoffs.miss(facts.played.cutoffs)),
                needs_search=True,
            ),
        ),
        "deep": OrderKey(
            "true for one or more, or a number or a range of deep cutoffs",
            "Require N deep cutoffs (the bound is from three or more plies above); one or more "
            "without N.",
            "[N|A..B|A..]",
            flag_value="true",
            constraint=Constraint(
                lambda order: "" if order.deep is None else plural(order.deep, "deep cutoff"),
                lambda _, facts: plural(facts.played.deep, "deep cutoff"),
                lambda order, facts: int(order.deep.miss(facts.played.deep)),
                needs_search=True,
            ),
        ),
        "unique": OrderKey(
            "true or false",
            "Require exactly one best move at the root.",
            reads="flag",
            constraint=Constraint(
                lambda order: "a unique best move" if order.unique else "",
                lambda _, facts: plural(facts.best, "best move"),
                lambda _, facts: facts.best - 1,
            ),
        ),
        "skipped": OrderKey(
            "leaves that are skipped: 5, [3, 6], 30% or 30%..50%",
            "Require N leaves that are never visited, such as 5 or 30%..50%.",
            "N|A..B|P%|P%..Q%",
            constraint=Constraint(
                lambda order: (
                    "" if order.skipped is None else f"{order.skipped} of the leaves skipped"
                ),
                lambda _, facts: _skipped_of(facts),
                _skipped_miss,
                needs_search=True,
            ),
        ),
        "pruned": OrderKey(
            "the nodes that are pruned, such as [C2, C3]",
            "Require that the search prunes these leaves and no others, or skips these children.",
            "NODE,…",
            "list",
            constraint=Constraint(
                lambda order: f"{', '.join(order.pruned)} pruned" if order.pruned else "",
                lambda _, facts: f"{', '.join(facts.played.skipped_children) or 'no node'} pruned",
                lambda order, facts: facts.played.pruned_miss(order.pruned),
                needs_search=True,
            ),
        ),
        "band": OrderKey(
            "a leaf and a question about its letter, such as C1:pruned=C2",
            "Write x at a leaf, for which a question of plytrace ask has a finite end.",
            "LEAF:pruned|visited|move=NAME",
        ),
        "chance": OrderKey(
            "the depths at which chance moves, such as [1]",
            "Let chance move at these depths; the root's is 0.",
            "D,…",
            "list",
            constraint=Constraint(
                lambda order: "chance nodes with different outcomes" if order.chance else "",
                lambda _, facts: f"{plural(facts.level, 'outcome')} equal to another",
                lambda _, facts: facts.level,
            ),
        ),
        "fractions": OrderKey(
            "denominators of probabilities, such as [2, 3]",
            "Set the denominators of probabilities, from 2 to 6.",
            "N,…",
            "list",
        ),
        "whole": OrderKey(
            "true or false",
            "Give chance nodes whole values only; the default.",
            reads="flag",
            option=("--whole/--no-whole",),
            constraint=Constraint(
                lambda order: "whole values" if order.chance and order.whole else "",
                lambda _, facts: f"{plural(facts.fractional, 'value')} that is a fraction",
                lambda _, facts: facts.fractional,
            ),
        ),
        "apart": OrderKey(
            "misconceptions to distinguish",
            "Require that these misconceptions lead to different answers.",
            "SLUG,…",
            "list",
        ),
        "apart-in": OrderKey(
            "parts of a sheet in which the misconceptions differ",
            "Set the parts in which they differ; visits by default.",
            "PART,…",
            "list",
        ),
        "children": OrderKey(
            "best-first or worst-first",
            "Sort the children of every node.",
            "best-first|worst-first",
            "word",
            constraint=Constraint(
                lambda order: f"children {order.children}" if order.children else "",
                lambda order, facts: f"{plural(facts.unsorted[order.children], 'node')} unsorted",
                lambda order, facts: facts.unsorted[order.children],
            ),
        ),
    }
)

#: The constraints by their keys.
CONSTRAINTS: Final[Mapping[str, Constraint]] = MappingProxyType(
    {key: one.constraint for key, one in ORDER_KEYS.items() if one.constraint}
)
