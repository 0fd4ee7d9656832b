"""What Monte Carlo tree search has counted at every node by any step, derived from its log.

The log is gone through once; after that an answer takes the logarithm of the visits to the node.
"""

from __future__ import annotations

import math
from array import array
from bisect import bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from weakref import WeakKeyDictionary

from engine.log import Flag
from tracer.recording import Recording
from tracer.values import show_number

__all__ = ["NO_NODE", "ROOT", "Counted", "Rewards", "rewards_of"]

#: The number of the root, and what stands for a node that no iteration has come to.
ROOT, NO_NODE = 0, -1


@dataclass(frozen=True, slots=True)
class Counted:
    """What a node has come to.

    Args:
        visits: the iterations through it whose reward has reached it.
        mean: their mean reward, as MAX counts it; NaN without one.
    """

    visits: int
    mean: float

    @property
    def told(self) -> str:
        """The two as they are written at a node: `n=12 3.25`; empty without a visit."""
        return f"n={self.visits:,} {self.shown_mean}" if self.visits else ""

    @property
    def shown_mean(self) -> str:
        """The mean to two places behind the point."""
        return show_number(round(self.mean, 2))


class Rewards:
    """The visits and rewards of every node of the tree that a search by Monte Carlo has built.

    A node is known by a number: it is the same one in every iteration that goes through it.

    Args:
        trace: a search by Monte Carlo.
    """

    def __init__(self, trace: Recording) -> None:
        log = trace.log
        self._tour = trace.tour
        self._below: list[dict[int, int]] = [{}]
        #: Of each node the rows that are visits to it, and the sums of the rewards up to each.
        self._rows, self._sums = [array("q")], [array("d")]
        self._number = array("q")
        found, visits, sums, below = self._number, self._rows, self._sums, self._below
        size, action, value, flags = log.size, log.action, log.value, log.flags
        rewards: list[float] = []
        start = 0
        while start < len(log):
            after, reward, number = start + size[start], value[start], ROOT
            whole = not flags[start] & Flag.INCOMPLETE
            for row in range(start, after):
                if row > start:
                    children, place = below[number], action[row]
                    number = children.get(place, NO_NODE)
                    if number == NO_NODE:
                        number = children[place] = len(below)
                        below.append({})
                        visits.append(array("q"))
                        sums.append(array("d"))
                found.append(number)
                if whole:
                    so_far = sums[number]
                    so_far.append(so_far[-1] + reward if so_far else reward)
                    visits[number].append(row)
            if whole:
                rewards.append(reward)
            start = after
        #: The lowest and the highest reward; 0 without one.
        self.lowest, self.highest = min(rewards, default=0.0), max(rewards, default=0.0)

    def __len__(self) -> int:
        """How many nodes there are."""
        return len(self._below)

    def number_of(self, row: int) -> int:
        """The number of the node that a row is a visit to."""
        return self._number[row]

    def rows_of(self, number: int) -> Sequence[int]:
        """The visits to a node in the iterations that came to an end, in order."""
        return self._rows[number]

    def below(self, number: int, place: int) -> int:
        """The number of a node's child.

        Args:
            number: the node's; `NO_NODE` has no children.
            place: the place of the move to the child.

        Returns:
            `NO_NODE` where no iteration goes there.
        """
        return NO_NODE if number == NO_NODE else self._below[number].get(place, NO_NODE)

    def children(self, number: int) -> Mapping[int, int]:
        """The numbers of a node's children that any iteration comes to, by the places of moves."""
        return self._below[number]

    def at(self, number: int, step: int) -> Counted:
        """What a node has come to by the end of a step.

        A reward has reached a node once it has been returned to it, and a node from which the game
        is played out as soon as it is entered.

        Args:
            number: the node's.
            step: from 0.
        """
        if number == NO_NODE:
            return Counted(0, math.nan)
        rows = self._rows[number]
        visits = bisect_right(rows, step + 1, key=self._tour.left_at)
        return Counted(visits, self._sums[number][visits - 1] / visits if visits else math.nan)

    def line(self, places: Sequence[int]) -> list[int]:
        """The numbers of the nodes on a way from the root, as far as any iteration goes."""
        numbers = [ROOT]
        for place in places:
            number = self.below(numbers[-1], place)
            if number == NO_NODE:
                break
            numbers.append(number)
        return numbers


_kept: WeakKeyDictionary[Recording, Rewards] = WeakKeyDictionary()


def rewards_of(trace: Recording) -> Rewards:
    """The rewards of a search by Monte Carlo, counted when they are asked for first."""
    if trace not in _kept:
        _kept[trace] = Rewards(trace)
    return _kept[trace]
