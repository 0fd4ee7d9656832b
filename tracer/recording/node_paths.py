"""The states and move names on the paths from a root to the visits of a log."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from engine.errors import InvalidInput
from engine.game import AnyGame
from engine.log.best_play import walk_path
from engine.log.visit_log import NO_PARENT, VisitLog
from tracer.recording.euler_tour import EulerTour


class NodePaths:
    """The paths from a root to the visits. A log stores only the index of each move."""

    def __init__(self, source: str, game: AnyGame, log: VisitLog, tour: EulerTour) -> None:
        self._source = source
        self._game = game
        self._log = log
        self._tour = tour
        #: Rows, states and moves of the last path from a root.
        self._last: tuple[list[int], list[Any], list[str]] = ([], [], [])

    def state_and_moves(self, row: int) -> tuple[Any, list[str]]:
        """Return a node's state and the names of the moves that lead to it.

        The last path is cached, because the other nodes on it are often requested next. It is
        replaced and never changed, so several threads may call this at once.
        """
        log, game = self._log, self._game
        rows, states, moves = self._last
        missing = []
        while row != NO_PARENT and not (log.depth[row] < len(rows) and rows[log.depth[row]] == row):
            missing.append(row)
            row = log.parent[row]
        depth = log.depth[row] if row != NO_PARENT else -1
        if missing:
            rows, states, moves = rows[: depth + 1], states[: depth + 1], moves[: depth + 1]
            for below in reversed(missing):
                if log.parent[below] == NO_PARENT:
                    state, name = game.initial, ""  # no move leads to a root
                else:
                    action = self._action(below, game.moves(states[-1]))
                    state, name = game.result(states[-1], action), game.name_of(action)
                rows.append(below)
                states.append(state)
                moves.append(name)
            self._last = rows, states, moves
            depth += len(missing)
        return states[depth], moves[1 : depth + 1]

    def along(self, rows: Sequence[int]) -> Iterator[tuple[Any, list[str]]]:
        """Yield the states and moves along one path, in time linear in its length."""
        path = list[str]()
        steps = walk_path(self._game, self._log, rows, self._action)
        for row, (state, action) in zip(rows, steps, strict=True):
            if self._log.parent[row] != NO_PARENT:
                path.append(self._game.name_of(action))
            yield state, path

    def walk(
        self, start: int = 0, stop: int | None = None
    ) -> Iterator[tuple[int, list[Any], list[str]]]:
        """Yield each row with the states and move names on its path.

        Both lists change with the next row. The root has a state and no move.
        """
        log, game = self._log, self._game
        above = list(self._tour.ancestors(start))[:0:-1]
        states = [self.state_and_moves(row)[0] for row in above]
        path = [self.state_and_moves(row)[1][-1] for row in above[1:]]
        moves_of: list[Sequence[Any] | None] = [None] * len(states)
        for row in range(start, len(log) if stop is None else min(stop, len(log))):
            depth = log.depth[row]
            del states[depth:], moves_of[depth:], path[max(0, depth - 1) :]
            if depth == 0:
                states.append(game.initial)
            else:
                moves = moves_of[-1]
                if moves is None:
                    moves = moves_of[-1] = game.moves(states[-1])
                action = self._action(row, moves)
                path.append(game.name_of(action))
                states.append(game.result(states[-1], action))
            moves_of.append(None)
            yield row, states, path

    def moves_listed(self) -> set[str]:
        """Return the names of all moves that the search listed, visited or not."""
        log, game = self._log, self._game
        states: list[Any] = []
        moves_of: list[Sequence[Any]] = []
        names: set[str] = set()
        for row in range(len(log)):
            if not log.actions[row]:
                continue
            depth = log.depth[row]
            del states[depth:], moves_of[depth:]
            if depth == 0:
                state = game.initial
            else:
                state = game.result(states[-1], self._action(row, moves_of[-1]))
            moves = game.moves(state)
            states.append(state)
            moves_of.append(moves)
            names.update(map(game.name_of, moves))  # in chess, equal moves have several names
        return names

    def _action(self, row: int, moves: Sequence[Any]) -> Any:
        """Return the move that led to a row, from its parent's moves."""
        place = self._log.action[row]
        if place >= len(moves):
            raise InvalidInput(
                f"visit {row + 1} uses move {place + 1}, but its parent has {len(moves)}",
                where=self._source,
                expected="a log of this game",
            )
        return moves[place]
