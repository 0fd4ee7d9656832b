"""The answers that a program could work out from what it read.

A leaf is a terminal node, or a node at the depth limit. A program has read a leaf if it requested
the leaf's value. In a game, the board shows the value of a finished game, so any question about
that position is enough. Positions that are reached on several paths are one.

Bounds for a node follow from the leaves that were read: a read leaf has its value as both bounds,
an unread one has the range −∞ to +∞, or −1 to 1 in a game whose read leaves are wins, losses and
draws. MAX, MIN and chance combine the bounds of children. The forced answers are those that no
value of the unread leaves can change:

- the root's value, if its bounds are equal;
- a move, if its lower bound is at least the upper bound of every other move (for MIN, the reverse).
  Of equal moves, the rule for ties may choose any, so each of them is forced. At a chance node,
  every outcome is, once the value is.

With a window at the root, bounds beyond α or β count as α or β.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from engine.errors import SearchRefused
from engine.game import CHANCE, MAX, AnyGame
from engine.wrappers.changed import base_of
from tracer.programs.child.watched_nodes import BITS, MADE, TOUCHED, USED, VALUED
from tracer.programs.numbered_nodes import NumberedNodes
from tracer.programs.processes.running import RunRequest
from tracer.programs.visits_from_calls import MASK
from trees.hand_tree import HandTree

#: Questions that read the value of a node of a hand tree.
_READS: Final = frozenset({VALUED, TOUCHED, USED})
#: Bounds that differ by less are equal; probabilities may be rounded.
_SAME: Final = 1e-9
#: A position, with the plies below the root if there is a depth limit.
_Place = tuple[int, int]
_Bounds = tuple[float, float]
_UNREAD: Final = (-math.inf, math.inf)
#: The values of a loss, a draw and a win.
_OUTCOMES: Final = ((-1.0, -1.0), (0.0, 0.0), (1.0, 1.0))


@dataclass(frozen=True)
class ForcedAnswers:
    """The answers that follow from the leaves that a program read."""

    value: bool = False
    #: Indexes of the moves at the root that are forced.
    moves: frozenset[int] = frozenset()
    has_read: bool = False


def forced_answers(
    calls: Iterable[int], nodes: NumberedNodes, request: RunRequest
) -> ForcedAnswers:
    """Return the answers that a program's questions force."""
    return _Reader(nodes, request).answers(calls)


class _Reader:
    """Works out bounds from the leaves that a program read."""

    def __init__(self, nodes: NumberedNodes, request: RunRequest) -> None:
        self._nodes = nodes
        self._limit = request.depth
        self._window = request.window
        game: AnyGame = nodes.game
        self._is_drawn = isinstance(base_of(game), HandTree)
        self._range = _UNREAD
        #: Leaves that were read, and places above them.
        self._read: set[_Place] = set()
        self._above: set[_Place] = set()
        self._seen: set[int] = set()
        self._depths: dict[int, int] = {0: 0}

    def answers(self, calls: Iterable[int]) -> ForcedAnswers:
        """Return the forced answers after some calls."""
        for call in {*calls}:
            self._note(call >> BITS, call & MASK)
        if not self._read:
            return ForcedAnswers()
        if self._nodes.game.has_wins and all(self._value(one) in _OUTCOMES for one in self._read):
            self._range = -1.0, 1.0
        root = self._place(0)
        known = self._bounds(root)
        low, high = self._clipped(known[root])
        below = [] if self._is_leaf(root) else self._below(root)
        children = [self._clipped(known.get(one, self._range)) for one in below]
        player = self._nodes.game.to_move(self._nodes.state(0))
        if player is CHANCE:
            moves = frozenset(range(len(children)) if _is_one(low, high) else ())
        else:
            moves = _forced_moves(children, player is MAX)
        return ForcedAnswers(_is_one(low, high), moves, has_read=True)

    def _note(self, number: int, what: int) -> None:
        """Note a leaf that was read, and the nodes above it."""
        place = self._place(number)
        if not self._is_leaf(place):
            return
        shows = what != MADE and not self._is_drawn and self._nodes.is_terminal(number)
        if what not in _READS and not shows:
            return
        self._read.add(place)
        while number:
            number = self._nodes.up[number]
            if number in self._seen:  # not its position, which other paths reach too
                return
            self._seen.add(number)
            self._above.add(self._place(number))

    def _place(self, number: int) -> _Place:
        depth = 0 if self._limit is None else self._depth(number)
        return self._nodes.position(number), depth

    def _depth(self, number: int) -> int:
        way = []
        while number not in self._depths:
            way.append(number)
            number = self._nodes.up[number]
        depth = self._depths[number]
        for one in reversed(way):
            depth += 1
            self._depths[one] = depth
        return depth

    def _is_leaf(self, place: _Place) -> bool:
        at_limit = self._limit is not None and place[1] >= self._limit
        return at_limit or self._nodes.is_terminal_position(place[0])

    def _below(self, place: _Place) -> list[_Place]:
        depth = 0 if self._limit is None else place[1] + 1
        return [(one, depth) for one in self._nodes.positions_below(place[0])]

    def _bounds(self, root: _Place) -> dict[_Place, _Bounds]:
        """Return the bounds of the root and of the places above read leaves."""
        known: dict[_Place, _Bounds] = {}
        waiting = [root]
        while waiting:
            place = waiting[-1]
            if place in known:
                waiting.pop()
            elif place in self._read:
                known[place] = self._value(place)
            elif place not in self._above or self._is_leaf(place):
                known[place] = self._range
            else:
                below = self._below(place)
                missing = [one for one in below if one not in known]
                if missing:
                    waiting += missing
                else:
                    known[place] = self._combined(place, [known[one] for one in below])
        return known

    def _value(self, place: _Place) -> _Bounds:
        game, state = self._nodes.game, self._nodes.state_of_position(place[0])
        try:
            found = game.utility(state, MAX) if game.is_terminal(state) else game.evaluate(state)
        except SearchRefused:  # a node of a hand tree without an estimate
            return _UNREAD
        return float(found), float(found)

    def _combined(self, place: _Place, below: Sequence[_Bounds]) -> _Bounds:
        """Return the bounds of a node from those of its children."""
        game, state = self._nodes.game, self._nodes.state_of_position(place[0])
        player = game.to_move(state)
        if player is not CHANCE:
            best = max if player is MAX else min
            return best(low for low, _ in below), best(high for _, high in below)
        shares = [float(share) for _, share in game.chances(state)]
        pairs = [(share, one) for share, one in zip(shares, below, strict=True) if share]
        return sum(share * low for share, (low, _) in pairs), sum(
            share * high for share, (_, high) in pairs
        )

    def _clipped(self, bounds: _Bounds) -> _Bounds:
        alpha, beta = self._window
        low, high = (min(max(one, alpha), beta) for one in bounds)
        return low, high


def _forced_moves(children: Sequence[_Bounds], is_max: bool) -> frozenset[int]:
    """Return the moves that no other move can beat."""
    if not is_max:
        children = [(-high, -low) for low, high in children]
    found = []
    for place, (low, _) in enumerate(children):
        others = [high for at, (_, high) in enumerate(children) if at != place]
        if low >= max(others, default=-math.inf) - _SAME:
            found.append(place)
    return frozenset(found)


def _is_one(low: float, high: float) -> bool:
    """Return whether bounds leave one number."""
    return low == high or high - low <= _SAME
