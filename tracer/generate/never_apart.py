"""Misconceptions that no tree tells apart, or that never show, with the reasons."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import combinations

from engine.conventions import Convention
from engine.search import find_search
from tracer.check.misconceptions import MISCONCEPTIONS
from tracer.generate.order import Order

__all__ = [
    "ALIKE",
    "ENDS_EARLY",
    "NEVER_SHOWN",
    "Alike",
    "never_apart",
    "rarely_shown",
    "stops_at_once",
]

#: What shows in no order of visits, whatever the tree, with the reason.
NEVER_SHOWN = {
    "rewritten-window": "only the windows that are written down differ",
    "bound-as-exact": "only the move or the line differs",
    "arithmetic-slip": "its answers depend on the slip",
    "depth-off-by-one": "these trees have no depth limit",
}

#: Parts that say which nodes are visited, and what these come to.
_VISITS = frozenset({"visits", "counts"})
_AND_VALUES = _VISITS | {"values", "utility", "move", "line", "minimax"}


@dataclass(frozen=True, slots=True)
class Alike:
    """Two misconceptions that no tree tells apart.

    Args:
        pair: the two.
        parts: where they are alike.
        why: the reason.
        when: the orders of which this is true.
    """

    pair: frozenset[str]
    parts: frozenset[str]
    why: str
    when: Callable[[Order], bool] = lambda _: True


#: What no tree tells apart, in a reading of each.
ALIKE = (
    Alike(
        frozenset({"window-reset", "refuses-cutoff"}),
        _AND_VALUES | {"cutoffs"},
        "with either nothing is ever cut",
    ),
    Alike(
        frozenset({"max-min-swapped", "leaf-perspective"}),
        _VISITS,
        "to negate every leaf is to swap the players",
    ),
    Alike(
        frozenset({"root-reset", "one-sided-test"}),
        _AND_VALUES | {"cutoffs"},
        "in so few plies the root's bound is tested by one player alone",
        lambda order: order.plies < 4,
    ),
    Alike(
        frozenset({"one-variable", "wrong-bound"}),
        _AND_VALUES,
        "a node that tests v against the bound that v has just become stops at its first child",
        lambda order: stops_at_once(order.convention),
    ),
    Alike(
        frozenset({"leaking-bounds", "wrong-bound"}),
        frozenset({"windows"}),
        "with either nothing but the first line is gone into, and no window is raised before",
        lambda order: stops_at_once(order.convention),
    ),
    *(
        Alike(
            frozenset(pair),
            _AND_VALUES,
            "v is never beyond the bound that it has just become, so that nothing is cut",
            lambda order: _never_beyond(order.convention),
        )
        for pair in combinations(
            ("refuses-cutoff", "window-reset", "one-variable", "wrong-bound"), 2
        )
    ),
)

#: What ends at the first leaf, and so shows in no order of visits, where `stops_at_once`.
ENDS_EARLY = ("one-variable", "wrong-bound", "leaking-bounds")


def stops_at_once(convention: Convention) -> bool:
    """Whether v reaches the bound that it has just become."""
    return convention.cutoff == ">=" and convention.update == "before-test"


def _never_beyond(convention: Convention) -> bool:
    return convention.cutoff == ">" and convention.update == "before-test"


def _no_zero_bound(order: Order) -> str:
    """Why no bound of 0 is ever met; empty where it can be.

    Distinct values on one side of 0, and two children everywhere: below a bound of 0 a node would
    have to be worth 0 too, and the leaf of that value stands elsewhere.
    """
    values = order.value_span
    one_sided = values.low == 0 or values.high == 0
    if order.distinct and one_sided and all(span.low > 1 for span in order.spans):
        return f"no bound of 0 is reached by distinct values in {values}"
    return ""


def rarely_shown(order: Order) -> str:
    """What to do where misconceptions show, but in hardly any tree; empty for nothing."""
    values = order.value_span
    if "zero-unset" in order.apart and not values.low < 0 < values.high:
        return "zero-unset shows easily where values lie on both sides of 0, such as -9..9"
    return ""


def never_apart(order: Order) -> Iterator[tuple[str, str, str]]:
    """Why the misconceptions of an order cannot be told apart: the key, the reason, what to do."""
    windowed = find_search(order.search_name).has_window
    in_visits = set(order.apart_in) == {"visits"}
    strict, values = order.convention.cutoff == ">", order.value_span
    equal = "equal values make it, and the values are distinct"
    for slug in order.apart:
        why = {
            "arithmetic-slip": NEVER_SHOWN["arithmetic-slip"],
            "depth-off-by-one": NEVER_SHOWN["depth-off-by-one"],
            "chance-misread": "" if order.chance else "there is no chance node",
            "zero-unset": "" if values.low <= 0 <= values.high else f"0 is not in {values}",
            "strictness-flipped": equal if order.distinct else "",
            "bound-as-exact": equal if order.distinct else "",
        }.get(slug, "")
        if slug == "bound-as-exact" and strict:
            why = "under a strict test a child that is cut is never equal"
        if in_visits and not why:
            why = NEVER_SHOWN.get(slug, "")
            if slug == "fail-hard-values" and not strict:
                why = "fail-hard visits the same nodes where equal values are cut"
            if slug in ENDS_EARLY and stops_at_once(order.convention):
                why = "its order of visits merely ends early, which is blamed on nothing"
            if slug == "zero-unset":
                why = _no_zero_bound(order)
            if slug == "shallow-only" and order.plies < 4:
                why = f"in {order.plies} plies no bound comes from further up than the parent's"
        if MISCONCEPTIONS[slug].needs_window and not windowed:
            why = f"{order.search_name} has no window"
        if why:
            where = f" in {', '.join(order.apart_in)}"
            elsewhere = in_visits and slug in (*NEVER_SHOWN, *ENDS_EARLY)
            hint = "Name other parts too, with apart-in" if elsewhere else ""
            if slug == "zero-unset" and not hint:
                hint = "Let values lie on both sides of 0, such as -9..9"
            yield "apart", f"{slug} never shows{where}: {why}", hint
    for alike in ALIKE:
        known = alike.pair <= set(order.apart) and alike.when(order)
        if known and alike.parts >= set(order.apart_in):
            parts = ", ".join(order.apart_in)
            yield (
                "apart",
                f"{' and '.join(sorted(alike.pair))} can lead to the same {parts} in any tree: "
                f"{alike.why}",
                f"Name {'values' if 'windows' in order.apart_in else 'windows'} too with apart-in, "
                "or one of the two alone",
            )
