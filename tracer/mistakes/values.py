"""Misconceptions about the values of nodes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction

from engine.game import Player
from engine.log.visit_log import NO_PARENT
from tracer.answers.hand_worker import Frame, HandWorker, WorkedCut
from tracer.answers.work_tree import Value
from tracer.mistakes.base import HandTask, Misconception, Reading

__all__ = [
    "ArithmeticSlip",
    "BoundAsExact",
    "ChanceMisread",
    "FailHardValues",
    "LeafPerspective",
    "MaxMinSwapped",
    "MinMaximizes",
]


class _PrefersBounds(HandWorker):
    only_at_root = False
    #: Whether an early return after the last child counts too: it skips nothing, but its value is
    #: a bound.
    after_last_too = False

    def take_value(self, frame: Frame, child: int, x: Value, *, child_was_cut: bool) -> None:
        super().take_value(frame, child, x, child_was_cut=child_was_cut)
        here = frame.node == 0 or not self.only_at_root
        if here and x == frame.v and (child_was_cut or self._returned_early(child)):
            frame.best = child

    def _returned_early(self, child: int) -> bool:
        cuts = self.work.cuts
        return self.after_last_too and bool(cuts) and cuts[-1].at == child


class BoundAsExact(Misconception):
    """Preferring a cut child in a tie, since its bound is taken for a value."""

    slug = "bound-as-exact"
    title = "a bound is used as an exact value"
    explanation = (
        "A cut node returns only a bound, but the bound is used as an exact value. A later child "
        "that ties with it is preferred, or it is written down as a minimax value."
    )
    hint = "Which values are exact, and which are only bounds?"
    rank = 100

    def worked_readings(self, task: HandTask) -> Iterator[Reading]:
        """Yield ties anywhere or at the root, then bounds written as minimax values."""
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
    """Swapping minimum and maximum."""

    slug = "max-min-swapped"
    title = "MAX and MIN are swapped"
    explanation = "MAX takes the smallest value and MIN the largest, and their tests are swapped."
    hint = "Whose turn is it at the root, and what does that player want?"
    needs_window = False
    rank = 120

    def worked_readings(self, task: HandTask) -> Iterator[Reading]:
        """Yield the only reading."""
        yield self.reading(task.answers(_Swapped))


class _AllMax(HandWorker):
    """Worker that treats MIN nodes as MAX nodes, with their bounds and tests."""

    def is_max(self, node: int) -> bool:
        return True


class _MinTakesLargest(HandWorker):
    """Worker whose MIN nodes keep the largest value; their bounds and tests are right."""

    def take_value(self, frame: Frame, child: int, x: Value, *, child_was_cut: bool) -> None:
        if frame.at_max:
            super().take_value(frame, child, x, child_was_cut=child_was_cut)
        elif frame.best == NO_PARENT or x > frame.v:
            frame.v, frame.best = x, child


class MinMaximizes(Misconception):
    """Taking the largest value at MIN nodes too."""

    slug = "min-maximizes"
    title = "MIN takes the maximum too"
    explanation = "MIN takes the largest value of its children, as MAX does."
    hint = "Who moves at this node, and which of its children would that player take?"
    needs_window = False
    rank = 115

    def worked_readings(self, task: HandTask) -> Iterator[Reading]:
        """Yield MIN nodes as MAX nodes, then MIN nodes that only take the wrong value."""
        yield self.reading(task.answers(_AllMax))
        yield self.reading(task.answers(_MinTakesLargest))


class _CutReturnsBound(HandWorker):
    """Worker whose cut nodes return the bound; all other nodes return v."""

    def returned(self, frame: Frame) -> Value:
        cuts = self.work.cuts
        if cuts and cuts[-1].at == frame.node:
            alpha, beta = cuts[-1].before
            return beta if frame.at_max else alpha
        return super().returned(frame)


class FailHardValues(Misconception):
    """Writing the bound as the value of a cut node."""

    slug = "fail-hard-values"
    title = "a cut node gets the bound as its value"
    explanation = (
        "The value of a cut node is written as α or β instead of its own v. That is fail-hard, "
        "but this course is fail-soft."
    )
    hint = "What is the node's own v when it stops? Does your course return v or the bound?"
    rank = 160

    def worked_readings(self, task: HandTask) -> Iterator[Reading]:
        """Yield a fail-hard search, then fail-hard cut nodes, then only fail-hard writing."""
        elsewhere = "fail-hard alpha-beta, a convention of other courses"
        if task.convention.returns == "fail-hard":
            return
        if not any(one.returns == "fail-hard" for one in task.accepted):
            hard = task.change_convention(returns="fail-hard", ties="first")
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

    def leaf_value(self, node: int) -> Value:
        value = super().leaf_value(node)
        return 0 - value if self.tree.player[node] is self.of else value


class LeafPerspective(Misconception):
    """Negating the leaves of one player."""

    slug = "leaf-perspective"
    title = "leaf values are read from the wrong player's side"
    explanation = "The leaves of one player are negated, as if their values were that player's."
    hint = "Whose values are at the leaves: MAX's, or those of the player to move there?"
    needs_window = False
    rank = 180

    def worked_readings(self, task: HandTask) -> Iterator[Reading]:
        """Yield negated leaves at MIN's turn, then at MAX's."""
        for player in (Player.MIN, Player.MAX):
            yield self.reading(task.answers(_NegatedLeaves, of=player))


class _OtherMean(HandWorker):
    how = "unweighted"

    def mean(self, worked: Sequence[Value], chances: Sequence[Fraction]) -> Value:
        if self.how == "maximum":
            return max(worked)
        if self.how == "minimum":
            return min(worked)
        whole = super().mean(worked, chances)
        return whole / len(worked) if self.how == "divided again" else whole

    def shares(self, node: int) -> Sequence[Fraction]:
        shares = super().shares(node)
        return [Fraction(1, len(shares))] * len(shares) if self.how == "unweighted" else shares


class _ThroughChance(HandWorker):
    """Worker whose windows pass through chance nodes unchanged."""

    def chance(self, node: int, alpha: Value, beta: Value) -> Value:
        worked = [self.visit(child, alpha, beta, None) for child in self.order(node)]
        self.work.best[node] = NO_PARENT
        return self.mean(worked, self.tree.chances[node])


class _ChanceStops(_ThroughChance):
    """Worker whose chance nodes return as soon as their current mean leaves the window."""

    def chance(self, node: int, alpha: Value, beta: Value) -> Value:
        worked: list[Value] = []
        chances = self.tree.chances[node]
        children = self.order(node)
        self.work.best[node] = NO_PARENT
        for place, child in enumerate(children):
            worked.append(self.visit(child, alpha, beta, None))
            mean = self.mean(worked, chances[: place + 1])
            if place + 1 < len(children) and not alpha < mean < beta:
                before = (float(alpha), float(beta))
                self.work.cuts.append(
                    WorkedCut(
                        node,
                        child,
                        float(mean),
                        before,
                        before,
                        [*children[place + 1 :]],
                        mean >= beta,
                    )
                )
                return mean
        return self.mean(worked, chances)


class ChanceMisread(Misconception):
    """Working out a chance node wrongly."""

    slug = "chance-misread"
    title = "a chance node does not get its mean"
    explanation = (
        "A chance node's mean is divided once more, computed without the probabilities, or "
        "replaced by a maximum or minimum. Or windows are passed through it and its children are "
        "cut."
    )
    hint = "Each outcome is weighted by its probability. What do the probabilities sum to?"
    needs_window = False
    rank = 190

    def worked_readings(self, task: HandTask) -> Iterator[Reading]:
        """Yield wrong means, then wrong cutoffs."""
        if not task.has_chance:
            return
        for how in ("divided again", "unweighted", "maximum", "minimum"):
            yield self.reading(task.answers(_OtherMean, how=how), f"as {how}")
        cut = replace(task, windowed=True)
        for kind in (_ThroughChance, _ChanceStops):
            yield self.reading(cut.answers(kind), "as cut")


class ArithmeticSlip(Misconception):
    """Making one wrong value, from which everything else follows.

    Its readings depend on the sheet: see `tracer.mistakes.slips`.
    """

    slug = "arithmetic-slip"
    title = "one wrong value, from which other errors follow"
    explanation = "The search is right, except for the value of one node."
    hint = "Check the values below this node again."
    needs_window = False
    rank = 230
    only_of_people = True

    def worked_readings(self, task: HandTask) -> Iterator[Reading]:
        """Yield nothing, since the readings depend on the sheet."""
        return iter(())
