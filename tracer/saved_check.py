"""Whether a saved log is one that its search would write.

Its rows have to fit together, all of them, and its beginning is searched again.
"""

from __future__ import annotations

import math
from array import array
from collections.abc import Callable, Sequence
from typing import Any, Final

from engine.control import Control, Stopped
from engine.errors import InvalidInput
from engine.fitting import find_misfit
from engine.game import AnyGame, Player
from engine.kernel.dispatch import compiled_run
from engine.log import Flag, VisitLog
from engine.mcts.ucb1 import bonus
from engine.ordering import Order, Perfect
from engine.recursion import deep_recursion
from engine.search import find_search
from engine.searches.base import Search
from engine.searches.depth_first import DepthFirst
from engine.searches.mcts import Mcts
from engine.settings import Settings
from tracer.recording import Recording
from tracer.values import show_number

__all__ = ["check_beginning", "check_rows"]

#: Visits that are searched again when a file is opened: enough for any tree drawn by hand, little
#: enough for a long log to open at once.
_CHECKED_ROWS: Final = 10_000
#: The columns that are written as a node is left.
_ON_LEAVING: Final = frozenset({"size", "value", "actions", "tried", "flags"})
_SHOWN: Final = {
    "alpha": "α",
    "beta": "β",
    "action": "move",
    "actions": "moves",
}


def check_rows(log: VisitLog, on_rows: Callable[[int], None] | None = None) -> None:
    """See that the rows of a log fit together, so that it can be read at all.

    Args:
        log: columns of one length.
        on_rows: called now and then with the rows that have been looked at.

    Raises:
        InvalidInput: they do not.
    """
    misfit = find_misfit(log, on_rows)
    if misfit is None:
        return
    if misfit.column == "repeats":
        raise InvalidInput("repeats.npy does not fit the visits", expected=misfit.expected)
    number = getattr(log, misfit.column)[misfit.row]
    raise InvalidInput(
        f"{misfit.column}.npy: visit {misfit.row + 1:,} has "
        f"{_SHOWN.get(misfit.column, misfit.column)} {number:,}",
        expected=misfit.expected,
    )


def check_beginning(trace: Recording) -> None:
    """See that the first visits are those that the search makes.

    Raises:
        PlytraceError: they are not.
    """
    log = trace.log
    if trace.stopped is None and next(log.open_rows(), None) is not None:
        raise InvalidInput("flags.npy has open visits", expected="none, since nothing was stopped")
    visits = min(len(log), _CHECKED_ROWS)
    again, ended = _searched_again(trace, visits)
    # What a visit begins with is told first: the rest may only follow from it.
    for name in sorted(log.columns(), key=_ON_LEAVING.__contains__):
        saved, right = getattr(log, name)[: len(again)], getattr(again, name)
        if saved.tobytes() != right.tobytes():
            _compare(trace, again, name, saved, right)
    if len(again) < visits:
        raise InvalidInput(f"it has {len(log):,} visits", expected=f"{len(again):,}")
    whole = visits == len(log)
    if whole and ended != (trace.stopped is None):
        was = "was stopped" if trace.stopped else "came to its end"
        raise InvalidInput(f"header.json says that the search {was}, and it was not so")
    known = again.repeats
    if log.repeats[: len(known)] != known or (whole and len(known) < len(log.repeats)):
        raise InvalidInput("repeats.npy does not fit the visits")


def _compare(
    trace: Recording, again: VisitLog, name: str, saved: Sequence[float], right: Sequence[float]
) -> None:
    """Find the row in which a column is not as it should be.

    Raises:
        InvalidInput: there is one.
    """
    log, visits = trace.log, len(right)
    for row, (one, other) in enumerate(zip(saved, right, strict=True)):
        if array("d", [one]).tobytes() == array("d", [other]).tobytes():
            continue
        if again.flags[row] & Flag.INCOMPLETE and _may_differ(log, row, name, visits, other):
            continue
        raise InvalidInput(
            f"{name}.npy: visit {row + 1:,} has {_SHOWN.get(name, name)} {_shown(one, other)}",
            expected=f"{show_number(other)}, as {trace.search} has it there",
        )


