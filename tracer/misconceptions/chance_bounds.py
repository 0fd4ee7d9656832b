"""Misconceptions about known bounds of the leaves: Star1's intervals and windows."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from fractions import Fraction

from engine.game import Player
from engine.log.visit_log import NO_PARENT
from tracer.answers.hand_worker import HandWorker
from tracer.answers.work_tree import Value
from tracer.misconceptions.base import HandTask, Misconception, Reading

__all__ = [
    "BoundsSwapped",
    "OutcomeWindow",
    "PartialSum",
    "RestForgotten",
    "RestUnweighted",
    "UnboundedRoot",
]

_Ends = tuple[Value, Value]


def _prunes_chance(task: HandTask) -> bool:
    return task.tree is not None and task.tree.prunes_chance


class _OtherRest(HandWorker):
    """Worker that takes the outcomes still to come for something else."""

    #: Whether the windows of the outcomes are right, so that only the test is wrong.
    only_in_test = False

    def other(self, node: int, rest: _Ends) -> _Ends:
        """Return what the worker takes for the least and the most of the rest."""
        return rest

    def rest(self, node: int, children: Sequence[int], shares: Sequence[Fraction]) -> _Ends:
        rest = super().rest(node, children, shares)
        return rest if self.only_in_test else self.other(node, rest)

    def interval(self, node: int, total: Value, searched: Fraction, rest: _Ends) -> _Ends:
        if self.only_in_test:
            rest = self.other(node, rest)
        return super().interval(node, total, searched, rest)


class _NoRest(_OtherRest):
    def other(self, node: int, rest: _Ends) -> _Ends:
        return Fraction(), Fraction()


class _MeanSoFar(HandWorker):
    def interval(self, node: int, total: Value, searched: Fraction, rest: _Ends) -> _Ends:
        if not searched:
            return super().interval(node, total, searched, rest)
        return total / searched, total / searched


class RestForgotten(Misconception):
    """Ignoring the outcomes still to come."""

    slug = "rest-forgotten"
    title = "the outcomes still to come are ignored"
    explanation = (
        "The sum or the mean of the outcomes so far is compared with the window of the chance "
        "node. The other outcomes can still change it, by up to the largest leaf."
    )
    hint = "What can this chance node still be worth, at least and at most?"
    rank = 192

    def worked_readings(self, task: HandTask) -> Iterator[Reading]:
        """Yield no rest at all, then no rest in the test, then the mean so far in the test."""
        if _prunes_chance(task):
            for only in (False, True):
                yield self.reading(task.answers(_NoRest, only_in_test=only))
            yield self.reading(task.answers(_MeanSoFar))


class _WholeRest(_OtherRest):
    def other(self, node: int, rest: _Ends) -> _Ends:
        spans = self.tree.spans
        return rest if rest == (0, 0) or not spans else spans[node]


class RestUnweighted(Misconception):
    """Adding the bounds of the other outcomes without their probability."""

    slug = "rest-unweighted"
    title = "the bounds of the other outcomes are not weighted"
    explanation = (
        "The smallest and the largest leaf are added to the sum as they are, not multiplied by "
        "the probability of the other outcomes."
    )
    hint = "How likely are the other outcomes together, and how much can they add?"
    rank = 193

    def worked_readings(self, task: HandTask) -> Iterator[Reading]:
        """Yield unweighted bounds everywhere, then in the test alone."""
        if _prunes_chance(task):
            for only in (False, True):
                yield self.reading(task.answers(_WholeRest, only_in_test=only))


class _SwappedRest(_OtherRest):
    def other(self, node: int, rest: _Ends) -> _Ends:
        return rest[1], rest[0]


class BoundsSwapped(Misconception):
    """Using the smallest leaf in place of the largest."""

    slug = "bounds-swapped"
    title = "the smallest and the largest leaf are swapped"
    explanation = (
        "α is compared with the least that a chance node can be worth, and β with the most. So "
        "the node returns although it could still matter."
    )
    hint = "A node cannot matter if even its best case is not enough. Which leaf is the best case?"
    rank = 194

    def worked_readings(self, task: HandTask) -> Iterator[Reading]:
        """Yield swapped bounds everywhere, then in the test alone."""
        if _prunes_chance(task):
            for only in (False, True):
                yield self.reading(task.answers(_SwappedRest, only_in_test=only))


class _OutcomeWindow(HandWorker):
    how = "unchanged"

    def outcome_window(self, window: _Ends, total: Value, rest: _Ends, share: Fraction) -> _Ends:
        if self.how == "unchanged":
            return window
        if self.how == "undivided":
            return super().outcome_window(window, total, rest, Fraction(1))
        return -math.inf, math.inf


class OutcomeWindow(Misconception):
    """Passing a wrong window through a chance node."""

    slug = "outcome-window"
    title = "a window passes through a chance node unchanged"
    explanation = (
        "An outcome is entered with the window of its chance node, with one that is not divided "
        "by its probability, or with the full one. Its own window says for which of its values "
        "the mean is inside the window of the chance node."
    )
    hint = "How much must this outcome be worth at least, so that the mean can reach α?"
    rank = 195

    def worked_readings(self, task: HandTask) -> Iterator[Reading]:
        """Yield the window of the chance node, then an undivided one, then the full one."""
        if _prunes_chance(task):
            for how in ("unchanged", "undivided", "full"):
                yield self.reading(task.answers(_OutcomeWindow, how=how))


class _PartialSum(HandWorker):
    #: Whether the sum is divided by the probability of the outcomes in it.
    is_mean = False

    def cut_mean(self, total: Value, searched: Fraction, end: Value) -> Value:
        return total / searched if self.is_mean and searched else total


class PartialSum(Misconception):
    """Giving a cut chance node the sum of its outcomes so far."""

    slug = "partial-sum"
    title = "a cut chance node gets the sum so far"
    explanation = (
        "The value of a cut chance node is its sum without the other outcomes, or their mean so "
        "far. The node returns the end of its interval, which is a bound of its value."
    )
    hint = "The skipped outcomes have values too. What does the search know about the mean?"
    rank = 191

    def worked_readings(self, task: HandTask) -> Iterator[Reading]:
        """Yield the sum, then the mean of the searched outcomes."""
        if _prunes_chance(task):
            for is_mean in (False, True):
                yield self.reading(task.answers(_PartialSum, is_mean=is_mean))


class _Unbounded(HandWorker):
    #: Whether the windows of outcomes are cut to the bounds.
    clips_outcomes = True

    def clipped(self, node: int, alpha: Value, beta: Value) -> _Ends:
        above = self.tree.parent[node]
        is_outcome = above != NO_PARENT and self.tree.player[above] is Player.CHANCE
        if is_outcome and self.clips_outcomes:
            return super().clipped(node, alpha, beta)
        return alpha, beta


class UnboundedRoot(Misconception):
    """Starting with (−∞, +∞) although the bounds of the leaves are known."""

    slug = "unbounded-root"
    title = "the known bounds are not used in the windows"
    explanation = (
        "The search starts with (−∞, +∞), although every leaf is known to be within bounds. Its "
        "first window is these bounds."
    )
    hint = "How small and how large can the value of the root be, before any leaf is visited?"
    rank = 196

    def worked_readings(self, task: HandTask) -> Iterator[Reading]:
        """Yield no bounds at the root, then in no window."""
        if task.tree is None or not task.tree.spans:
            return
        for clips in (True, False) if task.tree.prunes_chance else (False,):
            yield self.reading(task.answers(_Unbounded, clips_outcomes=clips))
