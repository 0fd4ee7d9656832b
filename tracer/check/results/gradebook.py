"""A gradebook: CSV with one row per checked sheet."""

from __future__ import annotations

import csv
import json
import tempfile
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final, TextIO

from engine.text import strip_unsafe
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

    Rows wait in a temporary file until all parts are known, so memory does not grow with the
    number of sheets.
    """
    columns = dict.fromkeys(parts)
    sheets = 0
    remarks = False
    with tempfile.TemporaryFile("w+", encoding="utf-8", newline="\n") as waiting:
        for record in records:
            columns.update(dict.fromkeys(one["part"] for one in record["parts"]))
            waiting.write(json.dumps(_row(record)) + "\n")
            sheets += 1
            remarks = remarks or bool(_remark(record))
        waiting.seek(0)
        table = csv.writer(out, lineterminator="\n")
        table.writerow([*_BEFORE, *map(csv_cell, columns), *_AFTER, *["remark"][:remarks]])
        for line in waiting:
            before, scores, after, remark = json.loads(line)
            given = (scores.get(part, "") for part in columns)
            table.writerow([*before, *given, *after, *[remark][:remarks]])
    return sheets


def _remark(record: Mapping[str, Any]) -> str:
    """Return the parts that a person marked, and the remark."""
    by_hand = ", ".join(record.get("overridden", ()))
    texts = (f"by hand: {by_hand}" if by_hand else "", record.get("remark", ""))
    return csv_cell(strip_unsafe("; ".join(filter(None, texts))))


def _row(record: Mapping[str, Any]) -> tuple[list[Any], dict[str, Any], list[Any], str]:
    """Return the columns before the parts, the parts by name, those after them, and the remark."""
    score, most, error = record["score"], record["max_score"], record.get("error", "")
    pending = record.get("pending", [])
    is_nothing = bool(error or pending)  # a person must look before there is a total
    best = record["misconceptions"][0]["id"] if record["misconceptions"] else ""
    return (
        [
            csv_cell(strip_unsafe(record["student"])),
            csv_cell(strip_unsafe(record["sheet"])),
            "" if is_nothing else score,
            most,
            round(100 * score / most, 2) if most and not is_nothing else "",
        ],
        {one["part"]: one["score"] for one in record["parts"] if one["part"] not in pending},
        [
            record["convention"] or "",
            best,
            " ".join(record["indistinguishable"]),
            csv_cell(strip_unsafe(error or (f"pending: {', '.join(pending)}" if pending else ""))),
        ],
        _remark(record),
    )
