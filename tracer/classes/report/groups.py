"""Groups of sheets with equal wrong answers, so that a person reads each answer once."""

from __future__ import annotations

import json
import re
import textwrap
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final, TextIO

from engine.text import visible_line
from tracer.marking.results.text import total_of
from tracer.questions.items import find_row
from tracer.questions.typed_text import ELSEWHERE
from tracer.text.numbers import show_count

SCHEMA: Final = "plytrace.group/1"

_SEPARATOR: Final = re.compile(r"; |, (?![^(]*\))")
_WIDTH: Final = 80


@dataclass
class _Group:
    """The sheets with one set of wrong answers; `first` is the record of the first one."""

    first: Mapping[str, Any]
    sheets: list[str] = field(default_factory=list)
    students: list[str] = field(default_factory=list)

    @property
    def wrong(self) -> list[dict[str, Any]]:
        """The wrong parts, with how they were read and what is right."""
        read, right = self.first.get("read", {}), self.first.get("right", {})
        return [
            {
                "part": part["part"],
                "score": part["score"],
                "max_score": part["max_score"],
                "read": read.get(part["part"], ""),
                "right": right.get(part["part"], ""),
                "message": part["message"],
            }
            for part in self.first["parts"]
            if not part["ok"]
        ]

    def record(self) -> dict[str, Any]:
        """Return the group as plain data of schema `plytrace.group/1`."""
        first = self.first
        named = first["misconceptions"]
        record = {
            "schema": SCHEMA,
            "count": len(self.sheets),
            "score": first["score"],
            "max_score": first["max_score"],
            "misconception": named[0]["id"] if named else None,
            "wrong": self.wrong,
            "pending": first.get("pending", []),
            "students": self.students,
            "sheets": self.sheets,
        }
        return record | ({"error": first["error"]} if first.get("error") else {})

    def lines(self) -> Iterator[str]:
        """Yield the group as lines of text."""
        first = self.first
        sheets = show_count(len(self.sheets), "sheet")
        names = ", ".join(map(visible_line, self.students or self.sheets))
        total = total_of(first)
        if first.get("error"):
            yield f"{sheets}: not marked"
            yield from _wrapped(visible_line(first["error"]))
        elif not self.wrong:
            yield f"{sheets}: all right, {total}"
        else:
            named = first["misconceptions"]
            yield f"{sheets}: {total}" + (f"  {named[0]['id']}" if named else "")
        for part in self.wrong:
            text = part["read"] or part["message"]
            right = f"; right: {part['right']}" if part["right"] else ""
            yield from _wrapped(visible_line(f"{part['part']}: {text}{right}"))
        if self.wrong:
            for line in first.get("unread", ()):
                yield from _wrapped(visible_line(f"not read: {line['text']}"))
        yield from _wrapped(names)


class Groups:
    """Groups of sheets with equal wrong answers; records are added one by one."""

    def __init__(self) -> None:
        self._groups: dict[Any, _Group] = {}

    def add(self, record: Mapping[str, Any]) -> None:
        """Add a sheet."""
        group = self._groups.setdefault(group_key(record), _Group(record))
        group.sheets.append(record["sheet"])
        if record["student"]:
            group.students.append(record["student"])

    def write(self, out: TextIO, *, as_json: bool) -> None:
        """Write the groups: pending ones first, then the most frequent, right sheets last."""
        groups = sorted(
            self._groups.values(),
            key=lambda group: (
                not group.first.get("pending"),
                not (group.wrong or group.first.get("error")),
                -len(group.sheets),
            ),
        )
        for place, group in enumerate(groups):
            if as_json:
                out.write(json.dumps(group.record(), ensure_ascii=False) + "\n")
            else:
                out.write("\n" * bool(place) + "\n".join(group.lines()) + "\n")


def group_key(record: Mapping[str, Any]) -> Any:
    """Return what the sheets of a group have in common."""
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


def _wrapped(text: str) -> list[str]:
    return textwrap.wrap(text, _WIDTH, initial_indent="  ", subsequent_indent="    ")
