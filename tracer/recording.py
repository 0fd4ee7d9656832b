"""A recorded search: its settings, its game and its visit log, and what they say together."""

from __future__ import annotations

import math
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any, ClassVar

from engine.best_play import best_child, best_of
from engine.control import StopReason
from engine.counts import Counts, by_depth, count, levels_of
from engine.errors import InvalidInput
from engine.game import AnyGame, Player
from engine.log import NO_PARENT, Flag, VisitLog
from engine.ordering import Order, make_order
from engine.search import find_search
from engine.searches.base import Outcome
from engine.settings import Settings
from engine.wrappers.wrapped import Wrapped
from tracer.exact import ExactValues
from tracer.tour import Tour

__all__ = ["Place", "Recording"]


@dataclass(frozen=True, slots=True)
class Place:
    """A visit as a walk over the trace comes to it.

    Args:
        row: its row in the log.
        state: the game's state there.
        name: the node's name.
        parent: the parent's name; None at a root.
        move: the name of the move that led here; None at a root.
    """

    row: int
    state: Any
    name: str
    parent: str | None
    move: str | None


class Recording:
    """A search that has been run: what it was, what it found, and the names of its nodes.

    Args:
        source: what was searched, in the words of whoever asked.
        game: the game, wrapped as it was searched.
        search: the search's name.
        settings: how it searched.
        log: its visits.
        stopped: why it ended before its end, or None.
        title: what to call it in a heading, where that says more than the source.
    """

    #: Whether it has its visits, and not only their counts.
    has_visits: ClassVar[bool] = True

    def __init__(
        self,
        source: str,
        game: AnyGame,
        search: str,
        settings: Settings,
        log: VisitLog,
        stopped: StopReason | None = None,
        title: str = "",
    ) -> None:
        self.source = source
        self.game = game
        self.search = search
        self.settings = settings
        self.log = log
        self.stopped = stopped
        self.title = title
        self._kind = find_search(search)
        self.has_window = self._kind.has_window
        self.plays_out = self._kind.plays_out
        self.has_passes = self._kind.several_roots
        self.deepens = self._kind.deepens
        self.searches_again = self._kind.searches_again
        self.tour = Tour(log)
        #: The rows, states and moves of the last way down from a root; see `_descend`.
        self._way: tuple[list[int], list[Any], list[str]] = ([], [], [])

    def __repr__(self) -> str:
        return f"<{self.search} of {self.source}: {self.counts.visited:,} visits>"

    @property
    def game_options(self) -> dict[str, int | str]:
        """What was asked of the game's values, by the names of the command line's options."""
        options: dict[str, int | str] = {}
        game = self.game
        while isinstance(game, Wrapped):
            if game.option:
                options[game.option] = game.asked
            game = game.inner
        return options

    # The result ---------------------------------------------------------------------------

    @cached_property
    def _outcome(self) -> Outcome:
        return self._kind.outcome(self.log, self.settings.convention.ties)

    @property
    def root(self) -> int:
        """The row of the root whose value counts; of several, that of the last whole pass."""
        return self._outcome.root

    @property
    def value(self) -> float:
        """The root's value; NaN where the search was stopped before it was known."""
        return self._outcome.value

    @property
    def move(self) -> str | None:
        """The name of the best move at the root; None where nobody moves or it is not known."""
        chance = self.log.player[self.root] == Player.CHANCE
        return self.line[0] if self.line and not chance else None

    @property
    def best_rows(self) -> list[int]:
        """The rows of best play, the root first; chance takes its first outcome."""
        return self._outcome.rows

    @cached_property
    def line(self) -> list[str]:
        """The names of the moves of best play."""
        *_, (_, moves) = self._along(self.best_rows)
        return moves

    @property
    def path(self) -> list[str]:
        """The names of the nodes of best play, the root first."""
        return [self.game.node_name(*place) for place in self._along(self.best_rows)]

    @cached_property
    def roots(self) -> list[int]:
        """The rows of the roots: one, or where a search makes several passes one for each."""
        return list(self.log.roots())

    def pass_at(self, row: int) -> int:
        """Which pass over the tree a row belongs to, from 1; each is a root of the log."""
        return bisect_right(self.roots, row)

    def limit_at(self, row: int) -> int | None:
        """The depth at which the pass that a row belongs to stops; None for no limit."""
        limit = self.settings.depth_limit(self.game)
        if not self.deepens:
            return limit
        return self.pass_at(row) if limit is None else min(self.pass_at(row), limit)

    @cached_property
    def counts(self) -> Counts:
        """All that is counted of the search."""
        return count(self.log)

    @property
    def deepest(self) -> int:
        """The depth of the deepest visit, in plies."""
        return max(self.log.depth)

    @property
    def pass_visits(self) -> int:
        """The visits of the pass that counts, which are all where there is one; see `root`."""
        return self.log.size[self.root]

    @property
    def by_depth(self) -> list[Counts]:
        """The same at each depth, from the root on; see `engine.counts.by_depth`."""
        return by_depth(levels_of(self.log), self.counts.roots)

    # Nodes ----------------------------------------------------------------------------------

    def best_child(self, row: int) -> int | None:
        """The row of the child that a node's value is from; None at a leaf or an open node."""
        return best_child(self.log, row, self.settings.convention.ties)

    def best_of(self, row: int, children: Iterable[int]) -> int | None:
        """The one of a node's children, in their order, that its player likes best.

        Ties go to the first or the last as the convention says; chance takes its first outcome.
        """
        return best_of(self.log, row, children, self.settings.convention.ties)

    def rows_to(self, row: int) -> list[int]:
        """The rows from the root down to a node, both included."""
        return list(self.tour.climb(row))[::-1]

    def state(self, row: int) -> Any:
        """The game's state at a node, rebuilt from the root."""
        return self._descend(row)[0]

    def name(self, row: int) -> str:
        """What people call a node; see `Game.node_name`."""
        return self.game.node_name(*self._descend(row))

    def moves_to(self, row: int) -> list[str]:
        """The names of the moves from the root to a node."""
        return list(self._descend(row)[1])

    def move_name(self, row: int) -> str | None:
        """What people call the move that led to a node; None at a root."""
        parent = self.log.parent[row]
        if parent == NO_PARENT:
            return None
        return self._descend(row)[1][-1]

    def skipped(self, row: int) -> tuple[str, ...]:
        """The names of the children that a cutoff kept from being visited, in search order."""
        return tuple(name for name, _ in self.skipped_children(row))

    def skipped_children(self, row: int) -> list[tuple[str, str]]:
        """The names and the moves of the children that a cutoff kept from being visited."""
        if not self.log.flags[row] & Flag.CUTOFF:
            return []
        game = self.game
        state, path = self._descend(row)
        moves = game.moves(state)
        visited = {self.log.action[child] for child in self.log.children(row)}
        places = [at for at in self.places(row, state, moves) if at not in visited]
        named = [(moves[place], game.name_of(moves[place])) for place in places]
        return [
            (game.node_name(game.result(state, move), [*path, name]), name) for move, name in named
        ]

    def places(self, row: int, state: Any, moves: Sequence[Any]) -> Sequence[int]:
        """The places of a node's moves in the order in which the search takes them.

        An order that learns is not gone through again: after the moves that were visited come the
        others as the game has them.

        Args:
            row: an interior node.
            state: its state.
            moves: its moves.
        """
        if self.log.player[row] == Player.CHANCE:
            return range(len(moves))
        if self._order.learns_from or self.has_passes:
            visits = self.log.children(row)
            tried = dict.fromkeys(self.log.action[child] for child in visits)
            return [*tried, *(place for place in range(len(moves)) if place not in tried)]
        return self._order.places(state, moves, self.log.depth[row])

    @cached_property
    def _order(self) -> Order:
        limit = self.settings.depth_limit(self.game)
        return make_order(self.settings.order, self.game, limit)

    def walk(self, start: int = 0, stop: int | None = None) -> Iterator[Place]:
        """The visits in order, with their states and names, without going back to the root.

        Args:
            start: a row; the walk covers it and what follows it.
            stop: the row before which to end, if the log does not end before it.
        """
        log, game = self.log, self.game
        above = self.rows_to(start)[:-1]
        states = [self.state(row) for row in above]
        path = [self.move_name(row) or "" for row in above[1:]]
        moves_of: list[Sequence[Any] | None] = [None] * len(states)
        for row in range(start, len(log) if stop is None else min(stop, len(log))):
            depth = log.depth[row]
            del states[depth:], moves_of[depth:], path[max(0, depth - 1) :]
            move = parent = None
            if depth == 0:
                state = game.initial
            else:
                moves = moves_of[-1]
                if moves is None:
                    moves = moves_of[-1] = game.moves(states[-1])
                action = self._action(row, moves)
                move = game.name_of(action)
                # Named anew and not kept: in a deep game the names of a way are long as the way.
                parent = game.node_name(states[-1], path)
                path.append(move)
                state = game.result(states[-1], action)
            yield Place(row, state, game.node_name(state, path), parent, move)
            states.append(state)
            moves_of.append(None)

    # Values ---------------------------------------------------------------------------------

    def exact(self, row: int) -> Fraction | None:
        """A node's value as a fraction; None where it is not known or not rational.

        The reward of a playout is not that of the position from which it began, so it has none.
        """
        return None if self.plays_out else self._exact_values.of(row)

    def exact_if_broken(self, row: int) -> Fraction | None:
        """The same, asked only where the value is not whole: there it is worth recomputing."""
        value = self.log.value[row]
        return None if not math.isfinite(value) or value == int(value) else self.exact(row)

    @cached_property
    def _exact_values(self) -> ExactValues:
        return ExactValues(self.game, self.log, self.state, self.best_child)

    def _along(self, rows: Sequence[int]) -> Iterator[tuple[Any, list[str]]]:
        """The states and moves on a way down, in time that grows with its length alone.

        Yields:
            The state of each row, and the names of the moves to it: one list, which grows.
        """
        game = self.game
        state, path = game.initial, list[str]()
        for row in rows:
            if self.log.parent[row] != NO_PARENT:
                action = self._action(row, game.moves(state))
                path.append(game.name_of(action))
                state = game.result(state, action)
            yield state, path

    def _descend(self, row: int) -> tuple[Any, list[str]]:
        """A node's state, and the names of the moves that lead to it.

        The last way down is kept, since whoever asks about one node of a stack asks about the
        rest; it is never changed but only replaced, so that threads may ask at once.
        """
        log = self.log
        rows, states, moves = self._way
        missing = []
        while row != NO_PARENT and not (log.depth[row] < len(rows) and rows[log.depth[row]] == row):
            missing.append(row)
            row = log.parent[row]
        depth = log.depth[row] if row != NO_PARENT else -1
        if missing:
            rows, states, moves = rows[: depth + 1], states[: depth + 1], moves[: depth + 1]
            for below in reversed(missing):
                if log.parent[below] == NO_PARENT:
                    state, name = self.game.initial, ""  # no move leads to a root
                else:
                    action = self._action(below, self.game.moves(states[-1]))
                    state, name = self.game.result(states[-1], action), self.game.name_of(action)
                rows.append(below)
                states.append(state)
                moves.append(name)
            self._way = rows, states, moves
            depth += len(missing)
        return states[depth], moves[1 : depth + 1]

    def _action(self, row: int, moves: Sequence[Any]) -> Any:
        """The move that led to a row, out of its parent's moves.

        Raises:
            InvalidInput: there is no such move: the log is not of this game.
        """
        place = self.log.action[row]
        if place >= len(moves):
            raise InvalidInput(
                f"visit {row + 1} came by move {place + 1} of {len(moves)}",
                where=self.source,
                expected="a log of this game",
            )
        return moves[place]
