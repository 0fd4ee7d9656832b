"""Check that the rows of a log are consistent.

A log written by a search is. A log from a file may not be: a parent after its child or an empty
subtree would send a reader into an endless loop.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from engine.game import Player
from engine.kernel.loading import the_kernel
from engine.log.visit_log import CHILDLESS, NO_PARENT, Flag, VisitLog

__all__ = ["Misfit", "find_misfit"]

#: Rows between two progress reports.
_SLICE: Final = 2**19
_CHILDLESS: Final = int(CHILDLESS)
_REPEAT: Final = int(Flag.REPEAT)
_INCOMPLETE: Final = int(Flag.INCOMPLETE)
_SELDOM: Final = _REPEAT | _INCOMPLETE
_LAST_PLAYER: Final = int(max(Player))


@dataclass(frozen=True, slots=True)
class Misfit:
    """The first number of a log that contradicts those before it.

    Args:
        column: name of its column; `repeats` counts as one.
        row: its row.
        expected: consistent value, in words.
    """

    column: str
    row: int
    expected: str


def find_misfit(log: VisitLog, on_rows: Callable[[int], None] | None = None) -> Misfit | None:
    """Check that the rows are complete trees in pre-order.

    Windows, values and numbers of moves are not checked, since they depend on the game.

    Args:
        log: log with columns of equal length, from any source.
        on_rows: called from time to time with the number of rows checked.

    Returns:
        The first inconsistent number, or None.
    """
    kernel = the_kernel()
    above, pair = NO_PARENT, 0
    for start in range(0, len(log), _SLICE):
        stop = min(start + _SLICE, len(log))
        reached, *then = (
            (start,) if kernel is None else kernel.fitting(log, start, stop, above, pair)
        )
        if reached < stop:  # the kernel only finds the row
            misfit, *then = _misfit(log, start, stop, above, pair)
            if misfit is not None:
                return misfit
        above, pair = then
        if on_rows is not None:
            on_rows(stop)
    if 2 * pair < len(log.repeats):
        return Misfit("repeats", log.repeats[2 * pair], "no more visits than those with that flag")
    return None


def _misfit(
    log: VisitLog, start: int, stop: int, above: int, pair: int
) -> tuple[Misfit | None, int, int]:
    """Check some rows.

    Args:
        log: the columns.
        start: the first row; those before it fit.
        stop: the row before which to end.
        above: the innermost node that was open at the row before `start`, or `NO_PARENT`.
        pair: index of the next pair in `repeats`.

    Returns:
        The first inconsistent number or None, and `above` and `pair` at the end.
    """
    rows = len(log)

    def inside(node: int) -> tuple[int, int, int]:
        """Return the row after a node's subtree, the depth of its children and their number."""
        if node == NO_PARENT:
            return rows, 0, 1
        return node + log.size[node], log.depth[node] + 1, log.actions[node]

    end, below, moves = inside(above)
    part = slice(start, stop)
    columns = (log.parent, log.depth, log.size, log.player, log.action, log.actions, log.tried)
    numbers = zip(*(column[part] for column in columns), log.flags[part], strict=True)
    for row, (parent, depth, size, player, action, actions, tried, flags) in enumerate(
        numbers, start
    ):
        while row == end and above != NO_PARENT:
            above = log.parent[above]
            end, below, moves = inside(above)
        misfit: tuple[str, str] | None = None
        if parent != above:
            misfit = "parent", f"{above:,}"
        elif depth != below:
            misfit = "depth", str(below)
        elif not 0 < size <= end - row:
            misfit = "size", f"1 to {end - row:,}"
        elif player > _LAST_PLAYER:
            misfit = "player", "0, 1 or 2"
        elif action >= moves:
            misfit = "action", f"less than {moves:,}"
        elif tried > actions:
            misfit = "tried", f"at most {actions:,}, the number of moves"
        elif size > 1:
            if not actions:
                misfit = "actions", "at least 1, since it was expanded"
            elif flags & _CHILDLESS:
                misfit = "flags", "no flag of a leaf, since it was expanded"
        if flags & _SELDOM and misfit is None:
            if flags & _INCOMPLETE and row + size != rows:
                misfit = "flags", "a complete visit, since others follow"
            elif flags & _REPEAT:
                known = log.repeats[2 * pair : 2 * pair + 2].tolist()
                if known[:1] != [row] or len(known) < 2:
                    misfit = "repeats", "the visits with that flag, in order"
                elif not 0 <= known[1] < row:
                    misfit = "repeats", "the rows of earlier visits"
                pair += 1
        if misfit is not None:
            column, expected = misfit
            return Misfit(column, row, expected), above, pair
        if size > 1:
            above, end, below, moves = row, row + size, below + 1, actions
    return None, above, pair
