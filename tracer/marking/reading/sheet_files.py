"""Read the sheets of a file: one, or one for each row of a table or line of JSON."""

from __future__ import annotations

import csv
from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import chain, zip_longest
from pathlib import Path
from typing import Any, Final, TextIO

from engine.errors import InvalidInput
from tracer.marking.reading.documents import (
    DOCUMENTS,
    WORKBOOKS,
    document_text,
    html_text,
    rows_of_workbook,
)
from tracer.marking.reading.formats import (
    UNNAMED,
    find_owner,
    plain_key,
    read_json,
    sheet_of,
    sheet_of_text,
    unread_sheet,
)
from tracer.marking.reading.headings import answers_a_problem
from tracer.marking.reading.markdown_tables import is_of_nodes
from tracer.marking.reading.part_names import IGNORED, part_called
from tracer.marking.reading.sheet import Sheet, SheetLine, reason_for
from tracer.marking.reading.submitted_files import encoding_of, refuse_other_files, text_of_file
from tracer.questions.visits import Visits
from tracer.text.printable_text import text_of_cell
from trees.files import LARGEST_FILE, printable_name

_LONGEST_FIELD: Final = LARGEST_FILE
#: Lines of one row of a table.
_MOST_LINES: Final = 1_000
#: How the names of tables end, and of web pages, which are read as plain text.
_TABLES: Final = (".csv", ".tsv")
_PAGES: Final = (".html", ".htm")

#: Letters of a column's heading that may be a node.
_LONGEST_NODE: Final = 4


def sheets_in(path: Path, name: str | None = None) -> Iterator[Sheet]:
    """Yield the sheets of a file: one, or one per row of CSV or JSON lines.

    A sheet that cannot be read has the reason as its error; nothing is raised.
    """
    called = name or printable_name(path)
    number = 0
    try:
        for number, sheet in enumerate(_sheets_of(path, called), 1):  # noqa: B007
            yield sheet
        if not number:
            expected = "a heading and a row of answers, or a line of JSON for each sheet"
            raise InvalidInput("there is no sheet in it", where=called, expected=expected)
    except Exception as error:
        yield Sheet(called, error=reason_for(error, called))


def _sheets_of(path: Path, called: str) -> Iterator[Sheet]:
    """Yield the sheets of a file, or raise the error that prevents it."""
    suffix = path.suffix.lower()
    refuse_other_files(path, called)
    if suffix == ".jsonl":
        yield from _of_lines(path, called)
    elif suffix in _TABLES:
        with path.open(encoding=encoding_of(path), errors="replace", newline="") as file:
            yield from _of_table(_rows_of(file, suffix), called)
    elif suffix in WORKBOOKS:
        rows, notes = rows_of_workbook(path, called)
        for sheet in _of_table(rows, called):
            yield replace(sheet, notes=(*notes, *sheet.notes))
    elif suffix in DOCUMENTS:
        text, notes = document_text(path, called)
        sheet = sheet_of_text(text, called)
        yield replace(sheet, notes=(*notes, *sheet.notes))
    else:
        text, notes = text_of_file(path)
        if suffix in _PAGES:
            text, more = html_text(text)
            notes = (*notes, *more)
        sheet = sheet_of_text(text, called, suffix)
        yield replace(sheet, notes=(*notes, *sheet.notes)) if notes else sheet


def _of_lines(path: Path, name: str) -> Iterator[Sheet]:
    """Yield one sheet per line of JSON."""
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
                record = read_json(line, called)
                if isinstance(record, Mapping) and record.get("sheet"):
                    record = dict(record)
                    called = str(record.pop("sheet"))
                yield sheet_of(record, called)
            except Exception as error:
                yield unread_sheet(called, error, record, record)


class _OpenRow(list[str]):
    """The cells on a line of a table with a quote that nothing closes."""

    line: int


def _rows_of(file: TextIO, suffix: str) -> Iterator[list[str]]:
    """Yield the rows of a table, with the separator that the person's spreadsheet writes.

    A quote that nothing closes takes in what is below. The lines behind its own are read again.
    """
    csv.field_size_limit(_LONGEST_FIELD)
    first = file.readline()
    file.seek(0)
    between = "\t" if suffix == ".tsv" else max(",;\t", key=first.count)
    again: deque[str] = deque()
    taken: list[str] = []

    def read_lines() -> Iterator[str]:
        while len(taken) < _MOST_LINES and (line := again.popleft() if again else file.readline()):
            taken.append(line)
            yield line

    width = line = 0
    while (row := next(csv.reader(read_lines(), delimiter=between), None)) is not None:
        if len(taken) > 1 and not _is_closed(taken, between, width):
            again.extendleft(reversed(taken[1:]))
            row = _OpenRow(next(csv.reader(taken[:1], delimiter=between)))
            row.line, taken[1:] = line + 1, []
        width, line = width or len(row), line + len(taken)
        taken.clear()
        yield row


def _is_closed(lines: Sequence[str], between: str, width: int) -> bool:
    """Return whether the lines of a row end where its last quote is closed."""
    try:
        (row,) = csv.reader(lines, delimiter=between, strict=True)
    except csv.Error:
        return False
    return not width or len(row) <= width


