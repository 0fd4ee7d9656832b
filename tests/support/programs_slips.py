"""Programs that search, one per misconception, in the vocabulary of any shape.

A shape says how its programs ask a node; the lines of the search that a slip changes are here.
Nothing is shared with the checker.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

#: The search. `{…}` are lines of the shape, and those that a slip changes.
_WALK = """
{head}
COMMON = [None, None]
def walk({parameters}, a, b, at_root=False):
    {enter}
    if {over}:
        return {leaf}
    v = -math.inf if {max} else math.inf
    best, late = None, False
    {open}
    for {child} in {order}:
        {down}
        {hand}
        x = walk({below}, ca, cb)
        {back}
        {better}
            v, best = x, {move}
        if late:
            break
        {update}
        if {test}:
            {stop}
    CUT[0] = {was_cut}
    {end}
    return {result}
CUT = [False]
"""

_USUAL = {
    "enter": "pass",
    "hand": "ca, cb = a, b",
    "back": "pass",
    "better": "if (x > v if {max} else x < v):",
    "update": "a, b = (max(a, v), b) if {max} else (a, min(b, v))",
    "test": "(v >= b if {max} else v <= a)",
    "stop": "break",
    "order": "{children}",
    "leaf": "{worth}",
    "result": "v",
    "was_cut": "(v >= b if {max} else v <= a)",
    "end": "pass",
}

#: What each slip changes. A name is a misconception's, a stroke and the reading.
SLIPS: dict[str, dict[str, str]] = {
    "root-reset/": {"hand": "ca, cb = (-math.inf, math.inf) if at_root else (a, b)"},
    "shallow-only/v": {"hand": "ca, cb = (v, math.inf) if {max} else (-math.inf, v)"},
    "shallow-only/bound": {"hand": "ca, cb = (a, math.inf) if {max} else (-math.inf, b)"},
    "window-reset/": {"hand": "ca, cb = -math.inf, math.inf"},
    "one-variable/": {
        "update": "old = a if a == b else None; a = b = v",
        "test": "old is not None and (v >= old if {max} else v <= old)",
    },
    "wrong-bound/": {
        "update": "low, high = a, b; a, b = (max(a, v), b) if {max} else (a, min(b, v))",
        "test": "(v <= low if {max} else v >= high)",
    },
    "wrong-bound/own": {
        "update": "low, high = a, b; a, b = (max(a, v), b) if {max} else (a, min(b, v))",
        "test": "(v >= low if {max} else v <= high)",
    },
    "leaking-bounds/": {
        "enter": "a, b = (a, b) if COMMON[0] is None else COMMON; COMMON[:] = a, b",
        "back": "a, b = COMMON",
        "update": "a, b = (max(a, v), b) if {max} else (a, min(b, v)); COMMON[:] = a, b",
    },
    "zero-unset/not tested": {
        "test": "((b != 0 and v >= b) if {max} else (a != 0 and v <= a))",
    },
    "zero-unset/not passed": {"hand": "ca, cb = a or -math.inf, b or math.inf"},
    "strictness-flipped/": {"test": "(v > b if {max} else v < a)"},
    "bound-as-exact/": {
        "better": "if (x > v if {max} else x < v) or (x == v and CUT[0]):",
    },
    "one-sided-test/MIN": {"test": "not {max} and v <= a"},
    "one-sided-test/MAX": {"test": "{max} and v >= b"},
    "max-min-swapped/": {"max": "not {max}"},
    "refuses-cutoff/": {"test": "False"},
    "off-by-one-child/": {"stop": "late = True"},
    "alpha-replaced/both": {"update": "a, b = (x, b) if {max} else (a, x)"},
    "alpha-replaced/alpha": {"update": "a, b = (x, b) if {max} else (a, min(b, v))"},
    "leaf-perspective/MIN": {"leaf": "({worth}) if {max} else -({worth})"},
    "leaf-perspective/MAX": {"leaf": "-({worth}) if {max} else ({worth})"},
    "right-to-left/": {"order": "list({children})[::-1]"},
}

#: A slip that no order and no move shows: a node returns nothing outside its window.
FAIL_HARD = {"enter": "low, high = a, b", "result": "min(max(v, low), high)"}
#: What the same misconceptions are in a search without windows.
PLAIN_SLIPS = ("max-min-swapped/", "leaf-perspective/MIN", "leaf-perspective/MAX", "right-to-left/")


@dataclass(frozen=True)
class Words:
    """How the programs of a shape ask.

    Args:
        lines: the fields of the search that the shape fills in: `parameters`, `over`, `worth`,
            `max`, `children`, `child`, `down`, `below`, `move`, and where needed `head`, `open`.
        tail: the function that is called, which calls `walk`.
    """

    lines: Mapping[str, str]
    tail: str = ""


def program(words: Words, slip: str = "", *, windowed: bool = True) -> str:
    """The text of a program with a slip; "" for one that is right."""
    lines = {"head": "import math", "open": "pass", **_USUAL, **words.lines}
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
