"""A search as worked by hand, with one small method per step.

A misconception is a worker that does one step in another way. The plain worker is minimax,
alpha-beta, expectiminimax or Star1 like the searches; tests compare it with their logs.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from operator import ge, gt, le, lt
from typing import Generic, TypeVar

from engine.conventions import Convention
from engine.game import Player
from engine.log.visit_log import NO_PARENT
from engine.running.recursion import deep_recursion
from engine.searches.star import exact_end, rest_of_sum
from engine.values import Exact, exact_value
from tracer.answers.work_tree import Shares, Value, WorkTree

_Node = TypeVar("_Node", int, str)


@dataclass(frozen=True, slots=True)
class WorkedCut(Generic[_Node]):
    """A cutoff, or an early return that skips nothing, with nodes by number or by name."""

    at: _Node
    after: _Node  # child after which the cutoff test succeeded
    value: float  # v at that point
    before: tuple[float, float]  # window before that value updated the node's bound
    then: tuple[float, float]  # window after the update
    skipped: tuple[_Node, ...]  # children that were not visited
    at_max: bool  # whether it is a MAX node, which tests v against β


@dataclass(slots=True)
class Work:
    """The record of a search worked by hand."""

    visits: list[int] = field(default_factory=list)  # nodes in the order of entry
    #: Window that each node was entered with.
    entered: dict[int, tuple[float, float]] = field(default_factory=dict)
    #: Window that each node was left with.
    left: dict[int, tuple[float, float]] = field(default_factory=dict)
    values: dict[int, float] = field(default_factory=dict)  # value that each node returned
    #: Child that gave each internal node its value; `NO_PARENT` at a chance node.
    best: dict[int, int] = field(default_factory=dict)
    #: Early returns, in the order of their cutoff tests.
    cuts: list[WorkedCut[int]] = field(default_factory=list)
    leaves: list[int] = field(default_factory=list)  # nodes at which the search stopped
    #: Vector of each node, if there are several players.
    shares: dict[int, Shares] = field(default_factory=dict)


@dataclass(slots=True)
class Frame:
    """A node that has been entered but not left."""

    node: int
    at_max: bool
    entered: tuple[Value, Value]  # window that it was entered with
    alpha: Value
    beta: Value
    v: Value
    best: int = NO_PARENT  # child that gave the value


class HandWorker:
    """Worker that searches a tree by hand."""

    #: Whether α and β are compared with each other, as some programs do. This equals testing v
    #: against a bound, unless another slip lets a node be entered with an empty window.
    tests_bounds = False

    def __init__(self, tree: WorkTree, convention: Convention, *, windowed: bool) -> None:
        self.tree = tree
        self.convention = convention
        self.windowed = windowed
        self.limit = tree.limit
        self.work = Work()
        #: The vectors of the nodes that have returned, if there are several players.
        self.vectors: dict[int, tuple[Exact, ...]] = {}
        self.updates_first = convention.update == "before-test"
        strict = convention.cutoff == ">"
        #: Whether a value reaches the opponent's bound, for MAX and for MIN.
        self.reaches_up: Callable[[Value, Value], bool] = gt if strict else ge
        self.reaches_down: Callable[[Value, Value], bool] = lt if strict else le

    def run(self) -> Work:
        """Search the tree from its root and return the record."""
        alpha: Value
        beta: Value
        alpha, beta = self.tree.window
        if self.tree.prunes_chance:
            alpha, beta = map(exact_end, self.tree.window)
        with deep_recursion():
            self.visit(0, alpha, beta, None)
        return self.work

    # The search ---------------------------------------------------------------------------

    def visit(self, node: int, alpha: Value, beta: Value, above: Frame | None) -> Value:
        """Enter a node, search below it, and return its value."""
        tree, work = self.tree, self.work
        if tree.spans and self.windowed:
            alpha, beta = self.clipped(node, alpha, beta)
        work.visits.append(node)
        # Numbers are written down as floats.
        work.entered[node] = work.left[node] = float(alpha), float(beta)
        if self.is_leaf(node):
            value = self.leaf_value(node)
            work.leaves.append(node)
        elif tree.player[node] is Player.CHANCE:
            value = self.chance(node, alpha, beta)
        else:
            value = self.interior(node, alpha, beta)
        value = self.written_back(node, value)
        work.values[node] = float(value)
        return value

    def interior(self, node: int, alpha: Value, beta: Value) -> Value:
        """Search below a MAX or MIN node."""
        work = self.work
        at_max = self.is_max(node)
        frame = Frame(node, at_max, (alpha, beta), alpha, beta, -math.inf if at_max else math.inf)
        children = self.order(node)
        for place, child in enumerate(children):
            cuts = len(work.cuts)
            x = self.visit(child, *self.passed_down(frame, child), frame)
            self.take_value(frame, child, x, child_was_cut=self._was_cut(child, cuts))
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

    def chance(self, node: int, alpha: Value, beta: Value) -> Value:
        """Return the mean over the outcomes, or the end of its interval if a cutoff follows."""
        self.work.best[node] = NO_PARENT
        if self.windowed and self.tree.prunes_chance:
            return self.bounded_mean(node, alpha, beta)
        return self.whole_mean(node)

    def whole_mean(self, node: int) -> Value:
        """Return the exact mean over all outcomes."""
        worked = [self.visit(child, *self.tree.window, None) for child in self.order(node)]
        return self.mean(worked, self.shares(node))

    def bounded_mean(self, node: int, alpha: Value, beta: Value) -> Value:
        """Search outcomes until the interval of the mean is outside the window, as Star1 does."""
        children, shares, spans = self.order(node), self.shares(node), self.tree.spans
        total: Value = Fraction()
        for place, (child, share) in enumerate(zip(children, shares, strict=True)):
            # The least and the most that the outcomes after this one can add.
            later = children[place + 1 :]
            window: tuple[Value, Value] = (-math.inf, math.inf)
            known = [spans[each] if spans else window for each in later]
            low, high = rest_of_sum(shares[place + 1 :], known)
            if share:
                window = (alpha - total - high) / share, (beta - total - low) / share
            x = self.visit(child, *window, None)
            if share:
                total = total + share * x
            value = self.end_outside(node, alpha, beta, (total + low, total + high))
            if value is not None:
                now = float(alpha), float(beta)
                self.work.cuts.append(
                    WorkedCut(node, child, float(value), now, now, (*later,), False)
                )
                return value
        return total

    # Steps that misconceptions override -----------------------------------------------

    def is_leaf(self, node: int) -> bool:
        """Return whether the search stops at a node."""
        if self.tree.values[node] is not None:
            return True
        return self.limit is not None and self.tree.depth[node] >= self.limit

    def leaf_value(self, node: int) -> Value:
        """Return the value of a leaf or of a node at the depth limit; NaN if unknown."""
        value = self.tree.values[node]
        if value is None:
            value = self.tree.estimates[node]
        return math.nan if value is None else value

    def is_max(self, node: int) -> bool:
        """Return whether MAX chooses at a node."""
        return self.tree.player[node] is Player.MAX

    def order(self, node: int) -> Sequence[int]:
        """Return the children of a node in the order in which they are visited."""
        return self.tree.children[node]

    def passed_down(self, frame: Frame, child: int) -> tuple[Value, Value]:
        """Return the window that a child is entered with."""
        return (frame.alpha, frame.beta) if self.windowed else self.tree.window

    def clipped(self, node: int, alpha: Value, beta: Value) -> tuple[Value, Value]:
        """Return a window as far as the leaves below a node can have such values."""
        low, high = self.tree.spans[node]
        return min(max(alpha, low), high), max(min(beta, high), low)

    def shares(self, node: int) -> Sequence[Fraction]:
        """Return the probabilities of a chance node's outcomes, in the order of `order`."""
        return self.tree.chances[node]

    def end_outside(
        self, node: int, alpha: Value, beta: Value, interval: tuple[Value, Value]
    ) -> Value | None:
        """Return the end of a chance node's interval that makes a cutoff; None without one."""
        low, high = interval
        if self.reaches_down(high, alpha):
            return high
        return low if self.reaches_up(low, beta) else None

    def take_value(self, frame: Frame, child: int, x: Value, *, child_was_cut: bool) -> None:
        """Update v with a child's value."""
        better = x > frame.v if frame.at_max else x < frame.v
        if better or (x == frame.v and (frame.best == NO_PARENT or self.takes_equal(frame, child))):
            frame.v, frame.best = x, child

    def takes_equal(self, frame: Frame, child: int) -> bool:
        """Return whether a later child of the same value is preferred."""
        return self.convention.ties == "last"

    def window_of(self, frame: Frame) -> tuple[float, float]:
        """Return a node's window as written down."""
        if not self.windowed:
            return self.tree.window
        return float(frame.alpha), float(frame.beta)

    def update(self, frame: Frame, x: Value) -> None:
        """Raise or lower the node's own bound."""
        if frame.at_max:
            frame.alpha = max(frame.alpha, frame.v)
        else:
            frame.beta = min(frame.beta, frame.v)

    def stops(self, frame: Frame, x: Value, place: int, children: Sequence[int]) -> bool:
        """Return whether the node returns now; there is no test after a pass."""
        if not self.windowed or self.tree.after_pass[children[place]]:
            return False
        return self.holds(frame, x)

    def holds(self, frame: Frame, x: Value) -> bool:
        """Return whether the cutoff test succeeds."""
        if self.tests_bounds:
            return self.reaches_up(frame.alpha, frame.beta)
        if frame.at_max:
            return self.reaches_up(frame.v, self.bound(frame))
        return self.reaches_down(frame.v, self.bound(frame))

    def bound(self, frame: Frame) -> Value:
        """Return the bound that v is tested against."""
        return frame.beta if frame.at_max else frame.alpha

    def leave(self, window: tuple[float, float], v: float) -> None:
        """Take over the last window and the last v of a node that returns, if it keeps them."""

    def tested_bound(self, frame: Frame) -> str:
        """Return the letter of the bound that v is tested against."""
        ends = Frame(frame.node, frame.at_max, (1, 2), 1, 2, 0)
        return "β" if self.bound(ends) == ends.beta else "α"

    def cut(
        self, frame: Frame, child: int, before: tuple[float, float], skipped: Sequence[int]
    ) -> None:
        """Record an early return."""
        alpha, beta = before
        v = float(frame.v)
        then = (max(alpha, v), beta) if frame.at_max else (alpha, min(beta, v))
        self.work.cuts.append(
            WorkedCut(frame.node, child, v, before, then, (*skipped,), frame.at_max)
        )

    def returned(self, frame: Frame) -> Value:
        """Return the value for the parent; fail-hard values are clamped to the window."""
        if self.windowed and self.convention.returns == "fail-hard":
            alpha, beta = frame.entered
            return min(max(frame.v, alpha), beta)
        return frame.v

    def written_back(self, node: int, value: Value) -> Value:
        """Return the value as written beside the node and used above it."""
        return value

    def mean(self, worked: Sequence[Value], chances: Sequence[Fraction]) -> Value:
        """Return the value of a chance node."""
        if not all(map(math.isfinite, worked)):
            return math.nan
        exact = (exact_value(x) if isinstance(x, float) else x for x in worked)
        terms = (x * chance for x, chance in zip(exact, chances, strict=True))
        return sum(terms, Fraction()) / sum(chances)
