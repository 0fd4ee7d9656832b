"""The state of a node after some of its children, and an index of the visits to many children."""

from __future__ import annotations

import math
from array import array
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from engine.game import Player
from engine.log.best_play import wins_tie
from engine.log.visit_log import NO_PARENT, Flag
from tracer.recording.recording import Claim, Recording

#: Nodes with at least this many visits to children have an index.
_WIDE = 256

#: Indexes kept for one trace.
_MOST_KEPT = 8


@dataclass(frozen=True)
class ChildIndex:
    """The visits to the children of one node."""

    trace: Recording
    row: int
    children: array[int]

    @cached_property
    def best(self) -> Sequence[int]:
        """The rows that `best_after_each` yields for these visits."""
        return array("i", best_after_each(self.trace, self.row, self.children))

    @cached_property
    def visits_by_move(self) -> dict[int, list[int]]:
        """The visits by the index of their move."""
        visits: dict[int, list[int]] = {}
        for child in self.children:
            visits.setdefault(self.trace.log.action[child], []).append(child)
        return visits


def index_children(trace: Recording, row: int) -> ChildIndex | None:
    """Return the index of a node with many visited children; None if it has few."""
    if trace.log.tried[row] < _WIDE:
        return None
    indexes: dict[int, ChildIndex] = trace.derived.setdefault(ChildIndex, {})
    if row not in indexes:
        if len(indexes) >= _MOST_KEPT:
            indexes.clear()
        indexes[row] = ChildIndex(trace, row, array("i", trace.log.children(row)))
    return indexes[row]


def count_children(trace: Recording, row: int) -> int:
    """Return how many visits to children a node has."""
    return sum(1 for _ in trace.log.children(row))


def count_returned(trace: Recording, row: int, step: int) -> int:
    """Return how many visits to children of a node have returned by the end of a step."""
    index = index_children(trace, row)
    children = [*trace.log.children(row)] if index is None else index.children
    return bisect_right(children, step, key=trace.tour.left_at)


def best_after_each(trace: Recording, row: int, children: Iterable[int]) -> Iterator[int]:
    """Yield the row that v comes from, before the first visit and after each one.

    Scout searches are ignored. The row is `NO_PARENT` until a child has given v a value.
    """
    log = trace.log
    sign = 1 if log.player[row] == Player.MAX else -1
    ties = trace.settings.convention.ties
    best, v = NO_PARENT, -math.inf
    yield best
    for child in children:
        if not log.is_scout(child):
            v2 = sign * log.value[child]
            if v2 > v or (v2 == v and wins_tie(log, child, sign, ties)):
                best, v = child, v2
        yield best


@dataclass(frozen=True, slots=True)
class Fold:
    """The state of a node after some of its children have returned."""

    v: float  # best value so far, or the partial sum at a chance node; ∓∞ before the first child
    alpha: float  # lower bound of its window
    beta: float  # upper bound of its window
    best: int = NO_PARENT  # row of the child that v comes from; `NO_PARENT` if there is none yet
    cut: bool = False  # whether the last of these children made the cutoff test succeed


def fold(trace: Recording, row: int, children: int | None = None) -> Fold:
    """Return the state of a node after its first `children` visits to children, or after all.

    Values are combined as the search did it: a maximum or minimum with ties going to the first or
    last, or a mean. A probe, and a visit that was repeated with a wider window, are ignored. The
    window moves only if the search has one, and at a cut only if the convention updates it before
    the test.
    """
    log = trace.log
    if children is None:
        children = count_children(trace, row)
    if trace.claims is not None:
        return _fold_claims(trace, row, trace.claims.get(row, ())[:children])
    player, alpha, beta = log.player[row], log.alpha[row], log.beta[row]
    index = index_children(trace, row)
    visits: Sequence[int] = list(log.children(row)) if index is None else index.children
    if player == Player.CHANCE:
        taken = [child for child in visits[:children] if not log.is_scout(child)]
        early = bool(log.flags[row] & Flag.EARLY_RETURN)
        is_cut = early and 0 < children == len(visits)
        return Fold(trace.sum_so_far(row, taken), alpha, beta, cut=is_cut)
    if trace.best_first and children:  # its value is the merit, not that of the child
        v = log.value[visits[children - 1]] if math.isnan(log.value[row]) else log.value[row]
        return Fold(v, alpha, beta, visits[children - 1])
    if index is None:
        best: Sequence[int] = list(best_after_each(trace, row, visits[:children]))
    else:
        best = index.best
    return _fold_best(trace, row, best, children, len(visits))


def folds(trace: Recording, row: int) -> list[Fold]:
    """Return the state of a node before its first child and after each one, in linear time."""
    log, visits = trace.log, list(trace.log.children(row))
    counts = range(len(visits) + 1)
    if trace.claims is not None or log.player[row] == Player.CHANCE or trace.best_first:
        return [fold(trace, row, count) for count in counts]
    best = list(best_after_each(trace, row, visits))
    return [_fold_best(trace, row, best, count, len(visits)) for count in counts]


def fold_at_cut(trace: Recording, row: int) -> tuple[Fold, Fold]:
    """Return the state of a node before its last child returned, and after it."""
    count = count_children(trace, row)
    return fold(trace, row, count - 1), fold(trace, row, count)


def _fold_best(trace: Recording, row: int, best: Sequence[int], children: int, visits: int) -> Fold:
    """Return the state after some children, from the rows of the best child after each of them."""
    log = trace.log
    player, alpha, beta = log.player[row], log.alpha[row], log.beta[row]
    worst = -math.inf if player == Player.MAX else math.inf
    v = worst if best[children] == NO_PARENT else log.value[best[children]]
    cut = bool(log.flags[row] & Flag.EARLY_RETURN) and 0 < children == visits
    if trace.has_window and not log.flags[row] & Flag.PROBE:  # a probe updates no bound
        # An update after the test does not happen for the child that causes the cutoff.
        folded = children - (cut and trace.settings.convention.update == "after-test")
        bound = worst if best[folded] == NO_PARENT else log.value[best[folded]]
        if player == Player.MAX:
            alpha = max(alpha, bound)
        else:
            beta = min(beta, bound)
    return Fold(v, alpha, beta, best[children], cut)


def _fold_claims(trace: Recording, row: int, claims: Sequence[Claim]) -> Fold:
    """Return the state of a node in a search by hand: what was written there."""
    log, claimed = trace.log, trace.claims
    assert claimed is not None
    player, alpha, beta = log.player[row], log.alpha[row], log.beta[row]
    start = {Player.MAX: -math.inf, Player.MIN: math.inf, Player.CHANCE: 0.0}[Player(player)]
    held = [Claim(start), *claims]
    is_last = len(claims) == len(claimed.get(row, ()))
    cut = bool(log.flags[row] & Flag.EARLY_RETURN) and bool(claims) and is_last
    # A bound that has moved would answer a cutoff test that is not decided yet.
    waits = (trace.undecided == row and is_last) or (
        cut and trace.settings.convention.update == "after-test"
    )
    bound = held[-2 if waits and claims else -1].v
    if trace.has_window and player == Player.MAX:
        alpha = max(alpha, bound)
    elif trace.has_window and player == Player.MIN:
        beta = min(beta, bound)
    return Fold(held[-1].v, alpha, beta, held[-1].best, cut)
