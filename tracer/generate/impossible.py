"""Checks for orders that no tree can meet, without searching for a tree."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from engine.errors import InvalidInput
from engine.game import Player
from engine.search import find_search
from tracer.answers.work_tree import MOST_NODES as MOST_WORKED
from tracer.ask.questions import ask
from tracer.generate.order import MOST_NODES, Order
from tracer.generate.order_keys import CONSTRAINTS
from tracer.generate.spans import plural
from tracer.generate.tree_sketch import Dice, TreeShape, draw_shape, fill, outcome_counts

# The limits of alpha-beta in a tree of a given shape, for any values.


@dataclass(frozen=True, slots=True)
class ShapeLimits:
    """Limits that hold for all values of the leaves."""

    leaves: int
    fewest_seen: int
    most_cutoffs: int
    most_at_once: int


def unmet_in(order: Order, limits: ShapeLimits) -> tuple[str, str] | None:
    """Return a constraint that no values can meet in a shape, and the reason; None without one."""
    leaves = limits.leaves
    if order.cutoffs is not None and order.cutoffs.low > limits.most_cutoffs:
        return "cutoffs", f"at most {plural(limits.most_cutoffs, 'node')} can be cut"
    if order.skipped is not None:
        low, high = order.skipped.number_range(leaves)
        most = leaves - limits.fewest_seen
        if low > high and order.skipped.percent:
            return "skipped", "that share is not a whole number of leaves"
        if low > most:
            why = f"alpha-beta visits at least {limits.fewest_seen} and skips at most {most}"
            return "skipped", why
        if order.cutoffs is not None and low > order.cutoffs.high * limits.most_at_once:
            why = f"each of {plural(order.cutoffs, 'cutoff')} skips at most {limits.most_at_once}"
            return "skipped", why
    room = order.value_span.high - order.value_span.low + 1
    if order.distinct and leaves > room:
        return "distinct", f"{order.value_span} has {room} whole values"
    if order.ties is not None and leaves - room > order.ties.high:
        return "ties", f"{order.value_span} has {room} whole values"
    return None


def limits_of(shape: TreeShape) -> ShapeLimits:
    """Return the limits of a shape."""
    turns, children = shape.turns, shape.children

    @cache
    def leaves(node: int) -> int:
        kids = children[node]
        return sum(leaves(kid) for kid in kids) if kids else 1

    # The three types of node in the minimal tree: on the principal variation, cut off after the
    # first child, and below such a node, where all children are visited.
    @cache
    def seen(node: int, kind: int) -> int:
        kids = children[node]
        if not kids:
            return 1
        below = {1: [1] + [2] * (len(kids) - 1), 2: [3], 3: [2] * len(kids)}[kind]
        return sum(seen(kid, one) for kid, one in zip(kids, below, strict=False))

    @cache
    def cutoffs(node: int, depth: int, has_alpha: bool, has_beta: bool) -> int:
        kids = children[node]
        if not kids:
            return 0
        at_max = turns[depth] is Player.MAX
        later = (True, has_beta) if at_max else (has_alpha, True)
        found = [cutoffs(kids[0], depth + 1, has_alpha, has_beta)]
        found += [cutoffs(kid, depth + 1, *later) for kid in kids[1:]]
        whole = sum(found)
        if len(kids) > 1 and (has_beta if at_max else has_alpha):
            return max(whole, whole - found[-1] + 1)
        return whole

    @cache
    def at_once(node: int, depth: int, has_alpha: bool, has_beta: bool) -> int:
        kids = children[node]
        if not kids:
            return 0
        at_max = turns[depth] is Player.MAX
        cut = has_beta if at_max else has_alpha
        here = leaves(node) - min(leaves(kid) for kid in kids) if cut else 0
        chooses = len(kids) > 1
        below = (has_alpha or (at_max and chooses), has_beta or (not at_max and chooses))
        return max(here, *(at_once(kid, depth + 1, *below) for kid in kids))

    return ShapeLimits(
        leaves(0), seen(0, 1), cutoffs(0, 0, False, False), at_once(0, 0, False, False)
    )


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
