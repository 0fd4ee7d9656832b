"""The readers of typed answers for pages: scripts with the words and patterns of the reader here.

So a page reads nothing in another way than a sheet. What its script does not read, such as the
working of a value, is not judged. The page to fill in judges nothing: its script tells what of a
field a sheet would not read.
"""

from __future__ import annotations

import json
from functools import cache
from importlib import resources
from itertools import count
from typing import Final

from tracer.questions.cutoff_entries import TOKEN
from tracer.questions.entries import FUNCTION, WORKED_BEHIND, WORKED_OUT, list_entry_patterns
from tracer.questions.orders import list_order_patterns
from tracer.questions.single_entries import COUNT, LISTED, REMARK, WITH_VALUE, list_count_words
from tracer.questions.typed_text import (
    BOUND_IN_WORDS,
    DOUBT,
    NAME,
    NONE,
    WORDS,
    list_patterns,
    list_spelled_signs,
)
from tracer.text.numbers import EXACT, FEWEST_DECIMALS, NUMBER

#: The words of a script that stand for the readers, and the files of these.
_READERS: Final = {"FIELD_READER": "fields.js", "TYPED_READER": "typed.js"}
#: What is atomic in patterns, as it is without that.
_ATOMIC: Final = {
    f"(?>{NUMBER.pattern})": NUMBER.pattern,
    NAME: NAME.removesuffix("+"),
    r"\d*+": r"\d*",
}
#: Signs that would end a script, or begin a comment in a page.
_MARKUP: Final = frozenset("<>&")


def with_reader(script: str) -> str:
    """Return the script of a page with its reader.

    `TYPED_READER` is replaced by the reader of single answers, and `FIELD_READER` by that of the
    fields of a page to fill in.
    """
    for word, file_name in _READERS.items():
        if word in script:
            script = script.replace(word, _read_script(file_name))
    return script


@cache
def _read_script(file_name: str) -> str:
    """Return a reader as an expression."""
    source = resources.files(__package__).joinpath(file_name).read_text(encoding="utf-8").strip()
    tables = {"TYPED_TABLE": reader_table, "FIELD_TABLE": list_field_patterns}
    for word, make_table in tables.items():
        if word in source:
            table = json.dumps(make_table(), ensure_ascii=False, separators=(",", ":"))
            source = source.replace(word, "".join(map(_escape, table)))
    return source


def _escape(sign: str) -> str:
    """Return a sign of JSON as it may be in a page, where invisible ones would be lost."""
    if sign in _MARKUP:
        return f"\\u{ord(sign):04x}"
    return sign if sign.isprintable() else json.dumps(sign)[1:-1]


def reader_table() -> dict[str, object]:
    """Return the signs, words and patterns of the reader as plain data."""
    signs, latex = list_spelled_signs()
    patterns = {
        **list_patterns(),
        "function": FUNCTION.pattern,
        "workedOut": WORKED_OUT.pattern,
        "workedBehind": WORKED_BEHIND.pattern,
        "listed": LISTED.pattern,
        "remark": REMARK.pattern,
        "withValue": WITH_VALUE.pattern,
    }
    return {
        "signs": signs,
        "latex": latex,
        "words": {about: sorted(words) for about, words in WORDS.items()},
        "patterns": {name: _in_script(pattern) for name, pattern in patterns.items()},
        "decimals": FEWEST_DECIMALS,
        "exact": EXACT,
    }


def list_field_patterns() -> dict[str, str]:
    """Return the further patterns with which the fields of a page to fill in are read."""
    patterns = {
        **list_entry_patterns(),
        **list_order_patterns(),
        "bound": BOUND_IN_WORDS.pattern,
        "count": COUNT.pattern,
        "cutoff": TOKEN.pattern,
        "doubt": DOUBT.pattern,
        "none": NONE,
        **{f"count {name}": "|".join(words) for name, words in list_count_words().items()},
    }
    return {name: _in_script(pattern) for name, pattern in patterns.items()}


def _in_script(pattern: str) -> str:
    """Return a pattern as scripts write it.

    They have no atomic groups, and no possessive repeats: a text that a look ahead has found is
    taken as a whole.
    """
    plain = pattern.replace("(?P<", "(?<").replace(r"\A", "^").replace(r"\Z", "$")
    group = count()
    for whole, taken in _ATOMIC.items():
        first, *others = plain.split(whole)
        ends = ((f"whole{next(group)}", other) for other in others)
        plain = first + "".join(rf"(?=(?<{name}>{taken}))\k<{name}>{end}" for name, end in ends)
    return plain
