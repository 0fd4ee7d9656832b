"""Lines that put an answer in doubt: right below it, or elsewhere with an entry of it."""

from __future__ import annotations

import re
from typing import Final

from tracer.marking.reading.draft import Draft, split_lines
from tracer.marking.reading.other_answers import AROUND_OTHER, split_words
from tracer.marking.reading.part_names import names_part
from tracer.marking.reading.repeated_questions import drop_answer_mark
from tracer.marking.reading.sheet import SheetLine
from tracer.marking.reading.unread_lines import find_nodes
from tracer.questions import PARTS
from tracer.questions.items import Form, find_row
from tracer.questions.typed_text import NOT_VISITED, PRUNES, is_none, normalized

#: Words that deny what a line names; they agree with an answer that does not have it.
_DENIES: Final = re.compile(r"\b(?:not|none|nothing|never|without|except)\b|n't\b", re.IGNORECASE)
#: Words and signs that doubt, change or replace an answer.
_CHANGES: Final = re.compile(
    r"\A\W*no\b(?!\s\w)|\?\Z"
    r"|\b(?:or(?! (?:less|more|equal|fewer))|either|maybe|perhaps|possibly|probably|actually"
    r"|instead|alternatively|changed?|meant|would be(?= -?\d))\b",
    re.IGNORECASE,
)
#: A word that leaves other nodes out of a list.
_RESTRICTS: Final = re.compile(r"(?<!is )(?<!are )\bonly\b", re.IGNORECASE)
#: Words and signs that take back the answer above, which they need not name.
_TAKES_BACK: Final = re.compile(
    r"\b(?<!was )(?:(?:not|n't) (?:(?:so|quite|really|entirely|very) )?"
    r"(?:sure|certain|this|that|right|correct)|incorrect|uncertain|unsure|wrong|mistakes?"
    r"|ignore|scratch (?:it|that|this)|disregard|correction)\b"
    r"|\A\W*\?+\W*\Z",
    re.IGNORECASE,
)
#: Words of a reason or about the search, with which a line leaves the answer as it is.
_IS_REMARK: Final = re.compile(
    r"\b(?:because|since|so|therefore|thus|hence|then|if|when|while|than|as(?! well)|due"
    r"|search|algorithm|alpha-?beta|minimax|method|convention|ties?|matters?|needed|necessary"
    r"|improve)\b",
    re.IGNORECASE,
)
#: A label that is not read, whose answer follows.
_LABEL: Final = re.compile(r"\A[^:=?]*[^\W\d_]{2,}\W*:\W")
#: Words about visits and pruned nodes, which are compared with the answers.
_IS_COMPARED: Final = re.compile(rf"{PRUNES.pattern}|\b{NOT_VISITED}", re.IGNORECASE)
_NUMBERS: Final = re.compile(r"(?<![\w.])-?\d+(?![\w.]*\w)")
_WORD_BEFORE: Final = re.compile(r"\A\W*no\W+", re.IGNORECASE)
#: Words around an entry that another one may replace.
_AROUND_ENTRY: Final = AROUND_OTHER | {"actually", "alternatively", "as", "only", "well", "without"}


def drop_put_in_doubt(draft: Draft, line: SheetLine) -> None:
    """Drop the claims that an unread line puts in doubt."""
    text = normalized(line.shown).strip()
    if _has_own_label(draft, line):
        return
    labels = draft.labels.get(line, set())
    above = {item for item in _find_right_above(draft, line) if not labels or item in labels}
    second = drop_answer_mark(text)
    if second != text:
        doubted = {item for item in above | labels if _has_other(draft, item, second)}
    elif _is_remark(text):
        doubted = set()
    elif above:
        doubted = {item for item in above if _doubts(draft, item, text)}
    elif labels:
        doubted = set()
    elif _TAKES_BACK.search(text) and not _names_something(draft, text):
        doubted = find_above(draft, line)
    else:
        doubted = {item for item in draft.claims if _doubts_entry(draft, item, text)}
    for item in doubted & draft.claims.keys():
        draft.drop_answer(item)
        draft.labels.setdefault(line, set()).add(item)


def _is_remark(text: str) -> bool:
    """Return whether a line gives a reason, or has a label or the name of another part."""
    is_of_part = names_part(text) and not _TAKES_BACK.search(text)
    return is_of_part or bool(_IS_REMARK.search(text) or _LABEL.match(text))


def find_above(draft: Draft, line: SheetLine) -> set[str]:
    """Return the items whose answer is the last one above a line, or on it."""
    above = [
        (own.number, item)
        for item in draft.claims
        for own in draft.lines.get(item, ())
        if 0 < own.number <= line.number
    ]
    last = max((number for number, _ in above), default=0)
    return {item for number, item in above if number == last}


