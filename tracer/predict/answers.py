"""Answers as people type them: forgiving of form."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from engine.errors import InvalidInput
from tracer.predict.names import plain
from tracer.typed_numbers import NUMBER, typed_number

__all__ = ["NONE", "move_texts", "named_bound", "numbers_in", "readings"]

#: What says that there is none.
NONE: Final = ("no", "none", "n", "not", "-", "nein")
#: A sign that belongs to no number: who types --3 or - 3 has not answered −3, nor 3.
_SIGNS = frozenset("-+−–")
_WORD = re.compile(r"[^\W\d_]+")
#: A sign with a space behind it before infinity, which has no other reading.
_APART = re.compile(r"([-+−–])\s+(?=inf|∞|oo\b)", re.IGNORECASE)
#: Words between the value and the move.
_JOINED = re.compile(
    r" (?:by|with|and|for|move|moves to|to|via|is|worth|plays?)(?= )", re.IGNORECASE
)
_BOUNDS = {"alpha": "α", "α": "α", "beta": "β", "β": "β"}
#: The same in a letter, which in a sentence can be an article or a node.
_LETTERS = {"a": "α", "b": "β"}
#: By whose bound: α is what MAX holds, β what MIN holds.
_HOLDERS = {"max": "α", "min": "β"}


def numbers_in(answer: str, count: int) -> tuple[float, ...]:
    """The numbers that an answer consists of.

    Args:
        answer: what was typed: infinities as inf, ∞ or oo; fractions; commas, spaces or brackets.
        count: how many there have to be.

    Raises:
        InvalidInput: there are more or fewer, or one of them is none.
    """
    answer = _APART.sub(r"\1", answer.replace("..", " "))
    found = [typed_number(text) for text in NUMBER.findall(answer)]
    if len(found) != count or _SIGNS & set(NUMBER.sub("", answer)):
        what = "a number" if count == 1 else "two numbers, α and β"
        raise InvalidInput(f"{answer.strip()!r}", expected=what)
    return tuple(found)


def named_bound(answer: str) -> str:
    """The bound that an answer names, `α` or `β`, or `no`.

    Raises:
        InvalidInput: it says neither.
    """
    said = plain(answer).strip(" .,;:!")
    words = _WORD.findall(said)
    if said in NONE or (words and words[0] in NONE):
        return "no"
    for named in (_BOUNDS, _LETTERS, _HOLDERS):
        found = {named[word] for word in words if word in named}
        if len(found) == 1:
            return found.pop()
        if found:
            raise InvalidInput(f"{answer.strip()!r} names both", expected="α or β, or no")
    if not said or (words and set(words) <= {"yes", "y", "by"}):
        raise InvalidInput("yes says not by whose bound", expected="α or β, or no")
    raise InvalidInput(f"{answer.strip()!r}", expected="α or β, or no")


def readings(answer: str) -> Iterator[tuple[float, str]]:
    """The ways to read an answer as a number and a move: the number, and what is left.

    Each number in it may be the value, but for digits of a word such as a1. A later one is only
    where something else than numbers stands before it: of `0 9` the value is 0.

    Args:
        answer: what was typed.

    Raises:
        InvalidInput: a number in it is none.
    """
    for found in NUMBER.finditer(answer):
        before, after = answer[: found.start()], answer[found.end() :]
        in_a_word = before[-1:].isalnum() or (before and before[-1] in "_.")
        if in_a_word or (before.strip() and before.strip()[-1] in _SIGNS):
            continue
        if before.strip() and not re.search(r"[^\W\d_]|[(\[]", before):
            continue
        rest = f"{before} {after}"
        if rest.strip():
            yield typed_number(found[0]), rest


def move_texts(rest: str) -> tuple[str, ...]:
    """What of an answer may be the name of a move, where its value has been taken out."""
    bare = " ".join(_JOINED.sub(" ", f" {rest} ").strip(" ,;:=").split())
    return rest, bare, bare.strip("()[] ,;:=")
