"""What a tree is like, as the searches' own logs have it: what is promised is looked up here."""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction

from engine.conventions import Convention
from engine.counts import count
from engine.game import Player
from engine.log import NO_PARENT, Flag, VisitLog
from engine.search import run_search
from engine.settings import Settings
from tracer.generate.facts import Facts, Played, true_facts
from trees.hand_tree import HandTree

__all__ = ["measured", "played_by"]


def measured(tree: HandTree, search: str, convention: Convention) -> Facts:
    """The facts of a tree: its values by minimax or expectiminimax, the rest by its search.

    Args:
        tree: the tree.
        search: the search that the order is about.
        convention: its convention.
    """
    nodes = range(len(tree))
    leaves = [value for value in tree.values if value is not None]
    return true_facts(
        [None if tree.is_terminal(node) else tree.to_move(node) for node in nodes],
        [[tree.result(node, edge) for edge in tree.moves(node)] for node in nodes],
        _worth(tree),
        [Fraction(value) for value in leaves],
        played_by(tree, search, convention),
    )


def played_by(tree: HandTree, search: str, convention: Convention) -> Played:
    """What a search does in a tree, read from its log."""
    log = run_search(tree, search, Settings(convention=convention)).log
    seen = {node for node in _nodes(tree, log) if tree.is_terminal(node)}
    leaves = sum(value is not None for value in tree.values)
    deep = sum(_set_above(log, row) >= 3 for row in log.rows_with(Flag.CUTOFF))
    return Played(count(log).cutoffs, deep, leaves - len(seen))


def _worth(tree: HandTree) -> list[Fraction]:
    """The value of each node, of a search that leaves none out."""
    search = "expectiminimax" if tree.has_chance else "minimax"
    log = run_search(tree, search, Settings()).log
    worth = [Fraction(0)] * len(tree)
    for row, node in enumerate(_nodes(tree, log)):
        # A double, from an exact mean rounded once: the fraction is the nearest tidy one.
        worth[node] = Fraction(log.value[row]).limit_denominator(10**6)
    return worth


def _nodes(tree: HandTree, log: VisitLog) -> list[int]:
    """The node of each visit."""
    nodes: list[int] = []
    for parent, action in zip(log.parent, log.action, strict=True):
        if parent == NO_PARENT:
            nodes.append(tree.initial)
        else:
            edges: Sequence[int] = tree.moves(nodes[parent])
            nodes.append(tree.result(nodes[parent], edges[action]))
    return nodes


def _set_above(log: VisitLog, row: int) -> int:
    """How many plies above a node that was cut the ancestor stands that set the bound.

    The bound was handed down unchanged from there: it is the first ancestor that was not entered
    with the bound itself. 0 where the search was started with it.
    """
    bounds = log.beta if log.player[row] == Player.MAX else log.alpha
    bound = bounds[row]
    if math.isinf(bound):
        return 0
    above = log.parent[row]
    while above != NO_PARENT and bounds[above] == bound:
        above = log.parent[above]
    return log.depth[row] - log.depth[above] if above != NO_PARENT else 0
