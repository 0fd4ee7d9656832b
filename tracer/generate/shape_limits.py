"""The limits of alpha-beta in a tree of a given shape, for any values."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from engine.game import Player
from tracer.generate.order import Order
from tracer.generate.spans import plural
from tracer.generate.tree_sketch import TreeShape


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
