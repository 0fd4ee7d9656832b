"""Typed answers, in any reasonable form."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from engine.errors import InvalidInput
from tracer.predict.typed.names import plain
from tracer.text.numbers import NUMBER, parse_typed_number

#: Words that mean no.
NONE: Final = ("no", "none", "n", "not", "-", "nein")
#: A sign without its number is an error: --3 and - 3 are neither −3 nor 3.
_SIGNS = frozenset("-+−–")
_WORD = re.compile(r"[^\W\d_]+")
#: A sign and a space before infinity, which can only mean signed infinity.
_APART = re.compile(r"([-+−–])\s+(?=inf|∞|oo\b)", re.IGNORECASE)
#: Words between the value and the move.
_JOINED = re.compile(
    r" (?:by|with|and|for|move|moves to|to|via|is|worth|plays?)(?= )", re.IGNORECASE
)
_BOUNDS = {"alpha": "α", "α": "α", "beta": "β", "β": "β"}
#: The bounds as single letters, which in a sentence can also be an article or a node.
_LETTERS = {"a": "α", "b": "β"}
#: The bounds by player: α is MAX's, β is MIN's.
_HOLDERS = {"max": "α", "min": "β"}


#: Words of an answer that is none: a denial or an alternative.
_DOUBT: Final = re.compile(r"\b(?:not|or|maybe|perhaps|either)\b|n't|\?", re.IGNORECASE)


def numbers_in(answer: str, count: int, of: str = "") -> tuple[float, ...]:
    """Return the numbers of an answer."""
    answer = _APART.sub(r"\1", answer.replace("..", " "))
    found = [parse_typed_number(text) for text in NUMBER.findall(answer)]
    others = NUMBER.sub("", answer)
    if len(found) != count or _SIGNS & set(others) or _DOUBT.search(others):
        what = "a number" if count == 1 else of or "two numbers, α and β"
        raise InvalidInput(f"{answer.strip()!r}", expected=what)
    return tuple(found)


def yes_or_no(answer: str) -> str:
    """Return `yes` or `no`."""
    word = plain(answer)
    if word[:1] not in ("y", "n"):
        raise InvalidInput(f"{answer.strip()!r} is not yes or no", expected="yes or no")
    return "yes" if word.startswith("y") else "no"


def named_bound(answer: str) -> str:
    """Return the bound that an answer names, `α` or `β`, or `no`."""
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
        raise InvalidInput("'yes' does not name the bound", expected="α or β, or no")
    raise InvalidInput(f"{answer.strip()!r} is not a bound", expected="α or β, or no")


def readings(answer: str) -> Iterator[tuple[float, str]]:
    """Yield the ways to read an answer as a number and a move: the number, and the rest.

    Each number may be the value, except digits in a word such as a1. A later number counts only if
    there is a word or a bracket before it: in `0 9` the value is 0.
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
            yield parse_typed_number(found[0]), rest


def vector_readings(answer: str, count: int) -> Iterator[tuple[tuple[float, ...], str]]:
    """Yield the ways to read an answer as a vector and a move: the vector, and the rest."""
    number = rf"(?:{NUMBER.pattern})"
    between = r"(?:\s*[,;]\s*|\s+)"
    pattern = rf"(?<![\w.])[(\[]?\s*{number}(?:{between}{number}){{{count - 1}}}\s*[)\]]?"
    for found in re.finditer(pattern, answer, re.IGNORECASE):
        rest = f"{answer[: found.start()]} {answer[found.end() :]}"
        if rest.strip():
            yield tuple(map(parse_typed_number, NUMBER.findall(found[0]))), rest


def move_texts(rest: str) -> tuple[str, ...]:
    """Return the possible names of a move in an answer without its value."""
    bare = " ".join(_JOINED.sub(" ", f" {rest} ").strip(" ,;:=").split())
    return rest, bare, bare.strip("()[] ,;:=")
