"""What a node knows after some of its children: v, its window, and whether it stops there."""

from __future__ import annotations

import math
from dataclasses import dataclass

from engine.game import Player
from engine.log import NO_PARENT, Flag
from tracer.exact import mean_so_far
from tracer.recording import Recording

__all__ = ["Fold", "fold"]


@dataclass(frozen=True, slots=True)
class Fold:
    """What a node knows after some of its children have returned.

    Args:
        v: the value so far: the best, or at a chance node the mean of what is there; ∓∞ before.
        alpha: its window then.
        beta: its window then.
        best: the row of the child that v is from; `NO_PARENT` before there is one.
        cut: whether the last of these children made its cutoff test hold.
    """

    v: float
    alpha: float
    beta: float
    best: int = NO_PARENT
    cut: bool = False


def fold(trace: Recording, row: int, children: int) -> Fold:
    """What a node knows after its first `children` children have returned.

    The value of each is taken as the search took it: a maximum or minimum in which ties go to the
    first or the last, or a mean. The window moves only where the search has one, and at a cut only
    where the convention moves it before its test.

    Args:
        trace: the search.
        row: the node.
        children: how many of its visits to children count, from 0 to all of them. A visit that was
            repeated with a wider window counts for nothing.
    """
    log = trace.log
    player = log.player[row]
    alpha, beta = log.alpha[row], log.beta[row]
    visited = list(log.children(row))
    taken = [child for child in visited[:children] if not log.is_scout(child)]
    if player == Player.CHANCE:
        chances = trace.game.chances(trace.state(row)) if taken else ()
        return Fold(mean_so_far(chances, log, taken), alpha, beta)
    best = trace.best_of(row, taken)
    worst = -math.inf if player == Player.MAX else math.inf
    v = worst if best is None else log.value[best]
    cut = bool(log.flags[row] & Flag.EARLY_RETURN) and 0 < children == len(visited)
    moves_window = trace.has_window and not (
        cut and trace.settings.convention.update == "after-test"
    )
    if cut and not moves_window:
        # The update after the test did not happen for the child that cut; it did for those before.
        before = fold(trace, row, children - 1)
        alpha, beta = before.alpha, before.beta
    elif moves_window and player == Player.MAX:
        alpha = max(alpha, v)
    elif moves_window:
        beta = min(beta, v)
    return Fold(v, alpha, beta, NO_PARENT if best is None else best, cut)
