"""Read answer sheets: YAML, JSON, JSON lines, CSV, and plain text."""

from __future__ import annotations

import csv
import json
import re
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import chain, pairwise
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
from tracer.marking.reading.draft import as_answer
from tracer.marking.reading.headings import answers_a_problem
from tracer.marking.reading.line_labels import as_skipped
from tracer.marking.reading.markdown_tables import ROW_NUMBERS, UNREAD, is_of_nodes
from tracer.marking.reading.part_names import (
    ALL_PARTS,
    COUNTED,
    IGNORED,
    STUDENT,
    VARIANT,
    part_called,
    rename_keys,
    rename_labels,
    says_skipped,
    without_printed,
)
from tracer.marking.reading.plain_text import blocks_of
from tracer.marking.reading.sheet import Answer, Sheet, SheetLine, reason_for
from tracer.marking.reading.submitted_files import encoding_of, refuse_other_files, text_of_file
from tracer.questions.cutoffs import Cutoffs, Windows
from tracer.questions.leaves import Pruned
from tracer.questions.nodes import Values
from tracer.questions.single_entries import count_named
from tracer.questions.typed_text import write_as_text
from tracer.questions.visits import Visits
from tracer.text.printable_text import text_of_cell
from trees.files import LARGEST_FILE, printable_name
from trees.text import quote
from trees.yaml.plain_data import read_plain

_LONGEST_FIELD: Final = LARGEST_FILE
#: Lines of one row of a table.
_MOST_LINES: Final = 1_000
#: Levels of lists and maps in a sheet; answers need about six.
_DEEPEST: Final = 40
#: How the names of tables end, and of web pages, which are read as plain text.
_TABLES: Final = (".csv", ".tsv")
_PAGES: Final = (".html", ".htm")

#: Letters of a column's heading that may be a node.
_LONGEST_NODE: Final = 4

#: A vector, a window or a decimal comma in a value of YAML.
_PAIR: Final = re.compile(
    r"(:\s+)([(][^()\[\]{}\"'\n:#]*,[^()\[\]{}\"'\n:#]*[)]|[-+−]?\d+,\d+)(?=\s*[,}])"
)


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


def sheet_of_text(text: str, name: str, suffix: str = "") -> Sheet:
    """Return the sheet in a text."""
    given: Any = None
    try:
        if suffix == ".json" or (not suffix and text.lstrip().startswith("{")):
            given = _json(text, name)
            return sheet_of(given, name)
        if suffix in (".yaml", ".yml"):
            given = dict(read_plain(_with_quoted_pairs(text), name, _EXPECTED).entries)
            return sheet_of(given, name)
        return _of_plain_text(text, name)
    except Exception as error:
        is_map = suffix in (".json", ".yaml", ".yml") or (not suffix and text.lstrip()[:1] == "{")
        return _unread(name, error, given, given if is_map else text)


def read_again(
    sheet: Sheet, labels: Mapping[str, str], mark: Callable[[str], str] | None = None
) -> Sheet:
    """Return a sheet as it is read with the labels of its key, and with its names as single words.

    A sheet is read before its problem is known. With `mark`, see `NodeNames.mark`, each name of a
    plain text becomes one word.
    """
    whole = sheet.whole
    if sheet.error or whole is None:
        return sheet
    if isinstance(whole, str):
        whole = rename_labels(whole, labels)
        if whole == sheet.whole and mark is None:
            return sheet
        read = _of_plain_text(whole, sheet.name, mark or str)
    else:
        whole = rename_keys(whole, labels)
        if whole == sheet.whole:
            return sheet
        read = sheet_of(whole, sheet.name)
    return replace(
        read,
        student=sheet.student or read.student,
        variant=sheet.variant or read.variant,
        whole=whole,
        notes=tuple(dict.fromkeys((*sheet.notes, *read.notes))),
        outside=sheet.outside,
        corrections=sheet.corrections,
    )


