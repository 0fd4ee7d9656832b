"""The critical tree against all orders of children, and Knuth and Moore's count."""

from __future__ import annotations

import random
from itertools import permutations, product

from tests.tracer.test_critical_tree import small
from tracer import trace
from tracer.recording.critical_tree import critical_tree


def orders(tree):
    """Every order of the children at every node."""
    if not isinstance(tree, list):
        return [tree]
    below = [orders(child) for child in tree]
    return [
        list(chosen)
        for places in permutations(range(len(tree)))
        for chosen in product(*(below[place] for place in places))
    ]


def plain_alphabeta(tree, is_max=True, alpha=float("-inf"), beta=float("inf")):
    """The value and the number of leaves of alpha-beta."""
    if not isinstance(tree, list):
        return tree, 1
    v, leaves = (float("-inf"), 0) if is_max else (float("inf"), 0)
    for child in tree:
        v2, more = plain_alphabeta(child, not is_max, alpha, beta)
        leaves += more
        v = max(v, v2) if is_max else min(v, v2)
        if v >= beta if is_max else v <= alpha:
            break
        alpha, beta = (max(alpha, v), beta) if is_max else (alpha, min(beta, v))
    return v, leaves


def test_no_order_of_children_visits_fewer_leaves():
    checked = 0
    for seed in range(200):
        tree = [small(random.Random(f"orders {seed}"))]
        every = orders(tree)
        if len(every) > 500:
            continue
        fewest = min(plain_alphabeta(one)[1] for one in every)
        assert len(critical_tree(trace(tree)).leaves) == fewest
        checked += 1
    assert checked > 50
