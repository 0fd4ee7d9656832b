"""The results of the programs of COMP 341's lecture, and the lines that they print."""

from __future__ import annotations

from typing import Final

from tracer.reports.report import CourseReport, Report, TimedRuns


def _empty() -> Report:
    """Return the table without rows."""
    return Report(
        "comp341",
        "COMP 341: what the lecture's programs print",
        {"search": "search", "value": "value", "move": "best move", "visited": "nodes visited"},
        notes=["Visited nodes are those below the root, as the lecture's counter has them."],
    )


def _add_rows(report: Report, run: TimedRuns) -> None:
    """Run the lecture's three searches."""
    traces = {
        search: run(source, search, "comp341")
        for source, search in (
            ("lecture", "minimax"),
            ("lecture", "alphabeta"),
            ("dice", "expectiminimax"),
        )
    }
    for search, trace in traces.items():
        report.rows.append(
            {
                "search": search,
                "value": int(trace.value),
                "move": trace.move,
                "visited": trace.counts.below_root,
            }
        )
    whole, pruned, rolled = traces.values()
    values = {visit.id: int(visit.value) for visit in whole.visits}
    report.boards = {
        "=== Minimax Demo (Lecture Example) ===": "\n".join(
            [
                *(f"MIN node {name}: minimax value = {values[name]}" for name in "BCD"),
                f"MAX node A: minimax value = {values['A']}",
                f"Best action for MAX at A: go to {whole.move}",
            ]
        ),
        "=== Alpha-Beta Demo ===": (
            f"Best action: go to {pruned.move}\nNodes visited: {pruned.counts.below_root}"
        ),
        "=== Expectiminimax Demo ===": (
            f"Root expectiminimax value: {rolled.value}\n"
            f"Expected: {rolled.value:g} (MAX picks {rolled.move} branch)"
        ),
    }


REPORT: Final = CourseReport("comp341", _empty, _add_rows)
