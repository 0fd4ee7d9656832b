"""Lab 3's comparison of minimax, alpha-beta, and alpha-beta with ordered moves."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from engine.conventions import COURSES
from tracer.reports.report import CourseReport, Report, TimedRuns
from tracer.runs.timing import Timing

_SEARCHES = (
    ("Minimax", "minimax", "given"),
    ("Alpha-Beta", "alphabeta", "given"),
    ("Alpha-Beta, centre, corners, edges", "alphabeta", "static"),
)

_SETTINGS = COURSES["lab3"].settings


def _empty() -> Report:
    """Return the table without rows."""
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
            "The lab's own counter is never increased in its ordered run, so it prints 0.",
        ],
    )


def _add_rows(report: Report, run: TimedRuns) -> None:
    """Run the three searches."""
    whole = None  # minimax, with which the others are compared
    for name, search, order in _SEARCHES:
        trace = run("tic-tac-toe", search, "lab3", order=order, cells="row-col", **_SETTINGS)
        if whole is None:
            whole = trace
        pruned = whole.counts.visited - trace.counts.visited
        same = (trace.value, trace.move) == (whole.value, whole.move)
        report.rows.append(
            {
                "search": name,
                "visited": trace.counts.visited,
                "move": trace.move,
                "value": int(trace.value),
                "pruned": pruned,
                "reduction": round(100 * pruned / whole.counts.visited, 1),
                "same": "yes" if same else "value only",
            }
        )


def _add_boards(report: Report, times: Sequence[Timing]) -> None:
    """Add the lines that the lab prints."""
    (whole, pruned, ordered), seconds = report.rows, [timing.seconds for timing in times]
    lines = []
    for name, row, time in (("Minimax", whole, seconds[0]), ("Alpha-Beta", pruned, seconds[1])):
        move = "({})".format(", ".join(re.findall(r"\d+", str(row["move"]))))
        lines += [f"{name}:", f"  Nodes explored: {row['visited']:,}", f"  Time: {time:.4f}s"]
        lines += [f"  Best move: {move}, Value: {row['value']}", ""]
    fewer = (1 - ordered["visited"] / pruned["visited"]) * 100
    report.boards = {
        "Performance Comparison: Minimax vs Alpha-Beta Pruning": "\n".join(
            [
                *lines,
                "Improvement:",
                f"  Nodes pruned: {pruned['pruned']:,} ({pruned['reduction']:.1f}% reduction)",
                f"  Speedup: {pruned['speedup'] or 1:.2f}x faster",
                f"  Same result? {pruned['same'] == 'yes'} ✓",
            ]
        ),
        "Move Ordering Impact:": "\n".join(
            [
                f"Without ordering: {pruned['visited']:,} nodes in {seconds[1]:.4f}s",
                f"With ordering:    {ordered['visited']:,} nodes in {seconds[2]:.4f}s",
                "",
                f"Improvement: {fewer:.1f}% fewer nodes",
            ]
        ),
    }


REPORT: Final = CourseReport("lab3", _empty, _add_rows, add_boards=_add_boards)
