"""Find the misconception behind a wrong answer about a fact.

The tree is searched with every misconception, as in grading, and the fact is read from each result.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from typing import Final

from engine.errors import InvalidInput
from tracer.answers.answers import Answers, NodeValue
from tracer.answers.shares import Shares
from tracer.lesson.questions.facts import Fact
from tracer.mistakes import MISCONCEPTIONS, HandTask
from tracer.predict.typed.names import plain

__all__ = ["only_suspect"]


def only_suspect(name: str, fact: Fact, typed: str, task: HandTask) -> str:
    """Return the slug of the misconception that leads to an answer, if exactly one does.

    Args:
        name: name of the fact.
        fact: the right fact.
        typed: a wrong answer.
        task: the search by hand.
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


def _says(mistaken: Fact | None, right: Fact, typed: str) -> bool:
    """Return whether a typed answer is a mistaken fact."""
    if mistaken is None or (mistaken.numbers, mistaken.names) == (right.numbers, right.names):
        return False
    try:
        return mistaken.is_meant_by(typed)
    except InvalidInput:
        return False


def _reader(name: str) -> Callable[[Answers], Fact | None] | None:
    """Return the function that reads a fact from answers; None if no sheet contains the fact."""
    word = " ".join(name.split())
    for pattern, read in _FACTS.items():
        match = re.fullmatch(pattern, word)
        if match:
            of = match.groups()
            return lambda answers: read(answers, *of)
    return None


def _number(value: NodeValue | None) -> Fact | None:
    if isinstance(value, Shares):
        return Fact(tuple(map(float, value)), is_vector=True)
    return None if value is None else Fact((float(value),))


def _at(found: Mapping[str, NodeValue] | None, name: str) -> NodeValue | None:
    """Return the value of a node, ignoring case."""
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


#: The readers of the facts in answers, by pattern.
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
