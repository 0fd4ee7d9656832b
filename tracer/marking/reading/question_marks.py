"""The mark of a question or a problem, such as `3.`, `b)`, `(ii)`, `[c]`, `Question 2` or `1a:`.

A mark is a number, a letter or a roman numeral that has a sign behind it, is in brackets, or has a
word before it. Marks form series, in which each is the next one of the mark before it.
"""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from tracer.marking.reading.part_names import PARTS_OF_PROBLEM, QUESTIONS

#: Roman numerals in order; `v` is a value and `x` a player unless both brackets are there.
NUMERALS: Final = ("i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix", "x")
_NUMERAL: Final = r"i{1,3}|iv|vi{1,3}|ix|(?<=\()[vx](?=\))"
_WORDS: Final = "|".join((*QUESTIONS, *PARTS_OF_PROBLEM, "problem", r"answer(?:\sto)?", "q"))
#: A letter before a colon is a node, whatever is behind it.
_SIGN: Final = (
    r"\)|\](?!\s*[\[,→])|\.(?=\s|\Z)|(?<=\d)\.(?!\d)|(?<=\d[a-h]):"
    r"|(?:(?<=\d\.\d)|(?<=\d\.\d\d)):?(?=\s)"
)
#: The second part of the first problem: 1.2.
_DOTTED: Final = r"\d{1,2}\.[1-9]\d?"
_MARK: Final = re.compile(
    rf"(?P<word>(?:{_WORDS})\.?\s?)?[(\[]?"
    rf"(?P<place>{_DOTTED}(?=[.):]?\s+[^\W\d_]{{3}})|\d{{1,3}}[a-h]?|[a-h]|{_NUMERAL})"
    rf"(?P<sign>(?(word)[)\]]?(?:[*_]*\s?(?:[:)]|\.(?!\d))|(?:(?<=\d)|(?<=\d[a-h]))(?=[*_]*\Z))|(?:{_SIGN})))\s*",
    re.IGNORECASE,
)
#: What else is before a label: bullets, signs of Markdown, further letters.
_BEFORE_LABEL: Final = re.compile(
    r"\s*(?:[-–—*•#>»→✓]+(?=\s)\s*|\(?[a-z]\)\s*|[a-z]\.\s+|\d{1,2}\s?[-–—]\s+(?=[^\W\d_]{3}))"
)
#: A node of a list, in the form of a mark.
_LISTED: Final = re.compile(r"[(\[]?\w{1,9}[).\]]")


class Mark(NamedTuple):
    """A mark at the start of a line; `end` is where the text behind it begins."""

    series: str
    place: int
    end: int
    is_alone: bool
    is_worded: bool
    #: The mark without its place: "(#)" or "#.".
    style: str = ""

    @property
    def is_of_question(self) -> bool:
        """Whether it is of a question; a number without a word may be one of a list."""
        return self.is_worded or self.series[0] != "1"

    @property
    def may_be_value(self) -> bool:
        """Return whether it may be a value before its label: "3.5 value of the root"."""
        return self.series.startswith("1 of ")

    def continues(self, last: Mark | None) -> bool:
        """Return whether it is the next one of a series in the same style."""
        return last is not None and self.follows(last) and self.style == last.style

    def follows(self, last: Mark | None) -> bool:
        """Return whether it is the next one of a series, in any style."""
        return last is not None and (self.series, self.place) == (last.series, last.place + 1)


def find_mark(text: str) -> Mark | None:
    """Return the mark that a line begins with.

    A capital in square brackets is a node, and one before a full stop may end a sentence.
    """
    plain = text.lstrip("*#_> ")
    hit = _MARK.match(plain)
    if hit is None:
        return None
    letter, sign = hit["place"].lstrip("0123456789"), hit["sign"]
    if sign == "]" and letter.isupper():
        return None
    series, place = "A" if letter.isupper() and sign == "." else "a", ord(letter[:1] or "`") % 32
    if letter.casefold() in NUMERALS:
        series, place = "i", NUMERALS.index(letter.casefold()) + 1
    elif not letter:
        series, place = "1", int(hit["place"])
    elif letter[0] == ".":
        problem, _, number = hit["place"].partition(".")
        series, place = f"1 of {problem}", int(number)
    series += "]" * (sign == "]")
    is_alone = not plain[hit.end() :].strip("*_:. ")
    end = len(text) - len(plain) + hit.end()
    style = hit[0].replace(hit["place"], "#").strip("*_ ")
    return Mark(series, place, end, is_alone, hit["word"] is not None, style)


def skip_marks(text: str) -> int | None:
    """Return where the label of a line may begin: behind its bullets and marks.

    Several marks of one series are a list, which has no label.
    """
    at = 0
    series: set[str] = set()
    while hit := _MARK.match(text, at) or _BEFORE_LABEL.match(text, at):
        mark = find_mark(hit[0])
        if mark and mark.series in series:
            return None
        series |= {mark.series} if mark else set()
        at = hit.end()
    return at


#: The word and the number of a question before a label, without a sign.
_NUMBERED: Final = re.compile(rf"(?:{_WORDS})\.?\s?\d{{1,3}}[a-h]?\s+", re.IGNORECASE)


def drop_number(label: str) -> str:
    """Return a label without the number of its question: "visited" for "Question 2 visited"."""
    number = _NUMBERED.match(label)
    return label[number.end() :] if number else label


def may_be_answer(text: str, *, is_list: bool) -> bool:
    """Return whether a mark alone on its line may be an answer, or one of a list."""
    mark = find_mark(text)
    is_alone = mark is not None and mark.is_alone and not mark.is_worded
    return is_alone or (is_list and _LISTED.fullmatch(text) is not None)


#: A mark in the middle of a line, or a bracket.
_INNER_MARK: Final = re.compile(
    r"(?<=\s)(?<![:=<>≤≥]\s)(?<![:=<>≤≥]\s\s)(?:[a-h]|\d{1,2}|i{1,3}|iv|vi{1,3}|ix)\)(?=\s|\Z)"
    r"|(?:(?<=[\w)][,;]\s)|(?<=\s[|/–—-]\s))\((?:[a-h]|\d{1,2}|i{1,3}|iv|vi{1,3}|ix)\)(?=\s)"
    r"|(?:(?<=\w[.,;]\s)|(?<=\s[|/–—-]\s))(?-i:[a-h]|\d{1,2}|i{1,3}|iv|vi{1,3}|ix)\.(?=\s)"
    rf"|(?<=\s)(?:{_WORDS})\.?\s?(?:\d{{1,2}}|[a-h])[:)](?=\s)|[(\[{{)\]}}]",
    re.IGNORECASE,
)
#: Each entry of a list has such a number, or is a letter in such a form.
MARKED_LIST: Final = re.compile(r"(?:\W*\w{1,3}[).](?:\W*\w+(?![\w).]))?)+\W*")


def find_inner_marks(text: str) -> list[re.Match[str]]:
    """Return the marks within a line, outside of brackets."""
    marks: list[re.Match[str]] = []
    depth = 0
    for sign in _INNER_MARK.finditer(text):
        if sign[0] in "([{":
            depth += 1
        elif depth:
            depth -= sign[0][-1] in ")]}"
        elif sign[0] not in ")]}":
            marks.append(sign)
    return marks
