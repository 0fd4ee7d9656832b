"""What a sheet says outside its labels: read where its kind is plain, and named where it is not."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any, Final

from tracer.check.names import Names
from tracer.check.part_names import is_nearly_a_part, part_meant
from tracer.check.sheet import Loose, Sheet
from tracer.typed_numbers import NUMBER
from trees.quoting import quoted

__all__ = ["settled"]

#: Notes about one sheet; the rest is counted.
_MOST_NOTES: Final = 8
#: Parts whose entries begin with a node and a sign.
_ENTRIES: Final = frozenset({"values", "windows", "cutoffs", "minimax", "expectiminimax"})
_ORDERS: Final = frozenset({"visits", "line"})
_PAIR: Final = re.compile(
    rf"(?<![^\s,;=:()<>≤≥])([^\s,;=:()<>≤≥]++)\s*(?:[=:]|[<>≤≥]=?|->|→|\bis\b)\s*[<>≤≥]?=?\s*"
    rf"(?:{NUMBER.pattern}|[-–—?x]|n/a)(?=[\s,;.]|$)",
    re.IGNORECASE,
)
_WINDOW: Final = re.compile(
    rf"(?<![^\s,;=:()])([^\s,;=:()\[]++)\s*[=:]?\s*[(\[]\s*{NUMBER.pattern}\s*[,;]\s*{NUMBER.pattern}\s*[)\]]",
    re.IGNORECASE,
)
_CUTS: Final = re.compile(r"\b(?:skip|prun|cut)\w*", re.IGNORECASE)
_OF_CUTS: Final = re.compile(
    r"(?:skip|prun|cut)\w*|alpha|beta|at|and|with|is|are|because|after|children|off|window|[αβ]",
    re.IGNORECASE,
)
_LIST_MARK: Final = re.compile(r"^\s*(?:[-*•#>]+\s+|\d{1,3}[.)]\s+)")
#: The number of a question, which says nothing of what is answered.
_QUESTION: Final = re.compile(
    r"^(?:q|question|part|task|problem|exercise|answer)\.?\s*\(?[a-z]?\d{0,3}\)?\s*[:.)]\s*",
    re.IGNORECASE,
)
_WORD: Final = re.compile(r"[^\s,;:=()\[\]<>→|]+")
#: Words of a line that is about cutoffs and says something else besides.
_MOST_OTHER: Final = 2


def settled(sheet: Sheet, names: Names | None) -> Sheet:
    """A sheet whose loose lines have become answers or notes, and whose unknown words are noted.

    Args:
        sheet: the sheet.
        names: the names of the problem's nodes; None where it has none.
    """
    if not sheet.loose and not sheet.unknown:
        return sheet
    answers: dict[str, Any] = dict(sheet.answers)
    notes = [*sheet.notes, *(_unknown(word) for word in sheet.unknown[:_MOST_NOTES])]
    rest: list[Loose] = []
    placed: dict[str, list[str]] = {}
    for line in sheet.loose:
        part, text = _read_as(line, sheet.answers, names) if names is not None else ("", "")
        if not part:
            rest.append(line)
        elif part != line.after and sheet.answers.get(part) not in (None, ""):
            notes.append(f"{quoted(line.text)} is not looked at: the {part} are answered elsewhere")
        else:
            placed.setdefault(part, []).append(text)
    unknown = sheet.unknown
    if not sheet.answers and not placed:
        # Nothing has a label, and nothing is plain: it is an order of visits, or nothing at all.
        bare = [line for line in rest if not line.label]
        order = [line for line in bare if names is not None and not _is_title(line, names)] or bare
        if names is not None and order:
            placed["visits"] = [line.text for line in order]
            rest = [line for line in rest if line.label]
        else:
            unknown += tuple(line.label or line.text for line in rest)
    for part, lines in placed.items():
        before = answers.get(part)
        answers[part] = "\n".join([before, *lines] if before and isinstance(before, str) else lines)
    rest = [line for line in rest if names is None or not _is_title(line, names)]
    more = len(notes) + len(rest) - _MOST_NOTES
    notes = [*notes, *(_note(line) for line in rest[:_MOST_NOTES])][:_MOST_NOTES]
    if more > 0:
        notes.append(f"and {more} more lines are not understood")
    return replace(sheet, answers=answers, unknown=unknown, loose=(), notes=tuple(notes))


def _unknown(word: str) -> str:
    hint = _meant([word])
    return f"there is no part {quoted(word)}, and what it says is not looked at{hint}"


def _note(line: Loose) -> str:
    hint = _meant([line.label, _first_words(line.text)])
    return f"{quoted(line.text)} is not understood, and not looked at{hint}"


def _meant(words: Iterable[str]) -> str:
    """Which label was perhaps meant."""
    for word in words:
        if word and (hint := part_meant(word)):
            return f". {hint}"
    return "; expected a label before it, such as visits:"


def _first_words(text: str) -> str:
    return " ".join(_WORD.findall(text)[:2])


def _read_as(line: Loose, answers: Mapping[str, Any], names: Names) -> tuple[str, str]:
    """The part that a line answers, where that is plain, and what it says of it; else nothing."""
    if line.label and line.after in _ENTRIES and names.is_node(names.node(line.label)):
        return line.after, line.text
    text = _QUESTION.sub("", _LIST_MARK.sub("", line.text))
    is_labelled = bool(line.label) and text == _LIST_MARK.sub("", line.text)
    rest = text.partition(":")[2] or text.partition("=")[2] if is_labelled else ""
    if is_labelled and line.after in _ORDERS:
        listed = names.nodes_in(rest, "visits")
        are_nodes = listed and all(map(names.is_node, listed))
        if are_nodes and not is_nearly_a_part(line.label):
            return line.after, rest
    return _kind_of(text, line, answers, names, is_labelled=is_labelled), text


def _kind_of(
    text: str, line: Loose, answers: Mapping[str, Any], names: Names, *, is_labelled: bool
) -> str:
    """The part that a text plainly answers; empty where that is not plain."""
    words = [word for word in _WORD.findall(text) if not NUMBER.fullmatch(word)]
    nodes = sum(names.is_node(names.node(word)) for word in words)
    if _CUTS.search(text):
        other = len(words) - nodes - sum(bool(_OF_CUTS.fullmatch(word)) for word in words)
        return "cutoffs" if nodes and other <= _MOST_OTHER else ""
    if names.spaced:
        listed = names.nodes_in(text, "visits")
        return "visits" if len(listed) > 1 and all(map(names.is_node, listed)) else ""
    if _all_named(_WINDOW, text, names):
        return "windows"
    if _all_named(_PAIR, text, names):
        # Where the minimax values are asked for, these may be they.
        return line.after if line.after in _ENTRIES and line.after in answers else "values"
    if is_labelled:
        return ""
    known = sum(names.is_node(names.node(word)) for word in names.nodes_in(text, "visits"))
    return "visits" if known > 1 and 2 * known >= len(words) else ""


def _all_named(pattern: re.Pattern[str], text: str, names: Names) -> bool:
    """Whether a line is nothing but such entries, each of a node."""
    found = list(pattern.finditer(text))
    rest = pattern.sub(" ", text).replace(" and ", " ").strip(" ,;.")
    return bool(found) and not rest and all(names.is_node(names.node(one[1])) for one in found)


def _is_title(line: Loose, names: Names) -> bool:
    """Whether a line is a heading over it all, or over some of it: it names no node."""
    heads = line.is_first or line.text.startswith("#")
    if not heads or "=" in line.text or ": " in line.text or line.text.endswith(":"):
        return False
    return not any(map(names.is_node, _WORD.findall(line.text)))
