"""MIT's problem set 5: states explored on the empty board, and the expected play."""

from __future__ import annotations

from array import array
from collections.abc import Mapping
from typing import Any, Final

from engine.conventions import COURSES
from engine.courses.mit import tic_tac_toe_board
from engine.game import AnyGame, Player
from tracer.recording.recording import Recording
from tracer.reports.report import CourseReport, Report, TimedRuns
from tracer.text.numbers import json_number, show_number

#: The notebook's name of each search, plytrace's name, and its settings.
_SEARCHES: tuple[tuple[str, str, Mapping[str, Any]], ...] = (
    ("MiniMax", "minimax", {}),
    ("MiniMax with alpha-beta pruning", "alphabeta", COURSES["mit"].settings),
    ("Expectimax", "expectimax", {}),
)


def _empty() -> Report:
    """Return the table without rows."""
    return Report(
        "mit",
        "MIT problem set 5: tic-tac-toe from the empty board",
        {
            "search": "search",
            "value": "max score",
            "exact": "exactly",
            "visited": "states explored",
            "line": "play (cells)",
            "seconds": "seconds",
        },
        notes=[
            "Alpha-beta starts with the window (−2, 2). Random O takes each free cell with equal "
            "probability.",
            "Expectimax's score is summed in doubles, as in the notebook, so that its last digit "
            "matches the sheet's.",
            "At a random move the play follows the first successor, as in the notebook.",
        ],
        unrounded=frozenset({"value"}),
    )


def _add_rows(report: Report, run: TimedRuns) -> None:
    """Run the three searches."""
    for name, search, settings in _SEARCHES:
        trace = run("tic-tac-toe", search, "mit", **settings)
        exact = trace.exact(trace.root)
        score = _score_as_in_notebook(trace) if search == "expectimax" else trace.value
        report.rows.append(
            {
                "search": name,
                "value": json_number(score),
                "exact": show_number(trace.value) if exact is None else str(exact),
                "visited": trace.counts.visited,
                "line": " ".join(trace.line),
            }
        )
        states = [_format_board(trace.game, trace.state(row)) for row in trace.best_rows]
        report.boards[f"{name}: play"] = "\n\n".join(states)


def _format_board(game: AnyGame, state: Any) -> str:
    """Draw a board as the notebook prints it: x, o and spaces."""
    cells = (cell for row in game.cells(state) for cell in row)
    return str(tic_tac_toe_board([cell.lower() if cell in "XO" else " " for cell in cells]))


def _score_as_in_notebook(recording: Recording) -> float:
    """Return the root's score, rounded as in the notebook.

    At a random move, the notebook adds up the successors' scores, rounded at each step, and divides
    the sum by their number. plytrace itself rounds a mean once, from its exact value.
    """
    log = recording.log
    scores = array("d", log.value)
    for row in range(len(log) - 1, -1, -1):
        if not log.actions[row]:
            continue
        below = [scores[child] for child in log.children(row)]
        if log.player[row] == Player.CHANCE:
            total = 0.0
            for score in below:  # not by `sum`, which rounds less from Python 3.12 on
                total += score
            scores[row] = total / len(below)
        else:
            scores[row] = max(below)
    return scores[recording.root]


REPORT: Final = CourseReport("mit", _empty, _add_rows)
