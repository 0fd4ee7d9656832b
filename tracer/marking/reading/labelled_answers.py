"""The answers of a sheet by item: what is below each label, and which item the label means."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Any, Final

from tracer.marking.reading.cutoff_lines import contradicts_none, split_pruned
from tracer.marking.reading.draft import Draft, line_of, split_lines
from tracer.marking.reading.sheet import Answer, Sheet, SheetLine
from tracer.marking.reading.unread_lines import find_nodes
from tracer.questions.base import PartReading, Rules, hashable
from tracer.questions.items import Form, find_row
from tracer.questions.single_entries import count_named
from tracer.questions.typed_text import write_as_text

#: Parts whose labels may have counts of theirs, as in "Visited: 11 nodes".
COUNTED: Final = ("visits", "leaves", "cutoffs", "pruned")
#: A number alone, which may count the nodes of a list.
_NUMBER: Final = re.compile(r"(\d+)\s?\.?")
_OF_ENTRY: Final = re.compile(r"(?<=entry window) \([^()]*\)")


def gather_answers(draft: Draft) -> tuple[dict[str, Any], list[SheetLine]]:
    """Return the answers by item, and the lines without a label."""
    answers: dict[str, Any] = {}
    for label, answer in draft.sheet.answers.items():
        if (item := find_item(draft, label)) not in answers or answer:
            answers[item] = answer
    if "counts" in draft.asked and draft.rules:
        _find_counts(draft, answers, draft.rules)
    if "cutoffs" in answers and "cutoffs" in draft.items:
        _share_label(draft, answers)
    free = [*draft.sheet.unlabelled]
    for name, whole in [*answers.items()]:
        if not isinstance(whole, Answer):
            continue
        labelled = [answer for answer in whole.split_by_label() if answer.strip()]
        answers[name] = Answer(_drop_label(line) for line in whole.lines if line.text.strip())
        if len(labelled) > 1 and _is_one(name, labelled):
            del answers[name]
            free += _merge_repeated(draft, name, labelled, answers)
    return answers, sorted(free)


def _find_counts(draft: Draft, answers: dict[str, Any], rules: Rules) -> None:
    """Give the counts the numbers under labels of lists nobody asks for: "Visited: 11"."""
    counts: list[SheetLine] = []
    for name in {*COUNTED} - {*draft.asked}:
        lines = split_lines(answers.get(name))
        mine = [
            line
            for line in lines
            if line.label
            and _NUMBER.fullmatch(line.text)
            and not rules.names.names_node(_NUMBER.sub(r"\1", line.text))
            and count_named(line.label)
        ]
        if mine:
            answers[name] = Answer(line for line in lines if line not in mine)
            counts += (line.reword(f"{line.label} = {line.text}") for line in mine)
    if counts:
        counts += split_lines(answers.get("counts", ""))
        answers["counts"] = Answer(sorted(counts))


def _merge_repeated(
    draft: Draft, name: str, repeated: list[Answer], answers: dict[str, Any]
) -> Iterator[SheetLine]:
    """Add the answer under several labels if all claim the same, and yield what is not read.

    Otherwise there is none, since which of them counts is not guessed.
    """
    readings = [
        draft.read_text(name, answer) if name in draft.items else PartReading(None)
        for answer in repeated
    ]
    claims = {hashable(read.claim) for read in readings if read.claim is not None}
    is_one = len(claims) == 1
    if not is_one and len({*repeated}) == 1:
        answers[name] = Answer(map(_drop_label, repeated[0].lines))  # unread, but not twice
        return
    others: list[SheetLine] = []
    for answer, read in zip(repeated, readings, strict=True):
        if is_one and read.claim is not None:
            if answers.setdefault(name, Answer(map(_drop_label, answer.lines))) != answer:
                yield from (line_of(answer, piece.place, piece.text) for piece in read.unread)
            continue
        first, *more = answer.lines
        others += [first._replace(text=f"{first.label}: {first.text}", label=""), *more]
    if is_one:
        yield from others
    else:
        draft.notes.append(f"{name} is answered twice, differently; neither is read")
        draft.add_unread(name, others)


def _share_label(draft: Draft, answers: dict[str, Any]) -> None:
    """Give cutoffs and pruned leaves what is under their own labels, which may be one.

    A cutoff without its skipped nodes has those of the pruned leaves.
    """
    cutoffs, pruned = answers["cutoffs"], answers.get("pruned")
    others = cutoffs
    if isinstance(cutoffs, Answer) and pruned is None:
        pruned, others = split_pruned(cutoffs)
    if not pruned:
        if "pruned" in draft.asked:
            answers["pruned"] = cutoffs
            if "cutoffs" not in draft.asked:
                del answers["cutoffs"]
        return
    claim, unread = draft.read_text("cutoffs", others)
    is_whole = claim is not None and all(cut.skipped is not None for cut in claim)
    is_whole &= len(unread) <= len(draft.read_text("cutoffs", cutoffs).unread)
    if "pruned" in draft.asked:
        answers["pruned"] = pruned
        if "cutoffs" in draft.asked and draft.rules:
            draft.cutoffs_at = find_nodes(write_as_text(others), draft.rules.names)
    elif others and draft.is_whole and is_whole:
        answers["pruned"] = pruned
    if "pruned" in answers and is_whole:
        answers["cutoffs"] = others


def drop_pruned(draft: Draft) -> None:
    """Drop the cutoffs at nodes that only a list of pruned leaves is about, an own answer."""
    claim = draft.claims.get("cutoffs", ())
    own = tuple(cut for cut in claim if cut.at in draft.cutoffs_at)
    draft.claims |= {"cutoffs": own} if own else {}


def find_item(draft: Draft, label: str) -> str:
    """Return the item that a label means: the one asked for that may have it, or its own."""
    if label in draft.asked or not draft.is_whole:
        return label
    others = (name for name in draft.asked if label in draft.items[name].also)
    return next((name for name in others if not draft.sheet.answers.get(name)), label)


def drop_entry_windows(sheet: Sheet) -> Sheet:
    """Return a sheet whose cutoffs do not repeat the windows that answer another part."""

    def drop(answer: Any) -> Any:
        if not isinstance(answer, Answer) or not _OF_ENTRY.search(answer):
            return answer
        return Answer(line._replace(text=_OF_ENTRY.sub("", line.text)) for line in answer.lines)

    return replace(sheet, answers={part: drop(answer) for part, answer in sheet.answers.items()})


def _drop_label(line: SheetLine) -> SheetLine:
    """Return a line without its label, once the answers are split by label."""
    return line._replace(label="")


def _is_one(name: str, labelled: list[Answer]) -> bool:
    """Return whether an item has one answer at most, so that several labels may contradict."""
    row = find_row(name)
    if row.form is Form.CUTOFFS:
        return contradicts_none(labelled)
    return row.ordered or row.form in (Form.NAME, Form.NUMBER)
