"""What a sheet says outside its labels: read where its kind is plain, and named where it is not."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any, Final

from tracer.check.names import Names
from tracer.check.part_names import is_nearly_a_part, part_meant
from tracer.check.sentences import (
    VALUE_SAID,
    cut_told,
    is_about_cutoffs,
    is_denial,
    told_of_root,
)
from tracer.check.sheet import Loose, Sheet
from tracer.check.sifting import order_told, sifted
from tracer.typed_numbers import NUMBER
from trees.quoting import quoted

__all__ = ["settled"]

#: Notes about one sheet; the rest is counted.
_MOST_NOTES: Final = 8
#: Characters of a line that may be an answer without a label.
_LONGEST: Final = 50_000
#: Parts whose entries begin with a node and a sign.
_ENTRIES: Final = frozenset({"values", "windows", "cutoffs", "minimax", "expectiminimax"})
_ORDERS: Final = frozenset({"visits", "line"})
_ONE_THING: Final = frozenset({"move", "utility"})
_VALUE_OF: Final = re.compile(
    r"\b(?:the\s)?(?:minimax\s)?value\s+(?:of|at)\s+(?:node\s)?", re.IGNORECASE
)
_WINDOW: Final = re.compile(
    rf"(?<![^\s,;=:()])([^\s,;=:()\[]++)\s*[=:]?\s*[(\[]\s*{NUMBER.pattern}\s*[,;]\s*{NUMBER.pattern}\s*[)\]]",
    re.IGNORECASE,
)
_LIST_MARK: Final = re.compile(r"^\s*(?:[-*•#>]+\s+|\d{1,3}[.)]\s+)")
#: The number of a question, which says nothing of what is answered.
_QUESTION: Final = re.compile(
    r"^(?:q|question|part|task|problem|exercise|answer)\.?\s*\(?[a-z]?\d{0,3}\)?\s*[:.)]\s*",
    re.IGNORECASE,
)
_WORD: Final = re.compile(r"[^\s,;:=()\[\]<>→|]+")
#: Words of a sentence, and how many make one.
_LOWER: Final = re.compile(r"\b[a-z]{2,}\b")
_PROSE: Final = 3


def settled(sheet: Sheet, names: Names | None) -> Sheet:
    """A sheet whose loose lines have become answers or notes, and whose unknown words are noted.

    Args:
        sheet: the sheet.
        names: the names of the problem's nodes; None where it has none.
    """
    answers: dict[str, Any] = dict(sheet.answers)
    beside = _sifted(answers, names) if names is not None else []
    if not sheet.loose and not sheet.unknown and answers == sheet.answers and not beside:
        return sheet
    notes = [*sheet.notes, *(_unknown(word) for word in sheet.unknown[:_MOST_NOTES])]
    rest: list[Loose] = []
    placed: dict[str, list[str]] = {}
    for line in (*beside, *sheet.loose):
        part, text = _read_as(line, answers, names) if names is not None else ("", "")
        before = answers.get(part)
        if not part:
            rest.append(line)
        elif before in (None, "") or (part == line.after and part not in _ONE_THING):
            placed.setdefault(part, []).append(text)
        elif str(before).strip().casefold() != text.strip().casefold():
            told = "is" if part in _ONE_THING else "are"
            notes.append(
                f"{quoted(line.text)} is not looked at: the {part} {told} answered elsewhere"
            )
    unknown = sheet.unknown
    if not answers and not placed:
        # Nothing has a label, and nothing is plain: it is an order of visits, or nothing at all.
        bare = [line for line in rest if not line.label]
        order = [line for line in bare if names is not None and not _is_title(line, names)] or bare
        order = [line for line in order if not _is_sentence(line.text)]
        if names is not None and order:
            placed["visits"] = [line.text for line in order]
            rest = [line for line in rest if line not in order]
        else:
            unknown += tuple(line.label or line.text for line in rest)
    for part, lines in placed.items():
        before = answers.get(part)
        lines = list(dict.fromkeys(lines)) if part in _ONE_THING else lines
        answers[part] = "\n".join([before, *lines] if before and isinstance(before, str) else lines)
    rest = [line for line in rest if names is None or not _is_title(line, names)]
    more = len(notes) + len(rest) - _MOST_NOTES
    notes = [*notes, *(_note(line) for line in rest[:_MOST_NOTES])][:_MOST_NOTES]
    if more > 0:
        notes.append(f"and {more} more lines are not understood")
    return replace(sheet, answers=answers, unknown=unknown, loose=(), notes=tuple(notes))


def _sifted(answers: dict[str, Any], names: Names) -> list[Loose]:
    """Take from answers the sentences that are none of theirs, and hand these back."""
    beside: list[Loose] = []
    for part, given in [*answers.items()]:
        found = sifted(part, given, names)
        if found is not None:
            answers[part] = found.kept or ("none" if found.denied else "")
            beside += [Loose(text, after=part, is_beside=True) for text in found.others]
    return beside


def _unknown(word: str) -> str:
    hint = _meant([word])
    return f"there is no part {quoted(word)}, and what it says is not looked at{hint}"


def _note(line: Loose) -> str:
    if is_denial(line.text):
        return f"{quoted(line.text)} claims no cutoff, and is not looked at"
    if line.is_beside:
        return f"{quoted(line.text)} is not understood, and not looked at"
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
    if len(line.text) > _LONGEST or (line.is_beside and line.text[0] in "(["):
        return "", ""  # a remark, which is no answer
    text = _QUESTION.sub("", _LIST_MARK.sub("", line.text))
    is_labelled = bool(line.label) and text == _LIST_MARK.sub("", line.text)
    part, told = told_of_root(text, names)
    if part:
        return part, told
    rest = text.partition(":")[2] or text.partition("=")[2] if is_labelled else ""
    if is_labelled and line.after in _ORDERS:
        listed = names.nodes_in(rest, "visits")
        are_nodes = listed and all(map(names.is_node, listed))
        if are_nodes and not is_nearly_a_part(line.label):
            return line.after, rest
    if not is_labelled and (order := order_told(text, names)):
        return "visits", order
    return _kind_of(text, line, answers, names, is_labelled=is_labelled), text


def _kind_of(
    text: str, line: Loose, answers: Mapping[str, Any], names: Names, *, is_labelled: bool
) -> str:
    """The part that a text plainly answers; empty where that is not plain."""
    words = [word for word in _WORD.findall(text) if not NUMBER.fullmatch(word)]
    if is_about_cutoffs(text):
        return "cutoffs" if line.after != "cutoffs" and cut_told(text, names) else ""
    if names.spaced:
        listed = names.nodes_in(text, "visits")
        return "visits" if len(listed) > 1 and all(map(names.is_node, listed)) else ""
    if _all_named(_WINDOW, text, names):
        return "windows"
    if _all_named(VALUE_SAID, _VALUE_OF.sub("", text), names):
        # Where the minimax values are asked for, these may be they.
        return line.after if line.after in _ENTRIES and line.after in answers else "values"
    if is_labelled or line.is_beside:
        return ""
    known = sum(names.is_node(names.node(word)) for word in names.nodes_in(text, "visits"))
    is_order = known > 1 and 2 * known >= len(words) and not _is_sentence(text)
    return "visits" if is_order else ""


def _is_sentence(text: str) -> bool:
    return len(_LOWER.findall(text)) >= _PROSE


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
