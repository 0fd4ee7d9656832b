"""What sheets with equal answers have in common, so that a person decides about them once."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, Final

from tracer.questions.items import find_row
from tracer.questions.typed_text import ELSEWHERE

_SEPARATOR: Final = re.compile(r"; |, (?![^(]*\))")


def group_key(record: Mapping[str, Any]) -> Any:
    """Return a value that is the same for sheets with equal wrong answers."""
    if record.get("error"):
        return "error", record["error"].replace(record["sheet"], "")
    wrong = tuple(
        (part["part"], answer_to(record, part)) for part in record["parts"] if not part["ok"]
    )
    unread = unread_texts(record) if record["pending"] else ()
    return record["score"], record["max_score"], wrong, unread


def answer_to(record: Mapping[str, Any], part: Mapping[str, Any]) -> Any:
    """Return a value that is the same for equal answers to a part, however they are written."""
    read = record.get("read", {}).get(part["part"])
    answer = part["message"] if read is None else _canonical(part["part"], read)
    return answer, unread_texts(record) if part["part"] in record["pending"] else ()


def unread_texts(record: Mapping[str, Any]) -> tuple[str, ...]:
    """Return the lines of a sheet that were not read, and the sheet if they point elsewhere.

    Two sheets that say "see photo" have two photos.
    """
    texts = tuple(line["text"] for line in record.get("unread", ()))
    return (*texts, record["sheet"]) if any(map(ELSEWHERE.search, texts)) else texts


def _canonical(part: str, text: str) -> Any:
    """Return an answer without the order of its entries, unless the order is the answer."""
    return text if find_row(part.split()[-1]).ordered else tuple(sorted(_SEPARATOR.split(text)))
