"""Misconceptions about what a node is worth."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction

from engine.game import Player
from engine.log import NO_PARENT
from tracer.check.hand_worker import Frame, HandWorker, WorkedCut
from tracer.check.misconceptions.base import Misconception, Reading, Task

__all__ = [
    "ArithmeticSlip",
    "BoundAsExact",
    "ChanceMisread",
    "FailHardValues",
    "LeafPerspective",
    "MaxMinSwapped",
]


class _PrefersBounds(HandWorker):
    only_at_root = False
    #: Whether an early return after the last child counts too: nothing was skipped, but the test
    #: held, and what is written beside the node is a bound.
    after_last_too = False

    def fold(self, frame: Frame, child: int, x: float, *, child_was_cut: bool) -> None:
        super().fold(frame, child, x, child_was_cut=child_was_cut)
        here = frame.node == 0 or not self.only_at_root
        if here and x == frame.v and (child_was_cut or self._returned_early(child)):
            frame.best = child

    def _returned_early(self, child: int) -> bool:
        cuts = self.work.cuts
        return self.after_last_too and bool(cuts) and cuts[-1].at == child


class BoundAsExact(Misconception):
    """A cut child that ties is preferred."""

    slug = "bound-as-exact"
    title = "a bound is taken for a value"
    explanation = (
        "What a cut node returned is only a bound, and is taken for its value: a later child that "
        "ties is preferred, or it is written down as a minimax value."
    )
    hint = "Which values are known, and of which nodes is only known that they are no better?"

    def worked_readings(self, task: Task) -> Iterator[Reading]:
        """Anywhere, or at the root; or what alpha-beta returned is written for minimax values."""
        for only_at_root in (False, True):
            for too in (False, True):
                how = {"only_at_root": only_at_root, "after_last_too": too}
                yield self.reading(task.answers(_PrefersBounds, **how))
        every_node = replace(task, windowed=False).answers(HandWorker).values
        yield self.reading(task.right.changed(complete={**every_node, **task.right.values}))


class _Swapped(HandWorker):
    def is_max(self, node: int) -> bool:
        return not super().is_max(node)


class MaxMinSwapped(Misconception):
    """MAX takes the minimum and MIN the maximum."""

    slug = "max-min-swapped"
    title = "MAX and MIN are swapped"
    explanation = "MAX takes the smallest value and MIN the largest, and their tests are swapped."
    hint = "Whose turn is it at the root, and what does that player want?"
    needs_window = False

    def worked_readings(self, task: Task) -> Iterator[Reading]:
        """The one reading."""
        yield self.reading(task.answers(_Swapped))


class _CutReturnsBound(HandWorker):
    """A cut node hands up the bound that it was tested against, and no other node does."""

    def returned(self, frame: Frame) -> float:
        cuts = self.work.cuts
        if cuts and cuts[-1].at == frame.node:
            alpha, beta = cuts[-1].before
            return beta if frame.at_max else alpha
        return super().returned(frame)


class FailHardValues(Misconception):
    """A cut node is given its bound."""

    slug = "fail-hard-values"
    title = "a cut node is given the bound as its value"
    explanation = (
        "α or β is written as the value of a node that was cut, and not the value that it had "
        "reached: fail-hard, where this course is fail-soft."
    )
    hint = "What has the node itself found when it stops? Does your course return v, or the bound?"

    def worked_readings(self, task: Task) -> Iterator[Reading]:
        """The whole search fail-hard, only its cut nodes, or only what is written beside these."""
        elsewhere = "fail-hard alpha-beta, a convention of other courses"
        if task.convention.returns == "fail-hard":
            return
        if not any(one.returns == "fail-hard" for one in task.accepted):
            hard = task.under(returns="fail-hard", ties="first")
            yield self.reading(hard.answers(HandWorker), elsewhere=elsewhere)
        yield self.reading(task.answers(_CutReturnsBound), elsewhere=elsewhere)
        for every_return in (True, False):
            written = dict(task.right.values)
            for cut in task.right.cuts:
                if cut.skipped or every_return:
                    written[cut.at] = cut.before[1] if cut.at_max else cut.before[0]
            yield self.reading(task.right.changed(values=written), elsewhere=elsewhere)


class _NegatedLeaves(HandWorker):
    of = Player.MIN

    def leaf_value(self, node: int) -> float:
        value = super().leaf_value(node)
        return 0.0 - value if self.tree.player[node] is self.of else value


class LeafPerspective(Misconception):
    """Leaves are negated at one kind of node."""

    slug = "leaf-perspective"
    title = "leaves are read from the wrong side"
    explanation = "The leaves of one kind of node are negated, as if they were that player's own."
    hint = "Whose values stand at the leaves: MAX's, or those of whoever moves there?"
    needs_window = False

    def worked_readings(self, task: Task) -> Iterator[Reading]:
        """Leaves at MIN's turn, or at MAX's."""
        for player in (Player.MIN, Player.MAX):
            yield self.reading(task.answers(_NegatedLeaves, of=player))


class _OtherMean(HandWorker):
    how = "unweighted"

    def mean(self, worked: Sequence[float], chances: Sequence[Fraction]) -> float:
        if self.how == "maximum":
            return max(worked)
        if self.how == "minimum":
            return min(worked)
        if self.how == "unweighted":
            return super().mean(worked, [Fraction(1, len(worked))] * len(worked))
        return super().mean(worked, chances) / len(worked)


class _ThroughChance(HandWorker):
    """Alpha-beta whose windows pass through chance nodes as if these were not there."""

    def chance(self, node: int, alpha: float, beta: float) -> float:
        worked = [self.visit(child, alpha, beta, None) for child in self.order(node)]
        self.work.best[node] = NO_PARENT
        return self.mean(worked, self.tree.chances[node])


class _ChanceStops(_ThroughChance):
    """A chance node returns as soon as the mean of what it has seen is out of its window."""

    def chance(self, node: int, alpha: float, beta: float) -> float:
        worked: list[float] = []
        chances = self.tree.chances[node]
        children = self.order(node)
        self.work.best[node] = NO_PARENT
        for place, child in enumerate(children):
            worked.append(self.visit(child, alpha, beta, None))
            mean = self.mean(worked, chances[: place + 1])
            if place + 1 < len(children) and not alpha < mean < beta:
                before = (alpha, beta)
                self.work.cuts.append(
                    WorkedCut(
                        node, child, mean, before, before, [*children[place + 1 :]], mean >= beta
                    )
                )
                return mean
        return self.mean(worked, chances)


class ChanceMisread(Misconception):
    """A chance node is not worth its mean."""

    slug = "chance-misread"
    title = "a chance node is not worth its mean"
    explanation = (
        "A chance node's mean is divided once more, taken without its probabilities, or replaced "
        "by a maximum or minimum; or windows are passed through it and its children are cut."
    )
    hint = "Each outcome counts as often as it happens. What do the weights sum to?"
    needs_window = False

    def worked_readings(self, task: Task) -> Iterator[Reading]:
        """Divided again, unweighted, a maximum, a minimum; or cut."""
        if not task.has_chance:
            return
        for how in ("divided again", "unweighted", "maximum", "minimum"):
            yield self.reading(task.answers(_OtherMean, how=how), f"as {how}")
        cut = replace(task, windowed=True)
        for kind in (_ThroughChance, _ChanceStops):
            yield self.reading(cut.answers(kind), "as cut")


class ArithmeticSlip(Misconception):
    """One wrong value; all else follows from it.

    Which one only the sheet can tell: its readings are those of `tracer.check.follow_through`.
    """

    slug = "arithmetic-slip"
    title = "one wrong value, from which all else follows"
    explanation = "One node is given a wrong value, and what comes after follows from it."
    hint = "Look at the values below this node once more."
    needs_window = False

    def worked_readings(self, task: Task) -> Iterator[Reading]:
        """None without a sheet."""
        return iter(())
