"""The game of a key in the form that programs receive: numbered nodes, a few at a time."""

from __future__ import annotations

import json
import math
import pickle
from array import array
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any, Final

from engine.errors import InvalidInput, SearchRefused
from engine.game import CHANCE, MAX, AnyGame

#: Nodes that are sent at once: few at first, since many searches see little of their tree.
_FEW: Final = 64
_MANY: Final = 1024
#: Nodes of one run. The time limit ends endless programs before memory runs out.
_MOST: Final = 5_000_000
#: Bytes for the positions of one run: about these for each, and three for each of its state's text.
_MOST_BYTES: Final = 256_000_000
_BYTES_OF_POSITION: Final = 500
_USUAL_BYTES: Final = 1000

_NONE: Final = -1


class CeilingReached(InvalidInput):
    """A program needs more of a game than is kept for one run, which may be right."""


class NumberedNodes:
    """The nodes of a game by number, with 0 for the root; two paths are two nodes."""

    def __init__(
        self,
        game: AnyGame,
        *,
        limit: int | None,
        action: Callable[[AnyGame, Any], Any],
        text: Callable[[AnyGame, Any], Any],
    ) -> None:
        self.game = game
        self._estimates = limit is not None
        #: The depth in plies to which nodes are sent with the numbers of their children.
        self._horizon: float = math.inf if limit is None else limit
        self._action = action
        self._text = text
        #: Positions by number, the numbers of their children once known, and whether they were
        # sent.
        self._states: list[Any] = [game.initial]
        self._numbers: dict[Any, int] = {game.initial: 0}
        self._below: list[array[int] | None] = [None]
        self._is_told: list[bool] = [False]
        #: The number of each node's parent; -1 at the root.
        self.up = array("i", [_NONE])
        #: The index of the move that led to each node, from 0.
        self.place = array("i", [0])
        #: The plies from the root to each node.
        self.depth = array("i", [0])
        self._first = array("i", [_NONE])
        self._position = array("i", [0])
        self._is_sent = bytearray(1)
        self._asked = 0
        self._most_positions = _MOST_BYTES // (
            _BYTES_OF_POSITION + 3 * _estimate_size(game.initial)
        )

    def __len__(self) -> int:
        return len(self.up)

    def __contains__(self, number: int) -> bool:
        return 0 <= number < len(self.up)

    def is_terminal(self, number: int) -> bool:
        """Return whether the game is over at a node."""
        return self.is_terminal_position(self._position[number])

    def state(self, number: int) -> Any:
        """Return the position of a node."""
        return self._states[self._position[number]]

    def position(self, number: int) -> int:
        """Return the same number for nodes of the same position."""
        return self._position[number]

    def state_of_position(self, position: int) -> Any:
        """Return the state of a position, by the number that `position` returns."""
        return self._states[position]

    def is_terminal_position(self, position: int) -> bool:
        """Return whether the game is over in a position."""
        return bool(self.game.is_terminal(self._states[position]))

    def value_of_position(self, position: int) -> float | None:
        """Return the utility of a position for MAX, or its evaluation; None if it has neither."""
        game, state = self.game, self._states[position]
        try:
            value = game.utility(state, MAX) if game.is_terminal(state) else game.evaluate(state)
        except SearchRefused:  # some nodes of a hand tree may have none
            return None
        return float(value)

    def positions_below(self, position: int) -> Sequence[int]:
        """Return the positions that the moves of a position lead to, in order."""
        found = self._below[position]
        if found is None:
            game, state = self.game, self._states[position]
            found = array("i")
            for move in () if game.is_terminal(state) else game.moves(state):
                below = game.result(state, move)
                number = self._numbers.setdefault(below, len(self._states))
                if number == len(self._states):
                    if number == self._most_positions:
                        raise CeilingReached(
                            f"it used more than {number:,} positions of the game: does it search "
                            "beyond its end or the depth limit?"
                        )
                    self._states.append(below)
                    self._below.append(None)
                    self._is_told.append(False)
                found.append(number)
            self._below[position] = found
        return found

    def is_known(self, number: int) -> bool:
        """Return whether a node was sent, with the numbers of its children."""
        is_open = self._first[number] != _NONE or not self.moves(number)
        return bool(self._is_sent[number]) and is_open

    def moves(self, number: int) -> Sequence[Any]:
        """Return the moves of a node; none at a terminal one."""
        state = self.state(number)
        return () if self.game.is_terminal(state) else self.game.moves(state)

    def move_names(self, number: int) -> list[str]:
        """Return the names of a node's moves."""
        return [self.game.name_of(move) for move in self.moves(number)]

    def child(self, number: int, place: int) -> int:
        """Return the number of the child by the index of its move, from 0."""
        if self._first[number] == _NONE:
            self._open(number, self.positions_below(self._position[number]))
        return self._first[number] + place

    def name(self, number: int) -> str:
        """Return the name of a node."""
        return self.game.node_name(self.state(number), self._path(number))

    def names(self, numbers: Sequence[int]) -> list[str]:
        """Return the names of nodes."""
        names = {number: self.name(number) for number in {*numbers}}
        return [names[number] for number in numbers]

    def _path(self, number: int) -> list[str]:
        path: list[str] = []
        game = self.game
        while self.up[number] != _NONE:
            above = self.up[number]
            move = game.moves(self.state(above))[self.place[number]]
            path.append(game.name_of(move))
            number = above
        return path[::-1]

    def chunk(self, number: int) -> bytes:
        """Return a node and some of its descendants, as the child process reads them.

        A right search does not go on at the depth limit. So a node there has the numbers of its
        children when it is requested again; then other nodes are sent ahead to its depth too.
        """
        if number not in self:
            raise InvalidInput(f"node {number} was requested, which was never sent")
        self._asked += 1
        if self._is_sent[number]:
            self._horizon = max(self._horizon, self.depth[number] + 1)
        most = 5 * min(_MANY, max(_FEW, self._asked))
        waiting = [number]
        facts: list[int] = []
        positions: dict[int, list[Any]] = {}
        sent, places, firsts, ups = self._is_sent, self._position, self._first, self.up
        while waiting and len(facts) < most:
            one = waiting.pop()
            position = places[one]
            if not self._is_told[position]:
                positions[position] = self._facts(position)
                self._is_told[position] = True
            below = self.positions_below(position) if self.depth[one] < self._horizon else ()
            first = firsts[one]
            if first == _NONE and below:
                self._open(one, below)
                first = firsts[one]
            facts += (one, ups[one], self.place[one], first, position)
            sent[one] = True
            # In the order in which most searches reach them.
            waiting += [
                child for child in range(first + len(below) - 1, first - 1, -1) if not sent[child]
            ]
        return json.dumps([positions, facts], separators=(",", ":")).encode()

    def _facts(self, position: int) -> list[Any]:
        """Return the facts about a position that are sent."""
        game, state = self.game, self._states[position]
        is_over = game.is_terminal(state)
        player = game.to_move(state)
        utility = _plain(game.utility(state, MAX)) if is_over else None
        estimate = None
        actions: list[Any] = []
        chances: list[Any] = []
        if not is_over:
            actions = [self._action(game, move) for move in game.moves(state)]
            if player is CHANCE:
                chances = [_plain(chance) for _, chance in game.chances(state)]
            elif self._estimates:
                with suppress(SearchRefused):  # some nodes of a hand tree may have none
                    estimate = _plain(game.evaluate(state))
        text = self._text(game, state)
        return [int(player), is_over, utility, estimate, actions, chances, text]

    def _open(self, number: int, below: Sequence[int]) -> None:
        """Assign numbers to the children of a node."""
        if len(self) + len(below) > _MOST:
            raise CeilingReached(f"it used more than {_MOST:,} nodes of the game")
        self._first[number] = len(self)
        self._position.extend(below)
        self.up.extend([number] * len(below))
        self.place.extend(range(len(below)))
        self.depth.extend([self.depth[number] + 1] * len(below))
        self._first.extend([_NONE] * len(below))
        self._is_sent.extend(bytes(len(below)))


def _estimate_size(state: Any) -> int:
    """Return about the bytes of a position."""
    try:
        return len(pickle.dumps(state))
    except Exception:  # the states of a custom game may be anything
        return _USUAL_BYTES


def _plain(number: Any) -> int | float:
    """Return a number as JSON has it."""
    return int(number) if number == int(number) else float(number)
