"""Two searches of the same tree side by side: where one is while the other is at a step."""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass

from engine.errors import UsageError
from engine.game import Player
from engine.log import Flag
from tracer.called import called
from tracer.difference_words import Telling
from tracer.differences import Differences
from tracer.figure.widths import cell_width
from tracer.fold import fold
from tracer.pairing import NO_MATCH, Match
from tracer.recording import Recording
from tracer.rewards import ROOT, rewards_of
from tracer.search_trace import Trace
from tracer.short_numbers import short_number
from tracer.steps import Snapshot
from tracer.values import show_number

__all__ = ["Locked", "SideBySide", "held"]


@dataclass(frozen=True, slots=True)
class Locked:
    """Where one search is while the other is at a step.

    Args:
        step: the step of this one.
        note: why it is not at the same point, in one sentence; empty where it is.
    """

    step: int
    note: str = ""


class SideBySide:
    """Two searches of the same tree, each by its side: 0 on the left, 1 on the right.

    Args:
        left: a search.
        right: another one of the same tree or game.

    Raises:
        UsageError: they are not of the same tree.
    """

    def __init__(self, left: Trace, right: Trace) -> None:
        if _begins(left) != _begins(right):
            raise UsageError(
                f"{left.source} and {right.source} are not the same tree",
                expected="two searches of one tree or position",
            )
        self.sides = left, right
        #: What the two are called where they are spoken of: by what is different about them.
        self.labels = _labels(left, right)
        #: Where the right one differs at the steps of the left one, and the other way round.
        self.differences = Differences(left, right), Differences(right, left)

    # Where the other one is ------------------------------------------------------------------

    def locked(self, side: int, step: int) -> Locked:
        """Where the other search is while one is at a step: at the same node, at the same point.

        Where it does not visit that node, it is where it turned away from it.

        Args:
            side: which of the two leads.
            step: the step of that one.

        Raises:
            IndexError: there is no such step.
        """
        mine, theirs = self.sides[side], self.sides[1 - side]
        row, entering = mine.tour.row_at(step)
        match = self.differences[side].pairing.match(row)
        if match.missing != NO_MATCH:
            return Locked(self._turned_away(theirs, match.row), self._why(side, row, match))
        there = theirs.tour
        at = there.entered_at(match.row) if entering else self._last_step(theirs, match.row)
        if not match.once:
            name = called(mine, row)
            return Locked(at, f"This visit of {name} is not made here; another one is shown.")
        if not entering and theirs.log.flags[match.row] & Flag.INCOMPLETE:
            return Locked(at, f"{called(theirs, match.row)} does not return: the search stopped.")
        return Locked(at)

    @staticmethod
    def _last_step(trace: Recording, row: int) -> int:
        """The step at which a node returns, or the last one if it never does."""
        return min(trace.tour.left_at(row), len(trace.tour) - 1)

    @staticmethod
    def _turned_away(trace: Recording, row: int) -> int:
        """The step at which it is clear that a node has no further children visited."""
        log, tour = trace.log, trace.tour
        if log.size[row] == 1:
            return tour.entered_at(row)
        return min(tour.left_at(row) - 1, len(tour) - 1)

    def _why(self, side: int, row: int, match: Match) -> str:
        """Why the other search does not visit a node."""
        mine, theirs = self.sides[side], self.sides[1 - side]
        first, above = called(mine, match.missing), called(theirs, match.row)
        flags = theirs.log.flags[match.row]
        if flags & Flag.EARLY_RETURN:
            what, why = "skipped", f"cut at {above}, {_test(theirs, match.row)}"
        elif flags & Flag.REPEAT:
            what, why = "not visited", f"the table answers {above}"
        elif flags & Flag.EVALUATED and theirs.plays_out:
            what, why = "not visited", f"a playout begins at {above}"
        elif flags & Flag.EVALUATED:
            what, why = "not visited", f"the depth limit stops at {above}"
        elif flags & Flag.INCOMPLETE:
            what, why = "not visited", "the search stopped before"
        else:
            what, why = "not visited", f"{above} is as near as it comes"
        if match.missing == row:
            return f"{first} is {what} here: {why}."
        return f"{called(mine, row)} is below {first}, which is {what} here: {why}."

    # In words ----------------------------------------------------------------------------------

    def told(self, side: int, step: int) -> str:
        """What is different at a step of one search, in a sentence each; empty at most steps.

        Raises:
            IndexError: there is no such step.
        """
        pairing, found = self.differences[side].pairing, self.differences[side].at(step)
        labels = self.labels if side == 0 else self.labels[::-1]
        telling = Telling(pairing, labels, left_first=side == 0)
        return " ".join(telling.sentence(difference, step) for difference in found)

    def summary(self, side: int) -> str:
        """The two in one line: their visits, what they find, and where they part.

        Args:
            side: whose steps are counted.
        """
        left, right = self.sides
        visits = len(left.log), len(right.log)
        if visits[0] == visits[1]:
            told = f"{visits[0]:,} visits each"
        else:
            ratio = f"{max(visits) / min(visits):,.3g}"
            ratio = f"{ratio} to 1" if visits[0] > visits[1] else f"1 to {ratio}"
            told = f"{visits[0]:,} visits against {visits[1]:,} ({ratio})"
        results = _result(left), _result(right)
        found = f"{results[0]} against {results[1]}"
        if results[0] == results[1]:
            found = f"both {results[0]}"
        return f"{found} · {told} · {self._parting(side)}"

    # How many --------------------------------------------------------------------------------

    @property
    def count(self) -> int:
        """The differences found so far, those at the visits of one search alone included.

        What both searches do, but differently, counts once, and so does a subtree that only one of
        them visits: the number is the same whichever of them leads.
        """
        left, right = self.differences
        return len(left.steps) + len(right.alone)

    @property
    def counted(self) -> bool:
        """Whether there are no other differences."""
        return all(one.done for one in self.differences)

    def count_at(self, side: int, step: int) -> int:
        """How many of them there are up to a step of one search, and to that point of the other.

        Raises:
            IndexError: there is no such step.
        """
        steps = [step, step]
        steps[1 - side] = self.locked(side, step).step
        left, right = self.differences
        return bisect_right(left.steps, steps[0]) + bisect_right(right.alone, steps[1])

    def _parting(self, side: int) -> str:
        differences = self.differences[side]
        count = f"{self.count:,} difference{'' if self.count == 1 else 's'}"
        if not self.counted:
            progress = sum(one.progress for one in self.differences) / 2
            return f"{count if self.count else 'no difference'} in the first {progress:.0%}"
        if self.same:
            return "the same, visit by visit"
        if differences.steps:
            return f"{count} from step {differences.steps[0]:,} on"
        return f"{count}: {self.labels[side]} makes no visit that {self.labels[1 - side]} lacks"

    @property
    def same(self) -> bool:
        """Whether the two are the same, visit by visit, as far as that is known."""
        left, right = self.sides
        return len(left.log) == len(right.log) and any(
            one.done and not one.steps for one in self.differences
        )


