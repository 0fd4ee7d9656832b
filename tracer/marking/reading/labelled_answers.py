"""The answers of a sheet by item: what is below each label, and which item the label means."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any, Final

from tracer.marking.reading.draft import OF_VALUES, Draft, as_answer, line_of, split_lines
from tracer.marking.reading.part_names import says_skipped
from tracer.marking.reading.question_marks import drop_number
from tracer.marking.reading.sheet import Answer, Sheet, SheetLine
from tracer.questions.base import PartReading, hashable
from tracer.questions.claims import same_said, shown_value
from tracer.questions.cutoff_statements import as_skipped
from tracer.questions.cutoffs import Cutoffs
from tracer.questions.items import Form, find_row
from tracer.questions.rules import Rules
from tracer.questions.single_entries import count_named
from tracer.questions.typed_text import is_left_out, is_none

#: A number alone, which may count the nodes of a list.
_NUMBER: Final = re.compile(r"(?:visited\s?[:=]\s?)?(\d+)\s?\.?", re.IGNORECASE)
_OF_PRUNED: Final = re.compile(
    r"(?:nodes |leaves )?(?:pruned|skipped)[\w ]*[:=]\s*(\d+)\s*\.?", re.IGNORECASE
)
_VISITING: Final = re.compile(r"visit|evaluat|explor|expand|examin", re.IGNORECASE)
_VALUE_OF: Final = re.compile(r".*\bvalue (?:of|at) (?:node )?(?P<node>\S+)", re.IGNORECASE)
_OF_ENTRY: Final = re.compile(r"(?<=entry window) \([^()]*\)")


def gather_answers(draft: Draft) -> tuple[dict[str, Any], list[SheetLine]]:
    """Return the answers by item, and the lines without a label."""
    answers: dict[str, Any] = {}
    for label, answer in draft.sheet.answers.items():
        item = find_item(draft, label)
        if answer and answers.get(item):  # two labels may mean one item
            answer = Answer((*as_answer(answers[item]).lines, *as_answer(answer).lines))
        if answer or item not in answers:
            answers[item] = answer
    free = [*draft.sheet.unlabelled]
    if "counts" in draft.asked and draft.rules:
        free += _find_counts(draft, answers, draft.rules)
        _drop_names_of_pruned(draft, answers, draft.rules)
    if "utility" in draft.asked and not answers.get("utility"):
        answers |= _find_value_of_root(draft, answers)
    if answers.get("utility") and draft.rules:
        answers |= _find_values_of_nodes(draft, answers)
        _join_value_of_root(draft, answers)
    if "cutoffs" in answers and "cutoffs" in draft.items:
        _share_label(draft, answers)
    for name, whole in [*answers.items()]:
        if not isinstance(whole, Answer):
            continue
        labelled = [answer for answer in whole.split_by_label() if answer.strip()]
        answers[name] = Answer(_drop_label(line) for line in whole.lines if line.text.strip())
        if len(labelled) > 1 and may_contradict(name, labelled):
            del answers[name]
            free += _merge_repeated(draft, name, labelled, answers)
    return answers, sorted(free)


def _find_value_of_root(draft: Draft, answers: dict[str, Any]) -> dict[str, Any]:
    """Return the answer under a label of values that names the root alone: "Value of A"."""
    for name in OF_VALUES:
        whole = answers.get(name)
        for answer in whole.split_by_label() if isinstance(whole, Answer) else ():
            is_one = answer.lines and _VALUE_OF.fullmatch(answer.lines[0].label)
            if is_one and draft.rules and draft.rules.names.node(is_one["node"]) in draft.roots:
                return {"utility": Answer(map(_drop_label, answer.lines))}
    return {}


def _find_values_of_nodes(draft: Draft, answers: dict[str, Any]) -> dict[str, Any]:
    """Return the values of several nodes that are below a label of the root's value: "Value:"."""
    name = next((name for name in OF_VALUES if name in draft.asked and not answers.get(name)), "")
    whole = answers["utility"]
    for answer in whole.split_by_label() if name and isinstance(whole, Answer) else ():
        lines = [_drop_label(line) for line in answer.lines if line.text.strip()]
        read = draft.read_text(name, Answer(lines))
        begins_so = all(unread.place > 1 for unread in read.unread)
        if len(read.claim or ()) > 1 and begins_so:
            others = (line for line in whole.lines if line not in answer.lines)
            return {name: answer, "utility": Answer(others)}
    return {}


