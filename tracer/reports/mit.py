"""MIT's problem set 5: states explored on the empty board, and the play that is expected."""

from __future__ import annotations

from tracer.reports.report import Report, Runner, timed
from tracer.values import json_number, show_number

__all__ = ["fill", "rows"]

#: What the notebook calls them, our search, and the window that it starts with.
_SEARCHES = (
    ("MiniMax", "minimax", None),
    ("MiniMax with alpha-beta pruning", "alphabeta", (-2.0, 2.0)),
    ("Expectimax", "expectimax", None),
)


def fill() -> Report:
    """The table without its rows."""
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
            "Alpha-beta starts with the window (−2, 2); random O takes each free cell as often.",
            "At a random move the play follows the first successor, as the notebook's does.",
        ],
    )


def rows(report: Report, run: Runner) -> None:
    """Run the three searches."""
    for name, search, window in _SEARCHES:
        found, seconds = timed(run, "tic-tac-toe", search, "mit", window=window)
        exact = found.exact(found.root)
        report.rows.append(
            {
                "search": name,
                "value": json_number(found.value),
                "exact": show_number(found.value) if exact is None else str(exact),
                "visited": found.counts.visited,
                "line": " ".join(found.line),
                "seconds": round(seconds, 3),
            }
        )
        states = [found.game.draw(found.state(row)) for row in found.best_rows]
        report.boards[f"{name}: play"] = "\n\n".join(states)
