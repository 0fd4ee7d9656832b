"""Misconceptions about the cutoff test."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

from engine.conventions import PRESETS
from tracer.check.hand_worker import Frame, HandWorker
from tracer.check.misconceptions.base import Misconception, Reading, Task

__all__ = ["OneSidedTest", "RefusesCutoff", "StrictnessFlipped", "WrongBound", "ZeroUnset"]

#: Cut nodes that are tried as the one at which somebody went on.
_MOST_REFUSED = 40


class _WrongBoundSwapped(HandWorker):
    """MAX tests v ≤ α, MIN v ≥ β."""

    def holds(self, frame: Frame, x: float) -> bool:
        if frame.at_max:
            return self.reaches_down(frame.v, frame.alpha)
        return self.reaches_up(frame.v, frame.beta)


class _OwnBound(HandWorker):
    """MAX tests v ≥ α, MIN v ≤ β."""

    def bound(self, frame: Frame) -> float:
        return frame.alpha if frame.at_max else frame.beta


class WrongBound(Misconception):
    """The test is made against the node's own bound."""

    slug = "wrong-bound"
    title = "the test is made against the wrong bound"
    explanation = (
        "MAX tests v against α and MIN against β: its own bound, not the one that the opponent "
        "has set."
    )
    hint = "Whose alternative makes a node pointless: that of the player who chooses there?"

    def worked_readings(self, task: Task) -> Iterator[Reading]:
        """The other direction too, or only the other bound."""
        yield self.reading(task.answers(_WrongBoundSwapped))
        yield self.reading(task.answers(_OwnBound))


class _ZeroNotTested(HandWorker):
    def holds(self, frame: Frame, x: float) -> bool:
        return self.bound(frame) != 0 and super().holds(frame, x)


class _ZeroNotPassed(HandWorker):
    def passed_down(self, frame: Frame, child: int) -> tuple[float, float]:
        alpha, beta = super().passed_down(frame, child)
        return alpha or -math.inf, beta or math.inf


class ZeroUnset(Misconception):
    """A bound of 0 counts as none."""

    slug = "zero-unset"
    title = "a bound of 0 is taken for none"
    explanation = "Where α or β is 0, it is treated as if it had not been set yet."
    hint = "Is 0 a value like any other, or does it mean that there is none yet?"

    def worked_readings(self, task: Task) -> Iterator[Reading]:
        """No test against it, or it is not passed down."""
        yield self.reading(task.answers(_ZeroNotTested))
        yield self.reading(task.answers(_ZeroNotPassed))


class StrictnessFlipped(Misconception):
    """> for ≥ or the reverse."""

    slug = "strictness-flipped"
    title = "the test is strict where it should not be, or the reverse"
    explanation = (
        "An equal value is handled otherwise than this course does: > for ≥ in the cutoff test, "
        "or ≥ for >."
    )
    hint = "What does your course's test say where v equals the bound?"

    def worked_readings(self, task: Task) -> Iterator[Reading]:
        """The other strictness; ties go to the first child in either."""
        cutoff = ">=" if task.convention.cutoff == ">" else ">"
        if any(one.cutoff == cutoff for one in task.accepted):
            return
        other = task.under(cutoff=cutoff, ties="first")
        whose = [name for name, preset in PRESETS.items() if preset.cutoff == cutoff]
        yield self.reading(other.answers(HandWorker), elsewhere=f"the convention of {whose[0]}")


class _OneSided(HandWorker):
    max_tests = True

    def holds(self, frame: Frame, x: float) -> bool:
        return frame.at_max is self.max_tests and super().holds(frame, x)


class OneSidedTest(Misconception):
    """Only one of the players cuts."""

    slug = "one-sided-test"
    title = "only one player's nodes are cut"
    explanation = "The cutoff test is made at MIN nodes only, or at MAX nodes only."
    hint = "There are two tests, one for each player. Which one is never made here?"
    of_program = (
        "Nodes of one player are never cut: the test is missing there, or the bound that it is "
        "made against is never passed down to them, α to MIN nodes or β to MAX nodes."
    )
    hint_of_program = (
        "Which player's nodes are never cut? Is the test there, and does the other player's bound "
        "come down to it?"
    )

    def worked_readings(self, task: Task) -> Iterator[Reading]:
        """Only MIN tests, or only MAX: v against a bound, or the bounds against each other."""
        for bounds in task.bounds_tests:
            told = {"tests_bounds": bounds}
            of_min = task.answers(_OneSided, max_tests=False, **told)
            yield self.reading(of_min, "no MAX node is cut")
            yield self.reading(task.answers(_OneSided, **told), "no MIN node is cut")


class _Refuses(HandWorker):
    #: The node at which no cutoff is made; None for all.
    node: int | None = None

    def stops(self, frame: Frame, x: float, place: int, children: Sequence[int]) -> bool:
        if self.node in (None, frame.node):
            return False
        return super().stops(frame, x, place, children)


class RefusesCutoff(Misconception):
    """The test holds, and the children are searched all the same."""

    slug = "refuses-cutoff"
    title = "goes on although the test holds"
    explanation = (
        "The cutoff test holds, but the other children are searched all the same, as if one of "
        "them could still change the choice above."
    )
    hint = "If an unseen child were even better for this player, would the opponent come here?"

    def worked_readings(self, task: Task) -> Iterator[Reading]:
        """At all nodes, or at one of those that should be cut."""
        yield self.reading(task.answers(_Refuses))
        # To refuse one is not to refuse all, even if it is the only one: below it, others come up.
        tree, work = task.worked(HandWorker)
        cut = [one.at for one in work.cuts if one.skipped]
        for node in cut[:_MOST_REFUSED]:
            where = f"at {tree.names[node]}"
            yield self.reading(task.answers(_Refuses, node=node), where)
