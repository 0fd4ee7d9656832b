"""The Euler tour of a log: the row of each step, the steps with cutoffs, and the paths to rows.

A search of n visits has 2n steps: each visit has an entry and a return (fewer if the search was
stopped). They are the Euler tour of the tree of visits: the node in row *i* at depth *d* is
entered at step 2*i* − *d* and left at step 2(*i* + size) − *d* − 1. So a binary search and a climb
towards the root find any step, however long the log.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from typing import Any

from engine.errors import InvalidInput
from engine.game import AnyGame
from engine.log.best_play import walk_path
from engine.log.visit_log import NO_PARENT, Flag, VisitLog


class EulerTour:
    """The steps of a log."""

    def __init__(self, log: VisitLog) -> None:
        self._log = log
        self._steps = 2 * len(log) - sum(1 for _ in log.open_rows())

    def __len__(self) -> int:
        """Return the number of steps: two per visit, less the returns that a stop prevented."""
        return self._steps

    def entered_at(self, row: int) -> int:
        """Return the step at which a row's node is entered."""
        return 2 * row - self._log.depth[row]

    def left_at(self, row: int) -> int:
        """Return the step at which a row's node returns."""
        return 2 * (row + self._log.size[row]) - self._log.depth[row] - 1

    def row_at(self, step: int) -> tuple[int, bool]:
        """Return the row that a step belongs to, and whether the step enters it."""
        if not 0 <= step < len(self):
            raise IndexError(f"there is no step {step}: the last is {len(self) - 1}")
        depth = self._log.depth
        row = bisect_right(range(len(self._log)), step, key=lambda i: 2 * i - depth[i]) - 1
        behind = step - (2 * row - depth[row])
        if behind == 0:
            return row, True
        for _ in range(behind - 1):
            row = self._log.parent[row]
        return row, False

    def next_cut(self, step: int, flag: int = Flag.EARLY_RETURN) -> int | None:
        """Return the first step after `step` at which a cutoff test succeeds, or None."""
        log = self._log
        row, entering = self.row_at(step)
        # An open node's cut is still to come; cuts below it come before its own.
        steps = [
            self._cut_at(open_row) for open_row in log.ancestors(row) if log.flags[open_row] & flag
        ]
        found = next(log.find_rows(flag, self.count_entered(row, entering)), None)
        while found is not None:
            steps.append(self._cut_at(found))
            found = next(log.find_rows(flag, found + 1, found + log.size[found]), None)
        return min((cut for cut in steps if cut > step), default=None)

    def previous_cut(self, step: int, flag: int = Flag.EARLY_RETURN) -> int | None:
        """Return the last step before `step` at which a cutoff test succeeds, or None."""
        log = self._log
        found: int | None = self.count_entered(*self.row_at(step))
        while found is not None:
            found = log.find_last_row(flag, found)
            if found is not None and self._cut_at(found) < step:
                # Ancestors that were cut too were cut later.
                cuts = [self._cut_at(row) for row in log.ancestors(found) if log.flags[row] & flag]
                return max(cut for cut in cuts if cut < step)
        return None

    def count_entered(self, row: int, entering: bool) -> int:
        """Return how many nodes have been entered by the end of a row's entry or return."""
        return row + (1 if entering else self._log.size[row])

    def _cut_at(self, row: int) -> int:
        """Return the step at which an early return's test succeeds: its last child's return."""
        return self.left_at(row) - 1

    def cuts_parent(self, row: int) -> bool:
        """Return whether a node's return made its parent's cutoff test succeed."""
        log = self._log
        parent = log.parent[row]
        return (
            parent != NO_PARENT
            and bool(log.flags[parent] & Flag.EARLY_RETURN)
            and row + log.size[row] == parent + log.size[parent]
        )


# The states and move names on the paths from a root to the visits.


class NodePaths:
    """The paths from a root to the visits. A log stores only the index of each move."""

    def __init__(self, source: str, game: AnyGame, log: VisitLog) -> None:
        self._source = source
        self._game = game
        self._log = log
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
        above = list(log.ancestors(start))[:0:-1]
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