def held(trace: Recording, now: Snapshot, width: int | None = None) -> str:
    """What the node in question knows at a step: v, and its window where the search has one.

    Args:
        trace: the search.
        now: the step.
        width: the cells that it may take, which are kept to as far as short numbers and fewer words
            can: a number is never cut without a sign. None for any width.
    """
    if not len(now.stack):
        if trace.plays_out:
            rewards = rewards_of(trace)
            return f"{now.event.name}: {rewards.at(ROOT, now.step).told or 'n=0'}"
        return f"{now.event.name} = {show_number(trace.log.value[now.event.row])}"
    frame = now.stack[-1]
    name = called(trace, frame.row)
    if trace.plays_out:
        rewards = rewards_of(trace)
        return f"{name}: {rewards.at(rewards.number_of(frame.row), now.step).told or 'n=0'}"
    told = ""
    for digits in (None, *range(8, 3, -1)):
        v, alpha, beta = (
            show_number(number) if digits is None else short_number(number, digits)
            for number in (frame.v, frame.alpha, frame.beta)
        )
        window = f"({alpha}, {beta})"
        whole = f"{name}: v = {v}" + (f", window {window}" if trace.has_window else "")
        for told in (whole, f"{name}: v {v} {window}" if trace.has_window else whole):
            if width is None or cell_width(told) <= width:
                return told
    return told


def _begins(trace: Recording) -> tuple[object, list[str]]:
    """What two searches of one tree have in common: the root, and the names of its moves."""
    game = trace.game
    root = game.initial
    moves = [] if game.is_terminal(root) else list(game.moves(root))
    return root, [game.name_of(move) for move in moves]


def _labels(left: Recording, right: Recording) -> tuple[str, str]:
    both = [
        (trace.search, trace.settings.convention.name, trace.settings.order)
        for trace in (left, right)
    ]
    differing = [place for place in range(3) if both[0][place] != both[1][place]]
    if not differing:
        return "the left one", "the right one"
    one, other = (" ".join(names[place] for place in differing) for names in both)
    return one, other


def _result(trace: Recording) -> str:
    value = show_number(trace.value)
    return value if trace.move is None else f"{value} by {trace.move}"


def _test(trace: Recording, row: int) -> str:
    """The cutoff test that ended a node, with its numbers."""
    visits = sum(1 for _ in trace.log.children(row))
    v, before = show_number(fold(trace, row, visits).v), fold(trace, row, visits - 1)
    strict = trace.settings.convention.cutoff == ">"
    if trace.log.player[row] == Player.MAX:
        return f"{v} {'>' if strict else '≥'} β = {show_number(before.beta)}"
    return f"{v} {'<' if strict else '≤'} α = {show_number(before.alpha)}"
