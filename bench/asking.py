"""Measure the answers to exam questions.

    python -m bench asking

Each round uses other random trees. The bands of a tree with 27 leaves are the goal of 50 ms.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import partial
from typing import Any

from bench.effort import Effort
from bench.figures import Figure, Row, Section, Table
from bench.timing import processor_seconds, run_in_turns
from tracer.ask.questions import ask


def nested(dice: random.Random, plies: int, branching: int) -> Any:
    """Return nested lists with random leaves."""
    if not plies:
        return dice.randint(0, 99)
    return [nested(dice, plies - 1, branching) for _ in range(branching)]


def with_letter(tree: list[Any], plies: int) -> list[Any]:
    """Return the tree with x at the first leaf of the last move, which every search visits."""
    node = tree[-1]
    for _ in range(plies - 2):
        node = node[0]
    node[0] = "x"
    return tree


def dice_tree(dice: random.Random) -> dict[str, Any]:
    """Return a tree of 27 leaves, one of them x, with chance in the middle."""
    rows = with_letter(nested(dice, 3, 3), 3)
    return {"tree": [{"player": "chance", "children": row} for row in rows]}


def questions(dice: random.Random) -> dict[str, Callable[[], object]]:
    """Return the measured questions about new trees."""
    letters = with_letter(nested(dice, 3, 3), 3)
    large = with_letter(nested(dice, 4, 3), 4)
    return {
        "bands, 27 leaves": partial(ask, letters, "bands"),
        "bands, 27 leaves, minimax": partial(ask, letters, "bands", "minimax"),
        "bands, 27 leaves, pvs": partial(ask, letters, "bands", "pvs"),
        "bands, 27 leaves, chance": partial(ask, dice_tree(dice), "bands"),
        "bands, 81 leaves": partial(ask, large, "bands"),
        "orders, 27 leaves": partial(ask, nested(dice, 3, 3), "orders"),
        "orders, 81 leaves": partial(ask, nested(dice, 4, 3), "orders"),
        "possible, 81 leaves": partial(ask, large, "possible AB1"),
    }


def measure(effort: Effort) -> Section:
    """Measure each question on several trees."""
    dice = random.Random(1)

    def milliseconds(name: str) -> float:
        asked = questions(dice)[name]
        return 1e3 * processor_seconds(lambda: asked())

    jobs = {name: partial(milliseconds, name) for name in questions(dice) if effort.wants(name)}
    found = run_in_turns(jobs, 3 * effort.rounds, before_round=effort.rounds_of("questions"))
    rows = [Row(name, {"an answer": Figure(tuple(times), "ms")}) for name, times in found.items()]
    title = "milliseconds of processor time per answer"
    return Section(
        "asking", "Exam questions", (Table(title, ("an answer",), tuple(rows), "question"),)
    )
