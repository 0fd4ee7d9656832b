"""Wrong answers in predict mode, with the features that reveal misconceptions.

There is one class per kind of question. A misconception states in `revealed_by` which of these
answers it leads to.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

from engine.game import Player
from engine.log.visit_log import NO_PARENT, Flag
from tracer.recording.recording import Recording
from tracer.steps.replay import Replay
from tracer.text.numbers import nearly_equal

__all__ = [
    *("WrongAnswer", "WrongCutoff", "WrongNode", "WrongResult", "WrongValue"),
    "WrongWindow",
]


@dataclass(frozen=True)
class WrongAnswer:
    """A wrong answer about a step.

    Args:
        trace: search.
        replay: steps of the search.
        step: step of the question.
        node: row of the question's node.
    """

    trace: Recording
    replay: Replay
    step: int
    node: int

    @property
    def at_max(self) -> bool:
        """Whether it is a MAX node."""
        return self.trace.log.player[self.node] == Player.MAX

    @cached_property
    def depth(self) -> int:
        """The number of open nodes above the node; 0 for the root."""
        return len(self.replay.at(self.step - 1).stack) - 1

    @property
    def returned(self) -> float:
        """The value that is returned in this step."""
        return self.trace.log.value[self.trace.tour.row_at(self.step)[0]]

    @cached_property
    def seen(self) -> list[int]:
        """The rows of the node's children that have returned, including this step's, not probes."""
        log, left = self.trace.log, self.replay.left_at
        returned = (row for row in log.children(self.node) if left(row) <= self.step)
        return [row for row in returned if not log.flags[row] & Flag.PROBE]

    @cached_property
    def values(self) -> list[float]:
        """The values of these children."""
        return [self.trace.log.value[row] for row in self.seen]


@dataclass(frozen=True)
class WrongNode(WrongAnswer):
    """A wrong node as the next one.

    Args:
        is_meant: function that tells whether the answer names a row's node.
        is_skipped: function that tells whether it names a child that was skipped at a row's node.
    """

    is_meant: Callable[[int], bool]
    is_skipped: Callable[[int], bool]

    @property
    def was_just_skipped(self) -> bool:
        """Whether the answer names a child that the last cutoff skipped."""
        before = range(max(0, self.node - 1), self.node)
        return any(self.is_skipped(above) for row in before for above in self.trace.rows_to(row))

    @property
    def siblings(self) -> Sequence[int]:
        """The rows of the parent's children."""
        parent = self.trace.log.parent[self.node]
        return [] if parent == NO_PARENT else list(self.trace.log.children(parent))

    @property
    def is_from_the_right(self) -> bool:
        """Whether the answer continues a search from right to left."""
        if any(self.is_meant(row) for row in self.siblings if row > self.node):
            return True
        return bool(self.siblings) and self.is_skipped(self.trace.log.parent[self.node])

    @property
    def is_of_another_traversal(self) -> bool:
        """Whether the node is the first to return, or a node of the level below."""
        first_leaf = self.node
        while self.trace.log.size[first_leaf] > 1:
            first_leaf += 1
        before = (row for row in self.siblings if row < self.node)
        level = (child for row in before for child in self.trace.log.children(row))
        return self.is_meant(first_leaf) or any(map(self.is_meant, level))


@dataclass(frozen=True)
class WrongValue(WrongAnswer):
    """A wrong value of a node.

    Args:
        given: answer.
        before: value before the step; None if there was none.
    """

    given: float
    before: float | None

    @property
    def of_chance(self) -> bool:
        """Whether it is a chance node."""
        return self.trace.log.player[self.node] == Player.CHANCE

    @property
    def is_other_end(self) -> bool:
        """Whether the other player would keep this value."""
        worst = min if self.at_max else max
        kept = worst(self.returned if self.before is None else self.before, self.returned)
        return self.given in (kept, min(self.values), max(self.values))

    @property
    def is_negated(self) -> bool:
        """Whether the answer follows from the returned value with its sign changed."""
        best, x = max if self.at_max else min, self.returned
        kept = self.before is not None and self.given == self.before == best(self.before, -x)
        return x != 0 and (nearly_equal(self.given, -x) or kept)

    @property
    def is_mean(self) -> bool:
        """Whether it is the unweighted mean of the children."""
        return nearly_equal(self.given, sum(self.values) / len(self.values))

    @property
    def is_other_mean(self) -> bool:
        """Whether it is a common mistake for a chance node's mean."""
        return any(nearly_equal(self.given, other) for other in self._other_means())

    def _other_means(self) -> Iterator[float]:
        trace, values = self.trace, self.values
        chances = trace.game.chances(trace.state(self.node))
        weights = [Fraction(chances[trace.log.action[child]][1]) for child in self.seen]
        total = sum(weight * Fraction(x) for weight, x in zip(weights, values, strict=True))
        yield from (max(values), min(values), values[-1], sum(values), sum(values) / len(values))
        yield float(total / sum(weights))
        yield float(total) / len(values)
        yield float(total) / len(chances)


