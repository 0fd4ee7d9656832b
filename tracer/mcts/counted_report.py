"""UCB1 from given counts as text, an article, CSV or JSON (`plytrace.ucb1/1`)."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise
from typing import Any, Final, TextIO

from engine.mcts.statistics import (
    CountedNode,
    add_rollout,
    bands_of_c,
    chosen_path,
    scores,
)
from tracer.mcts.hand_run import format_constant, format_rounded
from tracer.text.document import (
    Article,
    Block,
    Document,
    Heading,
    Layout,
    Paragraph,
    Table,
)
from tracer.text.numbers import json_number, show_number
from tracer.text.printable_text import csv_cell
from trees.other_inputs.hand_run import CountedTree

SCHEMA: Final = "plytrace.ucb1/1"
_HEADS: Final = ("child", "n", "w", "w/n", "bonus", "score")


def _path(problem: CountedTree) -> list[CountedNode]:
    return chosen_path(problem.root, problem.c)


def _rows(node: CountedNode, c: float) -> list[list[str]]:
    """Return the table of a node's children."""
    return [
        [
            score.node.name,
            str(score.node.visits),
            show_number(float(score.node.wins)),
            "–" if score.node.mean is None else format_rounded(score.node.mean),
            "+∞" if math.isinf(score.bonus) else format_rounded(score.bonus),
            "+∞" if math.isinf(score.total) else format_rounded(score.total),
        ]
        for score in scores(node, c)
    ]


def _choice(node: CountedNode, taken: CountedNode) -> str:
    """Return the choice at a node, and for which C it changes."""
    bands = bands_of_c(node)
    if any(not child.visits for child in node.children):
        return f"{taken.name} has no visits, so it is chosen with every C."
    if len(bands) == 1:
        return f"UCB1 chooses {taken.name}, as with every C above 0."
    parts = []
    for band in bands:
        low, high = format_rounded(band.low), format_rounded(band.high)
        span = f"from {low} to {high}" if band.high < math.inf else f"above {low}"
        parts.append(f"{band.node.name} for C {f'up to {high}' if not band.low else span}")
    return f"UCB1 chooses {taken.name}. By C: {', '.join(parts)}."


def _settings(problem: CountedTree) -> str:
    players = "one player, whose rewards each w sums"
    if problem.total is not None:
        total = show_number(float(problem.total))
        players = (
            "two players: w sums the rewards of the player who moves to the node, and both "
            f"rewards add up to {total}"
        )
    return f"UCB1 = w/n + C · √(ln N / n) with C = {format_constant(problem.c)}; {players}."


def _describe_rollout(problem: CountedTree) -> tuple[str, list[list[str]]] | None:
    """Return the sentence and the table of a rollout; None if none is given."""
    if problem.rollout is None:
        return None
    path = _path(problem)
    tree = add_rollout(path, problem.rollout, total=problem.total)
    changed = {node.name for node in path}
    rows = [
        [
            f"{node.name}{' *' if node.name in changed else ''}",
            str(node.visits),
            show_number(float(node.wins)),
            "–" if node.mean is None else format_rounded(node.mean),
        ]
        for node in tree.walk()
    ]
    reward = show_number(float(problem.rollout))
    sentence = (
        f"A rollout from {path[-1].name} with the reward {reward} for the player to move at "
        f"{path[0].name} changes the nodes with *."
    )
    return sentence, rows


def _article(problem: CountedTree) -> Article:
    path = _path(problem)
    blocks: list[Block] = [Paragraph(_settings(problem))]
    for node, taken in pairwise(path):
        blocks += [
            Heading(f"At {node.name}, N = {node.visits}"),
            Table(_HEADS, _rows(node, problem.c)),
            Paragraph(_choice(node, taken)),
        ]
    blocks.append(Paragraph(f"Selected: {' '.join(node.name for node in path)}."))
    after = _describe_rollout(problem)
    if after:
        blocks += [
            Heading("After the rollout"),
            Paragraph(after[0]),
            Table(("node", "n", "w", "w/n"), after[1]),
        ]
    return Article(problem.name or "UCB1 by hand", blocks)


def _node_record(node: CountedNode) -> dict[str, Any]:
    return {"id": node.name, "n": node.visits, "w": json_number(float(node.wins))}


def _record(problem: CountedTree) -> dict[str, Any]:
    path = _path(problem)
    choices = [
        {
            "at": node.name,
            "scores": [
                {
                    **_node_record(score.node),
                    "bonus": json_number(score.bonus),
                    "score": json_number(score.total),
                }
                for score in scores(node, problem.c)
            ],
            "chosen": taken.name,
            "by_c": [
                {
                    "from": json_number(band.low),
                    "to": json_number(band.high),
                    "chosen": band.node.name,
                }
                for band in bands_of_c(node)
            ],
        }
        for node, taken in pairwise(path)
    ]
    record: dict[str, Any] = {
        "schema": SCHEMA,
        "name": problem.name,
        "c": problem.c,
        "players": 1 if problem.total is None else 2,
        "choices": choices,
        "path": [node.name for node in path],
    }
    if problem.rollout is not None:
        tree = add_rollout(path, problem.rollout, total=problem.total)
        record["rollout"] = json_number(float(problem.rollout))
        record["after"] = [_node_record(node) for node in tree.walk()]
    return record


def _list_rows(problem: CountedTree) -> tuple[Sequence[str], list[dict[str, Any]]]:
    """Return the columns and the rows of CSV."""
    rows = [
        {
            "at": csv_cell(node.name),
            "child": csv_cell(score.node.name),
            "n": score.node.visits,
            "w": json_number(float(score.node.wins)),
            "bonus": json_number(score.bonus),
            "score": json_number(score.total),
            "chosen": int(score.node is taken),
        }
        for node, taken in pairwise(_path(problem))
        for score in scores(node, problem.c)
    ]
    return ("at", "child", "n", "w", "bonus", "score", "chosen"), rows


def write_counted_tree(problem: CountedTree, out: TextIO, format_name: str, layout: Layout) -> None:
    """Write the scores on the selected path, the tree after the rollout, and the role of C."""
    Document(
        lambda: _article(problem),
        lambda: _list_rows(problem),
        lambda: _record(problem),
    ).write(format_name, out, layout)
