"""How long an answer sheet takes to be marked, in one process, with the key worked out once.

    python -m bench checking

A tree of 27 leaves, and three classes: all hand in the same right answers; a class as it is, in
which many hand in the same right or wrong answers; and one in which no two sheets are alike and
hardly one is right. Each is marked without diagnosis and with it, from JSON lines to records.
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from functools import partial
from typing import Any

from bench.effort import Effort
from bench.figures import Figure, Row, Section, Table
from bench.timing import interleaved, processor_seconds
from tracer import trace
from tracer.check.answers import Answers, answers_of_trace
from tracer.check.grader import Grader
from tracer.check.misconceptions import MISCONCEPTIONS, Task
from tracer.check.problem import Problem
from tracer.check.sheets import sheet_of
from tracer.check.work_tree import work_tree

__all__ = ["measure"]

#: Sheets of a class.
SHEETS = 1_000

TREE_SEED = 27
DICE = random.Random(TREE_SEED)
TREE = [[[DICE.randint(-9, 9) for _ in range(3)] for _ in range(3)] for _ in range(3)]


def written(answers: Answers) -> dict[str, Any]:
    """A sheet with these answers."""
    return {
        "visits": " ".join(answers.visits),
        "values": {name: answers.values[name] for name in sorted(answers.interior)},
        "cutoffs": [
            {"at": cut.at, "alpha": str(cut.before[0]), "beta": str(cut.before[1]),
             "skipped": list(cut.skipped)}
            for cut in answers.cuts if cut.skipped
        ],
        "move": answers.moves[0],
    }  # fmt: skip


def changed(sheet: dict[str, Any], dice: random.Random) -> dict[str, Any]:
    """A sheet with one thing otherwise: an order, a gap, or a value."""
    sheet = json.loads(json.dumps(sheet))
    names = sheet["visits"].split()
    at = dice.randrange(max(1, len(names) - 1))
    what = dice.randrange(3) if len(names) > 4 else 2
    if what == 0:
        names[at], names[at + 1] = names[at + 1], names[at]
    elif what == 1:
        del names[at : at + dice.randint(1, 3)]
    else:
        sheet["values"][dice.choice([*sheet["values"]])] = dice.randint(-20, 20)
    sheet["visits"] = " ".join(names)
    return sheet


def classes() -> dict[str, Callable[[random.Random], dict[str, Any]]]:
    """What a sheet of each class looks like."""
    found = trace(TREE)
    right = answers_of_trace(found)
    tree = work_tree(found.game, found.settings)
    task = Task(tree, found.settings.convention, windowed=True, right=right)
    wrong = [
        written(reading.answers)
        for misconception in MISCONCEPTIONS.values()
        for reading in misconception.readings(task)
    ]
    good = written(right)

    def usual(dice: random.Random) -> dict[str, Any]:
        luck = dice.random()
        if luck < 0.5:
            return good
        return dice.choice(wrong) if luck < 0.85 else changed(dice.choice([good, *wrong]), dice)

    return {
        "the same right answers": lambda _: good,
        "a class": usual,
        "no two alike": lambda dice: changed(changed(dice.choice([good, *wrong]), dice), dice),
    }


def microseconds_a_sheet(lines: list[str], *, diagnoses: bool) -> float:
    """What a sheet takes to be marked, from its text to its record."""
    grader = Grader(Problem("bench", TREE), diagnoses=diagnoses)
    grader.mark(sheet_of({"move": "A"}, "first"))  # works the key out

    def mark() -> None:
        for line in lines:
            grader.mark(sheet_of(json.loads(line), "sheet")).record()

    return 1e6 * processor_seconds(mark) / len(lines)


def measure(effort: Effort) -> Section:
    """Measure the three classes."""
    rows = []
    for name, make in classes().items():
        if not effort.wants(name):
            continue
        dice = random.Random(1)
        lines = [json.dumps(make(dice)) for _ in range(SHEETS)]
        jobs: dict[str, Callable[[], float]] = {
            "points alone": partial(microseconds_a_sheet, lines, diagnoses=False),
            "with diagnosis": partial(microseconds_a_sheet, lines, diagnoses=True),
        }
        found = interleaved(jobs, effort.rounds, told=effort.rounds_of(name))
        rows.append(Row(name, {how: Figure(tuple(times), "µs") for how, times in found.items()}))
    title = "microseconds of the processor a sheet, in one process"
    return Section(
        "checking",
        f"Marking {SHEETS:,} sheets, a tree of 27 leaves",
        (Table(title, ("points alone", "with diagnosis"), tuple(rows), "class"),),
    )
