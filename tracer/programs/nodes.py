"""The game of a key, as a program is given it: numbered nodes, a few at a time."""

from __future__ import annotations

import json
from array import array
from collections import deque
from collections.abc import Callable, Sequence
from typing import Any, Final

from engine.errors import InvalidInput, SearchRefused
from engine.game import CHANCE, MAX, AnyGame

__all__ = ["Nodes"]

#: Nodes that are sent at once.
_AT_ONCE: Final = 64
#: Nodes of one run: a program that goes on for ever ends by its time, not by our memory.
_MOST: Final = 20_000_000

_NONE: Final = -1


class Nodes:
    """Nodes by number, 0 the root; those of two ways to one position are two.

    Args:
        game: the game, as the search sees it.
        estimates: whether a depth limit stops there, so that nodes have estimates.
        action: a move as the program is given it, as JSON.
        text: a position as the shape reads it, as JSON.
    """

    def __init__(
        self,
        game: AnyGame,
        *,
        estimates: bool,
        action: Callable[[AnyGame, Any], Any],
        text: Callable[[AnyGame, Any], Any],
    ) -> None:
        self.game = game
        self._estimates = estimates
        self._action = action
        self._text = text
        self._states: list[Any] = [game.initial]
        #: The number of the node above each; -1 at the root.
        self.up: list[int] = [_NONE]
        #: The place of the move that led to each, from 0.
        self.place: list[int] = [0]
        self._first: list[int] = [_NONE]
        #: How many children there are, and whether a node was told, once it was opened.
        self._many = array("h", [0])
        self._sent = bytearray(1)
        self._positions: dict[Any, int] = {game.initial: 0}

    def __len__(self) -> int:
        return len(self._states)

    def __contains__(self, number: int) -> bool:
        return 0 <= number < len(self._states)

    def is_terminal(self, number: int) -> bool:
        """Whether the game is over at a node."""
        return bool(self.game.is_terminal(self._states[number]))

    def position(self, number: int) -> int:
        """The same number for nodes of the same position."""
        return self._positions[self._states[number]]

    def moves(self, number: int) -> Sequence[Any]:
        """The moves of a node; none at a terminal one."""
        state = self._states[number]
        return () if self.game.is_terminal(state) else self.game.moves(state)

    def move_names(self, number: int) -> list[str]:
        """What the moves of a node are called."""
        return [self.game.name_of(move) for move in self.moves(number)]

    def child(self, number: int, place: int) -> int:
        """The number of the child by the move at a place, from 0."""
        if self._first[number] == _NONE:
            self._open(number)
        return self._first[number] + place

    def name(self, number: int) -> str:
        """What people call a node."""
        return self.game.node_name(self._states[number], self._path(number))

    def names(self, numbers: Sequence[int]) -> list[str]:
        """What people call nodes."""
        known: dict[int, str] = {}
        for number in numbers:
            if number not in known:
                known[number] = self.name(number)
        return [known[number] for number in numbers]

    def _path(self, number: int) -> list[str]:
        path: list[str] = []
        game = self.game
        while self.up[number] != _NONE:
            above = self.up[number]
            move = game.moves(self._states[above])[self.place[number]]
            path.append(game.name_of(move))
            number = above
        return path[::-1]

    def chunk(self, number: int) -> bytes:
        """A node and some below it, as the process with the program reads it.

        Raises:
            InvalidInput: there is no such node.
        """
        if number not in self:
            raise InvalidInput(f"node {number} was asked for, which was never told")
        told: dict[int, list[Any]] = {number: self._facts(number)}
        self._sent[number] = 1
        one = number
        while one != _NONE and len(told) < _AT_ONCE:
            self._tell_below(one, told)
            one = self._next(one)
        return json.dumps(told, separators=(",", ":")).encode()

    def _tell_below(self, number: int, told: dict[int, list[Any]]) -> None:
        """Add a node and some below it, level by level, but for those that were told before."""
        waiting = deque([number])
        for _ in range(2 * _AT_ONCE):
            if not waiting or len(told) >= _AT_ONCE:
                break
            one = waiting.popleft()
            if not self._sent[one]:
                told[one] = self._facts(one)
                self._sent[one] = 1
            waiting.extend(range(self._first[one], self._first[one] + self._many[one]))

    def _next(self, number: int) -> int:
        """The node after a node and all below it, as a search from left to right comes to it."""
        while (above := self.up[number]) != _NONE:
            if self.place[number] + 1 < self._many[above]:
                return number + 1
            number = above
        return _NONE

    def _facts(self, number: int) -> list[Any]:
        """What is told of a node; its children get their numbers."""
        game, state = self.game, self._states[number]
        is_over = game.is_terminal(state)
        player = game.to_move(state)
        utility = _plain(game.utility(state, MAX)) if is_over else None
        estimate = None
        actions: list[Any] = []
        chances: list[Any] = []
        if not is_over:
            if self._first[number] == _NONE:
                self._open(number)
            actions = [self._action(game, move) for move in game.moves(state)]
            if player is CHANCE:
                chances = [_plain(chance) for _, chance in game.chances(state)]
            elif self._estimates:
                estimate = self._estimate(state)
        return [
            self.up[number],
            self.place[number],
            int(player),
            is_over,
            utility,
            estimate,
            actions,
            chances,
            self._first[number],
            self._positions[state],
            self._text(game, state),
        ]

    def _estimate(self, state: Any) -> int | float | None:
        """The estimate of a position; None where nobody wrote one: the limit may not stop there."""
        try:
            return _plain(self.game.evaluate(state))
        except SearchRefused:
            return None

    def _open(self, number: int) -> None:
        """Give the children of a node their numbers."""
        game, state = self.game, self._states[number]
        moves = game.moves(state)
        if len(self._states) + len(moves) > _MOST:
            raise InvalidInput(f"it has gone through more than {_MOST:,} nodes")
        self._first[number] = len(self._states)
        for place, move in enumerate(moves):
            below = game.result(state, move)
            self._positions.setdefault(below, len(self._positions))
            self._states.append(below)
            self.up.append(number)
            self.place.append(place)
            self._first.append(_NONE)
        self._many[number] = len(moves)
        self._many.extend([0] * len(moves))
        self._sent.extend(bytes(len(moves)))


def _plain(number: Any) -> int | float:
    """A number as JSON has it."""
    return int(number) if number == int(number) else float(number)
