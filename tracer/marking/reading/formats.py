"""Read an answer sheet from a text, or from the data of YAML and JSON."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from itertools import chain, pairwise
from typing import Any, Final

from engine.errors import InvalidInput
from tracer.marking.reading.draft import as_answer
from tracer.marking.reading.markdown_tables import ROW_NUMBERS, UNREAD
from tracer.marking.reading.part_names import (
    ALL_PARTS,
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
from tracer.questions.cutoff_statements import as_skipped
from tracer.questions.cutoffs import Cutoffs, Windows
from tracer.questions.items import find_row
from tracer.questions.leaves import Pruned
from tracer.questions.nodes import Values
from tracer.questions.single_entries import count_named
from tracer.questions.typed_text import write_as_text
from tracer.questions.visits import Visits
from trees.text import quote
from trees.yaml.plain_data import read_plain

#: Levels of lists and maps in a sheet; answers need about six.
_DEEPEST: Final = 40
#: A vector, a window or a decimal comma in a value of YAML.
_PAIR: Final = re.compile(
    r"(:\s+)([(][^()\[\]{}\"'\n:#]*,[^()\[\]{}\"'\n:#]*[)]|[-+−]?\d+,\d+)(?=\s*[,}])"
)


def sheet_of_text(text: str, name: str, suffix: str = "") -> Sheet:
    """Return the sheet in a text."""
    given: Any = None
    try:
        if suffix == ".json" or (not suffix and text.lstrip().startswith("{")):
            given = read_json(text, name)
            return sheet_of(given, name)
        if suffix in (".yaml", ".yml"):
            given = dict(read_plain(_with_quoted_pairs(text), name, _EXPECTED).entries)
            return sheet_of(given, name)
        return _of_plain_text(text, name)
    except Exception as error:
        is_map = suffix in (".json", ".yaml", ".yml") or (not suffix and text.lstrip()[:1] == "{")
        return unread_sheet(name, error, given, given if is_map else text)


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
                before = labels.setdefault(plain_key(block.label), found)
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
        elif plain_key(block.label) in ("score", "points"):  # may be the value of the root
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


def unread_sheet(name: str, error: Exception, given: Any, whole: Any) -> Sheet:
    """Return a sheet with an error, and with its student if known."""
    said = {"student": "", "variant": ""}
    for key, value in given.items() if isinstance(given, Mapping) else ():
        kind = find_owner(key)
        if kind and not said[kind] and isinstance(value, str | int):
            said[kind] = str(value).strip()
    whole = whole if isinstance(whole, str | Mapping) and not _is_too_deep(whole) else None
    reason = reason_for(error, name)
    return Sheet(name, said["student"], error=reason, variant=said["variant"], whole=whole)


def find_owner(key: Any) -> str:
    """Return the field of the sheet that a word names; empty if there is none."""
    word = plain_key(key)
    return "student" if word in STUDENT else "variant" if word in VARIANT else ""


def plain_key(key: Any) -> str:
    """Return a key or a column as labels are compared."""
    return " ".join(str(key).replace("_", " ").split()).casefold()


#: Columns and keys of answers to any part.
UNNAMED: Final = frozenset(
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
        word = plain_key(key)
        part = part_called(str(key)) if not is_trace or key in ALL_PARTS else None
        if kind := find_owner(key):
            said[kind] = said[kind] or str("" if value is None else value).strip()
        elif part is not None:
            if count_named(word) and str(value).strip().isdecimal():
                # Under the label of a list, a number may be a node.
                line = SheetLine(0, str(value).strip(), word)
                is_list = find_row(part).counted
                part, value = (part, Answer([line])) if is_list else ("counts", f"{word} = {value}")
            elif isinstance(value, Mapping) and part == "utility":
                part = "values"  # one for each node
            found.setdefault(part, []).append((str(key), value))
        elif word not in IGNORED:
            text = value if isinstance(value, str | int | float) else "…"
            text = f"{text}" if word in UNNAMED else f"{key}: {text}"
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


def read_json(text: str, name: str) -> Any:
    """Return the data of a JSON text; raise InvalidInput if it is not valid."""
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
