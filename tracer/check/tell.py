"""A checked sheet as people read it."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Mapping
from typing import Any, Final

from tracer.check.record import OF_PROGRAM
from tracer.values import show_number

__all__ = ["NOT_ANSWERED", "line_of", "text_of", "unread_parts"]

#: What graders say of a part that is blank, and how they begin where it cannot be read.
NOT_ANSWERED: Final = "not answered"
_UNREAD: Final = "could not be read"


def unread_parts(record: Mapping[str, Any]) -> dict[str, str]:
    """The parts of a sheet that could not be read, with the reasons.

    Args:
        record: schema `plytrace.check/1`.
    """
    parts = record["parts"]
    return {one["part"]: one["message"] for one in parts if one["message"].startswith(_UNREAD)}


def line_of(record: Mapping[str, Any]) -> str:
    """A checked sheet in one line.

    Args:
        record: schema `plytrace.check/1`.
    """
    record = _clean(record)
    who = f" ({record['student']})" if record["student"] else ""
    if record.get("error"):
        return f"{record['sheet']}{who}: not marked: {record['error']}"
    found = record["misconceptions"]
    why = ""
    if found:
        alike = record["indistinguishable"]
        more = f" or {len(alike) - 1} more" if alike else ""
        why = f"  {found[0]['id']}{more}"
    if record["parts"] and all(part["message"] == NOT_ANSWERED for part in record["parts"]):
        why = "  nothing is answered"
    if unread := unread_parts(record):
        why += f"  could not be read: {', '.join(unread)}"
    notes = [one for one in record.get("notes", ()) if OF_PROGRAM not in one]
    if notes:
        why += f"  not read: {len(notes)} line{'' if len(notes) == 1 else 's'}"
    return f"{record['sheet']}{who}: {_points(record)}{why}"


def text_of(record: Mapping[str, Any], width: int = 80) -> str:
    """A checked sheet with all that is said of it.

    Args:
        record: schema `plytrace.check/1`.
        width: columns that it may take.
    """
    return "\n".join(_lines(_clean(record), width)) + "\n"


def _clean(said: Any) -> Any:
    """Nothing that a terminal would take for a command: sheets are written by anybody."""
    if isinstance(said, str):
        if said.isprintable():
            return said
        return "".join(
            sign if sign.isprintable() else sign.encode("unicode_escape").decode() for sign in said
        )
    if isinstance(said, Mapping):
        return {key: _clean(value) for key, value in said.items()}
    return [_clean(value) for value in said] if isinstance(said, list) else said


def _points(record: Mapping[str, Any]) -> str:
    return f"{show_number(round(record['score'], 2))} of {show_number(record['max_score'])}"


def _lines(record: Mapping[str, Any], width: int) -> Iterator[str]:
    who = f", {record['student']}" if record["student"] else ""
    if record.get("error"):
        yield f"{record['sheet']}{who}: not marked"
        yield from _wrapped(record["error"], width)
        return
    by = f", by the convention {record['convention']}" if record["convention"] else ""
    yield f"{record['sheet']}{who}: {_points(record)} points{by}"
    widest = max((len(part["part"]) for part in record["parts"]), default=0)
    for part in record["parts"]:
        mark = "✓" if part["ok"] else "✗"
        head = f"  {mark} {part['part']:<{widest}}  {_points(part):>10}  "
        told = textwrap.wrap(part["message"], max(20, width - len(head))) or [""]
        yield (head + told[0]).rstrip()
        for more in told[1:]:
            yield " " * len(head) + more
    notes = record.get("notes", ())
    done = [note.replace(OF_PROGRAM, "", 1) for note in notes if OF_PROGRAM in note]
    unread = [note for note in notes if OF_PROGRAM not in note]
    for heading, told in (("What the program did besides", done), ("What was not read", unread)):
        if told:
            yield heading
        for note in told:
            yield from _wrapped(note, width)
    departure = record["departure"]
    if departure:
        yield "Where it first goes wrong"
        yield from _wrapped(departure["message"], width)
    found = record["misconceptions"]
    if found:
        yield "What may have made it"
        for one in found:
            yield from _wrapped(f"{one['id']}: {one['message']}", width)
    if record["indistinguishable"]:
        alike = ", ".join(record["indistinguishable"])
        yield from _wrapped(f"This sheet cannot tell these apart: {alike}.", width)


def _wrapped(text: str, width: int) -> list[str]:
    return textwrap.wrap(text, width, initial_indent="  ", subsequent_indent="    ")
