"""Tests for every shape: correct programs pass, and each mistake is recognised."""

from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from engine.conventions import PRESETS
from tests.support.programs_inside import answers_of, is_named, record_of, run_inside
from tests.support.programs_slips import Words, program, trees
from tracer.generate.fresh import add_fresh_trees
from tracer.marking.grading.make_grader import AnyGrader, grader_of
from tracer.marking.keys.key import AnyKey, read_key
from tracer.marking.keys.problem import Problem, SearchRules

#: The lecture's tree, the one that tells misconceptions apart, ties with zeros, a game's ending.
KEYS = (
    "lecture",
    "[[[[3,17],[2,12]],[[15],[25,0]]],[[[2,5],[3]],[[2,14]]]]",
    "[[0, 4, 0], [[0, 0], 4], [[-1, 0], [0]]]",
    "tic-tac-toe@xox|oxo|...",
)


def problem(source: str, search: str = "alphabeta", **options: Any) -> Problem:
    """A key that accepts the book's convention alone."""
    return Problem("key", source, SearchRules(search, options), accept=(PRESETS["aima"],))


@cache
def _key_with_trees(text: str) -> AnyKey:
    with TemporaryDirectory() as folder:
        file = Path(folder, "key.yaml")
        file.write_text(text, encoding="utf-8")
        return add_fresh_trees(read_key(str(file)).for_programs())


@cache
def key_with_trees(text: str, *, diagnoses: bool = True) -> tuple[AnyKey, AnyGrader]:
    """A key for programs by its text, with fresh trees, and its grader: made once for all tests."""
    key = _key_with_trees(text)
    return key, grader_of(key, diagnoses=diagnoses)


def fresh(folder: Path) -> Path:
    """A new empty folder in one."""
    made = folder / str(sum(1 for _ in folder.iterdir()))
    made.mkdir()
    return made


def is_right(record: dict[str, Any]) -> bool:
    return bool(record["score"] == record["max_score"] > 0 and not record["misconceptions"])


def marked(folder: Path, code: str, key: Problem, shape: str, function: str = "") -> dict[str, Any]:
    """The record of a program."""
    return record_of(run_inside(fresh(folder), code, key, shape, function), key)


def missed(
    folder: Path, words: Words, slip: str, shape: str, search: str = "alphabeta"
) -> list[str]:
    """What records say of a slip on the first trees where it shows, as far as it is not named."""
    found: list[str] = []
    shown = 0
    for tree in trees(5, 60):
        key = problem(str(tree), search)
        texts = [program(words, one, windowed=search == "alphabeta") for one in ("", slip)]
        right, wrong = (run_inside(fresh(folder), one, key, shape) for one in texts)
        if answers_of(right, key) == answers_of(wrong, key):
            continue
        shown += 1
        record = record_of(wrong, key)
        if not is_named(record, slip.partition("/")[0]):
            found.append(f"{tree}: {record['misconceptions']}, {record['indistinguishable']}")
        if shown == 2:
            break
    return found if shown else ["it shows on no tree"]
