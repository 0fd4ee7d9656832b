"""The state of a node after some of its children: v, window and cutoff."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from engine.game import Player
from engine.log.visit_log import NO_PARENT, Flag
from tracer.recording.child_index import best_after_each, index_children
from tracer.recording.recording import Claim, Recording

__all__ = ["Fold", "fold"]


@dataclass(frozen=True, slots=True)
class Fold:
    """The state of a node after some of its children have returned.

    Args:
        v: best value so far, or the partial sum at a chance node; ∓∞ before the first child.
        alpha: lower bound of its window.
        beta: upper bound of its window.
        best: row of the child that v comes from; `NO_PARENT` if there is none yet.
        cut: whether the last of these children made the cutoff test succeed.
    """

    v: float
    alpha: float
    beta: float
    best: int = NO_PARENT
    cut: bool = False


def fold(trace: Recording, row: int, children: int) -> Fold:
    """Return the state of a node after its first `children` children have returned.

    Values are combined as the search did it: a maximum or minimum with ties going to the first or
    last, or a mean. The window moves only if the search has one. At a cut it moves only if the
    convention updates it before the test.

    Args:
        trace: recorded search.
        row: row of the node.
        children: number of its visits to children to include, from 0 to all of them. A probe, and
            a visit that was repeated with a wider window, are ignored.
    """
    log = trace.log
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
    worst = -math.inf if player == Player.MAX else math.inf
    v = worst if best[children] == NO_PARENT else log.value[best[children]]
    cut = bool(log.flags[row] & Flag.EARLY_RETURN) and 0 < children == len(visits)
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
