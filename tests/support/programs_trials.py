"""What every shape must show: right programs are marked right, each slip is recognised."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

from engine.conventions import PRESETS
from tests.support.programs_inside import answers_of, is_named, record_of, run_inside
from tests.support.programs_slips import SLIPS, Words, program, trees
from tracer.check.problem import Problem

#: The tree of `/work`'s misconceptions, ties with zeros, the lecture's, and an ending of a game.
KEYS = (
    "lecture",
    "[[[[3,17],[2,12]],[[15],[25,0]]],[[[2,5],[3]],[[2,14]]]]",
    "[[0, 4, 0], [[0, 0], 4], [[-1, 0], [0]]]",
    "tic-tac-toe@xox|oxo|...",
)


def problem(source: str, search: str = "alphabeta", **options: Any) -> Problem:
    return Problem("key", source, search=search, accept=(PRESETS["aima"],), options=options)


def fresh(folder: Path) -> Path:
    """A new empty folder in one."""
    made = folder / str(sum(1 for _ in folder.iterdir()))
    made.mkdir()
    return made


def is_right(record: dict[str, Any]) -> bool:
    return record["score"] == record["max_score"] > 0 and not record["misconceptions"]


def marked(folder: Path, code: str, key: Problem, shape: str, function: str = "") -> dict[str, Any]:
    """The record of a program."""
    return record_of(run_inside(fresh(folder), code, key, shape, function), key)


@cache
def _differs(words: Words, slip: str, shape: str, search: str, folder: Path) -> Problem | None:
    windowed = search == "alphabeta"
    for tree in trees(5, 60):
        key = problem(str(tree), search)
        texts = (program(words, one, windowed=windowed) for one in ("", slip))
        right, other = (
            answers_of(run_inside(fresh(folder), one, key, shape), key) for one in texts
        )
        if right != other:
            return key
    return None


def named_on_a_tree(
    folder: Path, words: Words, slip: str, shape: str, search: str = "alphabeta"
) -> list[str]:
    """What the record says of a slip on the first trees where it shows; empty where it is named."""
    windowed = search == "alphabeta"
    found: list[str] = []
    for tree in trees(5, 60):
        key = problem(str(tree), search)
        texts = [program(words, one, windowed=windowed) for one in ("", slip)]
        runs = [run_inside(fresh(folder), one, key, shape) for one in texts]
        if answers_of(runs[0], key) == answers_of(runs[1], key):
            continue
        record = record_of(runs[1], key)
        if is_named(record, slip.partition("/")[0]):
            return []
        found.append(f"{tree}: {record['misconceptions']}, {record['indistinguishable']}")
        if len(found) == 3:
            break
    return found or ["it shows on no tree"]


__all__ = ["KEYS", "SLIPS", "is_right", "marked", "named_on_a_tree", "problem"]
