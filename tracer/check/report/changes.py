"""Marks that differ from an earlier run, with the reasons."""

from __future__ import annotations

import json
import textwrap
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final, TextIO

from engine.text.clean_text import visible_line
from tracer.text.numbers import show_number

__all__ = ["SCHEMA", "Changes"]

SCHEMA: Final = "plytrace.change/1"

_WIDTH: Final = 80


class Changes:
    """The marks that changed since an earlier run; new records are added one by one.

    Args:
        earlier: records of the earlier run, schema `plytrace.check/1`.
    """

    def __init__(self, earlier: Iterable[Mapping[str, Any]]) -> None:
        self._earlier = {one["sheet"]: one for one in earlier}
        sheets = Counter(one.get("student", "") for one in self._earlier.values())
        self._by_student = {
            one["student"]: one
            for one in self._earlier.values()
            if one.get("student") and sheets[one["student"]] == 1
        }
        self._seen: set[str] = set()
        self._sheets = 0
        self._changes: list[dict[str, Any]] = []
        self._new: list[dict[str, Any]] = []

    def add(self, record: Mapping[str, Any]) -> None:
        """Compare a sheet with the earlier run.

        Args:
            record: schema `plytrace.check/1` with full feedback.
        """
        self._sheets += 1
        name, student = record["sheet"], record["student"]
        before = self._earlier.get(name) or self._by_student.get(student)
        if before is None:
            self._new.append(_change(record, None, _total(record), []))
            return
        self._seen.add(before["sheet"])
        parts = [*_changed_parts(before, record)]
        if parts or _total(before) != _total(record):
            self._changes.append(_change(record, _total(before), _total(record), parts))

    @property
    def _gone(self) -> list[dict[str, Any]]:
        return [
            _change(one, _total(one), None, [])
            for name, one in self._earlier.items()
            if name not in self._seen
        ]

    def write(self, out: TextIO, *, as_json: bool) -> None:
        """Write the changes.

        Args:
            out: output file.
            as_json: whether to write one JSON object per line instead of text.
        """
        if as_json:
            for one in (*self._changes, *self._new, *self._gone):
                out.write(json.dumps(one, ensure_ascii=False) + "\n")
            return
        for one in self._changes:
            out.write("\n".join(_lines(one)) + "\n")
        for what, listed in (("new", self._new), ("no longer there", self._gone)):
            if listed:
                names = ", ".join(map(_who, listed))
                verb = "sheet is" if len(listed) == 1 else "sheets are"
                text = f"{len(listed):,} {verb} {what}: {names}"
                out.write("\n".join(textwrap.wrap(text, _WIDTH, subsequent_indent="  ")) + "\n")
        out.write(f"{len(self._changes):,} of {self._sheets:,} marks changed\n")


def _change(
    record: Mapping[str, Any], before: Any, after: Any, parts: list[dict[str, Any]]
) -> dict[str, Any]:
    return {
        "schema": SCHEMA,
        "sheet": record["sheet"],
        "student": record.get("student", ""),
        "before": before,
        "after": after,
        "max_score": record["max_score"],
        "parts": parts,
    }


def _total(record: Mapping[str, Any]) -> int | float | str:
    """Return the total of a sheet, or why it has none."""
    if record.get("error"):
        return "not marked"
    score: int | float = record["score"]
    return "pending" if record.get("pending") else score


def _changed_parts(before: Mapping[str, Any], after: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """Yield the parts whose marks differ, with the reason."""
    old, new = ({one["part"]: one for one in record["parts"]} for record in (before, after))
    for part in {**old, **new}:
        was, now = (_points(part, one, record) for one, record in ((old, before), (new, after)))
        if was != now:
            yield {
                "part": part,
                "before": was[0],
                "after": now[0],
                "why": "; ".join(_reasons(part, before, after)),
            }


def _points(
    part: str, parts: Mapping[str, Any], record: Mapping[str, Any]
) -> tuple[int | float | str | None, Any]:
    if part not in parts:
        return None, None
    is_pending = part in record.get("pending", ())
    return ("pending" if is_pending else parts[part]["score"]), parts[part]["max_score"]


def _reasons(part: str, before: Mapping[str, Any], after: Mapping[str, Any]) -> Iterator[str]:
    """Yield why the marks of a part differ; always at least one reason."""
    by_hand = [part in record.get("overridden", ()) for record in (before, after)]
    if by_hand[1]:
        remark = after.get("remark")
        yield "marked by hand" + (f" ({remark})" if remark else "")
        return
    if by_hand[0]:
        yield "no longer marked by hand"
    most = [
        next((one["max_score"] for one in record["parts"] if one["part"] == part), None)
        for record in (before, after)
    ]
    texts: dict[str, list[Any]] = {
        "the part counts {} points, not {}": most[::-1],
        "read as {1}, before as {0}": [_field("read", part, one) for one in (before, after)],
        "the right answer is {1}, before {0}": [
            _field("right", part, one) for one in (before, after)
        ],
        "graded under the convention {1}, before {0}": [
            one.get("convention") for one in (before, after)
        ],
    }
    found = [text.format(*pair) for text, pair in texts.items() if all(pair) and pair[0] != pair[1]]
    yield from found
    message = next((one["message"] for one in after["parts"] if one["part"] == part), "")
    if part in after.get("pending", ()):
        yield "a person must read it"
    elif message:
        yield message
    elif not found:
        yield "the same answer is graded differently"


def _field(name: str, part: str, record: Mapping[str, Any]) -> str:
    text: str = record.get(name, {}).get(part, "")
    return text


def _lines(change: Mapping[str, Any]) -> Iterator[str]:
    most = show_number(change["max_score"])
    yield f"{_who(change)}: {_shown(change['before'])} → {_shown(change['after'])} of {most}"
    for one in change["parts"]:
        text = f"{one['part']} {_shown(one['before'])} → {_shown(one['after'])}: {one['why']}"
        yield from textwrap.wrap(
            visible_line(text), _WIDTH, initial_indent="  ", subsequent_indent="    "
        )


def _shown(points: Any) -> str:
    if points is None:
        return "–"
    return points if isinstance(points, str) else show_number(round(points, 2))


def _who(record: Mapping[str, Any]) -> str:
    student, sheet = (visible_line(record[name]) for name in ("student", "sheet"))
    return f"{sheet} ({student})" if student else sheet
