"""An MCTS hand run as text, an article, CSV or JSON (`plytrace.mcts/1`)."""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction
from typing import Any, Final, TextIO

from engine.mcts.hand_run import (
    Cell,
    HandRun,
    HandRunNode,
    HandRunSetup,
    Iteration,
    Selection,
    SelectionScore,
)
from tracer.text.document import (
    Article,
    Block,
    Document,
    Heading,
    Layout,
    Paragraph,
    Table,
)
from tracer.text.numbers import show_number

SCHEMA: Final = "plytrace.mcts/1"

_NAME: Final = "MCTS by hand"
_HEADS: Final = ("node", "depth", "visits", "reward sum", "mean")
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


def _score(score: SelectionScore) -> str:
    if score.added == 0:
        return f"{score.direction.name} {cell_text(score.cell)} {format_rounded(score.mean)}"
    return (
        f"{score.direction.name} {cell_text(score.cell)} {format_rounded(score.mean)} + "
        f"{format_rounded(score.added)} = {format_rounded(score.value)}"
    )


def _best(scores: Sequence[SelectionScore], taken: SelectionScore) -> str:
    """Say which score is selected, and how a tie was broken."""
    equal = sum(score.value == taken.value for score in scores)
    first = f", the first of {equal} equal ones" if equal > 1 else ""
    return f"The largest is {taken.direction.name}, {cell_text(taken.cell)}{first}"


def _iteration_sentences(iteration: Iteration, problem: HandRunSetup) -> list[str]:
    sentences = []
    at = problem.start
    for scores, taken in zip(iteration.choices, iteration.chosen, strict=True):
        chosen = next(score for score in scores if score.direction is taken)
        sentences.append(
            f"Selection at {cell_text(at)}: {'; '.join(map(_score, scores))}. "
            f"{_best(scores, chosen)}."
        )
        at = chosen.cell
    over = ""
    if iteration.passed_over:
        names = ", ".join(direction.name for direction in iteration.passed_over)
        over = f" ({names} already simulated, so the next direction counterclockwise)"
    sentences.append(
        f"Expansion at {cell_text(iteration.parent)}: {iteration.expanded.name}{over} leads to "
        f"{cell_text(iteration.node)}, "
        f"whose playout gives {format_rounded(iteration.reward)}."
    )
    return sentences


def _row(node: HandRunNode) -> list[str]:
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


def _next(run: HandRun) -> Paragraph:
    best = run.predicted_action
    if best is None:
        return Paragraph("Not all of its neighbours have been simulated.")
    return Paragraph(
        f"{'; '.join(map(_score, run.scores))}. {_best(run.scores, best)}: the predicted action "
        f"is {best.direction.name}."
    )


def run_article(problem: HandRunSetup, run: HandRun, *, has_tables: bool = True) -> Article:
    """Return a run as an article: each iteration, and the next action.

    Args:
        problem: the run's problem.
        run: the run.
        has_tables: whether every iteration has its table; False for the last one alone.
    """
    blocks: list[Block] = [Paragraph(f"{settings_text(problem)}.")]
    for iteration in run.iterations:
        table = Table(_HEADS, [_row(node) for node in iteration.table])
        is_tabled = has_tables or iteration is run.iterations[-1]
        blocks += [
            Heading(f"Iteration {iteration.number}, direction {iteration.direction.name}"),
            *map(Paragraph, _iteration_sentences(iteration, problem)),
            *([table] if is_tabled else []),
        ]
    return Article(problem.name or _NAME, [*blocks, Heading("Next at the root"), _next(run)])


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


def _list_rows(run: HandRun) -> tuple[Sequence[str], list[dict[str, Any]]]:
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


def _record(problem: HandRunSetup, run: HandRun) -> dict[str, Any]:
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


def write_hand_run(
    problem: HandRunSetup, run: HandRun, out: TextIO, format_name: str, layout: Layout
) -> None:
    """Write the iterations of a hand run in one of `DOCUMENT_FORMATS`."""
    Document(
        lambda: run_article(problem, run),
        lambda: _list_rows(run),
        lambda: _record(problem, run),
    ).write(format_name, out, layout)
