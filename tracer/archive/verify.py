"""Verify that a saved log is one that its search would write.

All rows must fit together, and the search is run again for the first visits.
"""

from __future__ import annotations

import math
from array import array
from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any, Final

from engine.compiled.dispatch import compiled_run
from engine.errors import InvalidInput
from engine.game import AnyGame, Player
from engine.log.consistency import find_misfit
from engine.log.visit_log import FIELDS, Flag, VisitLog
from engine.log.windows import Windows
from engine.mcts.ucb1 import bonus
from engine.running.control import Control, SearchStopped
from engine.search import find_search
from engine.searches.base import Search
from engine.searches.depth_first import DepthFirst
from engine.searches.mcts import Mcts
from engine.searches.ordering import MoveOrder, PerfectOrder
from engine.searches.settings import Settings
from tracer.archive.header import HEADER
from tracer.recording.recording import Recording
from tracer.text.numbers import show_number

__all__ = ["check_beginning", "check_rows"]

#: Visits that are searched again when a file is opened. This covers any tree drawn by hand and
# lets a long log open at once.
_CHECKED_ROWS: Final = 10_000
_OF_TIES: Final = int(Flag.ABOVE | Flag.BELOW)
#: Columns that are written when the search leaves a node.
_ON_LEAVING: Final = frozenset({"size", "value", "actions", "tried", "flags"})
_SHOWN: Final = {
    "alpha": "α",
    "beta": "β",
    "action": "move",
    "actions": "moves",
}


