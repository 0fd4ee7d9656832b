"""The record of a node, as a sheet about windows has it: its window, its value, what it skips.

A record is one line, as `C: α = 3, β = ∞, v = 2, skips C2 C3` or `Node C (MIN): window (3, ∞),
value 2`, or has a line for each field below the name of its node.
"""

from __future__ import annotations

import re
from typing import Final

from tracer.questions.typed_text import BOUND, FIELDS, NAME, VALUE, is_none

#: Words for the fields; a and b may be nodes.
_OF_FIELDS: Final = "|".join(
    word
    for word, name in FIELDS.items()
    if name in ("alpha", "beta", "window", "value", "skipped") and word not in ("a", "b")
)
_KIND: Final = r"(?:max|min|chance)"
#: What begins a field, before which `Q1:` is the node of a record and not a mark.
_OF_FIELD: Final = rf"(?:(?:{_OF_FIELDS}|returns)\b|[(\[])"
#: The name of a node, with what may be around it.
_NODE: Final = (
    rf"(?:(?:[(\[]?\w{{1,3}}[.)\]]|q(?:uestion)?\s?\d{{1,2}}[:.)]|[-*•#]+)\s+(?!{_OF_FIELD}))?"
    rf"(?:at\s)?(?:{_KIND}\s)?(?:node:?\s)?(?P<node>{NAME})"
    rf"(?:\s?\((?:{_KIND}|root)(?:\snode)?\))?"
)
_SEPARATOR: Final = r"[\s,;|:]*(?:\(\s?(?=[αv]|alpha))?"
_HEAD: Final = re.compile(rf"{_NODE}{_SEPARATOR}", re.IGNORECASE)
_HEAD_ALONE: Final = re.compile(rf"{_NODE}\s?:?", re.IGNORECASE)
_IS: Final = r"\s?(?:[=:]|is\b)\s?"
_LETTERS: Final = rf"(?:α|alpha){_IS}{VALUE}(?:\s?[,;]\s?|\s)(?:and\s)?(?:β|beta){_IS}{VALUE}"
_BRACKETS: Final = rf"[(\[]\s?{VALUE}\s?[,;]\s?{VALUE}\s?[)\]]"
#: Where another field begins behind the skipped nodes.
_NEXT: Final = r"[,;|]\s*(?:and\s)?(?:window\b|(?:α|alpha|v|value)\s?[=:≤≥]|value\b|returns\b)"
#: The fields of a record; a sign alone is the value of the node if the window is before it.
_FIELD: Final = re.compile(
    rf"(?:and\s)?(?:(?P<window>(?:window\s?[=:]?\s?)?(?:{_LETTERS}|{_BRACKETS}))"
    rf"|(?:v(?:alue)?|returns)(?P<value>\s?(?:{BOUND}\s?|[=:]\s?|is\s|\s){VALUE}(?:\sor\s(?:less|more))?)"
    rf"|(?P<signed>=\s?{VALUE})"
    rf"|(?:→\s?|\(\s?)?(?P<skipped>(?:skip|prun)\w*\b(?:(?!{_NEXT})[^()])*))\)?[\s,;|]*",
    re.IGNORECASE,
)
#: A window that its letters or a word name; mere brackets may also hold the values of children.
_IS_NAMED: Final = re.compile(r"[^(\[]")
_NUMBER: Final = re.compile(VALUE, re.IGNORECASE)
_FIELD_ALONE: Final = re.compile(rf"(?:[-*•]\s+)?(?:{_OF_FIELDS})\s?[:=].*", re.IGNORECASE)
#: Lines of one record.
_MOST_LINES: Final = 6


def read_record(line: str, *, is_of_values: bool = False) -> list[tuple[str, str]] | None:
    """Return the items that the record of a node answers, each with its answer; None without one.

    Args:
        line: a line of a sheet.
        is_of_values: whether it is below a label of values, where brackets hold those of children.
    """
    head = _HEAD.match(line)
    if head is None or (len(head["node"]) > 1 and head["node"].casefold() in FIELDS):
        return None
    fields: dict[str, str] = {}
    at = head.end()
    while at < len(line):
        field = _FIELD.match(line, at)
        name = field.lastgroup if field else None
        if field is None or name is None or name in fields:
            return None
        if name == "signed" and (not fields or "value" in fields):
            return None
        fields["value" if name == "signed" else name] = field[name].strip(" ,;|")
        at = field.end()
    if not {"window", "value"} <= fields.keys():
        return None
    if is_of_values and not _IS_NAMED.match(fields["window"]):
        return None
    node, value = head["node"], fields["value"]
    sign = "" if re.match(BOUND, value) or value[0] == "=" else "= "
    answers = [("values", f"{node} {sign}{value.lstrip(': ').removeprefix('is ')}")]
    skipped = fields.get("skipped", "")
    if skipped and is_none(skipped.partition(" ")[2].strip(" :=")):
        answers = [("cutoffs", f"{node}: none"), *answers]
    elif skipped:
        low, high = _NUMBER.findall(fields["window"])
        answers = [("cutoffs", f"{node} entry window ({low}, {high}) {skipped}"), *answers]
    # The windows are last, since lines below of another form are about them.
    return [*answers, ("windows", f"{node}: {fields['window']}")]


def join_records(lines: list[str]) -> list[str]:
    """Return lines in which each record with a line for each field is one; the rest are empty."""
    joined = [*lines]
    for start, line in enumerate(lines):
        if not _HEAD_ALONE.fullmatch(line.strip()):
            continue
        end = start + 1
        while (
            end < len(lines)
            and end - start < _MOST_LINES
            and _FIELD_ALONE.fullmatch(lines[end].strip())
        ):
            end += 1
        texts = [text.strip().lstrip("-*• ") for text in lines[start:end]]
        record = f"{texts[0].rstrip(': ')}: {', '.join(texts[1:])}"
        if end - start > 2 and read_record(record):
            joined[start:end] = [record, *[""] * (end - start - 1)]
    return joined
