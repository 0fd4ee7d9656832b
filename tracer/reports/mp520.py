"""MP 520, problem 4: the Reversi boards of the sheet, with and without pruning."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from engine.courses.mp520 import count_pieces, execute_move, get_move_value
from engine.errors import UsageError
from engine.game import Player
from engine.games.reversi import Reversi
from tracer.reports.report import CourseReport, Report, TimedRuns
from tracer.runs.search_trace import Trace
from trees.sources import open_source

#: The sheet's boards. Minimax is feasible up to this many cells.
_BOARDS = ("reversi:4", "reversi:5")
_MOST_CELLS = 16
#: The board of the sheet's `main.py`.
_STATE: Final = [[""] * 4, ["B"] * 4, ["W"] * 4, [""] * 4]


def _empty(board: str | None = None) -> Report:
    """Return the table without rows; `board` as in `_add_rows`."""
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
            "The line omits passes and ends as on the sheet: ('B', -1, -1).",
        ],
    )


def _add_rows(report: Report, run: TimedRuns, board: str | None = None) -> None:
    """Search the boards with both algorithms."""
    for source in (board,) if board else _BOARDS:
        cells, printed = 0, list[str]()
        game = open_source(source).game
        if not isinstance(game, Reversi):
            raise UsageError(
                f"{source} is not a Reversi board",
                expected="a SOURCE such as reversi:4 or 'reversi@....|BBBB|WWWW|....'",
            )
        for search in ("alphabeta", "minimax"):
            row: dict[str, Any] = {"board": source, "search": search}
            if search == "minimax" and cells > _MOST_CELLS:
                report.notes.append(f"Minimax of {source} is skipped: its tree is too large.")
                continue
            trace = run(source, search)
            row |= _measure(trace)
            drawn = trace.game.format(trace.game.initial).partition(" ")[0]
            cells = sum(sign in ".BW" for sign in drawn)
            report.rows.append(row)
            printed = [*_printed_result(search, row), *printed]
            report.boards.setdefault(f"{source}, start", trace.game.draw(trace.game.initial))
            report.boards.setdefault(f"{source}, end", trace.game.draw(_end(trace)))
        state = [[sign.strip(".") for sign in row] for row in game.cells(game.initial)]
        lines = [*_printed_start(state), *printed]
        report.boards[f"{source}, as main.py prints it"] = "\n".join(lines).rstrip()


def _printed_board(state: Sequence[Sequence[str]]) -> list[str]:
    return ["[" + ",".join(f"'{cell}'" for cell in row) + "]" for row in state]


def _printed_start(state: list[list[str]]) -> list[str]:
    """Return what `main.py` prints before the searches; its moves are those of its own board."""
    lines = [
        f"Printing the initial game state for a {len(state)} x {len(state[0])} game:",
        *_printed_board(state),
        "",
        f"The sate of the game is: {count_pieces(state)}",
        "",
    ]
    if state != _STATE:
        return lines
    black, white = get_move_value(state, "B", 3, 2), get_move_value(state, "W", 0, 2)
    return [
        *lines,
        f"Game value if black places on (3, 2): {black}",
        f"Game value if white places on (0, 2): {white}",
        "",
        "State after executing the move of (3, 3) for player one",
        *_printed_board(execute_move(state, "B", 3, 3)),
        "",
    ]


def _printed_result(search: str, row: Mapping[str, Any]) -> list[str]:
    """Return what `main.py` prints about a search, without the time."""
    pruning = " w/ alpha-beta pruning" if search == "alphabeta" else ""
    return [f"Running full minimax{pruning}:", f"({row['value']}, {row['line']})", ""]


def _measure(trace: Trace) -> dict[str, Any]:
    value = int(trace.value)
    labels = trace.game.labels
    sides = {1: f"{labels[Player.MAX]} by {value}", -1: f"{labels[Player.MIN]} by {-value}"}
    return {
        "value": value,
        "winner": sides.get((value > 0) - (value < 0), "nobody: a draw"),
        "visited": trace.counts.visited,
        "terminals": trace.counts.terminals,
        "truncations": trace.counts.early_returns,
        "line": _line(trace),
    }


def _line(trace: Trace) -> str:
    """Format best play as the sheet prints it: a list of tuples."""
    game, labels = trace.game, trace.game.labels
    state, moves = game.initial, list[tuple[str, int, int]]()
    for row in trace.best_rows[1:]:
        action = game.moves(state)[trace.log.action[row]]
        cell = game.cell_of(action)
        if cell is not None:
            moves.append((labels[game.to_move(state)], *cell))
        state = game.result(state, action)
    return str([*moves, (labels[game.to_move(state)], -1, -1)])


def _end(trace: Trace) -> Any:
    return trace.state(trace.best_rows[-1])


REPORT: Final = CourseReport("mp520", _empty, _add_rows, ("board",))
