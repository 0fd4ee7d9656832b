"""A difference between two searches in one plain sentence."""

from __future__ import annotations

from collections.abc import Callable

from engine.game import Player
from engine.log import NO_PARENT, Flag
from tracer.called import called
from tracer.differences import Difference, DifferenceKind
from tracer.fold import fold
from tracer.pairing import NO_MATCH, Pairing
from tracer.recording import Recording
from tracer.values import show_number, show_window

__all__ = ["Telling"]

#: Names that are said before the others are only counted.
_MOST_NAMED = 4


class Telling:
    """Says what is different.

    Args:
        pairing: which visits are the same; from the side of the search whose steps are counted.
        labels: what to call that search, and the other.
        left_first: whether that search is the one that is named first.
    """

    def __init__(self, pairing: Pairing, labels: tuple[str, str], *, left_first: bool) -> None:
        self._pairing = pairing
        self._labels = labels
        self._left_first = left_first

    def sentence(self, difference: Difference, step: int) -> str:
        """A difference in a sentence.

        Args:
            difference: one that was found at the step.
            step: a step of the search whose steps are counted.
        """
        row, other = difference.row, difference.other
        name = called(self._pairing.mine, row)
        match difference.kind:
            case DifferenceKind.HERE_ONLY:
                return self._here_only(row)
            case DifferenceKind.VISITS:
                return self._visits(row, other)
            case DifferenceKind.ORDER:
                return self._order(row)
            case DifferenceKind.PLAYER:
                return f"{name} is {self._both(row, other, _player)}."
            case DifferenceKind.ANSWER:
                return f"{name} is {self._both(row, other, _answer)}."
            case DifferenceKind.WINDOW:
                return f"{name} is entered with {self._both(row, other, _window)}."
            case DifferenceKind.CUTOFF:
                return self._cutoff(row, self._pairing.mine.tour.row_at(step)[0])
            case DifferenceKind.CUT_WINDOW:
                return f"The cutoff leaves {name} {self._both(row, other, _window_at_cut)}."
            case DifferenceKind.VALUE:
                return f"{name} returns {self._both(row, other, _value)}."

    def _both(self, row: int, other: int, what: Callable[[Recording, int], str]) -> str:
        """Something of a node in the one search and in the other."""
        return self._paired(what(self._pairing.mine, row), what(self._pairing.theirs, other))

    def _paired(self, mine: str, theirs: str) -> str:
        told = [f"{mine} in {self._labels[0]}", f"{theirs} in {self._labels[1]}"]
        return ", ".join(told if self._left_first else told[::-1])

    def _here_only(self, row: int) -> str:
        """A node and those after it that only one search visits."""
        mine, label = self._pairing.mine, self._labels[0]
        parent = mine.log.parent[row]
        if parent == NO_PARENT:
            return f"Pass {mine.pass_at(row):,} is made only in {label}."
        match = self._pairing.match(row)
        if match.missing == NO_MATCH:
            return self._visits(row, match.row)
        run: list[int] = []
        for child, other in self._pairing.children(parent, match.row).pairs:
            if child >= row and other != NO_MATCH:
                break
            if child >= row:
                run.append(child)
        named = ", ".join(called(mine, child) for child in run[:_MOST_NAMED])
        if len(run) > _MOST_NAMED:
            named += f" and {len(run) - _MOST_NAMED:,} more"
        return f"{named} {'are' if len(run) > 1 else 'is'} visited only in {label}."

    def _visits(self, row: int, other: int) -> str:
        return f"{called(self._pairing.mine, row)} is visited {self._both(row, other, _times)}."

    def _order(self, row: int) -> str:
        mine, theirs = self._pairing.mine, self._pairing.theirs
        parent = mine.log.parent[row]
        above = self._pairing.match(parent).row
        moves = list(dict.fromkeys(mine.log.action[child] for child in mine.log.children(parent)))
        place = moves.index(mine.log.action[row])
        firsts: dict[int, int] = {}
        for child in theirs.log.children(above):
            firsts.setdefault(theirs.log.action[child], child)
        other = list(firsts.values())[place]
        names = self._paired(called(mine, row), called(theirs, other))
        return f"Child {place + 1} of {called(mine, parent)} is {names}."

    def _cutoff(self, row: int, child: int) -> str:
        """A cutoff that only one search makes.

        Args:
            row: the node that is cut in the one and not in the other.
            child: the child that has just returned.
        """
        mine = self._pairing.mine
        my, their = self._labels
        here = mine.tour.cuts_parent(child)
        after = f"at {called(mine, row)} after {called(mine, child)}"
        if not here:
            my, their = their, my
        trace = mine if here else self._pairing.theirs
        cut = row if here else self._pairing.match(row).row
        if not trace.log.flags[cut] & Flag.CUTOFF:
            return f"The cutoff test holds {after} in {my} only; nothing is left to skip."
        if here and self._pairing.match(child).missing == child:
            return f"{my} cuts off {after}; {their} does not come so far."
        return f"{my} cuts off {after}; {their} does not."


def _player(trace: Recording, row: int) -> str:
    player = Player(trace.log.player[row])
    return "a chance node" if player is Player.CHANCE else f"a {player.name} node"


def _answer(trace: Recording, row: int) -> str:
    flags = trace.log.flags[row]
    if flags & Flag.REPEAT:
        return "answered from the table"
    if flags & Flag.TERMINAL:
        return "a leaf"
    if flags & Flag.EVALUATED:
        return "played out" if trace.plays_out else "evaluated"
    return "expanded"


def _window(trace: Recording, row: int) -> str:
    return show_window(trace.log.alpha[row], trace.log.beta[row])


def _window_at_cut(trace: Recording, row: int) -> str:
    now = fold(trace, row, sum(1 for _ in trace.log.children(row)))
    return show_window(now.alpha, now.beta)


def _value(trace: Recording, row: int) -> str:
    return show_number(trace.log.value[row])


def _times(trace: Recording, row: int) -> str:
    """How often a node is visited under its parent."""
    log = trace.log
    siblings = log.children(log.parent[row])
    times = sum(1 for child in siblings if log.action[child] == log.action[row])
    return {1: "once", 2: "twice"}.get(times, f"{times} times")