def _of_plain_text(text: str, name: str, mark: Callable[[str], str] = str) -> Sheet:
    """Return the sheet in plain text or Markdown."""
    blocks = blocks_of(mark(without_printed(text)))
    unlabelled: list[SheetLine] = []
    others: dict[str, list[SheetLine]] = {UNREAD: [], ROW_NUMBERS: []}
    answers: dict[str, list[SheetLine]] = {}
    questions: dict[int, int] = {}
    places: list[int] = []
    said = {"student": "", "variant": ""}
    labels: dict[str, str] = {}
    for block in blocks:
        lines = block.lines
        if block.kind in said:
            for line in lines:
                found = line.text.strip("* ")
                before = labels.setdefault(_plain(block.label), found)
                if found != before:
                    raise InvalidInput(
                        f"it names two {block.kind}s, {quote(before, 30)} and {quote(found, 30)}",
                        where=name,
                        expected="a file for each student, or a table with a row for each",
                    )
                said[block.kind] = said[block.kind] or found
        elif not block.kind:
            unlabelled += lines
            if block.mark and lines:
                places.append(block.mark.place)
                questions |= {line.number: block.mark.place for line in lines}
        elif block.kind in others:
            others[block.kind] += lines
        elif block.kind != "ignored":
            answers.setdefault(block.kind, []).extend(block.list_labelled())
        elif _plain(block.label) in ("score", "points"):  # may be the value of the root
            numbers = (line for line in lines if re.fullmatch(r"[-+−]?\d+", line.text.strip()))
            others[UNREAD] += (line.reword(f"{block.label}: {line.text}") for line in numbers)
    if not all(below > above for above, below in pairwise(places)):
        questions = {number: -at for number, at in questions.items()}  # lists in other lists
    return Sheet(
        name,
        said["student"],
        {part: Answer(given) for part, given in answers.items()},
        tuple(sorted(unlabelled)),
        unread=tuple(others[UNREAD]),
        row_numbers=tuple(others[ROW_NUMBERS]),
        questions=questions,
        doubted=frozenset(chain(*(block.doubted for block in blocks))),
        variant=said["variant"],
        whole=text,
    )


def _with_quoted_pairs(text: str) -> str:
    """Quote vectors, windows and decimals in braces, whose commas would separate entries."""

    def quote(found: re.Match[str]) -> str:
        begun = found.string[found.string.rfind("\n", 0, found.start()) + 1 : found.start()]
        is_inside = begun.count("{") > begun.count("}") and begun.count('"') % 2 == 0
        return f'{found[1]}"{found[2]}"' if is_inside else found[0]

    return _PAIR.sub(quote, text) if "{" in text else text


def _unread(name: str, error: Exception, given: Any, whole: Any) -> Sheet:
    """Return a sheet with an error, and with its student if known."""
    said = {"student": "", "variant": ""}
    for key, value in given.items() if isinstance(given, Mapping) else ():
        kind = _whose(key)
        if kind and not said[kind] and isinstance(value, str | int):
            said[kind] = str(value).strip()
    whole = whole if isinstance(whole, str | Mapping) and not _is_too_deep(whole) else None
    reason = reason_for(error, name)
    return Sheet(name, said["student"], error=reason, variant=said["variant"], whole=whole)


def _whose(key: Any) -> str:
    """Return the field of the sheet that a word names; empty if there is none."""
    word = _plain(key)
    return "student" if word in STUDENT else "variant" if word in VARIANT else ""


def _plain(key: Any) -> str:
    return " ".join(str(key).replace("_", " ").split()).casefold()


#: Columns and keys of answers to any part.
_UNNAMED: Final = frozenset(
    {"answer", "answers", "response", "responses", "solution", "your answer"}
)
_EXPECTED: Final = "answers by part, such as visits: A B B1"


def sheet_of(given: Any, name: str) -> Sheet:
    """Return the sheet in a mapping of answers, such as a trace's JSON."""
    if _is_too_deep(given):
        raise InvalidInput("it is nested too deeply", where=name, expected=_EXPECTED)
    if not isinstance(given, Mapping):
        raise InvalidInput(f"{given!r:.60}", where=name, expected=_EXPECTED)
    whole = given
    nested = given.get("answers")
    if isinstance(nested, Mapping):
        given = {**{key: one for key, one in given.items() if key != "answers"}, **nested}
    is_trace = str(given.get("schema", "")).startswith("plytrace.")
    found: dict[str, list[tuple[str, Any]]] = {}
    unknown: list[SheetLine] = []
    said = {"student": "", "variant": ""}
    for key, value in given.items():
        word = _plain(key)
        part = part_called(str(key)) if not is_trace or key in ALL_PARTS else None
        if kind := _whose(key):
            said[kind] = said[kind] or str("" if value is None else value).strip()
        elif part is not None:
            if count_named(word) and str(value).strip().isdecimal():
                # Under the label of a list, a number may be a node.
                line = SheetLine(0, str(value).strip(), word)
                is_list = part in COUNTED
                part, value = (part, Answer([line])) if is_list else ("counts", f"{word} = {value}")
            elif isinstance(value, Mapping) and part == "utility":
                part = "values"  # one for each node
            found.setdefault(part, []).append((str(key), value))
        elif word not in IGNORED:
            text = value if isinstance(value, str | int | float) else "…"
            text = f"{text}" if word in _UNNAMED else f"{key}: {text}"
            unknown += (SheetLine(0, line) for line in text.split("\n") if line.strip())
    answers = _join_keys(found, is_trace=is_trace)
    _spread_trace(answers)
    return Sheet(
        name,
        said["student"],
        answers,
        () if is_trace else tuple(unknown),  # a trace contains much else
        variant=said["variant"],
        whole=whole,
    )


