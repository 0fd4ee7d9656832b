"""Misconceptions about searches of several players, whose leaves have vectors."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any, ClassVar

from engine.values.exact import Exact
from tracer.answers.hand_worker import Frame
from tracer.answers.shares_worker import SharesWorker
from tracer.answers.work_tree import Value
from tracer.misconceptions.base import HandTask, Misconception, Reading

__all__ = [
    *("DeepCutoff", "FirstPlayerOnly", "LargestSum", "MixedVector", "OthersMinimize"),
    *("SumForgotten", "WrongShare"),
]


class _OfShares:
    """What the misconceptions here share: only trees with vectors show them."""

    is_of_numbers: ClassVar[bool] = False
    is_of_shares: ClassVar[bool] = True
    needs_window: ClassVar[bool] = False


class _FirstPlayerOnly(SharesWorker):
    def chooser(self, node: int) -> int:
        return self.tree.movers[0]


class FirstPlayerOnly(_OfShares, Misconception):
    """Maximizing the first player's share at every node."""

    slug = "first-player-only"
    title = "every node maximizes the first player's value"
    explanation = (
        "At every node the child with the largest value of the first player is taken, whoever "
        "moves there."
    )
    hint = "Whose move is it at this node, and which number of a vector is that player's?"
    rank = 240
    revealed_by: ClassVar = {
        "value": lambda wrong: 20 if wrong.is_best_for(wrong.first_player) else 0,
    }

    def worked_readings(self, task: HandTask) -> Iterator[Reading]:
        """Yield the only reading."""
        yield self.reading(task.answers(_FirstPlayerOnly))


class _OthersMinimize(_FirstPlayerOnly):
    def is_max(self, node: int) -> bool:
        return self.tree.movers[node] == self.tree.movers[0]

    def passed_down(self, frame: Frame, child: int) -> tuple[Value, Value]:
        return (frame.alpha, frame.beta) if self.windowed else self.tree.window

    def returned(self, frame: Frame) -> Value:
        self.vectors[frame.node] = self.vectors[frame.best]
        return frame.v


class OthersMinimize(_OfShares, Misconception):
    """Letting the other players minimize the first player's share."""

    slug = "others-minimize"
    title = "the other players minimize the first player's value"
    explanation = (
        "The other players take the child that is worst for the first player, as MIN does. That "
        "is the paranoid search: in max^n each player maximizes its own value."
    )
    hint = (
        "What does this player want: a small value for another player, or a large one of its own?"
    )
    rank = 250
    revealed_by: ClassVar = {
        "value": lambda wrong: 30 if wrong.is_worst_for(wrong.first_player) else 0,
    }

    def worked_readings(self, task: HandTask) -> Iterator[Reading]:
        """Yield the search of two players, without pruning and with it."""
        yield self.reading(replace(task, windowed=False).answers(_OthersMinimize))
        yield self.reading(replace(task, windowed=True).answers(_OthersMinimize))


class _WrongShare(SharesWorker):
    #: How many places further the share that is compared stands.
    shift = 1

    def chooser(self, node: int) -> int:
        return (super().chooser(node) + self.shift) % len(self.tree.players)


class WrongShare(_OfShares, Misconception):
    """Comparing the share of another player, such as the next one."""

    slug = "wrong-share"
    title = "the values of another player are compared"
    explanation = (
        "The player to move is given the child that is best for another player: the one who "
        "moves next, or the one who moved before."
    )
    hint = "Who moves at this node itself, not above it or below it?"
    rank = 260
    revealed_by: ClassVar = {
        "value": lambda wrong: 10 if any(map(wrong.is_best_for, wrong.other_players)) else 0,
    }

    def worked_readings(self, task: HandTask) -> Iterator[Reading]:
        """Yield one reading for each other place in the vectors, the next player's first."""
        assert task.tree is not None, "a tree that can be worked by hand"
        for shift in range(1, len(task.tree.players)):
            yield self.reading(task.answers(_WrongShare, shift=shift))


class _LargestSum(SharesWorker):
    """Worker that compares the sums of the vectors."""

    def leaf_value(self, node: int) -> Value:
        super().leaf_value(node)
        return sum(self.vectors[node])

    def returned(self, frame: Frame) -> Value:
        super().returned(frame)
        return sum(self.vectors[frame.node])


class LargestSum(_OfShares, Misconception):
    """Taking the child whose shares have the largest sum."""

    slug = "largest-sum"
    title = "the sum of all values is maximized"
    explanation = "The child with the largest sum of all players' values is taken."
    hint = "Does a player care about the values of the others?"
    rank = 270
    revealed_by: ClassVar = {
        "value": lambda wrong: 40 if wrong.has_largest_sum else 0,
    }

    def worked_readings(self, task: HandTask) -> Iterator[Reading]:
        """Yield the only reading."""
        yield self.reading(task.answers(_LargestSum))


