"""A search as it is worked by hand, one small method for each thing that a person does.

Every misconception is a worker that does one of these things in another way. Without one it is
minimax, alpha-beta or expectiminimax as the searches have it; tests hold it against their logs.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from operator import ge, gt, le, lt

from engine.conventions import Convention
from engine.game import Player
from engine.log import NO_PARENT
from engine.recursion import deep_recursion
from tracer.check.work_tree import WorkTree

__all__ = ["Frame", "HandWorker", "Work", "WorkedCut"]


@dataclass(slots=True)
class WorkedCut:
    """An early return.

    Args:
        at: the node.
        after: the child whose value made the test hold.
        value: v then.
        before: the window before that value was folded into the node's own bound.
        then: the window with it.
        skipped: the children that were not visited.
        at_max: whether MAX chooses there.
    """

    at: int
    after: int
    value: float
    before: tuple[float, float]
    then: tuple[float, float]
    skipped: list[int]
    at_max: bool


@dataclass(slots=True)
class Work:
    """What was written down.

    Args:
        visits: the nodes in the order in which they were entered.
        entered: the window that each node was entered with.
        left: the window with which each node was left.
        values: what each node returned.
        best: the child that each interior node's value is from; `NO_PARENT` at a chance node.
        cuts: the early returns, in the order in which their tests held.
        leaves: the nodes that were valued.
    """

    visits: list[int] = field(default_factory=list)
    entered: dict[int, tuple[float, float]] = field(default_factory=dict)
    left: dict[int, tuple[float, float]] = field(default_factory=dict)
    values: dict[int, float] = field(default_factory=dict)
    best: dict[int, int] = field(default_factory=dict)
    cuts: list[WorkedCut] = field(default_factory=list)
    leaves: list[int] = field(default_factory=list)


@dataclass(slots=True)
class Frame:
    """A node that has been entered and not left.

    Args:
        node: which.
        at_max: whether MAX chooses there.
        entered: the window it was entered with.
        alpha: its window now.
        beta: its window now.
        v: its value so far.
        best: the child that it is from.
    """

    node: int
    at_max: bool
    entered: tuple[float, float]
    alpha: float
    beta: float
    v: float
    best: int = NO_PARENT


class HandWorker:
    """Works a tree.

    Args:
        tree: the tree.
        convention: by which rules.
        windowed: whether windows are passed down and tested; otherwise it is plain minimax.
    """

    #: Whether α and β are tested against each other, as programs write it. It comes to the same as
    #: testing v against a bound, but where another slip lets a node be entered with no window left.
    tests_bounds = False

    def __init__(self, tree: WorkTree, convention: Convention, *, windowed: bool) -> None:
        self.tree = tree
        self.convention = convention
        self.windowed = windowed
        self.limit = tree.limit
        self.work = Work()
        self.updates_first = convention.update == "before-test"
        strict = convention.cutoff == ">"
        #: A bound of the opponent's that is reached, as MAX sees it and as MIN does.
        self.reaches_up: Callable[[float, float], bool] = gt if strict else ge
        self.reaches_down: Callable[[float, float], bool] = lt if strict else le

    def run(self) -> Work:
        """Work the tree from its root and hand back what was written down."""
        with deep_recursion():
            self.visit(0, *self.tree.window, None)
        return self.work

    # The search ---------------------------------------------------------------------------

    def visit(self, node: int, alpha: float, beta: float, above: Frame | None) -> float:
        """Enter a node, work below it, and return its value."""
        tree, work = self.tree, self.work
        work.visits.append(node)
        work.entered[node] = work.left[node] = (alpha, beta)
        if self.is_leaf(node):
            value = self.leaf_value(node)
            work.leaves.append(node)
        elif tree.player[node] is Player.CHANCE:
            value = self.chance(node, alpha, beta)
        else:
            value = self.interior(node, alpha, beta)
        value = self.written_back(node, value)
        work.values[node] = value
        return value

    def interior(self, node: int, alpha: float, beta: float) -> float:
        """Work below a node where a player chooses."""
        work = self.work
        at_max = self.is_max(node)
        frame = Frame(node, at_max, (alpha, beta), alpha, beta, -math.inf if at_max else math.inf)
        children = self.order(node)
        for place, child in enumerate(children):
            cuts = len(work.cuts)
            x = self.visit(child, *self.passed_down(frame, child), frame)
            self.fold(frame, child, x, child_was_cut=self._was_cut(child, cuts))
            before = self.window_of(frame)
            if self.updates_first:
                self.update(frame, x)
            if self.stops(frame, x, place, children):
                self.cut(frame, child, before, children[place + 1 :])
                break
            if not self.updates_first:
                self.update(frame, x)
        work.left[node] = self.window_of(frame)
        work.best[node] = frame.best
        return self.returned(frame)

    def _was_cut(self, child: int, cuts: int) -> bool:
        found = self.work.cuts
        return len(found) > cuts and found[-1].at == child and bool(found[-1].skipped)

    def chance(self, node: int, alpha: float, beta: float) -> float:
        """The mean over the outcomes, exact and rounded once."""
        children = self.order(node)
        worked = [self.visit(child, *self.tree.window, None) for child in children]
        self.work.best[node] = NO_PARENT
        return self.mean(worked, self.tree.chances[node])

    # What a misconception does in another way -----------------------------------------------

    def is_leaf(self, node: int) -> bool:
        """Whether the search stops at a node."""
        if self.tree.values[node] is not None:
            return True
        return self.limit is not None and self.tree.depth[node] >= self.limit

    def leaf_value(self, node: int) -> float:
        """What a node is worth at which the search stops; NaN where nobody knows."""
        value = self.tree.values[node]
        if value is None:
            value = self.tree.estimates[node]
        return math.nan if value is None else value

    def is_max(self, node: int) -> bool:
        """Whether MAX chooses at a node."""
        return self.tree.player[node] is Player.MAX

    def order(self, node: int) -> Sequence[int]:
        """The children of a node in the order in which they are visited."""
        return self.tree.children[node]

    def passed_down(self, frame: Frame, child: int) -> tuple[float, float]:
        """The window that a child is entered with."""
        return (frame.alpha, frame.beta) if self.windowed else self.tree.window

    def fold(self, frame: Frame, child: int, x: float, *, child_was_cut: bool) -> None:
        """Take a child's value into v."""
        better = x > frame.v if frame.at_max else x < frame.v
        if better or (x == frame.v and (frame.best == NO_PARENT or self.takes_equal(frame, child))):
            frame.v, frame.best = x, child

    def takes_equal(self, frame: Frame, child: int) -> bool:
        """Whether a later child of the same value is preferred."""
        return self.convention.ties == "last"

    def window_of(self, frame: Frame) -> tuple[float, float]:
        """A node's window as it is written down."""
        return (frame.alpha, frame.beta) if self.windowed else self.tree.window

    def update(self, frame: Frame, x: float) -> None:
        """Raise or lower the node's own bound."""
        if frame.at_max:
            frame.alpha = max(frame.alpha, frame.v)
        else:
            frame.beta = min(frame.beta, frame.v)

    def stops(self, frame: Frame, x: float, place: int, children: Sequence[int]) -> bool:
        """Whether the node returns now; no test follows a pass."""
        if not self.windowed or self.tree.after_pass[children[place]]:
            return False
        return self.holds(frame, x)

    def holds(self, frame: Frame, x: float) -> bool:
        """The cutoff test."""
        if self.tests_bounds:
            return self.reaches_up(frame.alpha, frame.beta)
        if frame.at_max:
            return self.reaches_up(frame.v, self.bound(frame))
        return self.reaches_down(frame.v, self.bound(frame))

    def bound(self, frame: Frame) -> float:
        """What v is tested against."""
        return frame.beta if frame.at_max else frame.alpha

    def cut(
        self, frame: Frame, child: int, before: tuple[float, float], skipped: Sequence[int]
    ) -> None:
        """Write down an early return."""
        alpha, beta = before
        then = (max(alpha, frame.v), beta) if frame.at_max else (alpha, min(beta, frame.v))
        self.work.cuts.append(
            WorkedCut(frame.node, child, frame.v, before, then, [*skipped], frame.at_max)
        )

    def returned(self, frame: Frame) -> float:
        """What a node hands to its parent; fail-hard, nothing outside its window."""
        if self.windowed and self.convention.returns == "fail-hard":
            alpha, beta = frame.entered
            return min(max(frame.v, alpha), beta)
        return frame.v

    def written_back(self, node: int, value: float) -> float:
        """The value as it is written beside the node and used above it."""
        return value

    def mean(self, worked: Sequence[float], chances: Sequence[Fraction]) -> float:
        """The value of a chance node."""
        if not all(map(math.isfinite, worked)):
            return math.nan
        pairs = zip(worked, chances, strict=True)
        return float(sum(Fraction(x) * chance for x, chance in pairs) / sum(chances))