def _join_keys(found: Mapping[str, Sequence[tuple[str, Any]]], *, is_trace: bool) -> dict[str, Any]:
    """Return the answers by part, whose entries have their keys.

    Keys of pruned nodes beside one of cutoffs are of the part `pruned`. Of a trace, the key with
    the name of a part counts.
    """
    answers: dict[str, Any] = {}
    for part, entries in found.items():
        if is_trace:
            answers[part] = dict(entries).get(part, entries[0][1])
            continue
        pruned = [entry for entry in entries if part == Cutoffs.name and says_skipped(entry[0])]
        others = [entry for entry in entries if entry not in pruned]
        if pruned and others:
            answers[Pruned.name] = _join_values(pruned)
        else:
            pruned = [(key, _list_skipped(value)) for key, value in pruned]
        answers[part] = _join_values(others or pruned)
    return answers


def _join_values(entries: Sequence[tuple[str, Any]]) -> Any:
    """Return the value of the only key that is filled in, or the lines of all of them."""
    filled = [entry for entry in entries if entry[1] not in (None, "")]
    if len(filled) < 2:
        return (filled or entries)[0][1]
    lines: list[SheetLine] = []
    for key, value in filled:
        first, *more = as_answer(value).lines
        lines += (first._replace(label=key), *more)
    return Answer(lines)


def _list_skipped(given: Any) -> Answer:
    """Return the nodes below a label such as "pruned" as cutoffs."""
    return Answer(line.reword(as_skipped(line.text)) for line in as_answer(given).lines)


def _is_too_deep(given: Any) -> bool:
    """Return whether data is nested deeper than any answer, too deep for other processes.

    A sheet is compared, kept and sent to another process, and each of these recurses.
    """
    level = [given]
    for _ in range(_DEEPEST):
        below: list[Any] = []
        for one in level:
            if isinstance(one, Mapping):
                below += one.values()
            elif isinstance(one, list | tuple):
                below += one
        if not below:
            return False
        level = below
    return True


def _spread_trace(answers: dict[str, Any]) -> None:
    """Replace the objects of a trace's JSON: visits by names, values and windows of inner nodes."""
    visits, cuts = answers.get(Visits.name), answers.get(Cutoffs.name)
    if isinstance(cuts, list):
        answers[Cutoffs.name] = [
            {name: said for name, said in cut.items() if name not in _UNASKED}
            if isinstance(cut, Mapping)
            else cut
            for cut in cuts
        ]
    if isinstance(visits, Mapping):
        answers[Visits.name] = _list_in_order(visits)
    if not isinstance(visits, list) or not all(
        isinstance(visit, Mapping) and "id" in visit for visit in visits
    ):
        return
    answers[Visits.name] = [str(visit.get("id")) for visit in visits]
    values: dict[str, Any] = {}
    windows: dict[str, Any] = {}
    for visit in visits:
        if visit.get("kind") in _INNER:  # the first visit to a node counts
            value = visit.get("exact") or visit.get("value")
            sign = _BOUNDS.get(str(visit.get("bound")), "") if str(value)[:1] != "[" else ""
            values.setdefault(str(visit.get("id")), f"{sign}{write_as_text(value)}")
            windows.setdefault(str(visit.get("id")), [visit.get("alpha"), visit.get("beta")])
    if any(values.values()):
        answers.setdefault(Values.name, values)
    if any("alpha" in visit for visit in visits):
        answers.setdefault(Windows.name, windows)


def _list_in_order(visits: Mapping[str, Any]) -> list[Any]:
    """Return the nodes of a mapping by their numbers if it has those of all visits, or as listed.

    A node without a number is one of the visits too.
    """
    if sorted(map(str, visits.values())) == sorted(map(str, range(1, len(visits) + 1))):
        return sorted(visits, key=lambda name: int(visits[name]))
    return [{name: said} if said not in (None, "") else name for name, said in visits.items()]


_INNER: Final = ("interior", "chance")
#: The bounds of a trace's visits, and the fields of its cutoffs that sheets need not answer.
_BOUNDS: Final = {"lower": "≥ ", "upper": "≤ "}
_UNASKED: Final = frozenset({"alpha_after", "beta_after", "pass", "because"})


