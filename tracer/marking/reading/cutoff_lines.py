"""The lines of a sheet about cutoffs, of which some only list nodes that are pruned."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

from tracer.marking.reading.line_labels import OF_CUTOFF
from tracer.marking.reading.part_names import says_skipped
from tracer.marking.reading.sheet import Answer, SheetLine
from tracer.questions.typed_text import IS_NOT_VISITED, is_none
from tracer.questions.visits import ENTRY_SIGN

#: A cutoff with its window or its verb, also below such a label.
_WHOLE_CUTOFF: Final = re.compile(
    r"[(\[]\s*(?:[-+−–]?\s?(?:\.?\d|∞|inf)|α|alpha)[^()\[\]]*[,;]|\bskips\b|(?:α|\balpha)\s?[=:]?\s?[-+−–\d∞i]",
    re.IGNORECASE,
)
#: Between a label and its answer.
_SIGN: Final = re.compile(r":|(?<![<>])=|\s[-–—]\s")
_VERB: Final = re.compile(r"\s(?:is|are|was|were)\s", re.IGNORECASE)
#: A field of a record, below which the skipped nodes are another one.
_FIELD: Final = re.compile(r"[ *-]*(?:at|node|alpha|beta|[αβ]|window)\s?[:=]", re.IGNORECASE)


def split_pruned(answer: Answer) -> tuple[Answer, Answer]:
    """Split the lines that only list pruned nodes from the other ones about cutoffs.

    There are none if all lines do: then their label is the same as that of cutoffs. Labels of
    pruned nodes are others than one of cutoffs that is left empty.
    """
    pruned: list[SheetLine] = []
    others: list[SheetLine] = []
    are_labelled = True
    for labelled in answer.split_by_label():
        for line, is_below, has_label in _find_pruned(labelled.lines):
            (pruned if is_below else others).append(line)
            are_labelled &= has_label or not is_below
    is_split = are_labelled or any(line.text for line in others)
    return (Answer(pruned), Answer(others)) if others and is_split else (Answer(()), answer)


def only_lists_pruned(answer: object) -> bool:
    """Return whether all lines of an answer only list pruned nodes."""
    answers = answer.split_by_label() if isinstance(answer, Answer) else []
    are_pruned = [is_below for below in answers for _, is_below, _ in _find_pruned(below.lines)]
    return bool(are_pruned) and all(are_pruned)


def _find_pruned(lines: Sequence[SheetLine]) -> Iterator[tuple[SheetLine, bool, bool]]:
    """Yield the lines below a label, with whether they only list pruned nodes, and below a label.

    A sentence about pruned nodes has no label.
    """
    has_label = is_below = bool(lines) and says_skipped(lines[0].label)
    is_all = is_below and not any(_WHOLE_CUTOFF.search(line.text) for line in lines)
    above = ""
    for line in lines:
        is_label = says_skipped(_find_head(line.text)) and not _FIELD.match(above)
        is_label = is_label and not _WHOLE_CUTOFF.search(line.text)
        has_label |= is_label
        is_whole = OF_CUTOFF.search(line.text) or _WHOLE_CUTOFF.search(line.text)
        is_below = is_label or (is_below and not is_whole)
        said = IS_NOT_VISITED.search(line.text)
        is_below |= said is not None and not ENTRY_SIGN.search(line.text, 0, said.start())
        yield line, is_all or is_below, has_label
        above = line.text


def _find_head(text: str) -> str:
    """Return the text before the sign or the verb of a label; empty if there is none."""
    for sign in (_SIGN, _VERB):
        head, *said = sign.split(text, maxsplit=1)
        if said:
            return head.strip(" *-")
    return ""


def contradicts_none(labelled: Sequence[Answer]) -> bool:
    """Return whether one of the answers under the same label says that there is none."""
    firsts = [(answer.lines[0].label.casefold(), answer.lines[0].text) for answer in labelled]
    nones = {label for label, text in firsts if is_none(text)}
    return any(label in nones and not is_none(text) for label, text in firsts)
