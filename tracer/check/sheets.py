"""Reading answer sheets: YAML, JSON, JSON lines, CSV, or plain text as a student types it."""

from __future__ import annotations

import csv
import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

from engine.errors import InvalidInput, PlytraceError
from tracer.check.handed_in import SUFFIXES, refuse_other_files
from tracer.check.part_names import IGNORED, SAY_SKIPPED, STUDENT, is_nearly_a_part, part_called
from tracer.check.plain_text import PlainText
from tracer.check.sheet import Sheet
from tracer.spreadsheets import text_of
from trees.files import LARGEST_FILE, printable, read_text
from trees.plain import read_plain
from trees.quoting import quoted

__all__ = ["SUFFIXES", "sheet_of", "sheet_of_text", "sheets_in"]

_LONGEST_FIELD: Final = LARGEST_FILE


def sheets_in(path: Path, name: str | None = None) -> Iterator[Sheet]:
    """The sheets of a file: one, or one a row of CSV or JSON lines.

    A sheet that cannot be read is handed back with the reason, and never raised.

    Args:
        path: the file.
        name: what to call it; by default its own name.
    """
    called = name or printable(path)
    suffix = path.suffix.lower()
    try:
        refuse_other_files(path, called)
        if suffix == ".jsonl":
            yield from _of_lines(path, called)
        elif suffix == ".csv":
            yield from _of_table(path, called)
        else:
            yield sheet_of_text(read_text(path), called, suffix)
    except PlytraceError as error:
        yield Sheet(called, error=str(error))
    except (OSError, UnicodeDecodeError, csv.Error) as error:
        yield Sheet(called, error=f"{called}: it cannot be read: {error}")


def sheet_of_text(text: str, name: str, suffix: str = "") -> Sheet:
    """The sheet that a text is.

    Args:
        text: the text.
        name: what to call it.
        suffix: how its file's name ends; by default it is plain text.
    """
    try:
        if suffix == ".json" or (not suffix and text.lstrip().startswith("{")):
            return sheet_of(_json(text, name), name)
        if suffix in (".yaml", ".yml"):
            return sheet_of(dict(read_plain(text, name, _EXPECTED).entries), name)
        plain = PlainText(text, name)
        return replace(
            sheet_of(plain.answers, name), loose=tuple(plain.loose), notes=tuple(plain.notes)
        )
    except PlytraceError as error:
        return Sheet(name, error=str(error))
    except RecursionError:
        return Sheet(name, error=f"{name}: it is nested too deeply")


_EXPECTED: Final = "answers by part, such as visits: A B B1"


def sheet_of(given: Any, name: str) -> Sheet:
    """The sheet that a map of answers is; that of a trace's JSON too.

    Raises:
        InvalidInput: it is no map, or answers a part twice.
    """
    if not isinstance(given, Mapping):
        raise InvalidInput(f"{given!r:.60}", where=name, expected=_EXPECTED)
    nested = given.get("answers")
    if isinstance(nested, Mapping):
        given = {**{key: one for key, one in given.items() if key != "answers"}, **nested}
    answers: dict[str, Any] = {}
    unknown = []
    student = ""
    for key, value in given.items():
        word = " ".join(str(key).replace("_", " ").split()).casefold()
        part = part_called(str(key))
        if word in STUDENT:
            student = student or str(value or "").strip()
        elif part is not None:
            if key != part and (part in given or part in answers):
                # Its own name goes before its other names, of which there may be several.
                if part in given or answers[part] in (None, "") or value in (None, ""):
                    continue
                raise InvalidInput(f"{part} is answered twice", where=name, expected="one answer")
            answers[part] = _as_skipped(value) if word in SAY_SKIPPED else value
        elif word not in IGNORED:
            unknown.append(str(key))
    if str(given.get("schema", "")).startswith("plytrace."):
        unknown = []  # a trace says much besides
    _spread(answers)
    return Sheet(name, student, answers, tuple(unknown))


def _as_skipped(given: Any) -> Any:
    """What stands under such a label, with a word that says so."""
    if isinstance(given, list) and all(isinstance(one, str) for one in given):
        given = " ".join(given)
    if not isinstance(given, str):
        return given
    return "\n".join(f"pruned: {line}" if line.strip() else line for line in given.split("\n"))


def _spread(answers: dict[str, Any]) -> None:
    """Take values and windows from visits that are objects, as in a trace's JSON."""
    visits = answers.get("visits")
    if not isinstance(visits, list) or not visits or not isinstance(visits[0], Mapping):
        return
    inner = [one for one in visits if isinstance(one, Mapping) and one.get("kind") in _INNER]
    if any("value" in one for one in inner):
        answers.setdefault("values", inner)
    if any("alpha" in one for one in inner):
        answers.setdefault("windows", inner)


