"""Lab 3's comparison: minimax against alpha-beta, and what the order of moves is worth."""

from __future__ import annotations

from tracer.reports.report import Report, Runner, timed

__all__ = ["fill", "rows"]

_SEARCHES = (
    ("Minimax", "minimax", "given"),
    ("Alpha-Beta", "alphabeta", "given"),
    ("Alpha-Beta, centre, corners, edges", "alphabeta", "static"),
)


def fill() -> Report:
    """The table without its rows."""
    return Report(
        "lab3",
        "Lab 3: minimax against alpha-beta pruning, tic-tac-toe from the empty board",
        {
            "search": "search",
            "visited": "nodes explored",
            "move": "best move",
            "value": "value",
            "pruned": "nodes pruned",
            "reduction": "reduction %",
            "same": "same result",
            "speedup": "speedup",
            "seconds": "seconds",
        },
        notes=[
            "Wins are worth 10 − depth, losses −10 + depth.",
            "Pruned, reduction, same result and speedup are against minimax; the ordered run "
            "finds another move of the same value.",
            "The lab's own counter is never raised in its ordered run and prints 0.",
        ],
    )


def rows(report: Report, run: Runner) -> None:
    """Run the three searches."""
    whole, whole_seconds = None, 0.0  # minimax, against which the others are held
    for name, search, order in _SEARCHES:
        found, seconds = timed(
            run, "tic-tac-toe", search, "lab3", order=order, win=10, cells="row-col"
        )
        if whole is None:
            whole, whole_seconds = found, seconds
        pruned = whole.counts.visited - found.counts.visited
        same = (found.value, found.move) == (whole.value, whole.move)
        report.rows.append(
            {
                "search": name,
                "visited": found.counts.visited,
                "move": found.move,
                "value": int(found.value),
                "pruned": pruned,
                "reduction": round(100 * pruned / whole.counts.visited, 1),
                "same": "yes" if same else "value only",
                "speedup": round(whole_seconds / seconds, 2) if seconds else None,
                "seconds": round(seconds, 3),
            }
        )