def _find_right_above(draft: Draft, line: SheetLine) -> set[str]:
    """Return the items whose answer ends above a line, with only unread lines between."""
    unread = {other.number: other for other in draft.unread}
    number = line.number - 1
    while number in unread and number not in _list_read_numbers(draft):
        number -= 1
    return {
        item
        for item in draft.claims
        if number > 0 and max(_list_own_numbers(draft, item), default=0) == number
    }


def _list_own_numbers(draft: Draft, item: str) -> set[int]:
    """Return the numbers of the lines of a claim that are read."""
    unread = {(line.number, line.text.rstrip(" .")) for line in draft.unread}
    own = draft.lines.get(item, ())
    return {line.number for line in own if (line.number, line.text.strip(" .")) not in unread}


def _list_read_numbers(draft: Draft) -> set[int]:
    return {number for item in draft.claims for number in _list_own_numbers(draft, item)}


def _has_own_label(draft: Draft, line: SheetLine) -> bool:
    """Return whether a line is an answer to its own question or label, or a piece of an answer."""
    labelled = {
        own.number
        for answer in draft.sheet.answers.values()
        for own in split_lines(answer)
        if own.label
    }
    numbers = labelled.union(draft.sheet.questions, _list_read_numbers(draft))
    is_second = drop_answer_mark(line.shown) != line.shown
    return line.number < 1 or (line.number in numbers and not is_second)


def _has_other(draft: Draft, item: str, text: str) -> bool:
    """Return whether a text wholly is another answer to an item than its claim."""
    claim, unread = draft.read_text(item, text)
    if claim is None or unread or item not in draft.claims:
        return False
    row, own = find_row(item), draft.claims[item]
    is_set = row.form is Form.LIST and not row.ordered
    return {*claim} != {*own} if is_set else bool(claim != own)


def _doubts(draft: Draft, item: str, text: str) -> bool:
    """Return whether a line right below an answer doubts, denies or changes it."""
    form = find_row(item).form
    is_question = text.endswith("?")
    if _IS_COMPARED.search(text) and not is_question:
        return False
    if form is Form.NAME and any(map(str.isdigit, text)) and not _names_entry(draft, item, text):
        return False
    if is_none(text.rpartition(":")[2]) and not (item in PARTS and PARTS[item].states_cutoffs):
        return False
    if _TAKES_BACK.search(text):
        return True
    if _DENIES.search(text):
        denied = _DENIES.split(text)[-1]
        return not _names_something(draft, denied) or _names_entry(draft, item, denied)
    if form in (Form.LIST, Form.CUTOFFS) and _RESTRICTS.search(text):
        return True
    is_about = not is_question or _names_something(draft, text) or is_none(text.rstrip("? "))
    return is_about and _CHANGES.search(text) is not None


def _doubts_entry(draft: Draft, item: str, text: str) -> bool:
    """Return whether a line of few words elsewhere doubts an entry of a list, or adds one."""
    if find_row(item).form is not Form.LIST or draft.rules is None:
        return False
    if not any(sign.search(text) for sign in (_CHANGES, _DENIES, _RESTRICTS)):
        return False
    entry, words = split_words(draft, _WORD_BEFORE.sub("", text))
    named = find_nodes(entry, draft.rules.names)
    is_entry = bool(named) and words <= _AROUND_ENTRY
    if not is_entry or not draft.items[item].reads_wholly(entry, draft.rules):
        return False
    is_less = bool(_DENIES.search(text) or _RESTRICTS.search(text))
    return is_less or not named <= _list_shown(draft, item)


def _names_something(draft: Draft, text: str) -> bool:
    """Return whether a text has a number or names a node."""
    is_node = draft.rules is not None and find_nodes(text, draft.rules.names)
    return bool(is_node) or any(map(str.isdigit, text))


def _names_entry(draft: Draft, item: str, text: str) -> bool:
    """Return whether a text has a node or a number of an answer, or the parent of a node there."""
    shown = draft.items[item].show(draft.claims[item])
    if not {*_NUMBERS.findall(shown)}.isdisjoint(_NUMBERS.findall(text)):
        return True
    if draft.rules is None:
        return True
    named, parents = _list_shown(draft, item), draft.rules.parents
    if find_row(item).form in (Form.CUTOFFS, Form.LIST):
        named |= {parents[name] for name in named if name in parents}
    return not named.isdisjoint(find_nodes(text, draft.rules.names))


def _list_shown(draft: Draft, item: str) -> set[str]:
    """Return the nodes that an answer names."""
    assert draft.rules is not None, "nodes are of a search"
    return find_nodes(draft.items[item].show(draft.claims[item]), draft.rules.names)
