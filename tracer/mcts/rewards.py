"""The visits and rewards of every node of an MCTS tree at any step, from its log.

The log is read once. After that, a query takes time logarithmic in the visits of the node.
"""

from __future__ import annotations

import math
from array import array
from bisect import bisect_right
from collections.abc import Mapping, MutableSequence, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from engine.game import Player
from engine.log.visit_log import NO_PARENT, Flag
from engine.mcts.statistics import USUAL_C, Statistics, statistics
from engine.values import nearest_fraction
from tracer.recording.recording import Recording
from tracer.text.numbers import show_number

#: Upper limit of 64-bit integers.
_LARGEST: Final = 2**63
#: Number of the root, and the mark of a node that no iteration has reached.
ROOT, NO_NODE = 0, -1


@dataclass(frozen=True, slots=True)
class VisitsAndMean:
    """The statistics of a node."""

    visits: int
    mean: float

    @property
    def text(self) -> str:
        """The label at a node: `n=12 3.25`; empty without a visit."""
        return f"n={self.visits:,} {self.shown_mean}" if self.visits else ""

    @property
    def shown_mean(self) -> str:
        """The mean with two decimal places."""
        return show_number(round(self.mean, 2))


class Rewards:
    """The visits and rewards of every node of an MCTS tree.

    A node has the same number in every iteration that passes through it.
    """

    def __init__(self, trace: Recording) -> None:
        log = trace.log
        self._tour = trace.tour
        self._below: list[dict[int, int]] = [{}]
        size, action, value, flags = log.size, log.action, log.value, log.flags
        rewards = [value[start] for start in log.roots() if not flags[start] & Flag.INCOMPLETE]
        #: How many parts make 1; each sum is an integer number of parts.
        self._parts, in_parts = _split_rewards(rewards)
        kind = "q" if sum(map(abs, in_parts)) < _LARGEST else None
        #: For each node, the rows of its visits, and the sum of rewards up to each.
        self._rows, self._sums = [array("q")], [_numbers(kind)]
        self._number = array("q")
        numbers, visits, sums, below = self._number, self._rows, self._sums, self._below
        start, iteration = 0, 0
        while start < len(log):
            after, number = start + size[start], ROOT
            whole = not flags[start] & Flag.INCOMPLETE
            reward = in_parts[iteration] if whole else 0
            for row in range(start, after):
                if row > start:
                    children, place = below[number], action[row]
                    number = children.get(place, NO_NODE)
                    if number == NO_NODE:
                        number = children[place] = len(below)
                        below.append({})
                        visits.append(array("q"))
                        sums.append(_numbers(kind))
                numbers.append(number)
                if whole:
                    totals = sums[number]
                    totals.append(totals[-1] + reward if totals else reward)
                    visits[number].append(row)
            iteration += whole
            start = after
        #: The lowest and the highest reward; 0 if there are none.
        self.lowest, self.highest = min(rewards, default=0.0), max(rewards, default=0.0)

    def __len__(self) -> int:
        """Return the number of nodes."""
        return len(self._below)

    def find_number(self, row: int) -> int:
        """Return the number of the node that a row visits."""
        return self._number[row]

    def find_rows(self, number: int) -> Sequence[int]:
        """Return the visits to a node in finished iterations, in order."""
        return self._rows[number]

    def child(self, number: int, place: int) -> int:
        """Return the number of a node's child."""
        return NO_NODE if number == NO_NODE else self._below[number].get(place, NO_NODE)

    def children(self, number: int) -> Mapping[int, int]:
        """Return the numbers of a node's visited children, by the index of the move."""
        return self._below[number]

    def measure_node(self, number: int, step: int) -> VisitsAndMean:
        """Return a node's visits and mean reward at the end of a step.

        A reward counts for a node once it has been returned to it. For the node where a playout
        begins, it counts as soon as the node is entered.
        """
        if number == NO_NODE:
            return VisitsAndMean(0, math.nan)
        rows = self._rows[number]
        visits = bisect_right(rows, step + 1, key=self._tour.left_at)
        if not visits:
            return VisitsAndMean(0, math.nan)
        return VisitsAndMean(visits, self._sums[number][visits - 1] / (self._parts * visits))


def _split_rewards(rewards: Sequence[float]) -> tuple[int, list[int]]:
    """Return how many equal parts make 1, and each reward in such parts."""
    exact = [nearest_fraction(reward) for reward in rewards]
    parts = math.lcm(*{reward.denominator for reward in exact})
    return parts, [reward.numerator * (parts // reward.denominator) for reward in exact]


def _numbers(kind: str | None) -> MutableSequence[int]:
    """Return storage for integers: an array of a type, or a list if they may be larger."""
    return array(kind) if kind else []


def mcts_rewards(trace: Recording) -> Rewards:
    """Return the rewards of an MCTS search, counted at the first request."""
    rewards: Rewards | None = trace.derived.get(Rewards)
    if rewards is None:
        rewards = trace.derived[Rewards] = Rewards(trace)
    return rewards


# Reasons for the moves that Monte Carlo tree search selects, and its final counts.


@dataclass(frozen=True, slots=True)
class MoveCount:
    """The statistics of one move at the root."""

    move: str
    visits: int
    mean: float


def root_moves(trace: Recording) -> list[MoveCount]:
    """Return the moves that were tried at the root, in the game's order."""
    counted = _count_before(trace, len(trace.log))
    moves = trace.game.moves(trace.game.initial)
    children = counted.root.children
    return [
        MoveCount(trace.game.name_of(moves[place]), children[place].visits, children[place].mean)
        for place in sorted(children)
    ]


def selection_reason(trace: Recording, row: int) -> str:
    """Return a clause that says why an iteration continues with a certain child."""
    log = trace.log
    way = trace.rows_to(row)
    child = row + 1
    if child >= len(log) or log.parent[child] != row:
        return "the search was stopped here"
    move, place = trace.move_name(child), log.action[child]
    if log.player[row] == Player.CHANCE:
        return f"the outcome {move} is drawn"
    counted = _count_before(trace, way[0])
    node = counted.find_node(log.action[above] for above in way if log.parent[above] != NO_PARENT)
    if node is None or place not in node.children:
        return f"{move} is the first move that has not been tried"
    constant = trace.settings.exploration
    c = USUAL_C if constant is None else constant
    score, mean = counted.ucb1(node, place, c), node.sign * node.children[place].mean
    return (
        f"{move} has the largest UCB1, {_short(score)} = mean {_short(mean)} + "
        f"{_short(score - mean)}, after {node.children[place].visits} of {node.visits} visits"
    )


def _short(number: float) -> str:
    return show_number(round(number, 3))


@lru_cache(maxsize=4)
def _count_before(trace: Recording, upto_row: int) -> Statistics:
    """Return the counts before an iteration; cached for the steps of that iteration."""
    return statistics(trace.log, upto_row)