class _MixedVector(SharesWorker):
    """Worker that writes the largest share of each player beside a node."""

    def __init__(self, *rules: Any, **more: Any) -> None:
        super().__init__(*rules, **more)
        self.largest: dict[int, tuple[Exact, ...]] = {}

    def take_value(self, frame: Frame, child: int, x: Value, *, child_was_cut: bool) -> None:
        vector = self.vectors[child]
        before = self.largest.get(frame.node, vector)
        self.largest[frame.node] = tuple(map(max, before, vector))
        super().take_value(frame, child, x, child_was_cut=child_was_cut)

    def returned(self, frame: Frame) -> Value:
        value, above = super().returned(frame), self.chooser(frame.node)
        is_whole = value == self.vectors[frame.node][above]  # not the bound after a cutoff
        self.vectors[frame.node] = mixed = self.largest[frame.node]
        return mixed[above] if is_whole else value


class MixedVector(_OfShares, Misconception):
    """Writing the largest share of each player instead of one child's vector."""

    slug = "mixed-vector"
    title = "a vector is put together from several children"
    explanation = (
        "A node is given the largest value of each player among its children. Its vector is that "
        "of one child as a whole."
    )
    hint = "Which one leaf is reached from here, and what does it give to each player?"
    rank = 280
    revealed_by: ClassVar = {
        "value": lambda wrong: 10 if wrong.is_mixed else 0,
    }

    def worked_readings(self, task: HandTask) -> Iterator[Reading]:
        """Yield the only reading."""
        yield self.reading(task.answers(_MixedVector))


class _KeepsVectors(SharesWorker):
    """Worker whose cut nodes have the share of their vector, not what the sum leaves."""

    def returned(self, frame: Frame) -> Value:
        super().returned(frame)
        return self.vectors[frame.node][self.chooser(frame.node)]


class _DeepCutoff(_KeepsVectors):
    """Worker whose nodes also get the bounds of players further above."""

    def __init__(self, *rules: Any, **more: Any) -> None:
        super().__init__(*rules, **more)
        self.frames: dict[int, Frame] = {}

    def passed_down(self, frame: Frame, child: int) -> tuple[Value, Value]:
        depth, movers = self.tree.depth, self.tree.movers
        self.frames[depth[frame.node]] = frame
        least, beta = super().passed_down(frame, child)
        above = (self.frames[at] for at in range(depth[frame.node]))
        most = self.tree.sums[1]
        rest = [most - one.alpha for one in above if movers[one.node] != movers[child]]
        return least, min(beta, *rest) if rest else beta


class DeepCutoff(_OfShares, Misconception):
    """Cutting by the share of a player who is not directly above."""

    slug = "deep-cutoff"
    title = "a bound is passed down more than one level"
    explanation = (
        "A node is cut because of the value of a player further above. With three or more "
        "players only the player directly above has a bound that counts."
    )
    hint = "Could the player between the two still choose another child, and change the outcome?"
    needs_window = True
    rank = 290
    revealed_by: ClassVar = {
        "cutoff": lambda wrong: 10 if not wrong.goes_on and wrong.is_deep else 0,
    }

    def worked_readings(self, task: HandTask) -> Iterator[Reading]:
        """Yield the only reading."""
        yield self.reading(task.answers(_DeepCutoff))


class _SumForgotten(_KeepsVectors):
    """Worker whose nodes are tested against the share of the player above itself."""

    def passed_down(self, frame: Frame, child: int) -> tuple[Value, Value]:
        least, most = self.tree.window
        share = frame.alpha
        is_set = self.tree.movers[child] != self.tree.movers[frame.node] and share > least
        return least, share if is_set else most


class SumForgotten(_OfShares, Misconception):
    """Comparing v with the share of the player above, instead of what the sum leaves."""

    slug = "sum-forgotten"
    title = "a value is compared with another player's value itself"
    explanation = (
        "A node is cut as soon as its player has more than the player above has already. The "
        "test compares with what the largest sum leaves: S minus that value."
    )
    hint = "If this player has v, how much of the sum is left for the player above?"
    needs_window = True
    rank = 300
    revealed_by: ClassVar = {
        "cutoff": lambda wrong: 20 if not wrong.goes_on and wrong.is_above_other else 0,
    }

    def worked_readings(self, task: HandTask) -> Iterator[Reading]:
        """Yield the only reading."""
        yield self.reading(task.answers(_SumForgotten))
