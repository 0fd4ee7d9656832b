"""MP 520, problem 4: the Reversi boards of the sheet, with and without pruning."""

from __future__ import annotations

from typing import Any

from engine.errors import UsageError
from engine.game import Player
from engine.games.reversi import Reversi
from tracer.reports.report import Report, Runner, timed
from tracer.search_trace import Trace
from trees.sources import open_source

__all__ = ["fill", "rows"]

#: The sheet's boards, and any other; minimax of one with more cells is out of reach.
_BOARDS = ("reversi:4", "reversi:5")
_MOST_CELLS = 16


def fill(board: str | None = None) -> Report:
    """The table without its rows; `board` as `rows` takes it."""
    return Report(
        "mp520",
        f"MP 520: {board or 'the two boards of Reversi'} by minimax and alpha-beta",
        {
            "board": "board",
            "search": "search",
            "value": "value",
            "winner": "sure to win",
            "visited": "visits",
            "terminals": "terminals",
            "truncations": "truncations",
            "line": "line",
            "seconds": "seconds",
        },
        notes=[
            "Truncations are early returns; a pass is a visit and makes no cutoff test.",
            "Passes are left out of the line, which ends as the sheet's does: (player, -1, -1).",
        ],
    )


def rows(report: Report, run: Runner, board: str | None = None) -> None:
    """Search the boards with both algorithms.

    Args:
        report: what is filled.
        run: what runs one search.
        board: a SOURCE of Reversi such as `reversi@....|BBBB|WWWW|....`; the sheet's by default.

    Raises:
        PlytraceError: it is no board of Reversi.
    """
    for source in (board,) if board else _BOARDS:
        cells = 0
        if not isinstance(open_source(source).game, Reversi):
            raise UsageError(
                f"{source} is no board of Reversi",
                expected="a SOURCE such as reversi:4 or 'reversi@....|BBBB|WWWW|....'",
            )
        for search in ("alphabeta", "minimax"):
            row: dict[str, Any] = {"board": source, "search": search}
            if search == "minimax" and cells > _MOST_CELLS:
                report.notes.append(f"Minimax of {source} is left out: its tree is too large.")
                continue
            found, seconds = timed(run, source, search)
            row |= _measured(found)
            drawn = found.game.format(found.game.initial).partition(" ")[0]
            cells = sum(sign in ".BW" for sign in drawn)
            row["seconds"] = round(seconds, 3)
            report.rows.append(row)
            report.boards.setdefault(f"{source}, start", found.game.draw(found.game.initial))
            report.boards.setdefault(f"{source}, end", found.game.draw(_end(found)))


def _measured(found: Trace) -> dict[str, Any]:
    value = int(found.value)
    labels = found.game.labels
    sides = {1: f"{labels[Player.MAX]} by {value}", -1: f"{labels[Player.MIN]} by {-value}"}
    return {
        "value": value,
        "winner": sides.get((value > 0) - (value < 0), "nobody: a draw"),
        "visited": found.counts.visited,
        "terminals": found.counts.terminals,
        "truncations": found.counts.early_returns,
        "line": _line(found),
    }


def _line(found: Trace) -> str:
    """Best play in the sheet's tuples."""
    game, labels = found.game, found.game.labels
    state, told = game.initial, []
    for row in found.best_rows[1:]:
        action = game.moves(state)[found.log.action[row]]
        cell = game.cell_of(action)
        if cell is not None:
            told.append(f"({labels[game.to_move(state)]}, {cell[0]}, {cell[1]})")
        state = game.result(state, action)
    return " ".join([*told, f"({labels[game.to_move(state)]}, -1, -1)"])


def _end(found: Trace) -> Any:
    return found.state(found.best_rows[-1])
