"""Which misconception a wrong answer to a question for a fact comes from.

The tree is worked with every misconception, as the grader works it, and the fact is read off each.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from typing import Final

from engine.errors import InvalidInput
from tracer.check.answers import Answers
from tracer.check.misconceptions import MISCONCEPTIONS, Task
from tracer.lesson.facts import Fact
from tracer.predict.names import plain

__all__ = ["only_suspect"]


def only_suspect(name: str, fact: Fact, typed: str, task: Task) -> str:
    """The misconception that leads to an answer, where just one does; empty otherwise.

    Args:
        name: what the fact is called.
        fact: what is right.
        typed: a wrong answer.
        task: the search as it is worked by hand.

    Returns:
        Its slug.
    """
    read = _reader(name)
    if read is None:
        return ""
    found = [
        slug
        for slug, one in MISCONCEPTIONS.items()
        if any(_says(read(reading.answers), fact, typed) for reading in one.readings(task))
    ]
    return found[0] if len(found) == 1 else ""


def _says(told: Fact | None, right: Fact, typed: str) -> bool:
    """Whether somebody who holds a fact for right types that."""
    if told is None or (told.numbers, told.names) == (right.numbers, right.names):
        return False
    try:
        return told.is_meant_by(typed)
    except InvalidInput:
        return False


def _reader(name: str) -> Callable[[Answers], Fact | None] | None:
    """How a fact is read off somebody's answers; None for one that no sheet holds."""
    word = " ".join(name.split())
    for pattern, read in _FACTS.items():
        match = re.fullmatch(pattern, word)
        if match:
            of = match.groups()
            return lambda answers: read(answers, *of)
    return None


def _number(value: float | None) -> Fact | None:
    return None if value is None else Fact((float(value),))


def _at(found: Mapping[str, float] | None, name: str) -> float | None:
    """What is said of a node, upper and lower case alike."""
    for other, value in (found or {}).items():
        if plain(other) == plain(name):
            return value
    return None


def _window(answers: Answers, name: str) -> Fact | None:
    for other, window in answers.windows.items():
        if plain(other) == plain(name):
            return Fact(window)
    return None


def _skipped(answers: Answers, name: str = "") -> Fact:
    cuts = [cut for cut in answers.cuts if not name or plain(cut.at) == plain(name)]
    return Fact(names=tuple(one for cut in cuts for one in cut.skipped), in_order=False)


def _names(names: Iterable[str]) -> Fact:
    return Fact(names=tuple(names))


#: How each fact stands in somebody's answers, by how it is written.
_FACTS: Final[Mapping[str, Callable[..., Fact | None]]] = {
    "value": lambda one: _number(one.utility),
    "move": lambda one: _names(one.moves[:1] or ("none",)),
    "line": lambda one: _names(one.moves),
    "path": lambda one: _names(one.path),
    "visits": lambda one: _names(one.visits),
    "leaves": lambda one: _names(name for name in one.visits if name not in one.interior),
    "expanded": lambda one: _names(name for name in one.visits if name in one.interior),
    "skipped": _skipped,
    "skipped at (.+)": _skipped,
    "true value of (.+)": lambda one, name: _number(_at(one.complete, name)),
    "value of (.+)": lambda one, name: _number(_at(one.values, name)),
    "entry window of (.+)": _window,
    "count (.+)": lambda one, name: _number(one.counts.get(name.replace(" ", "_"))),
}
