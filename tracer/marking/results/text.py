"""A checked sheet as text."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterator, Mapping
from itertools import chain
from operator import itemgetter
from typing import Any, Final

from engine.text import visible_line
from tracer.marking.results.record import CALLED, NOT_ANSWERED, OF_PROGRAM, PENDING, sign_of
from tracer.mistakes import MISTAKES
from tracer.text.numbers import show_points, show_score

#: Most lines about a program with one problem, and fewest that follow the marks of any program.
_MOST_OF_PROGRAM: Final = 12
_FEWEST_BELOW_MARKS: Final = 3
#: Most lines about a part of a program, and about all parts of one with one problem.
_MOST_OF_PART: Final = 2
_MOST_OF_PARTS: Final = _MOST_OF_PROGRAM - _FEWEST_BELOW_MARKS - 1
_MORE: Final = "More about this program is in its record: -f json"


def line_of(record: Mapping[str, Any]) -> str:
    """Return a checked sheet in one line."""
    record = _clean(record)
    who = f" ({record['student']})" if record["student"] else ""
    if record.get("error"):
        why = record["error"].removeprefix(f"{record['sheet']}: ")
        return f"{record['sheet']}{who}: not marked: {why}"
    found = record["misconceptions"]
    why = ""
    if found:
        alike = record["indistinguishable"]
        more = f" or {len(alike) - 1} more" if alike else ""
        why = f"  {found[0]['id']}{more}"
    if record["parts"] and all(part["message"] == NOT_ANSWERED for part in record["parts"]):
        why = "  nothing is answered"
    if pending := record.get("pending"):
        why += f"  pending: {', '.join(pending)}"
    if by_hand := record.get("overridden"):
        why += f"  by hand: {', '.join(by_hand)}"
    if unread := record.get("unread"):
        why += f"  not read: {len(unread)} line{'' if len(unread) == 1 else 's'}"
    return f"{record['sheet']}{who}: {points_so_far(record)}{why}"


def text_of(record: Mapping[str, Any], width: int = 80) -> str:
    """Return a checked sheet as text, with all feedback."""
    record = _clean(record)
    sections = (lines for lines, _ in _list_sections(record, width))
    return "\n".join([*_list_marks(record, width), *chain(*sections)]) + "\n"


def text_of_program(record: Mapping[str, Any], width: int = 80) -> str:
    """Return a checked program as text: the marks, and a few lines about the first mistake."""
    record = _clean(record)
    lines = [*_list_marks(record, width, is_short=True)]
    sections = [*_list_sections(record, width)]
    room = max(_FEWEST_BELOW_MARKS, _MOST_OF_PROGRAM - len(lines))
    is_long = sum(len(section) for section, _ in sections) > room
    room -= is_long
    kept = {}
    for section, importance in sorted(sections, key=itemgetter(1)):
        if room > 1:  # a heading and a line
            kept[importance] = _cut(section, room, width)
            room -= len(kept[importance])
    lines += chain(*(kept.get(importance, ()) for _, importance in sections))
    return "\n".join([*lines, *([_MORE] if is_long else ())]) + "\n"


def _clean(data: Any) -> Any:
    """Remove terminal control sequences from all texts of a record."""
    if isinstance(data, str):
        return visible_line(data)
    if isinstance(data, Mapping):
        return {key: _clean(value) for key, value in data.items()}
    return [_clean(value) for value in data] if isinstance(data, list) else data


def points_of(marks: Mapping[str, Any]) -> str:
    """Return points: 3.5 of 4."""
    return show_score(marks["score"], marks["max_score"])


def points_so_far(record: Mapping[str, Any]) -> str:
    """Return the points without those of pending parts, such as `5 of 6 so far`."""
    settled, waiting = _split_pending(record)
    return points_of(settled) + (" so far" if waiting else "")


def total_of(record: Mapping[str, Any], remark: str = "") -> str:
    """Return the total of a sheet, such as `5 of 6 points so far; 4 more wait for a person`."""
    settled, waiting = _split_pending(record)
    if not waiting:
        return f"{points_of(settled)} points{remark}"
    wait = "waits" if waiting == 1 else "wait"
    more = f"{show_points(waiting)} more {wait} for a person"
    return f"{points_of(settled)} points so far{remark}; {more}"


def _split_pending(record: Mapping[str, Any]) -> tuple[dict[str, float], float]:
    """Return the points without those of pending parts, and the most that these may earn."""
    pending = record.get("pending", ())
    waiting = sum(part["max_score"] for part in record["parts"] if part["part"] in pending)
    return {"score": record["score"], "max_score": record["max_score"] - waiting}, waiting


def unread_of(record: Mapping[str, Any]) -> list[str]:
    """Return the lines that were not read as answers, each with its number."""
    return [
        f"line {one['line']}: {one['text']}" if one["line"] else one["text"]
        for one in record.get("unread", ())
    ]


def _list_marks(record: Mapping[str, Any], width: int, *, is_short: bool = False) -> Iterator[str]:
    """Yield the points and the marks of each part, or why there are none."""
    who = f", {record['student']}" if record["student"] else ""
    if record.get("error"):
        yield f"{record['sheet']}{who}: not marked"
        yield from _wrapped(record["error"], width)
        return
    by = f", under the convention {record['convention']}" if record["convention"] else ""
    yield f"{record['sheet']}{who}: {total_of(record, by)}"
    widest = max((len(part["part"]) for part in record["parts"]), default=0)
    read, right = record.get("read", {}), record.get("right", {})
    is_of_set = len(record["parts"]) > _MOST_OF_PARTS
    spare = _MOST_OF_PARTS - len(record["parts"])
    for part in record["parts"]:
        sign = sign_of(
            is_pending=part["part"] in record.get("pending", ()),
            is_ok=part["ok"],
            follows="follows" in part,
        )
        head = f"  {sign} {part['part']:<{widest}}  {points_of(part):>10}  "
        room = max(20, width - len(head))
        text = part["message"]
        if is_short and PENDING in text:  # why it waits is what a person must know
            text = PENDING + text.rpartition(PENDING)[2]
        message = textwrap.wrap(text, room) or [""]
        if is_short:
            message = _cut(message, _MOST_OF_PART if is_of_set or spare > 0 else 1, room)
            spare -= len(message) - 1
        for place, line in enumerate(message):
            yield (head if not place else " " * len(head)) + line
        if not is_short and (not part["ok"] or "follows" in part):
            for heading, texts in (("read as:", read), ("right:", right)):
                if part["part"] in texts:
                    text = f"{heading:<8} {texts[part['part']]}"
                    yield from _wrapped(text, width, " " * len(head))


def _cut(lines: list[str], most: int, width: int) -> list[str]:
    """Return the first lines, up to the end of a sentence or with … if there are more."""
    if len(lines) <= most:
        return lines
    last = lines[most - 1]
    ends = [*re.finditer(r"[.?] (?![a-z])", last)]  # the rows of a board may end in a dot too
    if ends:
        last = last[: ends[-1].start() + 1]
    else:
        last = f"{last if len(last) < width - 1 else last[: width - 2].rsplit(' ', 1)[0]} …"
    return [*lines[: most - 1], last]


def _list_sections(record: Mapping[str, Any], width: int) -> Iterator[tuple[list[str], int]]:
    """Yield what follows the marks, in lines; each section with its place by importance."""
    remark = record.get("remark")
    if record.get("error"):
        if remark:
            yield ["Remark", *_wrapped(remark, width)], 0
        return
    notes = record.get("notes", ())
    done = [note.replace(OF_PROGRAM, "", 1) for note in notes if OF_PROGRAM in note]
    called = [note for note in done if note.startswith(CALLED)]  # never left out
    done = [note for note in done if note not in called]
    hints = [note for note in notes if OF_PROGRAM not in note]
    departure, reasons = record["departure"], record["misconceptions"]
    for heading, texts, importance in (
        ("The function that was called", called, -1),
        ("What the program also did", done, 3),
        ("Not read as an answer", unread_of(record), 4),
        ("Notes", hints, 5),
        ("Remark", [remark] if remark else [], 1),
        ("First mistake", [departure["message"]] if departure else [], 0),
        (
            reason_heading(record),
            [reasons[0]["message"], *filter(None, [also_fitting(record)])] if reasons else [],
            2,
        ),
    ):
        if texts:
            yield [heading, *chain(*(_wrapped(text, width) for text in texts))], importance


def reason_heading(record: Mapping[str, Any]) -> str:
    """Return the heading of a misconception: a hint does not name it."""
    return "A likely reason" if "right" in record else "A question to think about"


def also_fitting(record: Mapping[str, Any]) -> str:
    """Return one sentence about the other misconceptions that fit as well; empty if none."""
    if "right" not in record or not record["misconceptions"]:
        return ""
    first = record["misconceptions"][0]["id"]
    others = [MISTAKES[one].title for one in record["indistinguishable"] if one != first]
    return f"It may also be this: {'; or '.join(others)}." if others else ""


def _wrapped(text: str, width: int, indent: str = "  ") -> list[str]:
    return textwrap.wrap(text, width, initial_indent=indent, subsequent_indent=f"{indent}  ")