@dataclass(frozen=True)
class WrongWindow(WrongAnswer):
    """A wrong window of a node.

    Args:
        given: answered α and β.
        right: right α and β.
        before: α and β before the step.
    """

    given: tuple[float, ...]
    right: tuple[float, ...]
    before: tuple[float, ...]

    @property
    def own(self) -> float:
        """The answered bound that the node's player updates."""
        return self.given[0 if self.at_max else 1]

    @property
    def other(self) -> float:
        """The other answered bound."""
        return self.given[1 if self.at_max else 0]

    @property
    def right_own(self) -> float:
        """The right bound that the node's player updates."""
        return self.right[0 if self.at_max else 1]

    @property
    def right_other(self) -> float:
        """The other right bound."""
        return self.right[1 if self.at_max else 0]

    @property
    def is_unchanged(self) -> bool:
        """Whether it is the window before the step."""
        return self.given == self.before

    @property
    def unset(self) -> float:
        """The initial value of the other bound."""
        return math.inf if self.at_max else -math.inf

    @cached_property
    def v(self) -> float:
        """The node's value after the step."""
        return self.replay.at(self.step).stack[-1].v

    @property
    def is_below_root(self) -> bool:
        """Whether the node is not the root."""
        return self.node != self.replay.at(self.step - 1).stack[0].row

    @property
    def moves_other(self) -> bool:
        """Whether the other bound, which must stay, was set to the value of a child."""
        is_moved = self.other in self.values and self.other != self.right_other
        return not self.is_unchanged and is_moved and self.own != self.other

    @property
    def is_of_another_entry(self) -> bool:
        """Whether the answer is right for a node entered with another window."""
        if self.is_unchanged or (self.own, self.other) == (self.right_own, self.right_other):
            return False
        is_own = self.own in (self.v, self.returned, self.right_own)
        return is_own and self.other in (self.unset, self.right_other)

    @property
    def is_one_bound(self) -> bool:
        """Whether α and β are equal."""
        return not self.is_unchanged and self.own == self.other

    @property
    def sets_other(self) -> bool:
        """Whether the other bound is a wrong number."""
        wrong = self.other != self.right_other and math.isfinite(self.other)
        return wrong and not self.is_unchanged

    @property
    def is_own_wrong(self) -> bool:
        """Whether only the bound that the node's player updates is wrong."""
        return (
            not self.is_unchanged and self.own != self.right_own and self.other == self.right_other
        )

    @property
    def is_negated(self) -> bool:
        """Whether a bound is the value of a child with its sign changed."""
        turned = {-value for value in self.values if value}
        return not self.is_unchanged and bool(turned & {*self.given})


@dataclass(frozen=True)
class WrongCutoff(WrongAnswer):
    """A wrong answer to the question whether a node returns early.

    Args:
        given: `no`, or the named bound.
        v: value of the node.
        tested_bound: bound that it is tested against.
    """

    given: str
    v: float
    tested_bound: float

    @property
    def goes_on(self) -> bool:
        """Whether the answer is that the node does not return."""
        return self.given == "no"

    @property
    def names_tested(self) -> bool:
        """Whether the answer names the tested bound."""
        return self.given == ("β" if self.at_max else "α")

    @property
    def is_tie(self) -> bool:
        """Whether the node's value equals the bound."""
        return self.v == self.tested_bound

    @property
    def moves_bound(self) -> bool:
        """Whether it names the tested bound for another reason than taking > for ≥."""
        is_strict = self.trace.settings.convention.cutoff == ">"
        return self.names_tested and not (self.is_tie and is_strict)

    @cached_property
    def is_overwritten(self) -> bool:
        """Whether a single bound, which all nodes overwrite, may hold by now in this test.

        A node's first leaf is tested against the bound with which the node was entered.
        """
        log = self.trace.log
        if len(self.seen) > 1 or any(log.size[row] > 1 for row in self.seen):
            return True
        entered = log.beta[self.node] if not self.at_max else log.alpha[self.node]
        return math.isfinite(entered) and self._reaches(entered)

    @cached_property
    def is_leaked(self) -> bool:
        """Whether the cutoff test succeeds with a bound that another node has set."""
        log, owner = self.trace.log, Player.MIN if self.at_max else Player.MAX
        return any(
            self._reaches(log.value[row])
            for row in range(self.seen[-1] + 1)
            if log.size[row] > 1
            and log.player[row] == owner
            and self.replay.left_at(row) <= self.step
        )

    def _reaches(self, bound: float) -> bool:
        return self.v >= bound if self.at_max else self.v <= bound


@dataclass(frozen=True)
class WrongResult(WrongAnswer):
    """A wrong result of a search.

    Args:
        given: answered value.
        right: value of the root.
    """

    given: float
    right: float

    @property
    def is_value_right(self) -> bool:
        """Whether only the move is wrong."""
        return nearly_equal(self.given, self.right)

    @cached_property
    def values(self) -> list[float]:
        """The values of the root's children."""
        log = self.trace.log
        return [log.value[row] for row in log.children(self.node)]

    @property
    def is_other_child(self) -> bool:
        """Whether it is the value of another child."""
        return not self.is_value_right and self.given in self.values

    @property
    def is_negated(self) -> bool:
        """Whether it is the value of a child with its sign changed."""
        return not self.is_value_right and any(self.given == -value for value in self.values)

    @property
    def is_mean(self) -> bool:
        """Whether it is the unweighted mean of the children."""
        mean = sum(self.values) / len(self.values)
        return not self.is_value_right and nearly_equal(self.given, mean)

    @property
    def is_of_a_tie(self) -> bool:
        """Whether several children have the root's value."""
        return self.is_value_right and sum(nearly_equal(self.given, x) for x in self.values) > 1
