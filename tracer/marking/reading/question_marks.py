"""The number or letter of a question on a line, such as `3.`, `b)` or `Question 2`."""

from __future__ import annotations

import re
from typing import Final

from tracer.marking.reading.part_names import PARTS_OF_PROBLEM, QUESTIONS

_ASKING: Final = "|".join((*QUESTIONS, *PARTS_OF_PROBLEM))
#: The letter or number of a question; an answer to another question follows.
QUESTION: Final = re.compile(
    r"\s*(?:(?:[Qq]\.?\s?)?(?:\(?\d{0,3}[a-h]\)|\d{1,3}[a-h][.:]|[a-h]\.(?=\s|\Z))"
    rf"|(?:{_ASKING}|answer(?:\sto)?|[Qq])\s?\(?(?:\d{{1,3}}[a-h]?|[a-h])\)?\s?[:.)])\s*",
    re.IGNORECASE,
)
_ITEM: Final = re.compile(r"\(?\d{1,3}[.)]")
_LAST_MARK: Final = re.compile(r"([a-h]|\d+)\W*\Z")
#: The number of a question, alone on its line.
NUMBER_ALONE: Final = re.compile(
    rf"[*_]*(?:(?:{_ASKING}|problem|answer)\s?\d{{1,3}}[a-h]?|\(?\d{{1,2}}[.)])[*_:.]*",
    re.IGNORECASE,
)
#: A word says that it is the number of a question, and no answer.
NAMED_MARK: Final = re.compile(rf"[*_]*(?:{_ASKING}|problem|Q)\b|Q\d", re.IGNORECASE)
#: A node of a list, in the form of the letter of a question.
_IN_BRACKETS: Final = re.compile(r"\(?\w{1,9}\)")


def is_mark(text: str) -> bool:
    """Return whether a text is nothing but the number or letter of a question."""
    return any(form.fullmatch(text) for form in (_ITEM, QUESTION, NUMBER_ALONE))


def may_be_answer(text: str, *, is_list: bool) -> bool:
    """Return whether the number or letter of a question may be an answer, or one of a list."""
    is_alone = is_mark(text) and not NAMED_MARK.match(text)
    return is_alone or (is_list and _IN_BRACKETS.fullmatch(text) is not None)


def find_mark(text: str) -> str:
    """Return the number or letter of the question that a line begins with, or an empty text."""
    plain = text.lstrip("*#_> ")
    begins = QUESTION.match(plain) or NUMBER_ALONE.fullmatch(plain) or _ITEM.match(plain)
    mark = _LAST_MARK.search(begins[0].casefold()) if begins else None
    return mark[1] if mark else ""


def count_place(mark: str) -> int:
    """Return the place of a question by its number or letter: 4 for 4 and d; 0 for none."""
    return int(mark) if mark.isdigit() else ord(mark or "`") - ord("`")


def follows_mark(mark: str, last: str) -> bool:
    """Return whether a number or letter is the next one after another."""
    is_same_kind = bool(last) and mark.isdigit() == last.isdigit()
    return is_same_kind and count_place(mark) == count_place(last) + 1


#: The letter or number of a question in the middle of a line, or a bracket.
_INNER_MARK: Final = re.compile(r"(?<=\s)(?:[a-h]|\d{1,2})\)(?=\s|\Z)|[(\[{)\]}]", re.IGNORECASE)
#: Each entry of a list has such a number, or is a letter in such a form.
MARKED_LIST: Final = re.compile(r"(?:\W*\w{1,3}\)(?:\W*\w+(?![\w)]))?)+\W*")


def find_inner_marks(text: str) -> list[int]:
    """Return where letters and numbers of questions are within a line, outside of brackets."""
    marks: list[int] = []
    depth = 0
    for sign in _INNER_MARK.finditer(text):
        if sign[0] in "([{":
            depth += 1
        elif depth:
            depth -= 1
        elif sign[0] not in ")]}":
            marks.append(sign.start())
    return marks
