"""The answers that a program could work out from what it read.

A leaf is a terminal node, or a node at the depth limit. A program has read a leaf if it requested
the leaf's value. In a game, the board shows the value of a finished game, so any question about
that position is enough. Positions that are reached on several paths are one. A node of a plain tree
that a program finds in a table has what it has read of equal subtrees.

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
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

from engine.game import CHANCE, MAX
from engine.wrappers.changed import base_of
from tracer.programs.call_follower import MASK
from tracer.programs.child.watched_nodes import BITS, FOUND, MADE, TOUCHED, USED, VALUED
from tracer.programs.numbered_nodes import NumberedNodes
from tracer.programs.running import RunRequest
from trees.hand_tree import HandTree

#: Questions that read the value of a node of a hand tree.
_READS: Final = frozenset({VALUED, TOUCHED, USED})
#: Bounds that differ by less are equal; probabilities may be rounded.
_SAME: Final = 1e-9
#: A position, with the plies below the root if there is a depth limit.
_Place = tuple[int, int]
_Bounds = tuple[float, float]
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
    tree = _ReadTree(nodes, request.depth)
    for call in {*calls}:
        tree.note(call >> BITS, call & MASK)
    tree.find_equal()
    if not tree.bounds:
        return ForcedAnswers()
    if nodes.game.has_wins and all(bounds in _OUTCOMES for bounds in tree.bounds.values()):
        tree.unread = -1.0, 1.0
    places = [tree.place(0), *tree.list_below(tree.place(0))]
    alpha, beta = request.window
    (low, high), *children = [
        (min(max(low, alpha), beta), min(max(high, alpha), beta))
        for low, high in map(tree.bounds_of, places)
    ]
    has_value = high == low or high - low <= _SAME
    player = nodes.game.to_move(nodes.state(0))
    if player is CHANCE:
        moves = range(len(children)) if has_value else ()
        return ForcedAnswers(has_value, frozenset(moves), has_read=True)
    if player is not MAX:
        children = [(-high, -low) for low, high in children]
    return ForcedAnswers(has_value, frozenset(_forced_moves(children)), has_read=True)


class _ReadTree:
    """The leaves that a program read, and the bounds that follow from them."""

    def __init__(self, nodes: NumberedNodes, limit: int | None) -> None:
        self._nodes = nodes
        self._limit = limit
        self._is_drawn = isinstance(base_of(nodes.game), HandTree)
        #: The bounds of unread leaves.
        self.unread: _Bounds = (-math.inf, math.inf)
        #: Bounds of read leaves, and of other places once they are known.
        self.bounds: dict[_Place, _Bounds] = {}
        #: The nodes above read leaves, and their places.
        self._seen: set[int] = set()
        self._above: set[_Place] = set()
        #: The nodes that were found in a table, and the places that were read whose subtrees equal
        #: those of such a node.
        self._found: set[int] = set()
        self._equal: dict[_Place, list[_Place]] = {}
        #: The numbers of contents of subtrees.
        self._numbers: dict[tuple[Any, ...], int] = {}

    def place(self, number: int) -> _Place:
        """Return the place of a node."""
        depth = 0 if self._limit is None else self._nodes.depth[number]
        return self._nodes.position(number), depth

    def note(self, number: int, what: int) -> None:
        """Note a leaf that was read, and the nodes above it."""
        place = self.place(number)
        if not self._is_leaf(place):
            if what == FOUND:
                self._found.add(number)
            return
        shows = what != MADE and not self._is_drawn and self._nodes.is_terminal(number)
        if what not in _READS and not shows:
            return
        self.bounds[place] = self._value(place)
        self._note_above(number)

    def _note_above(self, number: int) -> None:
        while number and (number := self._nodes.up[number]) not in self._seen:
            self._seen.add(number)  # not its position, which other paths reach too
            self._above.add(self.place(number))

    def find_equal(self) -> None:
        """Find the subtrees that were read of each node that was found in a table instead."""
        places = {number: self.place(number) for number in self._found}
        unread = {at: place for at, place in places.items() if place not in self._above}
        contents: dict[_Place, int] = {}
        for place in (*unread.values(), *(self._above if unread else ())):
            self._number_contents(place, contents)
        read = sorted(self._above)
        for number, place in unread.items():
            equal = [other for other in read if contents[other] == contents[place]]
            if equal:  # else it was searched, and nodes below it were found
                self._equal[place] = equal
            self._note_above(number)

    def _number_contents(self, place: _Place, contents: dict[_Place, int]) -> None:
        """Give equal subtrees the same number."""
        game = self._nodes.game
        for node, below in self._children_first(place, contents, self.list_below):
            key: tuple[Any, ...] = ("leaf", self._value(node))
            if below:
                state = self._nodes.state_of_position(node[0])
                player = game.to_move(state)
                shares = game.chances(state) if player is CHANCE else ()
                key = (player, *(share for _, share in shares), *map(contents.get, below))
            contents[node] = self._numbers.setdefault(key, len(self._numbers))

    def list_below(self, place: _Place) -> list[_Place]:
        """Return the places that the moves of a place lead to; none below a leaf."""
        if self._is_leaf(place):
            return []
        depth = 0 if self._limit is None else place[1] + 1
        return [(position, depth) for position in self._nodes.positions_below(place[0])]

    def bounds_of(self, place: _Place) -> _Bounds:
        """Return the bounds of a place."""
        for node, below in self._children_first(place, self.bounds, self._list_telling):
            bounds = [self.bounds[child] for child in below]
            if not bounds:
                self.bounds[node] = self.unread
            elif node in self._equal:
                self.bounds[node] = max(low for low, _ in bounds), min(high for _, high in bounds)
            else:
                self.bounds[node] = self._combine(node, bounds)
        return self.bounds[place]

    def _list_telling(self, place: _Place) -> list[_Place]:
        """Return the places whose bounds decide those of a place; none if nothing was read."""
        if place in self._equal:
            return self._equal[place]
        return self.list_below(place) if place in self._above else []

    @staticmethod
    def _children_first(
        place: _Place, done: Collection[_Place], list_below: Callable[[_Place], list[_Place]]
    ) -> Iterator[tuple[_Place, list[_Place]]]:
        """Yield unknown places with those below each, which are known by then."""
        waiting = [place]
        while waiting:
            above = waiting[-1]
            below = list_below(above)
            if unknown := [child for child in below if child not in done]:
                waiting += unknown
                continue
            waiting.pop()
            if above not in done:
                yield above, below

    def _is_leaf(self, place: _Place) -> bool:
        at_limit = self._limit is not None and place[1] >= self._limit
        return at_limit or self._nodes.is_terminal_position(place[0])

    def _value(self, place: _Place) -> _Bounds:
        value = self._nodes.value_of_position(place[0])
        return self.unread if value is None else (value, value)

    def _combine(self, place: _Place, below: Sequence[_Bounds]) -> _Bounds:
        """Return the bounds of a node from those of its children."""
        game, state = self._nodes.game, self._nodes.state_of_position(place[0])
        player = game.to_move(state)
        if player is not CHANCE:
            best = max if player is MAX else min
            return best(low for low, _ in below), best(high for _, high in below)
        chances = [float(chance) for _, chance in game.chances(state)]
        pairs = [(chance, one) for chance, one in zip(chances, below, strict=True) if chance]
        return sum(chance * low for chance, (low, _) in pairs), sum(
            chance * high for chance, (_, high) in pairs
        )


def _forced_moves(children: Sequence[_Bounds]) -> Iterator[int]:
    """Yield the indexes of the moves that no other move can beat for MAX."""
    for place, (low, _) in enumerate(children):
        others = [high for at, (_, high) in enumerate(children) if at != place]
        if low >= max(others, default=-math.inf) - _SAME:
            yield place
