"""Lines of a sheet that contradict its answers: two answers are none."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator
from itertools import chain
from typing import Any, Final

from tracer.marking.reading.draft import OF_VALUES, Draft
from tracer.marking.reading.part_names import COUNTED, part_called
from tracer.marking.reading.sheet import SheetLine
from tracer.marking.reading.unread_lines import MOST_UNREAD, NOTHING, find_nodes, has_number
from tracer.questions import PARTS
from tracer.questions.base import Rules
from tracer.questions.claims import leaves_below
from tracer.questions.cutoff_entries import NO_OTHERS, cuts_of, is_about_one
from tracer.questions.items import Form, find_row
from tracer.questions.single_entries import counts_in, says_root_value
from tracer.questions.typed_text import IS_NOT_VISITED, PRUNES, is_none, normalized, without_reason
from tracer.questions.visits import Visits

_CORRECTION: Final = re.compile(
    r"(?:correct(?:ion|ed)|korrektur|erratum|edit)\s?:\s*", re.IGNORECASE
)
#: Words that take back what is above, at the beginning of a line or anywhere.
_TAKES_BACK: Final = re.compile(
    r"^\W*(?:no|nope|actually|sorry|oops|wait)\b(?=\s*(?:[,:;.–—-]|it\b|i\b|the\b)|\W*\Z)"
    rf"|^\W*{_CORRECTION.pattern}"
    r"|\b(?:is|was|were) wrong\b|\bchanged my mind\b|\bshould (?:have been|be)\b",
    re.IGNORECASE,
)
#: What denies a cutoff: "nothing is pruned", "C3 isn't skipped", "but not C3".
_DENIAL: Final = re.compile(
    rf"(?:{NOTHING.pattern}|n't)[^,;]*{PRUNES.pattern}"
    rf"|{PRUNES.pattern}[^,;]*\b(?:no|none|nothing)\b"
    r"|(?:\bnot|n't)\s*(?:[,;.!]|\Z|(?-i:[A-Z])\w{0,3}\b)",
    re.IGNORECASE,
)


def says_other_value(draft: Draft, own: Collection[SheetLine] = ()) -> bool:
    """Return whether an unread line may say the value of the root, besides its own lines."""
    return any(_may_be_of_root(draft, line) for line in draft.unread if line not in own)


def _may_be_of_root(draft: Draft, line: SheetLine) -> bool:
    """Return whether a line may say the value of the root: it says so, or is a number."""
    labels, rules = draft.labels.get(line, set()), draft.rules
    clauses = (line.text, *re.split(r"[.;,]\s+", line.text))
    is_said = rules is not None and any(
        says_root_value(clause, rules) or part_called(clause.partition(":")[0]) == "utility"
        for clause in clauses
    )
    if rules is not None and not labels.isdisjoint(OF_VALUES):
        named = find_nodes(line.text, rules.names)
        is_said |= has_number(line.text) and not draft.roots.isdisjoint(named)
    if rules is None or labels or is_said:
        return "utility" in labels or is_said
    return has_number(line.text) and find_nodes(line.text, rules.names).isdisjoint(rules.parents)


def drop_corrected(draft: Draft) -> None:
    """Drop the claims that an unread line takes back: "no, C", "(that is wrong)".

    It is about the answers of its label, or about the one above it.
    """
    for line in draft.unread[:MOST_UNREAD]:
        text = normalized(line.text).strip()
        if not _TAKES_BACK.search(text) or line in draft.sheet.outside:
            continue
        label, answer = _split_correction(text)
        if label or any(draft.is_plainly(answer, item) for item in draft.claims):
            continue  # it says what it corrects
        above = [
            (own.number, item)
            for item in draft.claims
            for own in draft.lines.get(item, ())
            if 0 < own.number <= line.number
        ]
        last = max((number for number, _ in above), default=0)
        about = draft.labels.get(line) or {item for number, item in above if number == last}
        for item in about & draft.claims.keys():
            del draft.claims[item]
            draft.share(item, [line])


def drop_contradicted(draft: Draft) -> None:
    """Drop the claims that a line without a label contradicts: two answers are none."""
    outside = {*draft.sheet.outside}
    lines = [line for line in draft.unread[:MOST_UNREAD] if line not in outside]
    for item in [*draft.claims] if draft.rules else ():
        if item not in draft.asked or PARTS[item].states_cutoffs:
            continue  # cutoffs have rules of their own
        is_count = find_row(item).form is Form.COUNTS
        labels = {item, *(COUNTED if is_count else ())}
        for line in lines:
            before, text = _split_correction(normalized(line.text).strip())
            is_about = draft.is_plainly(text, item) or part_called(before) == item
            if is_count and line in draft.labels:
                is_about = _counts_more(draft, line, text)
            if is_about and draft.labels.get(line, set()) <= labels:
                _drop_claim(draft, item, draft.read_text(item, text).claim, line)


def _counts_more(draft: Draft, line: SheetLine, text: str) -> bool:
    """Return whether a line under the label of another part has a count by its name."""
    is_of_other = draft.labels.get(line, {"counts"}) <= {*COUNTED}
    is_named = re.search(r"[^\W\d]", text) is not None
    return is_of_other and is_named and bool(counts_in(text)[0])


def _split_correction(text: str) -> tuple[str, str]:
    """Return the label and the answer behind "Correction:", or no label and the text."""
    correction = _CORRECTION.match(text)
    if correction is None:
        return "", text
    label, colon, answer = text[correction.end() :].partition(":")
    return (label.strip(), answer.strip()) if colon else ("", label.strip())


def _drop_claim(draft: Draft, item: str, other: Any, line: SheetLine) -> None:
    """Drop what an item claims if a line claims something else; of nodes, those that differ."""
    claim = draft.claims.get(item, other)
    if other is None or claim == other:
        return
    same: Any = None
    if find_row(item).form is Form.COUNTS:
        same = claim if other.items() <= claim.items() else None
    elif isinstance(claim, dict):
        same = {node: said for node, said in claim.items() if other.get(node, said) == said}
    if same != claim:
        draft.share(item, [line])
        draft.claims.pop(item)
        draft.claims |= {item: same} if same else {}


def drop_doubted(draft: Draft) -> None:
    """Drop the cutoffs that the sheet denies elsewhere, or of which it has others there.

    Two answers are none, whether the other one was read or not.
    """
    stated = [item for item in draft.claims if draft.rules and PARTS[item].states_cutoffs]
    unasked = [item for item in stated if item not in draft.asked]
    doubted = [item for item in stated if item in draft.asked and _is_doubted(draft, item, unasked)]
    for item in (*doubted, *unasked) if doubted else ():
        shown = SheetLine(0, PARTS[item].show(draft.claims.pop(item)))
        read = [line for line in draft.lines[item] or [shown] if line not in draft.unread]
        for label in doubted:
            draft.share(label, read)


def _is_doubted(draft: Draft, item: str, others: Iterable[str]) -> bool:
    """Return whether unread lines, or other answers, may deny cutoffs or list others."""
    assert draft.rules is not None, "cutoffs are of a search"
    cuts = PARTS[item].list_cuts(draft.claims[item], draft.rules)
    leaves = {*leaves_below(chain(*(names for _, names in cuts)), draft.rules)}
    for other in others:
        lists = [names for _, names in PARTS[other].list_cuts(draft.claims[other], draft.rules)]
        others_leaves = {*leaves_below(chain(*lists), draft.rules)}
        if leaves != others_leaves and (all(lists) or not others_leaves <= leaves):
            return True
    for line in draft.unread if item == "pruned" else ():
        is_own = line.number in draft.sheet.questions  # an answer to a question of its own
        is_free = not (line in draft.labels or PRUNES.search(line.text))
        listed = {*(((is_own or is_free) and draft.read_text(item, line.text).claim) or ())}
        are_nodes = bool(listed) and all(map(draft.rules.names.is_node, listed))
        is_own |= listed.isdisjoint(draft.rules.inner)
        if are_nodes and is_own and {*leaves_below(listed, draft.rules)} != leaves:
            return True
    questions = draft.sheet.questions
    free = (line for line in draft.unread if line.number in questions or line not in draft.labels)
    if cuts and any(is_none(line.text) for line in free):
        return True
    return _contradict(cuts, _texts_about_cutoffs(draft, item), draft.rules)


def _texts_about_cutoffs(draft: Draft, item: str) -> Iterator[str]:
    """Yield the unread lines about cutoffs, each with the list below it if it names no nodes.

    Those below the label of another part with cutoffs are about that part.
    """
    assert draft.rules is not None, "cutoffs are of a search"
    others = {part for part in draft.asked if PARTS[part].states_cutoffs} - {item}
    head, last = "", 0
    for line in sorted(draft.unread, key=lambda line: line.number)[:MOST_UNREAD]:
        labels = draft.labels.get(line, set())
        if item not in labels and not others.isdisjoint(labels):
            continue
        text = without_reason(normalized(line.text))[0]
        if PRUNES.search(text) or IS_NOT_VISITED.search(text):
            yield text
            head, last = "" if find_nodes(text, draft.rules.names) else text, line.number
            continue
        is_below = head != "" and line.number - last in (1, 2)  # maybe below a blank line
        if is_below and Visits().reads_wholly(text, draft.rules):
            yield f"{head}: {text}"
            last = line.number


def _contradict(
    cuts: Collection[tuple[str, Collection[str]]], texts: Iterable[str], rules: Rules
) -> bool:
    """Return whether texts may deny cutoffs, or list other skipped nodes than one of them."""
    lists = [{*leaves_below(names, rules)} for _, names in cuts]
    listed: set[str] = set().union(*lists)
    near = listed.union(*((at, *names) for at, names in cuts))
    above = rules.list_upwards(at for at, _ in cuts)
    said: set[str] = set()
    for text in texts:
        named = find_nodes(text, rules.names)
        inside = named - above
        read, unread = cuts_of(text, rules)
        skipped = {name for cut in read for name in cut.skipped or ()}
        is_read = not unread and skipped <= inside  # "I prune C" says less
        below = {*leaves_below((is_read and skipped) or inside, rules)}
        if not _DENIAL.search(IS_NOT_VISITED.sub("", text)):
            if not below <= listed:
                return True
        elif not NO_OTHERS.search(text) and not (near.isdisjoint(named) if named else not near):
            return True
        said |= below if not is_about_one(text) else set()
    return any(not leaves.isdisjoint(said) and not leaves <= said for leaves in lists)
