"""Best play from a search's log: the child that a value came from, and the best line."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, Final

from engine.conventions import Ties
from engine.game import AnyGame, Player
from engine.log.visit_log import NO_PARENT, Flag, VisitLog

_UNEQUAL: Final = Flag.ABOVE | Flag.BELOW


def find_best_child(
    log: VisitLog, row: int, children: Iterable[int], ties: Ties = "first"
) -> int | None:
    """Return the best child of a node for its player."""
    if log.player[row] == Player.CHANCE:
        return next(iter(children), None)
    sign = 1 if log.player[row] == Player.MAX else -1
    best, v = None, -math.inf
    for child in children:
        v2 = sign * log.value[child]
        if v2 > v or (v2 == v and wins_tie(log, child, sign, ties)):
            best, v = child, v2
    return best


def wins_tie(log: VisitLog, child: int, sign: int, ties: Ties) -> bool:
    """Return whether a child beats the best earlier child with the same value."""
    # The values are equal as doubles; the search has marked the child if its exact value differs.
    flags = log.flags[child]
    if flags & _UNEQUAL:
        return bool(flags & (Flag.ABOVE if sign > 0 else Flag.BELOW))
    return ties == "last"


def best_child(log: VisitLog, row: int, ties: Ties = "first") -> int | None:
    """Return the row of the child that gave a node its value; None at a leaf or open node."""
    if log.flags[row] & Flag.INCOMPLETE:
        return None
    if log.flags[row] & Flag.REPEAT:
        row = log.answered_by(row)  # a visit answered by the table has no children of its own
    return find_best_child(log, row, log.last_children(row), ties)


def best_rows(log: VisitLog, root: int = 0, ties: Ties = "first") -> list[int]:
    """Return the rows of best play from a root down, the root first."""
    # A row that a transposition table answered is followed by those of the earlier visit.
    rows, row = [root], best_child(log, root, ties)
    while row is not None:
        rows.append(row)
        row = best_child(log, row, ties)
    return rows


def actions_along(game: AnyGame, log: VisitLog, rows: Sequence[int]) -> list[tuple[Any, Any]]:
    """Return the states on a path down from a root, each with its move."""
    way: list[tuple[Any, Any]] = []
    for state, action in walk_path(game, log, rows, lambda row, moves: moves[log.action[row]]):
        if way:
            way[-1] = way[-1][0], action
        way.append((state, None))
    return way


def walk_path(
    game: AnyGame,
    log: VisitLog,
    rows: Sequence[int],
    action_of: Callable[[int, Sequence[Any]], Any],
) -> Iterator[tuple[Any, Any]]:
    """Yield the states on a path down from a root, each with the move that leads to it."""
    # A table may have answered a visit by one of a symmetric position. The rows that follow are
    # then below that one, and their moves are translated.
    symmetries = game.unless_rules_changed("symmetries")
    state = logged = game.initial
    action = symmetry = None
    for place, row in enumerate(rows):
        parent = log.parent[row]
        if parent != NO_PARENT:
            if symmetries and place and parent != rows[place - 1]:
                logged = _find_state(game, log, parent, action_of)
                symmetry = next(
                    (candidate for candidate in symmetries if candidate.state(logged) == state),
                    None,
                )
                symmetry = None if logged == state else symmetry
            action = action_of(row, game.moves(logged))
            state = logged = game.result(logged, action)
            if symmetry is not None:
                state, action = symmetry.state(logged), symmetry.action(action)
        yield state, action


def _find_state(
    game: AnyGame, log: VisitLog, row: int, action_of: Callable[[int, Sequence[Any]], Any]
) -> Any:
    state = game.initial
    for below in [*log.ancestors(row)][-2::-1]:
        state = game.result(state, action_of(below, game.moves(state)))
    return state
