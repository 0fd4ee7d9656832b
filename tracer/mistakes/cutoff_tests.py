"""Misconceptions about the cutoff test."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

from engine.conventions import PRESETS
from tracer.answers.hand_worker import Frame, HandWorker
from tracer.answers.work_tree import Value
from tracer.mistakes.base import HandTask, Misconception, Reading

__all__ = [
    *("BottomCutsOnly", "OneSidedTest", "RefusesCutoff", "StrictnessFlipped"),
    *("WrongBound", "ZeroUnset"),
]

#: Most cut nodes that are tried as the one without a cutoff.
_MOST_REFUSED = 40


class _OwnBound(HandWorker):
    """Worker whose MAX tests v ≥ α and whose MIN tests v ≤ β."""

    def bound(self, frame: Frame) -> Value:
        return frame.alpha if frame.at_max else frame.beta


class _WrongBoundSwapped(_OwnBound):
    """Worker whose MAX tests v ≤ α and whose MIN tests v ≥ β."""

    def holds(self, frame: Frame, x: Value) -> bool:
        if frame.at_max:
            return self.reaches_down(frame.v, frame.alpha)
        return self.reaches_up(frame.v, frame.beta)


class WrongBound(Misconception):
    """Testing v against the node's own bound."""

    slug = "wrong-bound"
    title = "the cutoff test uses the wrong bound"
    explanation = (
        "MAX tests v against α and MIN against β: each uses its own bound instead of the "
        "opponent's."
    )
    hint = "Whose better alternative makes a node irrelevant: its own player's or the opponent's?"
    rank = 60

    def worked_readings(self, task: HandTask) -> Iterator[Reading]:
        """Yield the wrong bound with the wrong direction, then the wrong bound alone."""
        yield self.reading(task.answers(_WrongBoundSwapped))
        yield self.reading(task.answers(_OwnBound))


class _ZeroNotTested(HandWorker):
    def holds(self, frame: Frame, x: Value) -> bool:
        return self.bound(frame) != 0 and super().holds(frame, x)


class _ZeroNotPassed(HandWorker):
    def passed_down(self, frame: Frame, child: int) -> tuple[Value, Value]:
        alpha, beta = super().passed_down(frame, child)
        return alpha or -math.inf, beta or math.inf


class ZeroUnset(Misconception):
    """Treating a bound of 0 as unset."""

    slug = "zero-unset"
    title = "a bound of 0 is treated as unset"
    explanation = "An α or β of 0 is treated as if it had not been set yet."
    hint = "Is 0 a value like any other, or does it mean that there is no bound yet?"
    rank = 80

    def worked_readings(self, task: HandTask) -> Iterator[Reading]:
        """Yield no test against a 0, then no passing down of a 0."""
        yield self.reading(task.answers(_ZeroNotTested))
        yield self.reading(task.answers(_ZeroNotPassed))


class StrictnessFlipped(Misconception):
    """Testing > instead of ≥, or the reverse."""

    slug = "strictness-flipped"
    title = "the test is strict instead of non-strict, or the reverse"
    explanation = (
        "The cutoff test treats a value equal to the bound differently from this course: > for ≥, "
        "or ≥ for >."
    )
    hint = "What does your course's test say if v equals the bound?"
    rank = 90

    def worked_readings(self, task: HandTask) -> Iterator[Reading]:
        """Yield the other strictness, with ties to the first child."""
        cutoff = ">=" if task.convention.cutoff == ">" else ">"
        if any(one.cutoff == cutoff for one in task.accepted):
            return
        other = task.change_convention(cutoff=cutoff, ties="first")
        whose = [name for name, preset in PRESETS.items() if preset.cutoff == cutoff]
        yield self.reading(other.answers(HandWorker), elsewhere=f"the convention of {whose[0]}")


class _OneSided(HandWorker):
    max_tests = True

    def holds(self, frame: Frame, x: Value) -> bool:
        return frame.at_max is self.max_tests and super().holds(frame, x)


class OneSidedTest(Misconception):
    """Testing for cutoffs at one player's nodes only."""

    slug = "one-sided-test"
    title = "only one player's nodes are cut"
    explanation = "Only MIN nodes, or only MAX nodes, are tested for a cutoff."
    hint = "There are two tests, one for each player. Which one is missing here?"
    of_program = (
        "Nodes of one player are never cut. Either the test is missing there, or its bound is "
        "never passed down: α to MIN nodes, β to MAX nodes."
    )
    hint_of_program = (
        "Which player's nodes are never cut? Is the test there, and is the other player's bound "
        "passed down to it?"
    )
    rank = 110

    def worked_readings(self, task: HandTask) -> Iterator[Reading]:
        """Yield tests of MIN only and of MAX only, with each way to write the test."""
        for bounds in task.bounds_tests:
            how = {"tests_bounds": bounds}
            of_min = task.answers(_OneSided, max_tests=False, **how)
            yield self.reading(of_min, "no MAX node is cut")
            yield self.reading(task.answers(_OneSided, **how), "no MIN node is cut")


class _TestsAtBottom(HandWorker):
    def holds(self, frame: Frame, x: Value) -> bool:
        below = self.tree.children[frame.node]
        is_lowest = all(HandWorker.is_leaf(self, child) for child in below)
        return is_lowest and super().holds(frame, x)


class BottomCutsOnly(Misconception):
    """Testing for cutoffs only at the lowest inner nodes."""

    slug = "bottom-cuts-only"
    title = "only nodes just above the leaves are cut"
    explanation = "A cutoff is made only where leaves are skipped, and never further up."
    hint = "What does a node further up test after each of its children has returned?"
    rank = 105

    def worked_readings(self, task: HandTask) -> Iterator[Reading]:
        """Yield the only reading."""
        yield self.reading(task.answers(_TestsAtBottom))


class _Refuses(HandWorker):
    #: The node at which no cutoff is made; None for all.
    node: int | None = None

    def stops(self, frame: Frame, x: Value, place: int, children: Sequence[int]) -> bool:
        if self.node in (None, frame.node):
            return False
        return super().stops(frame, x, place, children)


class RefusesCutoff(Misconception):
    """Searching the other children although the cutoff test succeeds."""

    slug = "refuses-cutoff"
    title = "the search continues after the cutoff test succeeds"
    explanation = (
        "The other children of the node are searched anyway, as if one of them could still change "
        "the choice at an ancestor."
    )
    hint = "If an unseen child were even better for this player, would the opponent come here?"
    rank = 10

    def worked_readings(self, task: HandTask) -> Iterator[Reading]:
        """Yield no cutoffs at all, then no cutoff at one node."""
        yield self.reading(task.answers(_Refuses))
        # Without one cutoff, new ones may appear below it, so this differs from no cutoffs.
        tree, work = task.worked(HandWorker)
        cut = [one.at for one in work.cuts if one.skipped]
        for node in cut[:_MOST_REFUSED]:
            where = f"at {tree.names[node]}"
            yield self.reading(task.answers(_Refuses, node=node), where)
