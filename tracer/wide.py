"""Nodes with many children: what a step asks of them, without going through all of them.

What does not change from step to step is found once and kept, a few nodes of each trace at a time.
"""

from __future__ import annotations

from array import array
from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from weakref import WeakKeyDictionary

from engine.game import Player
from engine.log import NO_PARENT, Flag
from tracer.fold import Fold, fold
from tracer.recording import Recording

__all__ = ["Family", "family_of", "returned", "so_far"]

#: From so many visited children on, a node is one of these.
_WIDE = 256

#: Families that are kept of one trace.
_MOST_KEPT = 8

_kept: WeakKeyDictionary[Recording, dict[int, Family]] = WeakKeyDictionary()


@dataclass(frozen=True)
class Family:
    """The visits to the children of one node.

    Args:
        trace: the search.
        row: the node's row.
        children: the rows of the visits, in order.
    """

    trace: Recording
    row: int
    children: array[int]

    @cached_property
    def best(self) -> Sequence[int]:
        """After each number of visits, from none, the row that v is from; `NO_PARENT` for none."""
        log = self.trace.log
        sign = 1 if log.player[self.row] == Player.MAX else -1
        last = self.trace.settings.convention.ties == "last"
        best, v, found = NO_PARENT, float("-inf"), array("i", [NO_PARENT])
        for child in self.children:
            if not log.is_scout(child):
                v2 = sign * log.value[child]
                if v2 > v or (last and v2 == v):
                    best, v = child, v2
            found.append(best)
        return found

    @cached_property
    def in_order(self) -> bool:
        """Whether each visit was to the next child in the game's own order, from the first on."""
        action = self.trace.log.action
        return all(action[child] == place for place, child in enumerate(self.children))

    def number_of(self, row: int) -> int | None:
        """Which of the visits a row is, from 0; None where it is none of them."""
        place = bisect_left(self.children, row)
        here = place < len(self.children) and self.children[place] == row
        return place if here else None

    def entered(self, step: int) -> int:
        """How many of the visits have begun by the end of a step."""
        return bisect_right(self.children, step, key=self.trace.tour.entered_at)

    def returned(self, step: int) -> int:
        """How many of the visits have returned by the end of a step."""
        return bisect_right(self.children, step, key=self.trace.tour.left_at)


def family_of(trace: Recording, row: int) -> Family | None:
    """The children of a node that has many; None for one that has few."""
    if trace.log.tried[row] < _WIDE:
        return None
    families = _kept.setdefault(trace, {})
    if row not in families:
        if len(families) >= _MOST_KEPT:
            families.clear()
        families[row] = Family(trace, row, array("i", trace.log.children(row)))
    return families[row]


def returned(trace: Recording, row: int, step: int) -> int:
    """How many visits to children of a node have returned by the end of a step."""
    family = family_of(trace, row)
    return trace.tour.returned(row, step) if family is None else family.returned(step)


def so_far(trace: Recording, row: int, children: int) -> Fold:
    """What `tracer.fold.fold` says, of a node with many children in less time."""
    family = family_of(trace, row)
    log = trace.log
    if family is None or log.player[row] == Player.CHANCE:
        return fold(trace, row, children)
    player, alpha, beta = log.player[row], log.alpha[row], log.beta[row]
    best = family.best[children]
    cut = bool(log.flags[row] & Flag.EARLY_RETURN) and 0 < children == len(family.children)
    late = cut and trace.settings.convention.update == "after-test"
    values = [
        log.value[one] if one != NO_PARENT else float("-inf" if player == Player.MAX else "inf")
        for one in (best, family.best[children - late])
    ]
    if trace.has_window and player == Player.MAX:
        alpha = max(alpha, values[1])
    elif trace.has_window:
        beta = min(beta, values[1])
    return Fold(values[0], alpha, beta, best, cut)
