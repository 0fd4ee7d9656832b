"""Sentences that describe the differences between two searches."""

from __future__ import annotations

from collections.abc import Callable

from engine.game import Player
from engine.log.visit_log import NO_PARENT, Flag
from tracer.compare.differences import Difference, DifferenceKind, value_above
from tracer.compare.pairing import NO_MATCH, Pairing
from tracer.recording.fold import fold
from tracer.recording.recording import Recording
from tracer.steps.cutoff_reason import short_name
from tracer.text.numbers import show_number, show_window

#: Maximum number of names in a sentence; the rest are only counted.
_MOST_NAMED = 4


class DifferenceSentences:
    """Describes differences in sentences."""

    def __init__(self, pairing: Pairing, labels: tuple[str, str], *, left_first: bool) -> None:
        self._pairing = pairing
        self._labels = labels
        self._left_first = left_first

    def sentence(self, difference: Difference, step: int) -> str:
        """Return a sentence that describes a difference."""
        row, other = difference.row, difference.other
        name = short_name(self._pairing.mine, row)
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
                return (
                    f"At its cutoff {name} has the window {self._both(row, other, _window_at_cut)}."
                )
            case DifferenceKind.VALUE:
                return f"{name} returns {self._both(row, other, _value)}."
            case DifferenceKind.CLAIM:
                parent = short_name(self._pairing.mine, self._pairing.mine.log.parent[row])
                return f"v of {parent} is {self._both(row, other, _value_above)}."

    def _both(self, row: int, other: int, describe: Callable[[Recording, int], str]) -> str:
        """Return a property of a node in one search and in the other."""
        return self._paired(
            describe(self._pairing.mine, row), describe(self._pairing.theirs, other)
        )

    def _paired(self, mine: str, theirs: str) -> str:
        texts = [f"{mine} in {self._labels[0]}", f"{theirs} in {self._labels[1]}"]
        return ", ".join(texts if self._left_first else texts[::-1])

    def _here_only(self, row: int) -> str:
        """Describe a node, and the siblings after it, that only one search visits."""
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
        named = ", ".join(short_name(mine, child) for child in run[:_MOST_NAMED])
        if len(run) > _MOST_NAMED:
            named += f" and {len(run) - _MOST_NAMED:,} more"
        return f"{named} {'are' if len(run) > 1 else 'is'} visited only in {label}."

    def _visits(self, row: int, other: int) -> str:
        return f"{short_name(self._pairing.mine, row)} is visited {self._both(row, other, _times)}."

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
        names = self._paired(short_name(mine, row), short_name(theirs, other))
        return f"Child {place + 1} of {short_name(mine, parent)} is {names}."

    def _cutoff(self, row: int, child: int) -> str:
        """Describe a cutoff that only one search makes."""
        mine = self._pairing.mine
        my, their = self._labels
        here = mine.tour.cuts_parent(child)
        after = f"at {short_name(mine, row)} after {short_name(mine, child)}"
        if not here:
            my, their = their, my
        trace = mine if here else self._pairing.theirs
        cut = row if here else self._pairing.match(row).row
        if not trace.log.flags[cut] & Flag.CUTOFF:
            return f"The cutoff test succeeds {after} in {my} only; no child is skipped."
        if here and self._pairing.match(child).missing == child:
            return f"{my} cuts off {after}; {their} does not visit that child."
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
        return "played out" if trace.uses_playouts else "evaluated"
    return "expanded"


def _window(trace: Recording, row: int) -> str:
    return show_window(trace.log.alpha[row], trace.log.beta[row])


def _window_at_cut(trace: Recording, row: int) -> str:
    now = fold(trace, row)
    return show_window(now.alpha, now.beta)


def _value(trace: Recording, row: int) -> str:
    return show_number(trace.log.value[row])


def _value_above(trace: Recording, row: int) -> str:
    return show_number(value_above(trace, row))


def _times(trace: Recording, row: int) -> str:
    """Return how often a node is visited from its parent."""
    log = trace.log
    siblings = log.children(log.parent[row])
    times = sum(1 for child in siblings if log.action[child] == log.action[row])
    return {1: "once", 2: "twice"}.get(times, f"{times} times")
