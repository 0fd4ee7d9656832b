"""Best play, read from the log of a finished search: which child a value is from, and the line."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import Any

from engine.conventions import Ties
from engine.game import AnyGame, Player
from engine.log import NO_PARENT, Flag, VisitLog

__all__ = ["actions_along", "best_child", "best_of", "best_rows"]


def best_of(log: VisitLog, row: int, children: Iterable[int], ties: Ties = "first") -> int | None:
    """The one of a node's children, in their order, that its player likes best.

    Args:
        log: the visits.
        row: the node.
        children: rows of children, in the order of the visits.
        ties: which of several best ones it is; chance takes its first outcome.
    """
    if log.player[row] == Player.CHANCE:
        return next(iter(children), None)
    sign = 1 if log.player[row] == Player.MAX else -1
    best, v = None, -math.inf
    for child in children:
        v2 = sign * log.value[child]
        if v2 > v or (ties == "last" and v2 == v):
            best, v = child, v2
    return best


def best_child(log: VisitLog, row: int, ties: Ties = "first") -> int | None:
    """The row of the child that a node's value is from; None at a leaf or an open node."""
    if log.flags[row] & Flag.INCOMPLETE:
        return None
    if log.flags[row] & Flag.REPEAT:
        row = log.answered_by(row)  # what a table answered has its children there
    return best_of(log, row, log.last_children(row), ties)


def best_rows(log: VisitLog, root: int = 0, ties: Ties = "first") -> list[int]:
    """The rows of best play from a root down, the root first.

    A row that a transposition table answered is followed by those of the earlier visit.
    """
    rows, row = [root], best_child(log, root, ties)
    while row is not None:
        rows.append(row)
        row = best_child(log, row, ties)
    return rows


def actions_along(game: AnyGame, log: VisitLog, rows: Sequence[int]) -> list[tuple[Any, Any]]:
    """The states of a way down from a root, each with the move that is made there.

    Args:
        game: what was searched.
        log: its visits.
        rows: a root and the rows below it, as `best_rows` gives them.

    Returns:
        A pair for each row; the last state's move is None.
    """
    way: list[tuple[Any, Any]] = []
    state = game.initial
    for row in rows:
        if log.parent[row] != NO_PARENT:
            action = game.moves(state)[log.action[row]]
            way[-1] = state, action
            state = game.result(state, action)
        way.append((state, None))
    return way
