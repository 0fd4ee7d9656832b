"""Answers that a lesson's file gives: a number, several numbers, or a word or two."""

from __future__ import annotations

import re

from engine.errors import InvalidInput
from tracer.predict.names import plain
from tracer.typed_numbers import NUMBER, nearly_equal, typed_number

__all__ = ["answer_hint", "same_answer"]

#: 10,000, the commas in it, and 54,5.
_GROUPED = re.compile(r"[-+−]?\d{1,3}(?:,\d{3})+")
_THOUSANDS = re.compile(r",(?=\d{3})")
_COMMA = re.compile(r"^(\s*[-+−]?\d+),(\d{1,2}\s*)$")

_COUNTED = ("", "", "two", "three", "four", "five", "six")


def answer_hint(right: str) -> str:
    """How an answer is typed.

    Args:
        right: the right answer, as the file gives it.
    """
    numbers = _numbers(right)
    if len(numbers) > 1:
        many = _COUNTED[len(numbers)] if len(numbers) < len(_COUNTED) else str(len(numbers))
        return f"{many} numbers"
    return "a number" if numbers else "a word or two"


def same_answer(typed: str, right: str) -> bool:
    """Whether somebody typed an answer that the file gives.

    Numbers are compared as numbers, whatever stands between and around them; words by themselves,
    upper and lower case alike.

    Args:
        typed: what was typed.
        right: the answer, as the file gives it.

    Raises:
        InvalidInput: numbers are wanted, and it is something else.
    """
    wanted = _numbers(right)
    if not wanted:
        return plain(typed) == plain(right)
    if len(wanted) == 1:  # in which there may be a space: 10 000
        bare = _THOUSANDS.sub("", typed) if _GROUPED.fullmatch(typed.strip()) else typed
        return nearly_equal(typed_number(_COMMA.sub(r"\1.\2", bare)), wanted[0])
    found = _numbers(typed)
    if len(found) != len(wanted):
        raise InvalidInput(f"{typed.strip()!r}", expected=answer_hint(right))
    return all(map(nearly_equal, found, wanted))


def _numbers(text: str) -> tuple[float, ...]:
    """The numbers of a text that has nothing else in it; none where it has."""
    found = NUMBER.findall(text)
    rest = re.sub(r"[()\[\]{},;:|]", " ", NUMBER.sub(" ", text))
    if len(found) > 1 and not set(rest.split()) - {"and", "&"}:
        return tuple(map(typed_number, found))
    try:
        return (typed_number(text),)
    except InvalidInput:
        return ()