_INNER: Final = ("interior", "chance")


def _json(text: str, name: str) -> Any:
    try:
        return json.loads(text, object_pairs_hook=_once)
    except json.JSONDecodeError as error:
        where = f"{name}:{error.lineno}:{error.colno}"
        raise InvalidInput(f"this is no JSON: {error.msg}", where=where) from None
    except (RecursionError, ValueError) as error:
        raise InvalidInput(f"this is no JSON: {error}", where=name) from None


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """An object, in which nothing is said twice and otherwise.

    Raises:
        ValueError: something is.
    """
    found = dict(pairs)
    if len(found) < len(pairs):
        for key, value in pairs:
            if found[key] != value:
                raise ValueError(f"{quoted(key)} stands there twice, with two different values")
    return found


def _of_lines(path: Path, name: str) -> Iterator[Sheet]:
    """A sheet a line of JSON."""
    with path.open(encoding="utf-8-sig", errors="replace") as file:
        for number, line in enumerate(file, 1):
            if not line.strip():
                continue
            called = f"{name}:{number}"
            if len(line) > _LONGEST_FIELD:
                yield Sheet(called, error=f"{called}: a line of {len(line):,} characters")
                continue
            try:
                record = _json(line, called)
                named = record.get("sheet") if isinstance(record, Mapping) else None
                yield sheet_of(
                    {key: one for key, one in record.items() if key != "sheet"}
                    if named
                    else record,
                    str(named) if named else called,
                )
            except PlytraceError as error:
                yield Sheet(called, error=str(error))
            except RecursionError:
                yield Sheet(called, error=f"{called}: it is nested too deeply")


def _of_table(path: Path, name: str) -> Iterator[Sheet]:
    """A sheet a row of CSV, its answers under the names of the parts; or one visit a row."""
    csv.field_size_limit(_LONGEST_FIELD)
    with path.open(encoding="utf-8-sig", errors="replace", newline="") as file:
        first = file.readline()
        file.seek(0)
        between = max(",;\t", key=first.count)  # as the person's spreadsheet writes it
        rows = csv.reader(file, delimiter=between)
        header = next(rows, None)
        if header is None:
            raise InvalidInput("an empty file", where=name, expected="a header and a row a sheet")
        words = [" ".join(word.split()) for word in header]
        plain = {word.casefold() for word in words}
        if "id" in plain and "order" in plain:
            yield _of_visits(words, rows, name)
            return
        if {"part", "answer"} <= plain:
            yield _of_two_columns(words, rows, name)
            return
        if not any(part_called(word) for word in words):
            raise InvalidInput(
                f"no column is a part: {', '.join(words[:8])}",
                where=f"{name}:1",
                expected="a header with student and parts such as visits, values, move",
            )
        for number, row in enumerate(rows, 2):
            if any(cell.strip() for cell in row):
                yield _of_row(words, row, f"{name}:{number}")


def _of_row(words: list[str], row: list[str], name: str) -> Sheet:
    try:
        if len(row) > len(words):
            raise InvalidInput(
                f"{len(row)} cells under {len(words)} columns",
                where=name,
                expected="quotes around a cell with commas",
            )
        cells = {word: cell for word, cell in zip(words, row, strict=False) if cell.strip()}
        sheet = sheet_of(cells, name)
        # A table may hold much that is no answer; only what is nearly one is told of.
        return replace(sheet, unknown=tuple(filter(is_nearly_a_part, sheet.unknown)))
    except PlytraceError as error:
        return Sheet(name, error=str(error))


def _of_visits(words: list[str], rows: Iterable[list[str]], name: str) -> Sheet:
    """The table that `plytrace trace -f csv` writes: a visit a row."""
    keys = [word.casefold() for word in words]
    visits = [dict(zip(keys, map(text_of, row), strict=False)) for row in rows if row]
    return sheet_of({"visits": visits}, name)


def _of_two_columns(words: list[str], rows: Iterable[list[str]], name: str) -> Sheet:
    """A part and its answer a row."""
    keys = [word.casefold() for word in words]
    answers: dict[str, str] = {}
    for row in rows:
        cells = dict(zip(keys, row, strict=False))
        part = cells.get("part", "").strip()
        if part:
            answers[part] = "\n".join(filter(None, (answers.get(part), cells.get("answer", ""))))
    return sheet_of(answers, name)
