"""Checks for orders that no tree can meet, without searching for a tree."""

from __future__ import annotations

from collections.abc import Iterator

from engine.errors import InvalidInput
from engine.search import find_search
from tracer.answers.work_tree import MOST_NODES as MOST_WORKED
from tracer.ask.questions import ask
from tracer.generate.dice import Dice
from tracer.generate.order import MOST_NODES, Order
from tracer.generate.order_keys import CONSTRAINTS
from tracer.generate.shape_limits import limits_of, unmet_in
from tracer.generate.spans import plural
from tracer.generate.tree_sketch import draw_shape, fill, outcome_counts


class ImpossibleOrder(InvalidInput):
    """An order that no tree can meet."""

    def __init__(self, key: str, why: str, hint: str = "", where: str = "") -> None:
        super().__init__(
            f"no tree can meet these constraints: {why}", where=where or key, hint=hint
        )
        self.key = key


def check_possible(order: Order) -> None:
    """Refuse an order that no tree can meet."""
    for key, why, hint in _failed_constraints(order):
        raise ImpossibleOrder(key, why, hint)


def _failed_constraints(order: Order) -> Iterator[tuple[str, str, str]]:
    """Yield constraints that fail, each with the reason and advice."""
    nodes, level = 1, 1
    for span in order.spans:
        level *= span.low
        nodes += level
    most = MOST_WORKED if order.apart else MOST_NODES
    if nodes > most:
        yield (
            "branching",
            f"{order.plies} plies with at least {order.fewest_leaves:,} leaves need {nodes:,} "
            f"nodes or more, but a tree has at most {most:,}",
            "Ask for fewer plies or children",
        )
    search = find_search(order.search_name)
    if order.chance and not search.takes_chance:
        yield (
            "search",
            f"{search.name} cannot evaluate chance nodes",
            "Omit the search: expectiminimax is the default for chance nodes",
        )
    for depth in order.chance:
        if not outcome_counts(order, depth):
            yield (
                "chance",
                f"no number of outcomes at depth {depth} allows such probabilities and different "
                f"values in {order.value_span}",
                "Widen values, add fractions, or ask for 2 or 3 children there",
            )
    deep, ties = order.fewest_deep, order.fewest_ties
    unmeetable = {
        "cutoffs": order.cutoffs is not None and order.cutoffs.low > 0,
        "deep": deep > 0,
        "skipped": order.skipped is not None and order.skipped.low > 0,
        "pruned": bool(order.pruned),
        "band": order.band is not None and order.band.word != "move",
    }
    for key, wanted in unmeetable.items():
        if wanted and not search.has_window:
            why = "never cuts off in a tree with chance nodes" if order.chance else "never cuts off"
            yield key, f"{search.name} {why}", "" if order.chance else "Use alphabeta"
    if order.cutoffs is not None and deep > order.cutoffs.high:
        yield (
            "deep",
            f"{plural(deep, 'deep cutoff')} cannot be among {plural(order.cutoffs, 'cutoff')}",
            f"Ask for at most {order.cutoffs.high}",
        )
    if deep and order.plies < 4:
        yield (
            "deep",
            f"{order.plies} plies cannot have a deep cutoff: its node has children and is at least "
            "three plies below the node that set the bound",
            "Ask for 4 plies or more",
        )
    if deep and search.name == "pvs":
        why = "pvs has no deep cutoffs, since no ancestor sets the bounds of its null windows"
        yield "deep", why, "Use alphabeta"
    if order.distinct and ties:
        yield "ties", "ties and distinct values cannot be combined", "Ask for one of the two"
    if ties >= order.most_leaves:
        yield (
            "ties",
            f"a tree of at most {plural(order.most_leaves, 'leaf', 'leaves')} cannot have "
            f"{plural(ties, 'tie')}: a tie is a leaf with the value of an earlier leaf",
            f"Ask for at most {order.most_leaves - 1}",
        )
    if order.unique and order.chance and order.chance[0] == 0:
        yield "unique", "chance moves at the root, so there is no best move", "Omit unique"
    if all(span.is_fixed for span in order.spans):
        yield from _unmet_by_shape(order)
        yield from _unmet_names(order)


def _unmet_names(order: Order) -> Iterator[tuple[str, str, str]]:
    """Yield the constraints whose nodes are missing or always visited in the only shape."""
    if not (order.pruned or order.band):
        return
    shape = draw_shape(order, Dice(""))
    assert shape is not None, "its size has been checked"
    tree = fill(shape, order, Dice("")).tree(order.root)
    named = [("pruned", name) for name in order.pruned]
    if order.band:
        named += [("band", order.band.leaf)]
        named += [("band", order.band.asked)] if order.band.word != "move" else []
    for key, name in named:
        if name not in tree.ids:
            yield key, f"the tree has no node {name}", f"Its last node is {tree.ids[-1]}"
    if order.band and not tree.is_terminal(tree.parse(order.band.leaf)):
        yield "band", f"{order.band.leaf} is not a leaf", ""
    if order.search_name not in ("alphabeta", "negamax"):
        return
    for key, name in named:
        if key == "pruned" or name == (order.band.asked if order.band else ""):
            found = ask(tree, f"possible {name}", order.search_name, order.convention)
            if found.as_json()["possible"] is False:
                yield key, f"{name} is always visited: {found.as_json()['reason']}", ""


def _unmet_by_shape(order: Order) -> Iterator[tuple[str, str, str]]:
    """Yield the constraint that fails in the one shape that an order allows."""
    shape = draw_shape(order, Dice(""))
    assert shape is not None, "its size has been checked"
    limits = limits_of(shape)
    unmet = unmet_in(order, limits)
    if unmet is not None:
        key, why = unmet
        asked = CONSTRAINTS[key].asked(order)
        yield (
            key,
            f"a tree of {plural(limits.leaves, 'leaf', 'leaves')} cannot have {asked}: {why}",
            "Relax this constraint, or allow more plies, children or values",
        )