def _shown(wrong: float, right: float) -> str:
    """A wrong number as people read it, but told apart from the right one."""
    shown = f"{wrong:g}" if 1e15 <= abs(wrong) < math.inf else show_number(wrong)
    return repr(wrong) if shown == show_number(right) else shown


def _may_differ(log: VisitLog, row: int, name: str, visits: int, right: float) -> bool:
    """Whether a column may say something else of a node that is open where this check ends."""
    if name == "actions":  # it was stopped before the moves were listed
        return log.actions[row] == 0 and row == len(log) - 1
    if name not in _ON_LEAVING or visits == len(log):
        return False
    if name == "size":
        return right <= log.size[row] <= len(log) - row
    return log.tried[row] <= log.actions[row]


def _searched_again(trace: Recording, visits: int) -> tuple[VisitLog, bool]:
    """The first visits of the same search, and whether it came to its end in them.

    What would take too long to find out again is read from the log: the rewards of playouts and
    the draws of chance, and an order that values all moves beforehand.
    """
    log = VisitLog(Control(visits).checkpoint)
    game, settings = trace.game, trace.settings
    if trace.plays_out:
        search: Search = _ToldPlayouts(game, settings, log, trace.log)
    else:
        search = find_search(trace.search)(game, settings, log)
        if isinstance(search, DepthFirst) and isinstance(search.order, Perfect):
            search.order = _ToldOrder(game, search.limit, log, trace.log)
    with deep_recursion():
        try:
            (compiled_run(search) or search.run)()
        except (Stopped, RecursionError):
            return log, False
        finally:
            log.finish()
    return log, True


class _ToldOrder(Order):
    """The order in which a log has the moves."""

    name = "told"
    summary = "as the log has them"

    def __init__(self, game: AnyGame, limit: int | None, log: VisitLog, told: VisitLog) -> None:
        super().__init__(game, limit)
        self._log, self._told = log, told

    def places(self, state: Any, moves: Sequence[Any], depth: int) -> Sequence[int]:
        row = len(self._log) - 1
        visited = dict.fromkeys(self._told.action[child] for child in self._told.children(row))
        first = [place for place in visited if place < len(moves)]
        return first + [place for place in range(len(moves)) if place not in visited]


class _ToldPlayouts(Mcts):
    """Monte Carlo tree search with the rewards and the draws that a log has."""

    def __init__(self, game: AnyGame, settings: Settings, log: VisitLog, told: VisitLog) -> None:
        super().__init__(game, settings, log)
        self._told = told

    def _choose(self, node: Any, row: int, c: float) -> int:
        place = super()._choose(node, row, c)
        told = self._next_told()
        # Two scores may differ in their last digit alone, and another machine round otherwise.
        scores = [self._score(node, one, c) for one in (place, told) if one in node.children]
        alike = len(scores) == 2 and scores[0] != scores[1]
        return told if alike and math.isclose(*scores, rel_tol=1e-12) else place

    def _score(self, node: Any, place: int, c: float) -> float:
        """The UCB1 of a move that was tried."""
        child = node.children[place]
        sign = 1 if node.player is Player.MAX else -1
        return float(sign * child.total / child.visits + bonus(child.visits, node.visits, c))

    def _draw(self, sums: list[float]) -> int:
        return min(self._next_told(), len(sums) - 1)

    def _playout(self, state: Any) -> float:
        if self.game.is_terminal(state):
            return super()._playout(state)
        row = len(self.log) - 1
        reward = self._told.value[row]
        if not math.isfinite(reward):
            raise InvalidInput(f"value.npy: visit {row + 1:,} has no reward")
        return reward

    def _next_told(self) -> int:
        row = len(self.log)
        return self._told.action[row] if row < len(self._told) else 0
