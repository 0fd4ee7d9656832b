"""A gradebook: CSV, one checked sheet a row."""

from __future__ import annotations

import csv
import json
import tempfile
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final, TextIO

from tracer.check.tell import NOT_ANSWERED, unread_parts
from tracer.spreadsheets import cell_of

__all__ = ["write"]

_BEFORE: Final = ("student", "sheet", "score", "max_score", "percent")
_AFTER: Final = ("convention", "misconception", "indistinguishable", "error")


def write(records: Iterable[Mapping[str, Any]], out: TextIO, *, parts: Sequence[str] = ()) -> int:
    """Write a row for every checked sheet, in the order in which they come.

    The columns are the student, the sheet, the score, the most that can be had and the per cent;
    the score of every part that any of the sheets has; the convention, the misconception that fits
    best, those that the sheet cannot tell apart, and the error of a sheet, or of parts of it, that
    could not be read. A part that a sheet does not have, or that could not be read, is empty, not
    0; so is the score of a sheet of which nothing could be read. A text that a spreadsheet would
    run as a formula gets an apostrophe in front.

    Rows wait in a temporary file until the last sheet has told which parts there are, so memory
    does not grow with the number of sheets.

    Args:
        records: checked sheets, schema `plytrace.check/1`.
        out: where the table goes.
        parts: parts that get a column even if no sheet has them, in this order, before all others.

    Returns:
        How many sheets were written.
    """
    columns = dict.fromkeys(parts)
    sheets = 0
    with tempfile.TemporaryFile("w+", encoding="utf-8", newline="\n") as waiting:
        for record in records:
            columns.update(dict.fromkeys(one["part"] for one in record["parts"]))
            waiting.write(json.dumps(_row(record)) + "\n")
            sheets += 1
        waiting.seek(0)
        table = csv.writer(out, lineterminator="\n")
        table.writerow([*_BEFORE, *map(cell_of, columns), *_AFTER])
        for line in waiting:
            before, scores, after = json.loads(line)
            table.writerow([*before, *(scores.get(part, "") for part in columns), *after])
    return sheets


def _row(record: Mapping[str, Any]) -> tuple[list[Any], dict[str, Any], list[Any]]:
    """The columns before the parts, the parts by name, and the columns after them."""
    score, most, error = record["score"], record["max_score"], record.get("error", "")
    unread = unread_parts(record)
    # Nobody is given a zero for what cannot be read.
    answered = [one for one in record["parts"] if one["message"] != NOT_ANSWERED]
    is_nothing = bool(error) or (bool(unread) and len(unread) == len(answered))
    best = record["misconceptions"][0]["id"] if record["misconceptions"] else ""
    return (
        [
            cell_of(record["student"]),
            cell_of(record["sheet"]),
            "" if is_nothing else score,
            most,
            round(100 * score / most, 2) if most and not is_nothing else "",
        ],
        {one["part"]: one["score"] for one in record["parts"] if one["part"] not in unread},
        [
            record["convention"] or "",
            best,
            " ".join(record["indistinguishable"]),
            cell_of(error or "; ".join(f"{part}: {told}" for part, told in unread.items())),
        ],
    )