def _json(text: str, name: str) -> Any:
    try:
        return json.loads(text, object_pairs_hook=_once)
    except json.JSONDecodeError as error:
        where = f"{name}:{error.lineno}:{error.colno}"
        raise InvalidInput(f"this is not valid JSON: {error.msg}", where=where) from None
    except RecursionError:
        raise InvalidInput("this JSON is nested too deeply", where=name) from None
    except ValueError as error:  # a key twice, or a number that Python does not convert
        raise InvalidInput(f"this JSON cannot be read: {error}", where=name) from None


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Return a JSON object without contradictory duplicate keys."""
    found = dict(pairs)
    if len(found) < len(pairs):
        for key, value in pairs:
            if found[key] != value:
                raise ValueError(f"{quote(key)} is given twice, with two different values")
    return found


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
                record = _json(line, called)
                if isinstance(record, Mapping) and record.get("sheet"):
                    record = dict(record)
                    called = str(record.pop("sheet"))
                yield sheet_of(record, called)
            except Exception as error:
                yield _unread(called, error, record, record)


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
    if is_of_nodes([word for word in words if not _whose(word)]):
        yield from _of_nodes(words, rows, name)
        return
    if len(words) == 2 and all(row and part_called(row[0]) for row in (words, first)):
        plain, rows = ["part", "answer"], chain([header], rows)
    if {"part", "answer"} <= {*plain}:
        yield from _of_parts(plain, rows, name)
        return
    is_known = any(part_called(word) or answers_a_problem(word) for word in words)
    if not is_known and not (any(map(_whose, words)) and _has_answers(words)):
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
        return _unread(name, error, named, whole)


def _of_nodes(words: list[str], rows: Iterable[list[str]], name: str) -> Iterator[Sheet]:
    """Yield one sheet per student from a row for each node.

    An empty cell of a student means the one above.
    """
    students: dict[str, tuple[int, dict[str, str], list[str]]] = {}
    who: dict[str, str] = {}
    head = [word for word in words if not _whose(word)]
    for place, row in enumerate(rows, 2):
        named = {_whose(word): cell.strip() for word, cell in zip(words, row, strict=False)}
        who = {kind: cell for kind, cell in named.items() if kind and cell} or who
        _, _, table = students.setdefault(repr(sorted(who.items())), (place, who, [_row_of(head)]))
        table.append(
            _row_of(cell for word, cell in zip(words, row, strict=False) if not _whose(word))
        )
    for place, said, table in students.values():
        called = f"{name}:{place}" if len(students) > 1 else name
        sheet = sheet_of_text("\n".join(table), called, ".md")
        yield replace(sheet, student=said.get("student", ""), variant=said.get("variant", ""))


def _row_of(cells: Iterable[str]) -> str:
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
        if isinstance(row, _OpenRow) and (answer := cells.pop("answer", "")):
            cells["open quote"] = answer
        named = {key: cell for key, cell in cells.items() if cell and _whose(key)}
        if named and named != who:
            who, number, part = named, "", ""
        number, part = cells.get("problem") or number, cells.get("part") or part
        key = repr(sorted(who.items()))
        _, answers, whole, unread = students.setdefault(key, (place, {**who}, {**who}, []))
        if part and (answer := cells.get("answer", "")):
            for found, label in ((answers, part), (whole, f"{number} {part}".strip())):
                found[label] = "\n".join(filter(None, (found.get(label), answer)))
        elif part:
            answers.setdefault(part, ""), whole.setdefault(f"{number} {part}".strip(), "")
        for key, cell in cells.items():
            if cell and key not in ("part", "answer") and key not in named and key not in IGNORED:
                unread.append(SheetLine(0, f"{key}: {cell}"))
    for place, answers, whole, unread in students.values():
        called = f"{name}:{place}" if len(students) > 1 else name
        try:
            sheet = sheet_of(answers, called)
            yield replace(sheet, whole=whole, unlabelled=(*sheet.unlabelled, *unread))
        except Exception as error:
            yield _unread(called, error, answers, whole)


def _has_answers(words: Iterable[str]) -> bool:
    """Return whether the columns of a table without parts may be answers: `answer`, or A and B."""
    plain = [word for word in words if not _whose(word) and word.casefold() not in IGNORED]
    return any(_plain(word) in _UNNAMED for word in plain) or (
        len(plain) > 1 and all(len(word) <= _LONGEST_NODE for word in plain)
    )
