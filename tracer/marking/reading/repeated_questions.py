"""Questions that a sheet repeats before its answers: "What is the value of the root? Answer: 3"."""

from __future__ import annotations

import re
from functools import cache, partial
from typing import Final

from tracer.questions.items import item_rows
from tracer.questions.single_entries import count_named

#: The mark of an answer behind its question.
ANSWER_MARK: Final = r"\**(?:(?:my|final)\s){0,2}ans(?:wers?)?\s?(?:[:.=]|-(?=\s))\**(?=\s|\Z)\s*"
#: The points of a question, and the mark of its answer.
_BEHIND: Final = rf"(?:\s*\([\d.]+\s(?:points?|pts?|marks?)\))?\**\s*(?:{ANSWER_MARK})?"
_FIRST_ANSWER: Final = re.compile(rf"\A\W*{ANSWER_MARK}", re.IGNORECASE)
#: The mark of a question without a number, or one without a sign.
_QUESTION_MARK: Final = re.compile(r"\A\W*question\s?:\s+(?=\S.*\?)", re.IGNORECASE)
_NUMBER_ALONE: Final = re.compile(
    r"\A(?P<mark>\W*q(?:uestion)?\s?\d{1,2})\s+(?=(?:what|which|where|how|list|in)\b)",
    re.IGNORECASE,
)
#: The sign for a number, which is not that of a heading.
_NUMBER_SIGN: Final = re.compile(r"#(?=\sof\b)")
_ASKS: Final = re.compile(r"\b(?:what|which|list|count)\b", re.IGNORECASE)
#: What a worksheet fills in.
_FILLED_IN: Final = re.compile(r"\{(\w+)\}")


@cache
def _worksheet_questions() -> tuple[tuple[str, re.Pattern[str]], ...]:
    """Return the item of each question of worksheets, and its pattern; the longest first."""
    texts = {
        text: name
        for rows in item_rows().values()
        for name, row in rows.items()
        for text in (row.text, row.vectors)
        if not _FILLED_IN.fullmatch(text) and text
    }
    longest = sorted(texts.items(), key=lambda pair: -len(pair[0]))
    return tuple((name, _make_pattern(text)) for text, name in longest)


def _make_pattern(text: str) -> re.Pattern[str]:
    """Return the pattern of a question, of which a sheet may repeat the first sentence alone."""
    parts = _FILLED_IN.split(" ".join(text.split()))
    pieces = [
        f"(?P<{part}>.*?)" if at % 2 else re.escape(part).replace(r"\ ", r"\s+")
        for at, part in enumerate(parts)
    ]
    first, *others = re.split(r"(?<=[.?])(?:\\s\+)", "".join(pieces), maxsplit=1)
    more = "".join(rf"(?:\s+{other})?" for other in others)
    return re.compile(first + more + _BEHIND, re.IGNORECASE)


def shorten_questions(line: str) -> str:
    """Return a line with a short label instead of a question of a worksheet, or of a sign."""
    line = _NUMBER_SIGN.sub("number", line)
    line = _NUMBER_ALONE.sub(r"\g<mark>: ", _QUESTION_MARK.sub("", line))
    for name, question in _worksheet_questions() if _ASKS.search(line) else ():
        line = question.sub(partial(_make_label, name), line)
    return line


def _make_label(name: str, question: re.Match[str]) -> str:
    """Return the label of an item, below which its answer is read."""
    if name == "pruned":
        return "pruned nodes: "
    what = question["counts"].strip(" .`") if name == "counts" else ""
    return f"number of {what}: " if count_named(what) else f"{name}: "


def drop_answer_mark(line: str) -> str:
    """Return a line without the mark of an answer at its beginning: "Answer: B"."""
    return _FIRST_ANSWER.sub("", line)
