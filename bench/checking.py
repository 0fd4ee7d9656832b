"""How many answer sheets are marked in a second, in one process, with the key worked out once.

    python -m bench.checking [SHEETS]

A tree of 27 leaves, and three classes: all hand in the same right answers; a class as it is, in
which many hand in the same right or wrong answers; and one in which no two sheets are alike and
hardly one is right. Each is marked without diagnosis and with it, from JSON lines to records.
Seconds are the processor's: what else the machine does is not counted.
"""

from __future__ import annotations

import json
import random
import resource
import sys
import time
from collections.abc import Callable, Iterator
from typing import Any

from tracer import trace
from tracer.check.answers import Answers, answers_of_trace
from tracer.check.grader import Grader
from tracer.check.misconceptions import MISCONCEPTIONS, Task
from tracer.check.problem import Problem
from tracer.check.sheets import sheet_of
from tracer.check.work_tree import work_tree

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


def sheets_a_second(lines: list[str], *, diagnoses: bool) -> float:
    """Sheets marked in a second, from their text to their record."""
    grader = Grader(Problem("bench", TREE), diagnoses=diagnoses)
    grader.mark(sheet_of({"move": "A"}, "first"))  # works the key out
    started = time.process_time()
    for line in lines:
        grader.mark(sheet_of(json.loads(line), "sheet")).record()
    return len(lines) / (time.process_time() - started)


def rows(count: int) -> Iterator[tuple[str, float, float]]:
    """Each class with its two speeds."""
    for name, make in classes().items():
        dice = random.Random(1)
        lines = [json.dumps(make(dice)) for _ in range(count)]
        yield (
            name,
            sheets_a_second(lines, diagnoses=False),
            sheets_a_second(lines, diagnoses=True),
        )


def main() -> None:
    """Print a table."""
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 3_000
    print(f"{count:,} sheets a class, a tree of 27 leaves, sheets a second in one process")
    print(f"{'':<26}{'points alone':>14}{'with diagnosis':>16}")
    for name, without, diagnosed in rows(count):
        print(f"{name:<26}{without:>14,.0f}{diagnosed:>16,.0f}")
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(f"peak memory {peak:,.0f} MB")


if __name__ == "__main__":
    main()
