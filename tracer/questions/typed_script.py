"""The reader of typed answers for pages: a script with the words and patterns of the reader here.

So a page reads nothing in another way than a sheet. What its script does not read, such as the
working of a value, is not judged.
"""

from __future__ import annotations

import json
from functools import cache
from importlib import resources
from itertools import count
from typing import Final

from tracer.questions.cutoff_entries import TOKEN
from tracer.questions.entries import list_entry_patterns
from tracer.questions.single_entries import COUNT, LISTED, REMARK, WITH_VALUE
from tracer.questions.typed_text import (
    NAME,
    WORDS,
    list_patterns,
    list_spelled_signs,
)
from tracer.text.numbers import EXACT, FEWEST_DECIMALS, NUMBER

#: The word of a script that stands for the reader, and that of the reader for its table.
_READER, _TABLE = "TYPED_READER", "TYPED_TABLE"
#: What is atomic in patterns, as it is without that.
_ATOMIC: Final = {
    f"(?>{NUMBER.pattern})": NUMBER.pattern,
    NAME: NAME.removesuffix("+"),
    r"\d*+": r"\d*",
}
#: Signs that would end a script, or begin a comment in a page.
_MARKUP: Final = frozenset("<>&")


def with_reader(script: str) -> str:
    """Return the script of a page, in which `TYPED_READER` is replaced by the reader."""
    return script.replace(_READER, _reader())


@cache
def _reader() -> str:
    """Return the reader as an expression."""
    source = resources.files(__package__).joinpath("typed.js").read_text(encoding="utf-8").strip()
    table = json.dumps(reader_table(), ensure_ascii=False, separators=(",", ":"))
    return source.replace(_TABLE, "".join(map(_escape, table)))


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
        **list_entry_patterns(),
        "cutoff": TOKEN.pattern,
        "count": COUNT.pattern,
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
