"""Measure the grading of answer sheets.

    python -m bench checking

First, three classes with a tree of 27 leaves: one in which all sheets are the same and right, a
usual one with many equal sheets, and one without equal sheets, few of them right. Each is graded
in one process with the key solved once, with and without diagnosis, from JSON lines to records.

Then, different wrong sheets of a tree of 197 nodes, under the rules of one course and of any. The
first sheet is timed alone, since it pays for what all wrong sheets share. `--jobs` is timed from
the key to the last mark, with the start of its processes.
"""

from __future__ import annotations

import json
import random
import time
from collections.abc import Callable, Iterator
from functools import partial
from itertools import count
from typing import Any

from bench.effort import Effort
from bench.figures import Figure, Row, Section, Table
from bench.timing import processor_seconds, run_in_turns
from engine.conventions import parse_convention
from tracer import trace
from tracer.answers.answers import Answers, answers_of_trace
from tracer.answers.work_tree import work_tree
from tracer.marking.batch import marked
from tracer.marking.grading.grader import Grader
from tracer.marking.keys.problem import ANY, Problem
from tracer.marking.reading.formats import sheet_of
from tracer.mistakes import MISCONCEPTIONS
from tracer.mistakes.base import HandTask

#: Sheets per class.
SHEETS = 1_000
#: Wrong sheets of the large tree.
WRONG_SHEETS = 600
#: Nodes of the large tree.
LARGE = 197

TREE_SEED = 27
DICE = random.Random(TREE_SEED)
TREE = [[[DICE.randint(-9, 9) for _ in range(3)] for _ in range(3)] for _ in range(3)]


def make_sheet(answers: Answers) -> dict[str, Any]:
    """Return a sheet with these answers."""
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


def change_sheet(sheet: dict[str, Any], dice: random.Random) -> dict[str, Any]:
    """Return a copy of a sheet with two visits swapped, visits missing, or a value changed."""
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
    """Return, for each class, the function that makes a sheet."""
    found = trace(TREE)
    right = answers_of_trace(found)
    tree = work_tree(found.game, found.settings)
    task = HandTask(tree, found.settings.convention, windowed=True, right=right)
    wrong = [
        make_sheet(reading.answers)
        for misconception in MISCONCEPTIONS.values()
        for reading in misconception.readings(task)
    ]
    good = make_sheet(right)

    def usual(dice: random.Random) -> dict[str, Any]:
        luck = dice.random()
        if luck < 0.5:
            return good
        return (
            dice.choice(wrong) if luck < 0.85 else change_sheet(dice.choice([good, *wrong]), dice)
        )

    return {
        "the same right answers": lambda _: good,
        "a class": usual,
        "no two alike": lambda dice: change_sheet(
            change_sheet(dice.choice([good, *wrong]), dice), dice
        ),
    }


def microseconds_a_sheet(lines: list[str], *, diagnoses: bool) -> float:
    """Return the microseconds to grade one sheet, from its text to its record."""
    grader = Grader(Problem("bench", TREE), diagnoses=diagnoses)
    grader.mark(sheet_of({"move": "A"}, "first"))  # solves the key

    def mark() -> None:
        for line in lines:
            grader.mark(sheet_of(json.loads(line), "sheet")).record()

    return 1e6 * processor_seconds(mark) / len(lines)


def large_tree() -> list[Any]:
    """Return the first random tree of the wanted size."""

    def size(tree: Any) -> int:
        return 1 + sum(map(size, tree)) if isinstance(tree, list) else 1

    for seed in count():
        dice = random.Random(seed)

        def tree(depth: int, dice: random.Random = dice) -> Any:
            if depth == 0:
                return dice.randint(-20, 20)
            children = dice.choice([2, 3, 4] if depth == 1 else [3, 4, 5])
            return [tree(depth - 1) for _ in range(children)]

        found = [tree(3) for _ in range(3)]
        if size(found) == LARGE:
            return found
    raise AssertionError("no tree")


def wrong_sheets(good: dict[str, Any]) -> list[str]:
    """Return different sheets with four mistakes, as JSON lines."""
    dice = random.Random(1)
    found: dict[str, None] = {}
    while len(found) < WRONG_SHEETS:
        sheet = good
        for _ in range(4):
            sheet = change_sheet(sheet, dice)
        found[json.dumps(sheet)] = None
    return [*found]


def first_and_later(problem: Problem, lines: list[str], *, diagnoses: bool) -> tuple[float, float]:
    """Return the milliseconds of the first sheet, and of each later one."""
    grader = Grader(problem, diagnoses=diagnoses)

    def mark(lines: list[str]) -> None:
        for line in lines:
            grader.mark(sheet_of(json.loads(line), "sheet")).record()

    first = processor_seconds(lambda: mark(lines[:1]))
    return 1e3 * first, 1e3 * processor_seconds(lambda: mark(lines[1:])) / (len(lines) - 1)


def elapsed(problem: Problem, lines: list[str], jobs: int) -> float:
    """Return the seconds in which processes mark all sheets with diagnosis."""
    began = time.perf_counter()
    sheets = (sheet_of(json.loads(line), "sheet") for line in lines)
    for one in marked(problem, sheets, jobs=jobs):
        one.record()
    return time.perf_counter() - began


def measure_large(effort: Effort) -> Iterator[Row]:
    """Measure the wrong sheets of the large tree."""
    tree = large_tree()
    lines = wrong_sheets(make_sheet(answers_of_trace(trace(tree))))
    parts = {"visits": 4.0, "cutoffs": 4.0, "values": 2.0, "move": 1.0}
    for name, accept in (("aima", (parse_convention("aima"),)), ("any", ANY)):
        if not effort.wants(name):
            continue
        problem = Problem("bench", tree, accept=accept, parts=parts)
        alone = partial(first_and_later, problem, lines, diagnoses=False)
        told = partial(first_and_later, problem, lines, diagnoses=True)
        times = run_in_turns(
            {"alone": alone, "told": told}, effort.rounds, before_round=effort.rounds_of(name)
        )
        cells = {}
        for how, text in (("alone", "points alone"), ("told", "with diagnosis")):
            first, later = zip(*times[how], strict=True)
            cells[f"first, {text}"] = Figure(first, "ms")
            cells[text] = Figure(later, "ms")
        runs = {f"{n} job{'s' * (n > 1)}": partial(elapsed, problem, lines, n) for n in (1, 2)}
        for how, seconds in run_in_turns(runs, effort.rounds).items():
            cells[how] = Figure(tuple(seconds), "s")
        yield Row(name, cells)


def measure(effort: Effort) -> Section:
    """Measure the three classes, and the wrong sheets of the large tree."""
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
        found = run_in_turns(jobs, effort.rounds, before_round=effort.rounds_of(name))
        rows.append(Row(name, {how: Figure(tuple(times), "µs") for how, times in found.items()}))
    title = (
        f"{SHEETS:,} sheets, a tree of 27 leaves: microseconds of processor time per sheet, in one "
        "process"
    )
    tables = [Table(title, ("points alone", "with diagnosis"), tuple(rows), "class")]
    if large := tuple(measure_large(effort)):
        title = (
            f"{WRONG_SHEETS} different wrong sheets, a tree of {LARGE} nodes: milliseconds of "
            "processor time for the first sheet and for each later one, and seconds for all with "
            "diagnosis"
        )
        tables.append(Table(title, tuple(large[0].cells), large, "accept"))
    return Section("checking", "Grading sheets", tuple(tables))
