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
from tracer.check.part_names import (
    IGNORED,
    SAY_SKIPPED,
    STUDENT,
    VARIANT,
    is_nearly_a_part,
    part_called,
)
from tracer.check.plain_text import PlainText
from tracer.check.printed import without_printed
from tracer.check.section_names import answers_a_problem
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
    given: Any = None
    try:
        if suffix == ".json" or (not suffix and text.lstrip().startswith("{")):
            given = _json(text, name)
            return sheet_of(given, name)
        if suffix in (".yaml", ".yml"):
            given = dict(read_plain(text, name, _EXPECTED).entries)
            return sheet_of(given, name)
        text = without_printed(text)
        plain = PlainText(text, name)
        given = plain.answers
        sheet = sheet_of(given, name)
        loose, notes = tuple(plain.loose), tuple(plain.notes)
        return replace(sheet, loose=loose, notes=notes, whole=text)
    except PlytraceError as error:
        is_map = suffix in (".json", ".yaml", ".yml") or (not suffix and text.lstrip()[:1] == "{")
        return _unread(name, error, given, given if is_map else text)
    except RecursionError:
        return Sheet(name, error=f"{name}: it is nested too deeply")


def _unread(name: str, error: PlytraceError, given: Any, whole: Any) -> Sheet:
    """A sheet that cannot be read as one problem's, with whose it is as far as that is plain."""
    said = {"student": "", "variant": ""}
    for key, value in given.items() if isinstance(given, Mapping) else ():
        kind = _whose(key)
        if kind and not said[kind] and isinstance(value, str | int):
            said[kind] = str(value).strip()
    whole = whole if isinstance(whole, str | Mapping) else None
    return Sheet(name, said["student"], error=str(error), variant=said["variant"], whole=whole)


def _whose(key: Any) -> str:
    """What a word says of the sheet itself; empty for nothing."""
    word = _plain(key)
    return "student" if word in STUDENT else "variant" if word in VARIANT else ""


def _plain(key: Any) -> str:
    return " ".join(str(key).replace("_", " ").split()).casefold()


_EXPECTED: Final = "answers by part, such as visits: A B B1"


def sheet_of(given: Any, name: str) -> Sheet:
    """The sheet that a map of answers is; that of a trace's JSON too.

    Raises:
        InvalidInput: it is no map, or answers a part twice.
    """
    if not isinstance(given, Mapping):
        raise InvalidInput(f"{given!r:.60}", where=name, expected=_EXPECTED)
    whole = given
    nested = given.get("answers")
    if isinstance(nested, Mapping):
        given = {**{key: one for key, one in given.items() if key != "answers"}, **nested}
    answers: dict[str, Any] = {}
    unknown = []
    said = {"student": "", "variant": ""}
    for key, value in given.items():
        word = _plain(key)
        part = part_called(str(key))
        if kind := _whose(key):
            said[kind] = said[kind] or str("" if value is None else value).strip()
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
    return Sheet(
        name, said["student"], answers, tuple(unknown), variant=said["variant"], whole=whole
    )


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
            record: Any = None
            try:
                record = _json(line, called)
                if isinstance(record, Mapping) and record.get("sheet"):
                    record = dict(record)
                    called = str(record.pop("sheet"))
                yield sheet_of(record, called)
            except PlytraceError as error:
                yield _unread(called, error, record, record)
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
        if not any(part_called(word) or answers_a_problem(word) for word in words):
            raise InvalidInput(
                f"no column is a part: {', '.join(words[:8])}",
                where=f"{name}:1",
                expected="a header with student and parts such as visits, values, move",
            )
        for number, row in enumerate(rows, 2):
            if any(cell.strip() for cell in row):
                yield _of_row(words, row, f"{name}:{number}")


def _of_row(words: list[str], row: list[str], name: str) -> Sheet:
    cells: dict[str, str] = {}
    whole: dict[str, str] = {}
    try:
        if len(row) > len(words):
            raise InvalidInput(
                f"{len(row)} cells under {len(words)} columns",
                where=name,
                expected="quotes around a cell with commas",
            )
        cells = {word: cell for word, cell in zip(words, row, strict=False) if cell.strip()}
        # A table may hold much that is no answer; only what is nearly one is told of.
        whole = {
            word: cell
            for word, cell in cells.items()
            if part_called(word) or _whose(word) or answers_a_problem(word)
        }
        sheet = sheet_of(cells, name)
        nearly = tuple(filter(is_nearly_a_part, sheet.unknown))
        return replace(sheet, unknown=nearly, whole=whole)
    except PlytraceError as error:
        return _unread(name, error, cells, whole)


def _of_visits(words: list[str], rows: Iterable[list[str]], name: str) -> Sheet:
    """The table that `plytrace trace -f csv` writes: a visit a row."""
    keys = [word.casefold() for word in words]
    visits = [dict(zip(keys, map(text_of, row), strict=False)) for row in rows if row]
    return sheet_of({"visits": visits}, name)


def _of_two_columns(words: list[str], rows: Iterable[list[str]], name: str) -> Sheet:
    """A part and its answer a row."""
    keys = [word.casefold() for word in words]
    answers: dict[str, str] = {}
    whole: dict[str, str] = {}
    for row in rows:
        cells = dict(zip(keys, row, strict=False))
        part = cells.get("part", "").strip()
        if part:
            number = cells.get("problem", "").strip()
            answer = cells.get("answer", "")
            for found, label in ((answers, part), (whole, f"{number} {part}".strip())):
                found[label] = "\n".join(filter(None, (found.get(label), answer)))
    try:
        return replace(sheet_of(answers, name), whole=whole)
    except PlytraceError as error:
        return _unread(name, error, answers, whole)
