"""Recognize the lines that were printed on a sheet, which are not answers.

A worksheet in Markdown is filled in where it stands, between statements, figures and tables that
may look like answers. Comments above these hold a short code of each of their lines; a line that is
still as it was printed is ignored, and one that the student wrote among them is read.
"""

from __future__ import annotations

import re
import textwrap
import unicodedata
from bisect import bisect_left
from collections.abc import Iterable, Iterator
from hashlib import blake2b
from typing import Final


_MARK: Final = re.compile(r"<!-- printed:([a-z\s]*)-->")
#: A question of a worksheet with its letter and its points, below which answers stand.
_ENDS: Final = re.compile(r"#|\*\*[a-z]+\)")
_LETTERS: Final = "abcdefghijklmnopqrstuvwxyz"
#: Letters of a code: they tell lines of one place from each other, and hold no number that could
#: be taken for an answer.
_LENGTH: Final = 4
_WIDTH: Final = 100
_OF_MARKDOWN: Final = "|-:=+_*#`~>"


def printed_mark(blocks: Iterable[str]) -> str:
    """Return the comment to put above printed lines; empty if they have no words."""
    codes = [code for block in blocks for line in block.splitlines() if (code := _code(line))]
    mark = textwrap.fill(f"<!-- printed: {' '.join(codes)} -->", _WIDTH)
    return mark if codes else ""


def without_printed(text: str) -> str:
    """Return a sheet with its printed lines emptied."""
    first, *others = _MARK.split(text)
    kept = [first]
    for codes, below in zip(others[::2], others[1::2], strict=True):
        kept.append("\n".join(_written(below, codes.split())))
    return "".join(kept)


def _written(text: str, codes: list[str]) -> Iterator[str]:
    """Yield the lines below a mark; those that it names are emptied, each once."""
    places: dict[str, list[int]] = {}
    for place, code in enumerate(codes):
        places.setdefault(code, []).append(place)
    at = 0
    for line in text.splitlines():
        mine = places.get(_code(line), [])
        nearest = bisect_left(mine, at)
        if nearest < len(mine):
            at = mine[nearest] + 1
            yield ""
            continue
        if _ENDS.match(line.lstrip()):
            at = len(codes)
        yield line


def _code(line: str) -> str:
    """Return a code of a line's letters and digits, since editors change spaces and punctuation.

    A line without any has one of its signs, as a row of an empty board; mere lines have none.
    """
    plain = "".join(unicodedata.normalize("NFKC", line).casefold().split())
    letters = "".join(filter(str.isalnum, plain)) or plain
    if not letters.strip(_OF_MARKDOWN):
        return ""
    number = int.from_bytes(blake2b(letters.encode(), digest_size=8).digest())
    signs = []
    for _ in range(_LENGTH):
        number, place = divmod(number, len(_LETTERS))
        signs.append(_LETTERS[place])
    return "".join(signs)
