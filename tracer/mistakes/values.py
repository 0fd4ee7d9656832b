"""Misconceptions about the values of nodes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Final

from engine.game import Player
from engine.log.visit_log import NO_PARENT
from tracer.answers.hand_worker import Frame, HandWorker, WorkedCut
from tracer.answers.work_tree import Value
from tracer.mistakes.base import HandTask, ListReadings, Reading, search_as


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


class _Swapped(HandWorker):
    def is_max(self, node: int) -> bool:
        return not super().is_max(node)


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


class _CutReturnsBound(HandWorker):
    """Worker whose cut nodes return the bound; all other nodes return v."""

    def returned(self, frame: Frame) -> Value:
        cuts = self.work.cuts
        if cuts and cuts[-1].at == frame.node:
            alpha, beta = cuts[-1].before
            return beta if frame.at_max else alpha
        return super().returned(frame)


class _NegatedLeaves(HandWorker):
    of = Player.MIN

    def leaf_value(self, node: int) -> Value:
        value = super().leaf_value(node)
        return 0 - value if self.tree.player[node] is self.of else value


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
                        (*children[place + 1 :],),
                        mean >= beta,
                    )
                )
                return mean
        return self.mean(worked, chances)


def _use_bounds_as_exact(task: HandTask) -> Iterator[Reading]:
    """Yield ties anywhere or at the root, then bounds written as minimax values."""
    for only_at_root in (False, True):
        for too in (False, True):
            how = {"only_at_root": only_at_root, "after_last_too": too}
            yield Reading(task.answers(_PrefersBounds, **how))
    every_node = replace(task, windowed=False).answers(HandWorker).values
    yield Reading(task.right.changed(complete={**every_node, **task.right.values}))


def _return_bounds(task: HandTask) -> Iterator[Reading]:
    """Yield a fail-hard search, then fail-hard cut nodes, then only fail-hard writing."""
    elsewhere = "fail-hard alpha-beta, a convention of other courses"
    if task.convention.returns == "fail-hard":
        return
    if not any(convention.returns == "fail-hard" for convention in task.accepted):
        hard = task.change_convention(returns="fail-hard", ties="first")
        yield Reading(hard.answers(HandWorker), elsewhere=elsewhere)
    yield Reading(task.answers(_CutReturnsBound), elsewhere=elsewhere)
    for every_return in (True, False):
        written = dict(task.right.values)
        for cut in task.right.cuts:
            if cut.skipped or every_return:
                written[cut.at] = cut.before[1] if cut.at_max else cut.before[0]
        yield Reading(task.right.changed(values=written), elsewhere=elsewhere)


def _negate_leaves(task: HandTask) -> Iterator[Reading]:
    """Yield negated leaves at MIN's turn, then at MAX's."""
    for player in (Player.MIN, Player.MAX):
        yield Reading(task.answers(_NegatedLeaves, of=player))


def _misread_chance(task: HandTask) -> Iterator[Reading]:
    """Yield wrong means, then searches whose windows pass through chance nodes."""
    if not task.has_chance:
        return
    for how in ("divided again", "unweighted", "maximum", "minimum"):
        yield Reading(task.answers(_OtherMean, how=how), f"as {how}")
    # A search that cuts nothing has windows for MAX and MIN at most; its means are whole.
    for kind in (_ThroughChance, _ChanceStops) if task.windowed else (_ThroughChance,):
        yield Reading(replace(task, windowed=True).answers(kind), "as cut")


#: The readings of each misconception; those of a slip depend on the sheet.
READINGS: Final[Mapping[str, ListReadings]] = {
    "bound-as-exact": _use_bounds_as_exact,
    "max-min-swapped": search_as(_Swapped),
    "min-maximizes": search_as(_AllMax, _MinTakesLargest),
    "fail-hard-values": _return_bounds,
    "leaf-perspective": _negate_leaves,
    "chance-misread": _misread_chance,
}