def _join_value_of_root(draft: Draft, answers: dict[str, Any]) -> None:
    """Add the value of the root to those of the nodes if the key has no part for it.

    The same value again is left to itself; one that cannot be read is unread below the values.
    """
    name = next((name for name in OF_VALUES if name in draft.asked), "")
    if "utility" in draft.asked or not name or len(draft.roots) != 1:
        return
    (root,) = draft.roots
    of_nodes = draft.read_text(name, answers.get(name, "")).claim or {}
    others: list[SheetLine] = []
    for answer in filter(None, as_answer(answers["utility"]).split_by_label()):
        first = _drop_label(answer.lines[0])
        value, unread = draft.read_text("utility", Answer([first]))
        if value is None or unread:
            draft.add_unread(name, [first])
        elif root not in of_nodes or not same_said(of_nodes[root], value):
            shown = first.reword(f"{root} = {shown_value(value)}")
            answers[name] = Answer((*as_answer(answers.get(name, "")).lines, shown))
            others += answer.lines[1:]
            continue
        others += answer.lines
    answers["utility"] = Answer(others)
    if not answers["utility"].strip():
        del answers["utility"]


def _find_counts(draft: Draft, answers: dict[str, Any], rules: Rules) -> list[SheetLine]:
    """Give the counts the numbers under labels of lists nobody asks for: "Visited: 11".

    What else is below such a label is returned; it may be about anything.
    """
    counts: list[SheetLine] = []
    others: list[SheetLine] = []
    counted = [name for name in draft.items if find_row(name).counted]
    orders = [name for name in counted if find_row(name).ordered]
    for name in orders if not answers.get("counts") else ():
        lines = [line for line in split_lines(answers.get(name)) if line.text.strip()]
        if name in draft.asked and len(lines) == 1 and _NUMBER.fullmatch(lines[0].text):
            answers.pop(name)  # the number, or the one node that it names
            draft.add_unread(name, map(_drop_label, lines))
            draft.add_unread("counts", map(_drop_label, lines))
    for name in [name for name in counted if name not in draft.asked]:
        lines = split_lines(answers.get(name))
        numbers = [line for line in lines if _NUMBER.fullmatch(line.text) and line.label]
        numbers = [line for line in numbers if count_named(drop_number(line.label))]
        doubts = [line for line in numbers if _may_be_no_count(line, rules)]
        if numbers:
            del answers[name]
            others += (_drop_label(line) for line in lines if line not in numbers)
            draft.add_unread("counts", map(_drop_label, doubts))
            sure = (line for line in numbers if line not in doubts)
            counts += (
                line.reword(_NUMBER.sub(rf"{drop_number(line.label)} = \1", line.text))
                for line in sure
            )
    if counts:
        answers["counts"] = Answer(sorted((*counts, *as_answer(answers.get("counts", "")).lines)))
    return others


def _drop_names_of_pruned(draft: Draft, answers: dict[str, Any], rules: Rules) -> None:
    """Drop the counts of pruned nodes that may be the name of the one that is pruned."""
    counts = answers.get("counts")
    if isinstance(counts, Answer) and "pruned" in draft.asked:
        doubts = [line for line in counts.lines if _may_be_pruned(line, rules)]
        draft.add_unread("counts", doubts)
        draft.share("pruned", doubts)
        answers["counts"] = Answer(line for line in counts.lines if line not in doubts)


def _may_be_pruned(line: SheetLine, rules: Rules) -> bool:
    """Return whether a count of pruned nodes has a number that is the name of a node."""
    count = _OF_PRUNED.fullmatch(line.text)
    return count is not None and rules.names.names_node(count[1])


