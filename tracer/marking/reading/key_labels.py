"""Read the labels that a key adds, such as those of another language.

A sheet is read before its key is known. If the key has labels of its own, they are replaced in the
sheet by the names of their parts, and the sheet is read again.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from pathlib import PurePath
from typing import Any

from tracer.marking.reading.formats import sheet_of, sheet_of_text
from tracer.marking.reading.part_names import part_called
from tracer.marking.reading.sheet import Sheet

#: Articles before a label, in the languages of courses.
_ARTICLES = "die|der|das|the|los|las|el|la|les|le|il|lo|gli"


def apply_key_labels(sheet: Sheet, labels: Mapping[str, str]) -> Sheet:
    """Return a sheet read again with the labels of a key; itself if it has none of them."""
    if not labels or sheet.error or sheet.whole is None:
        return sheet
    if isinstance(sheet.whole, str):
        text = _rename_in_text(sheet.whole, labels)
        read = sheet_of_text(text, sheet.name, PurePath(sheet.name).suffix or ".txt")
    else:
        read = sheet_of(_rename_keys(sheet.whole, labels), sheet.name)
    if read.whole == sheet.whole:
        return sheet
    return replace(
        read,
        student=sheet.student or read.student,
        variant=sheet.variant or read.variant,
        notes=tuple(dict.fromkeys((*sheet.notes, *read.notes))),
        corrections=sheet.corrections,
    )


def _rename_in_text(text: str, labels: Mapping[str, str]) -> str:
    """Replace labels at the start of a line, of a cell, or alone on a line."""
    words = "|".join(re.escape(label).replace(r"\ ", r"\s+") for label in labels)
    before = rf"(^(?:[\W\d_]|\(?[a-z]\))*(?:(?:{_ARTICLES})\s+)?|\|\s*)"
    label = rf"(?im){before}({words})(?=[\s*_]*(?:[:=|]|-\s|$))"
    return re.sub(label, lambda hit: hit[1] + labels[" ".join(hit[2].split()).casefold()], text)


def _rename_keys(entries: Mapping[str, Any], labels: Mapping[str, str]) -> dict[str, Any]:
    """Replace the keys that are labels, also in the answers to each problem."""
    renamed: dict[str, Any] = {}
    for key, value in entries.items():
        part = labels.get(" ".join(str(key).split()).casefold())
        is_inner = isinstance(value, Mapping) and not part and not part_called(str(key))
        renamed[part or key] = _rename_keys(value, labels) if is_inner else value
    return renamed