def check_rows(log: VisitLog, on_rows: Callable[[int], None] | None = None) -> None:
    """Check that the rows of a log fit together.

    Args:
        log: columns of equal length.
        on_rows: called now and then with the number of rows checked.

    Raises:
        InvalidInput: if they do not.
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
    """Check that the first visits are those that the search makes.

    Raises:
        PlytraceError: if they are not.
    """
    log = trace.log
    if trace.stopped is None and next(log.open_rows(), None) is not None:
        raise InvalidInput("flags.npy has open visits", expected="none, since the search finished")
    visits = min(len(log), _CHECKED_ROWS)
    again, ended = _search_again(trace, visits)
    # Report the columns written on entering a node first: errors in the others may follow from
    # them.
    is_alike = (log.windows, log.window) == (again.windows, again.window)
    names = log.columns() if is_alike else FIELDS
    for name in sorted(names, key=_ON_LEAVING.__contains__):
        saved, right = getattr(log, name)[: len(again)], getattr(again, name)[:]
        if saved.tobytes() != right.tobytes():
            _compare(trace, again, name, saved, right)
    if len(again) < visits:
        raise InvalidInput(f"it has {len(log):,} visits", expected=f"{len(again):,}")
    whole = visits == len(log)
    if whole and ended != (trace.stopped is None):
        saved_as = "was stopped" if trace.stopped else "finished"
        right_is = "it finished" if trace.stopped else "it was stopped"
        raise InvalidInput(
            f"header.json says that the search {saved_as}, but the log says that {right_is}"
        )
    known = again.repeats
    if log.repeats[: len(known)] != known or (whole and len(known) < len(log.repeats)):
        raise InvalidInput("repeats.npy does not fit the visits")


def _compare(
    trace: Recording, again: VisitLog, name: str, saved: Sequence[float], right: Sequence[float]
) -> None:
    """Find the row in which a column differs from the right one.

    Raises:
        InvalidInput: if there is such a row.
    """
    log, visits = trace.log, len(right)
    for row, (one, other) in enumerate(zip(saved, right, strict=True)):
        if array("d", [one]).tobytes() == array("d", [other]).tobytes():
            continue
        if again.flags[row] & Flag.INCOMPLETE and _may_differ(log, row, name, visits, other):
            continue
        if _rounded_before(trace, row, name, other):
            continue
        raise InvalidInput(
            f"{_file_of(log, name)}: visit {row + 1:,} has "
            f"{_SHOWN.get(name, name)} {_shown(one, other)}",
            expected=f"{show_number(other)}, the result of {trace.search}",
        )


def _file_of(log: VisitLog, name: str) -> str:
    """Return the file of a saved trace that has a number of the rows."""
    if name not in log.columns():
        return HEADER if log.windows is Windows.SAME else "bound.npy"
    return f"{name}.npy"


def _rounded_before(trace: Recording, row: int, name: str, right: float) -> bool:
    """Return whether older versions, which compared rounded means, wrote this number.

    They valued a chance node at the mean of its children's doubles. MAX and MIN compared these
    means, and ties of doubles were not marked.
    """
    log = trace.log
    if trace.plays_out or not find_search(trace.search).takes_chance:
        return False
    if name == "flags":
        marked = (next(log.rows_with(flag), None) for flag in (Flag.ABOVE, Flag.BELOW))
        return log.flags[row] == int(right) & ~_OF_TIES and not any(at is not None for at in marked)
    below = [log.value[child] for child in log.children(row)]
    if name != "value" or not below or len(below) < log.actions[row]:
        return False
    if log.player[row] != Player.CHANCE:
        return log.value[row] == (max if log.player[row] == Player.MAX else min)(below)
    shares = [Fraction(share) for _, share in trace.game.chances(trace.state(row))]
    pairs = zip(shares, below, strict=True)
    return log.value[row] == float(sum((p * Fraction(v) for p, v in pairs), Fraction()))


def _shown(wrong: float, right: float) -> str:
    """Format a wrong number so that it differs from the right one."""
    shown = f"{wrong:g}" if 1e15 <= abs(wrong) < math.inf else show_number(wrong)
    return repr(wrong) if shown == show_number(right) else shown


def _may_differ(log: VisitLog, row: int, name: str, visits: int, right: float) -> bool:
    """Return whether a column may differ at a node that is still open when the check ends."""
    if name == "actions":  # stopped before the moves were listed
        return log.actions[row] == 0 and row == len(log) - 1
    if name not in _ON_LEAVING or visits == len(log):
        return False
    if name == "size":
        return right <= log.size[row] <= len(log) - row
    return log.tried[row] <= log.actions[row]


def _search_again(trace: Recording, visits: int) -> tuple[VisitLog, bool]:
    """Return the first visits of the same search and whether it finished within them.

    The log provides what would take too long to compute again: rewards of playouts, draws of
    chance,
    and an order that values all moves beforehand.
    """
    log = VisitLog(Control(visits).checkpoint)
    game, settings = trace.game, trace.settings
    if trace.plays_out:
        search: Search = _LoggedPlayouts(game, settings, log, trace.log)
    else:
        search = find_search(trace.search)(game, settings, log)
        if isinstance(search, DepthFirst) and isinstance(search.order, PerfectOrder):
            search.order = _LoggedOrder(game, search.limit, log, trace.log)
    try:
        (compiled_run(search) or search.run)()
    except (SearchStopped, RecursionError):
        return log, False
    finally:
        log.finish()
    return log, True


class _LoggedOrder(MoveOrder):
    """The order of the moves in a log."""

    name = "logged"
    summary = "as the log has them"

    def __init__(self, game: AnyGame, limit: int | None, log: VisitLog, logged: VisitLog) -> None:
        super().__init__(game, limit)
        self._log, self._logged = log, logged

    def places(self, state: Any, moves: Sequence[Any], depth: int) -> Sequence[int]:
        row = len(self._log) - 1
        visited = dict.fromkeys(self._logged.action[child] for child in self._logged.children(row))
        first = [place for place in visited if place < len(moves)]
        return first + [place for place in range(len(moves)) if place not in visited]


class _LoggedPlayouts(Mcts):
    """Monte Carlo tree search with the rewards and draws of a log."""

    windows = Mcts.windows

    def __init__(self, game: AnyGame, settings: Settings, log: VisitLog, logged: VisitLog) -> None:
        super().__init__(game, settings, log)
        self._logged = logged

    def _choose(self, node: Any, row: int, c: float) -> int:
        place = super()._choose(node, row, c)
        logged = self._next_logged()
        # Two scores may differ in the last digit because machines round differently. Versions that
        # summed doubles may have chosen the other move at a tie.
        scores = [self._score(node, one, c) for one in (place, logged) if one in node.children]
        alike = len(scores) == 2 and math.isclose(*scores, rel_tol=1e-12)
        return logged if alike else place

    def _score(self, node: Any, place: int, c: float) -> float:
        """Return the UCB1 score of a move that was tried."""
        child = node.children[place]
        sign = 1 if node.player is Player.MAX else -1
        return float(sign * child.mean + bonus(child.visits, node.visits, c))

    def _draw(self, sums: list[float]) -> int:
        return min(self._next_logged(), len(sums) - 1)

    def _playout(self, state: Any) -> float:
        if self.game.is_terminal(state):
            return super()._playout(state)
        row = len(self.log) - 1
        reward = self._logged.value[row]
        if not math.isfinite(reward):
            raise InvalidInput(f"value.npy: visit {row + 1:,} has no reward")
        return reward

    def _next_logged(self) -> int:
        row = len(self.log)
        return self._logged.action[row] if row < len(self._logged) else 0
