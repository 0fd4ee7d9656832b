"""The tree of a running search: the root's moves so far, and the path to the current node.

The rows of a log are written once and never moved, so that another thread may read them while the
search runs. Nothing is added to the search.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from engine.log.best_play import actions_along, best_rows, find_best_child
from engine.log.visit_log import Flag, VisitLog
from engine.running.control import RunningSearch, complete_rows
from tracer.drawing.terminal.tree_chart import Rows, make_row
from tracer.text.numbers import show_number

#: Moves of the best line that are shown.
_LONGEST_LINE: Final = 10


@dataclass(frozen=True, slots=True)
class GrowingTree:
    """The tree of a running search at one moment."""

    line: tuple[str, ...]
    rows: Rows
    passes: int


def growing_tree(running: RunningSearch, height: int) -> GrowingTree:
    """Draw the tree of a running search.

    ```
    root
    ├─ (2,3)  v = 3, 12,345 visits  ★
    ├─ (3,2)  v = 1, 8,213 visits
    └─ (4,5)  searching
       └─ (2,2)
          └─ (1,5)
    ```
    """
    log, game = running.log, running.game
    end = len(log)
    if not end:
        return GrowingTree((), (), 0)
    path = [*log.ancestors(end - 1)][::-1]
    root = path[0]
    earlier = _finished(log, 0, root)
    names = [game.name_of(action) for _, action in actions_along(game, log, path)[:-1]]
    whole = _finished(log, root + 1, end)
    best = None if running.uses_playouts else find_best_child(log, root, whole, running.ties)
    line: tuple[str, ...] = ()
    if best is not None or (earlier and not running.uses_playouts):
        begin = [earlier[-1]] if best is None else [root, best]
        rest = best_rows(log, begin[-1], running.ties)
        way = actions_along(game, log, [*begin[:-1], *rest])
        line = tuple(game.name_of(action) for _, action in way[:-1])[:_LONGEST_LINE]
    moves = game.moves(game.initial)
    done = [(game.name_of(moves[log.action[row]]), row) for row in whole]
    if running.uses_playouts:
        done = []
    kept = done[-max(1, height - len(names) - 2) :]
    rows = [make_row(("root", "name"))]
    if len(kept) < len(done):
        rows.append(make_row(("├─ ", "edge"), (f"{len(done) - len(kept)} more", "more")))
    for place, (name, row) in enumerate(kept):
        joint = "└─ " if place == len(kept) - 1 and not names else "├─ "
        is_best = row == best
        value = f"  v = {show_number(log.value[row])}, {log.size[row]:,} visits"
        rows.append(
            make_row(
                (joint, "edge"),
                (name, "best" if is_best else "move"),
                (value + ("  ★" if is_best else ""), "best" if is_best else "value"),
            )
        )
    for depth, name in enumerate(names):
        here = depth == len(names) - 1
        rows.append(
            make_row(("   " * depth + "└─ ", "edge"), (name, "current" if here else "move"))
        )
    return GrowingTree(line, tuple(rows[:height]), len(earlier))


def _finished(log: VisitLog, row: int, end: int) -> list[int]:
    """Return the complete sibling rows from one on, without those of a stopped search."""
    return [row for row in complete_rows(log, row, end) if not log.flags[row] & Flag.INCOMPLETE]