def _of_table(rows: Iterator[list[str]], name: str) -> Iterator[Sheet]:
    """Yield one sheet per row with parts as columns, or one sheet from a row per visit."""
    header = next(rows, None)
    if header is None:
        raise InvalidInput("an empty file", where=name, expected="a header and a row a sheet")
    words = [" ".join(word.split()) for word in header]
    plain = [word.casefold() for word in words]
    first = next(rows, [])
    rows = chain([first] if first else [], rows)
    if "id" in plain and "order" in plain:
        # What `plytrace trace -f csv` writes, with one visit per row.
        visits = [dict(zip(plain, map(text_of_cell, row), strict=False)) for row in rows if row]
        yield sheet_of({Visits.name: visits}, name)
        return
    if is_of_nodes([word for word in words if not find_owner(word)]):
        yield from _list_node_sheets(words, rows, name)
        return
    if len(words) == 2 and all(row and part_called(row[0]) for row in (words, first)):
        plain, rows = ["part", "answer"], chain([header], rows)
    if {"part", "answer"} <= {*plain}:
        yield from _of_parts(plain, rows, name)
        return
    is_known = any(part_called(word) or answers_a_problem(word) for word in words)
    if not is_known and not (any(map(find_owner, words)) and _has_answers(words)):
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
        if isinstance(row, _OpenRow):
            raise InvalidInput(
                f"a quote is not closed in line {row.line}",
                where=name,
                expected="a second quote at the end of the cell",
            )
        if len(row) > len(words):
            raise InvalidInput(
                f"{len(row)} cells under {len(words)} columns",
                where=name,
                expected="quotes around a cell with commas",
            )
        cells = {word: cell for word, cell in zip(words, row, strict=False) if cell.strip()}
        # The column of a number alone is not about the problem with that number.
        whole = {
            word: cell
            for word, cell in cells.items()
            if not word[:1].isdigit() or answers_a_problem(word)
        }
        return replace(sheet_of(cells, name), whole=whole)
    except Exception as error:
        named = dict(zip(words, row, strict=False)) if isinstance(row, _OpenRow) else cells
        return unread_sheet(name, error, named, whole)


def _list_node_sheets(words: list[str], rows: Iterable[list[str]], name: str) -> Iterator[Sheet]:
    """Yield one sheet per student from a row for each node.

    An empty cell of a student means the one above.
    """
    students: dict[str, tuple[int, dict[str, str], list[str]]] = {}
    who: dict[str, str] = {}
    head = [word for word in words if not find_owner(word)]
    for place, row in enumerate(rows, 2):
        named = {find_owner(word): cell.strip() for word, cell in zip(words, row, strict=False)}
        who = {kind: cell for kind, cell in named.items() if kind and cell} or who
        first = (place, who, [_write_row(head)])
        _, _, table = students.setdefault(repr(sorted(who.items())), first)
        cells = zip_longest(words, row, fillvalue="")
        table.append(_write_row(cell for word, cell in cells if not find_owner(word)))
    for place, said, table in students.values():
        called = f"{name}:{place}" if len(students) > 1 else name
        sheet = sheet_of_text("\n".join(table), called, ".md")
        yield replace(sheet, student=said.get("student", ""), variant=said.get("variant", ""))


def _write_row(cells: Iterable[str]) -> str:
    """Return cells as a row of a table in Markdown."""
    return f"| {' | '.join(cell.replace('|', ' ') for cell in cells)} |"


def _of_parts(keys: list[str], rows: Iterable[list[str]], name: str) -> Iterator[Sheet]:
    """Yield one sheet per student from rows with a part and its answer.

    An empty cell of a student or of a part means the one above, as below a merged cell.
    """
    students: dict[str, tuple[int, dict[str, str], dict[str, str], list[SheetLine]]] = {}
    who: dict[str, str] = {}
    number = part = ""
    for place, row in enumerate(rows, 2):
        cells = {key: cell.strip() for key, cell in zip(keys, row, strict=False)}
        beyond = [cell.strip() for cell in row[len(keys) :] if cell.strip()]
        if keys[-1] == "answer":  # its commas have no quotes around them
            cells["answer"] = ", ".join(filter(None, (cells.get("answer"), *beyond)))
            beyond = []
        if isinstance(row, _OpenRow) and (answer := cells.pop("answer", "")):
            cells["open quote"] = answer
        named = {key: cell for key, cell in cells.items() if cell and find_owner(key)}
        if named and named != who:
            who, number, part = named, "", ""
        number, part = cells.get("problem") or number, cells.get("part") or part
        key = repr(sorted(who.items()))
        _, answers, whole, unread = students.setdefault(key, (place, {**who}, {**who}, []))
        if part and (answer := cells.get("answer", "")):
            for texts, label in ((answers, part), (whole, f"{number} {part}".strip())):
                texts[label] = "\n".join(filter(None, (texts.get(label), answer)))
        elif part:
            answers.setdefault(part, ""), whole.setdefault(f"{number} {part}".strip(), "")
        unread += (SheetLine(0, cell) for cell in beyond)
        for key, cell in cells.items():
            if cell and key not in ("part", "answer") and key not in named and key not in IGNORED:
                unread.append(SheetLine(0, f"{key}: {cell}"))
    for place, answers, whole, unread in students.values():
        called = f"{name}:{place}" if len(students) > 1 else name
        try:
            sheet = sheet_of(answers, called)
            yield replace(sheet, whole=whole, unlabelled=(*sheet.unlabelled, *unread))
        except Exception as error:
            yield unread_sheet(called, error, answers, whole)


def _has_answers(words: Iterable[str]) -> bool:
    """Return whether the columns of a table without parts may be answers: `answer`, or A and B."""
    plain = [word for word in words if not find_owner(word) and word.casefold() not in IGNORED]
    return any(plain_key(word) in UNNAMED for word in plain) or (
        len(plain) > 1 and all(len(word) <= _LONGEST_NODE for word in plain)
    )
