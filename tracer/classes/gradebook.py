"""A gradebook: CSV with one row per checked sheet."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final, TextIO

from engine.text import strip_unsafe
from tracer.text.numbers import format_points, show_number
from tracer.text.printable_text import csv_cell

_BEFORE: Final = ("student", "sheet", "score", "max_score", "percent")
_AFTER: Final = ("convention", "misconception", "indistinguishable", "error")


def write(records: Iterable[Mapping[str, Any]], out: TextIO, *, parts: Sequence[str] = ()) -> int:
    """Write one row per checked sheet, in order.

    The first columns are student, sheet, score, maximum score and percentage. Then comes one
    column per part. The last columns are the convention, the best-fitting misconception, the
    misconceptions that fit equally well, and the error if something could not be read. If a person
    marked a part or wrote a remark, a column with the remarks follows.

    The scores of a pending part and of its sheet are empty, not 0, and so is that of an unreadable
    sheet. Texts that a spreadsheet would run as a formula get an apostrophe in front.

    Sheets with a pending part come first.
    """
    listed = sorted(records, key=lambda record: not record.get("pending"))
    columns = dict.fromkeys([*_BEFORE, *parts])
    columns |= dict.fromkeys(part["part"] for record in listed for part in record["parts"])
    columns |= dict.fromkeys([*_AFTER, *["remark"][: any(map(_remark, listed))]])
    table = csv.DictWriter(out, columns, "", "ignore", lineterminator="\n")
    table.writerow({name: csv_cell(name) for name in columns})
    table.writerows(map(_row, listed))
    return len(listed)


def _remark(record: Mapping[str, Any]) -> str:
    """Return the parts that a person marked, and the remark."""
    by_hand = ", ".join(record.get("overridden", ()))
    texts = (f"by hand: {by_hand}" if by_hand else "", record.get("remark", ""))
    return csv_cell(strip_unsafe("; ".join(filter(None, texts))))


def _row(record: Mapping[str, Any]) -> dict[str, Any]:
    score, most, error = record["score"], record["max_score"], record.get("error", "")
    pending = record.get("pending", [])
    is_nothing = bool(error or pending)  # a person must look before there is a total
    best = record["misconceptions"][0]["id"] if record["misconceptions"] else ""
    waiting = f"pending: {', '.join(pending)}" if pending else ""
    return {
        part["part"]: part["score"] for part in record["parts"] if part["part"] not in pending
    } | {
        "student": csv_cell(strip_unsafe(record["student"])),
        "sheet": csv_cell(strip_unsafe(record["sheet"])),
        "score": "" if is_nothing else score,
        "max_score": most,
        "percent": round(100 * score / most, 2) if most and not is_nothing else "",
        "convention": record["convention"] or "",
        "misconception": best,
        "indistinguishable": " ".join(record["indistinguishable"]),
        "error": csv_cell(strip_unsafe(error or waiting)),
        "remark": _remark(record),
    }


# A checked sheet as Gradescope's `results.json`.
#
# The format is that of https://gradescope-autograders.readthedocs.io/en/latest/specs/. Every text
# is declared as plain text: by default the platform reads the top text as HTML, and students
# choose the names of sheets.


def results(record: Mapping[str, Any], *, thing: str = "sheet") -> dict[str, Any]:
    """Build the Gradescope results of a checked sheet.

    Each part of the sheet is a test. The first mistake and its likely reason are tests without
    points. An unreadable sheet is a failing test that says why.

    If a part is pending, there is no `score`, and the part is a hidden test without points. The
    platform shows students no total while a test is hidden.
    """
    tests: list[dict[str, Any]] = []
    error = record.get("error")
    if error:
        tests.append(_test(_unmarked(thing), error, passed=False, of=record.get("max_score", 0)))
    pending = record.get("pending", ())
    tests += [
        _waiting(part, record)
        if part["part"] in pending
        else _test(
            part["part"],
            _output(part, record),
            passed=part["ok"],
            score=part["score"],
            of=part["max_score"],
        )
        for part in record["parts"]
    ]
    right = not error and all(part["ok"] for part in record["parts"])
    if record["departure"]:
        tests.append(_test(_DEPARTS, record["departure"]["message"], passed=right))
    if record["misconceptions"]:
        tests.append(_test("A likely reason", _misconception(record), passed=right))
    total = None if pending else record["score"]
    return _whole(total, _summary(record, thing), tests) | {
        "extra_data": {key: record[key] for key in _KEPT if key in record}
        | {"misconceptions": [mistake["id"] for mistake in record["misconceptions"]]}
    }


def refusal(title: str, message: str) -> dict[str, Any]:
    """Build the results if no sheet was graded: one failing test that says why."""
    return _whole(0, f"{title}. {message}", [_test(title, message, passed=False)])


_NOT_ALL: Final = "Not fully right."
#: Lines that were not read and are listed; the rest is counted.
_MOST_UNREAD: Final = 8
#: Fields of the record that are kept as extra data.
_KEPT: Final = (
    *("schema", "sheet", "student", "convention", "indistinguishable", "pending"),
    *("overridden", "remark", "final"),
)
_DEPARTS: Final = "First mistake"


def _whole(score: float | None, output: str, tests: list[dict[str, Any]]) -> dict[str, Any]:
    """Build the results; without a score, the platform adds up the tests."""
    return ({} if score is None else {"score": score}) | {
        "output": output,
        "output_format": "text",
        "test_output_format": "text",
        "test_name_format": "text",
        "visibility": "visible",
        "stdout_visibility": "hidden",  # it may quote the key
        "tests": tests,
    }


def _waiting(part: Mapping[str, Any], record: Mapping[str, Any]) -> dict[str, Any]:
    """Build the test of a pending part, which only instructors see."""
    lines = [f"It is worth {format_points(part['max_score'])}."]
    lines += [f"Not read: {line['text']}" for line in record.get("unread", ())[:_MOST_UNREAD]]
    test = _test(part["part"], "\n".join([part["message"], *lines]), passed=False)
    return test | {"visibility": "hidden"}


def _output(part: Mapping[str, Any], record: Mapping[str, Any]) -> str:
    """Return the message of a part; if it is not right, also how it was read and what is right."""
    lines = [part["message"] or ("" if part["ok"] else _NOT_ALL)]
    if not part["ok"]:
        for heading, field in (("Read as", "read"), ("Right", "right")):
            text = record.get(field, {}).get(part["part"])
            lines += [f"{heading}: {text}"] if text else []
    return "\n".join(lines)


def _test(
    name: str, output: str, *, passed: bool, score: float = 0, of: float = 0
) -> dict[str, Any]:
    """Build a test; without a status, one without points would always count as passed."""
    return {
        "name": name,
        "score": score,
        "max_score": of,
        "status": "passed" if passed else "failed",
        "output": output,
    }


def _unmarked(thing: str) -> str:
    """Return the title of a submission that cannot be marked."""
    return f"The {thing} could not be {'read' if thing == 'sheet' else 'marked'}"


def _summary(record: Mapping[str, Any], thing: str) -> str:
    sheet = record["sheet"] + (f", student {record['student']}" if record["student"] else "")
    if record.get("error"):
        reason = _unmarked(thing).partition(" could")[2]
        return f"{sheet} could{reason}, so there is nothing to grade yet.\n{record['error']}"
    score, most = record["score"], record["max_score"]
    points = f"{show_number(score)} of {show_number(most)} points"
    if pending := record.get("pending"):
        points = f"no total yet, since a person will mark {', '.join(pending)}"
    convention = record["convention"]
    text = f"{sheet}: {points}."
    if convention:
        text += f" Graded under the convention {convention}."
    if by_hand := record.get("overridden"):
        text += f" Marked by hand: {', '.join(by_hand)}."
    if record["departure"] and not all(part["ok"] for part in record["parts"]):
        text += f" Start with “{_DEPARTS}”."
    if record.get("remark"):
        text += f"\nRemark: {record['remark']}"
    if unread := [line["text"] for line in record.get("unread", ())]:
        more = [f"and {len(unread) - _MOST_UNREAD} more"] if len(unread) > _MOST_UNREAD else []
        text += "\nNot read as an answer: " + "; ".join(unread[:_MOST_UNREAD] + more)
    if record.get("notes"):
        head = "Notes" if thing == "sheet" else "Also observed"
        text += f"\n{head}: " + "; ".join(record["notes"])
    return text


def _misconception(record: Mapping[str, Any]) -> str:
    """Return the best-fitting explanation, with a remark if others fit equally well."""
    best = record["misconceptions"][0]
    message: str = best["message"]
    if len(record["indistinguishable"]) > 1:
        message += "\nSeveral mistakes fit equally well; this is one of them."
    return message
