"""Programs that search, one per misconception, in the vocabulary of any shape.

A shape says how its programs ask a node; the lines of the search that a slip changes are here.
Nothing is shared with the checker.
"""

import random
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from tests.support.program_files import read_program, variants

#: The search. `{…}` are lines of the shape, and those that a slip changes.
_WALK = read_program("slips/walk.template")
_LINES = variants("slips/lines")
#: What each slip changes. A name is a misconception's, a stroke and the reading.
SLIPS: dict[str, dict[str, str]] = _LINES["slips"]
#: A slip that no order and no move shows: a node returns nothing outside its window.
FAIL_HARD = {"enter": "low, high = a, b", "result": "min(max(v, low), high)"}
#: What the same misconceptions are in a search without windows.
PLAIN_SLIPS = ("max-min-swapped/", "leaf-perspective/MIN", "leaf-perspective/MAX", "right-to-left/")


@dataclass(frozen=True)
class Words:
    """How the programs of a shape ask."""

    lines: Mapping[str, str]
    tail: str = ""


def program(words: Words, slip: str = "", *, windowed: bool = True) -> str:
    """The text of a program with a slip; "" for one that is right."""
    lines = {"head": "import math", "open": "pass", **_LINES["usual"], **words.lines}
    if not windowed:
        lines |= {"test": "False", "update": "pass", "was_cut": "False"}
    changed = dict(FAIL_HARD if slip == "fail-hard-values/" else SLIPS[slip]) if slip else {}
    whose = changed.pop("max", "{max}").replace("{max}", words.lines["max"])
    lines |= changed
    lines["max"] = f"({whose})"
    text = _WALK
    for _ in range(3):
        for name, line in lines.items():
            text = text.replace("{" + name + "}", line)
    return text + words.tail


def random_tree(
    rng: random.Random, depth: int, *, low: int = -3, high: int = 9, even: bool = False
) -> Any:
    """A tree of nested lists with ties and zeros; all leaves at one depth where it is even."""
    if depth == 0 or (not even and rng.random() < 0.12):
        return rng.randint(low, high)
    many = 2 if even else rng.choice((1, 2, 2, 3, 3))
    return [random_tree(rng, depth - 1, low=low, high=high, even=even) for _ in range(many)]


def trees(seed: int, many: int, depth: int = 4, *, even: bool = False) -> Iterator[Any]:
    """Trees whose root is none of the leaves."""
    rng = random.Random(seed)
    for _ in range(many):
        made = random_tree(rng, depth, even=even)
        while not isinstance(made, list):
            made = random_tree(rng, depth, even=even)
        yield made
