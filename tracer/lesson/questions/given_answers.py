"""Answers in a lesson's file: a number, several numbers, or a word or two."""

from __future__ import annotations

import re

from engine.errors import InvalidInput
from tracer.predict.typed.names import plain
from tracer.text.numbers import NUMBER, nearly_equal, parse_typed_number

__all__ = ["answer_hint", "check_words", "same_answer"]

#: 10,000, the commas in it, and a decimal comma: 54,5.
_GROUPED = re.compile(r"[-+−]?\d{1,3}(?:,\d{3})+")
_THOUSANDS = re.compile(r",(?=\d{3})")
_COMMA = re.compile(r"^(\s*[-+−]?\d+),(\d{1,2}\s*)$")

#: Words of which a question asks for one.
_PAIRS = (("yes", "no"), ("max", "min"), ("true", "false"))

_COUNTED = ("", "", "two", "three", "four", "five", "six")


def answer_hint(right: str) -> str:
    """Describe the form of an answer.

    Args:
        right: the right answer in the file.
    """
    numbers = _numbers(right)
    if len(numbers) > 1:
        many = _COUNTED[len(numbers)] if len(numbers) < len(_COUNTED) else str(len(numbers))
        return f"{many} numbers"
    if numbers:
        return "a number"
    return next((" or ".join(pair) for pair in _PAIRS if right.casefold() in pair), "a word or two")


def same_answer(typed: str, right: str) -> bool:
    """Return whether a typed answer is the answer in the file.

    Numbers are compared as numbers, with any brackets and separators; words without case.

    Args:
        typed: typed answer.
        right: the answer in the file.

    Raises:
        InvalidInput: the answer must be numbers, and it is not.
    """
    wanted = _numbers(right)
    if not wanted:
        return plain(typed) == plain(right)
    if len(wanted) == 1:  # it may contain a space: 10 000
        bare = _THOUSANDS.sub("", typed) if _GROUPED.fullmatch(typed.strip()) else typed
        return nearly_equal(parse_typed_number(_COMMA.sub(r"\1.\2", bare)), wanted[0])
    found = _numbers(typed)
    if len(found) != len(wanted):
        raise _misfit(typed, right)
    return all(map(nearly_equal, found, wanted))


def check_words(typed: str, right: str) -> None:
    """Check that an answer is words if the right one is, and one of two if it is.

    Raises:
        InvalidInput: it is not.
    """
    pair = next((pair for pair in _PAIRS if plain(right) in pair), None)
    if not _numbers(right) and (_numbers(typed) or (pair and plain(typed) not in pair)):
        raise _misfit(typed, right)


def _misfit(typed: str, right: str) -> InvalidInput:
    what = f"{typed.strip()!r} does not answer the question"
    return InvalidInput(what, expected=answer_hint(right))


def _numbers(text: str) -> tuple[float, ...]:
    """Return the numbers of a text; empty if it contains anything else."""
    found = NUMBER.findall(text)
    rest = re.sub(r"[()\[\]{},;:|]", " ", NUMBER.sub(" ", text))
    if len(found) > 1 and not set(rest.split()) - {"and", "&"}:
        return tuple(map(parse_typed_number, found))
    try:
        return (parse_typed_number(text),)
    except InvalidInput:
        return ()
