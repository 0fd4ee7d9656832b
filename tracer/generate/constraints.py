"""The constraints of an order: for each, how far a tree is from it.

How far is a whole number that falls as the tree gets nearer, so that a search for a tree has
something to follow; 0 where the tree is as it was ordered.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from tracer.generate.facts import Facts
from tracer.generate.order import Order
from tracer.generate.spans import plural

__all__ = ["CONSTRAINTS", "Constraint"]


@dataclass(frozen=True, slots=True)
class Constraint:
    """A constraint.

    Args:
        told: what is asked, in a few words; empty where the order does not ask for it.
        miss: how far a tree is from it.
        needs_search: whether only a search can tell.
    """

    told: Callable[[Order], str]
    miss: Callable[[Order, Facts], int]
    needs_search: bool = False


def _skipped_miss(order: Order, facts: Facts) -> int:
    low, high = order.skipped.of(facts.leaves)
    if low > high:  # no number of leaves is that percentage of these
        return facts.leaves
    return int(max(low - facts.played.skipped, facts.played.skipped - high, 0))


#: The constraints by the key of the order that asks for them.
CONSTRAINTS: Final[Mapping[str, Constraint]] = MappingProxyType(
    {
        "cutoffs": Constraint(
            lambda order: "" if order.cutoffs is None else plural(order.cutoffs, "cutoff"),
            lambda order, facts: int(order.cutoffs.miss(facts.played.cutoffs)),
            needs_search=True,
        ),
        "deep": Constraint(
            lambda order: f"at least {plural(order.deep, 'deep cutoff')}" if order.deep else "",
            lambda order, facts: max(0, order.deep - facts.played.deep),
            needs_search=True,
        ),
        "skipped": Constraint(
            lambda order: "" if order.skipped is None else f"{order.skipped} of the leaves skipped",
            _skipped_miss,
            needs_search=True,
        ),
        "unique": Constraint(
            lambda order: "a unique best move" if order.unique else "",
            lambda _, facts: facts.best - 1,
        ),
        "ties": Constraint(
            lambda order: f"at least {plural(order.ties, 'tie')}" if order.ties else "",
            lambda order, facts: max(0, order.ties - facts.ties),
        ),
        "distinct": Constraint(
            lambda order: "distinct values" if order.distinct else "",
            lambda _, facts: facts.ties,
        ),
        "whole": Constraint(
            lambda order: "whole values" if order.chance and order.whole else "",
            lambda _, facts: facts.fractional,
        ),
        "chance": Constraint(
            lambda order: "chance nodes whose outcomes differ" if order.chance else "",
            lambda _, facts: facts.level,
        ),
        "children": Constraint(
            lambda order: f"children {order.children}" if order.children else "",
            lambda order, facts: facts.unsorted[order.children],
        ),
    }
)
