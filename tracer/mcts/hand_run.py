"""An MCTS run by hand: its words, and its data in CSV and JSON (`plytrace.mcts/1`)."""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction
from typing import Any, Final

from engine.mcts.hand_run import (
    Cell,
    HandRun,
    HandRunNode,
    HandRunSetup,
    Selection,
    SelectionScore,
)
from tracer.text.numbers import show_number

SCHEMA: Final = "plytrace.mcts/1"

HEADS: Final = ("node", "depth", "visits", "reward sum", "mean")
_MEANINGS: Final = {
    "states": "a cell at a depth is one node, however reached",
    "paths": "every path is a separate node",
}


def cell_text(cell: Cell) -> str:
    """Format a cell: (4,5)."""
    return f"({cell[0]},{cell[1]})"


def format_rounded(value: Fraction | float) -> str:
    """Format a number with four decimals at most."""
    return show_number(round(float(value), 4))


def format_constant(c: float) -> str:
    """Format UCB1's constant: √2, or 1.5."""
    square = c**2
    rooted = c != int(c) and math.isclose(square, round(square))
    return f"√{round(square)}" if rooted else show_number(c)


def settings_text(problem: HandRunSetup) -> str:
    """Name the selection rule, the direction of y and the identity of nodes."""
    rule = "Selection by the largest mean"
    if problem.selection is Selection.UCB1:
        rule = f"Selection by UCB1 = mean + C · √(ln N / n) with C = {format_constant(problem.c)}"
    return (
        f"{rule}; y grows {problem.axis.value}; nodes are {problem.identity.value}: "
        f"{_MEANINGS[problem.identity.value]}"
    )


def list_cells(node: HandRunNode) -> list[str]:
    """Return a node and its counts, as a row below `HEADS`."""
    name = cell_text(node.cell)
    if node.depth:
        name += " " + "".join(direction.name for direction in node.path)
    return [
        name,
        str(node.depth),
        str(node.visits),
        format_rounded(node.total),
        format_rounded(node.mean),
    ]


def _node_record(node: HandRunNode) -> dict[str, Any]:
    return {
        "x": node.cell[0],
        "y": node.cell[1],
        "depth": node.depth,
        "path": "".join(direction.name for direction in node.path),
        "visits": node.visits,
        "reward_sum": float(node.total),
        "mean": float(node.mean),
    }


def list_rows(run: HandRun) -> tuple[Sequence[str], list[dict[str, Any]]]:
    """Return the columns of CSV, and one row per node and iteration."""
    rows = [
        {"iteration": iteration.number, **_node_record(node)}
        for iteration in run.iterations
        for node in iteration.table
    ]
    return ("iteration", "x", "y", "depth", "path", "visits", "reward_sum", "mean"), rows


def _score_record(score: SelectionScore) -> dict[str, Any]:
    return {
        "direction": score.direction.name,
        "node": list(score.cell),
        "mean": float(score.mean),
        "score": score.value,
    }


def run_record(problem: HandRunSetup, run: HandRun) -> dict[str, Any]:
    """Return a run as plain data of schema `plytrace.mcts/1`."""
    best = run.predicted_action
    record: dict[str, Any] = {
        "schema": SCHEMA,
        "name": problem.name,
        "settings": {
            "selection": problem.selection.value,
            "c": problem.c,
            "y": problem.axis.value,
            "nodes": problem.identity.value,
        },
        "iterations": [
            {
                "iteration": iteration.number,
                "direction": iteration.direction.name,
                "choices": [
                    [_score_record(score) for score in scores] for scores in iteration.choices
                ],
                "chosen": [direction.name for direction in iteration.chosen],
                "passed_over": [direction.name for direction in iteration.passed_over],
                "expanded": iteration.expanded.name,
                "at": list(iteration.parent),
                "node": list(iteration.node),
                "reward": float(iteration.reward),
                "nodes": [_node_record(node) for node in iteration.table],
            }
            for iteration in run.iterations
        ],
        "next": {
            "action": best.direction.name if best else None,
            "scores": [_score_record(score) for score in run.scores],
        },
    }
    if run.lacking:
        record["lacking"] = str(run.lacking)
    return record