def _may_be_no_count(line: SheetLine, rules: Rules) -> bool:
    """Return whether a number may be the name of a node, or that of all leaves of the tree."""
    number = _NUMBER.sub(r"\1", line.text)
    is_of_leaves = count_named(drop_number(line.label)) == "evaluated"
    is_bare = is_of_leaves and not _VISITING.search(line.label)
    return rules.names.names_node(number) or (is_bare and int(number) == len(rules.leaves))


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
    """Give cutoffs and pruned leaves what is theirs of all that the sheet says of both.

    A sheet with only one of their labels has one answer to both.
    """
    lists, others = _split_lists(draft, answers["cutoffs"])
    empty = _find_empty(draft) - {"cutoffs" if any(line.text.strip() for line in others) else ""}
    pruned = _mark_lists(as_answer(answers.get("pruned", "")))
    are_both = bool(others and (lists or pruned))
    whole: Any = Answer(others) if others else answers["cutoffs"]
    if are_both or pruned:
        whole = Answer(sorted((*others, *lists, *pruned), key=lambda line: line.number))
    if not are_both:
        draft.shared_item = "cutoffs" if lists else "pruned"
    items = [name for name in ("cutoffs", "pruned") if name in draft.asked]
    for name in ("cutoffs", "pruned") if items else ():
        answers.pop(name, None)
    answers |= dict.fromkeys((name for name in items if name not in empty), whole)
    if len(items) == 2 and are_both:
        claim, unread = draft.read_text("cutoffs", Answer(others))
        more = {line.place for line in unread if line.item == "pruned"}
        more_lines = (line for place, line in enumerate(others) if place in more)
        answers["pruned"] = Answer((*lists, *pruned, *more_lines))
        is_left = all(is_left_out(line.text, may_be_none=False) for line in others)
        if is_left or (claim is not None and all(cut.skipped is not None for cut in claim)):
            answers["cutoffs"] = Answer(others)


def _find_empty(draft: Draft) -> set[str]:
    """Return which of cutoffs and pruned leaves have a label of their own and nothing below it."""
    below: dict[str, list[Answer]] = {}
    for item in draft.sheet.answers.keys() & {"cutoffs", "pruned"}:
        for answer in as_answer(draft.sheet.answers[item]).split_by_label():
            is_list = item == "pruned" or any(says_skipped(line.label) for line in answer.lines[:1])
            below.setdefault("pruned" if is_list else "cutoffs", []).append(answer)
    return {
        item for item, answers in below.items() if not any(answer.strip() for answer in answers)
    }


def _split_lists(draft: Draft, answer: Any) -> tuple[list[SheetLine], list[SheetLine]]:
    """Split the lines below labels of pruned nodes, or with one, from those about cutoffs."""
    lists: list[SheetLine] = []
    others: list[SheetLine] = []
    for labelled in as_answer(answer).split_by_label():
        has_label = any(says_skipped(line.label) for line in labelled.lines[:1])
        lines = _mark_lists(labelled) if has_label else [*labelled.lines]
        claim = draft.read_text("cutoffs", Answer(lines)).claim or ()
        is_list = has_label and all(cut.list_fields() <= {"skipped"} for cut in claim)
        own = Cutoffs().find_lists(Answer(lines), draft.rules) if draft.rules else ()
        is_below = False
        for place, line in enumerate(lines):
            is_below &= not draft.items["cutoffs"].reads_wholly(line.text, draft.rules)
            is_below |= place in own  # a line below a list is about it, unless it is a cutoff
            (lists if is_list or is_below else others).append(line)
    return lists, others


def _mark_lists(answer: Answer) -> list[SheetLine]:
    """Return the lines below a label of pruned nodes, those of nodes with a word that says so."""
    return [line.reword(as_skipped(line.text)) for line in answer.lines if line.text.strip()]


def find_item(draft: Draft, label: str) -> str:
    """Return the item that a label means: the one asked for that may have it, or its own.

    Minimax values are those of another search if the key's averages over outcomes, and the other
    way round.
    """
    if label in draft.asked or not draft.is_whole:
        return label
    if draft.rules and label == ("minimax" if draft.rules.has_chance else "expectiminimax"):
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


def may_contradict(name: str, labelled: Sequence[Answer]) -> bool:
    """Return whether an item has one answer at most, so that several labels may contradict."""
    row = find_row(name)
    if row.form is Form.CUTOFFS:
        firsts = [(answer.lines[0].label.casefold(), answer.lines[0].text) for answer in labelled]
        nones = {label for label, text in firsts if is_none(text)}
        return any(label in nones and not is_none(text) for label, text in firsts)
    return row.ordered or row.form in (Form.NAME, Form.NUMBER)
