"""Lines of a sheet that contradict its answers: two answers are none."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator
from itertools import chain
from typing import Any, Final

from tracer.marking.reading.doubts import drop_put_in_doubt, find_above
from tracer.marking.reading.draft import OF_VALUES, Draft
from tracer.marking.reading.other_answers import (
    AROUND_OTHER,
    SUPPOSES,
    OtherAnswer,
    find_other_answers,
    split_words,
)
from tracer.marking.reading.part_names import part_called
from tracer.marking.reading.repeated_questions import drop_answer_mark
from tracer.marking.reading.sheet import SheetLine
from tracer.marking.reading.unread_lines import (
    EVERY_NODE,
    MOST_UNREAD,
    NOTHING,
    find_nodes,
    has_number,
)
from tracer.questions import PARTS
from tracer.questions.base import Rules
from tracer.questions.claims import leaves_below
from tracer.questions.cutoff_entries import ALSO, ClaimedCut, says_window
from tracer.questions.cutoff_statements import NO_OTHERS, is_about_one, read_cuts
from tracer.questions.items import Form, find_row
from tracer.questions.single_entries import (
    counts_tree,
    is_at_root,
    printed_root_value,
    read_root_value,
    says_count,
    says_root_value,
)
from tracer.questions.typed_text import (
    NOT_VISITED,
    PRUNES,
    is_none,
    normalized,
    without_reason,
)
from tracer.questions.visits import ENTRY_SIGN, Visits

_CORRECTION: Final = re.compile(
    r"(?:correct(?:ion|ed)|korrektur|erratum|edit|update)\s?:\s*",
    re.IGNORECASE,
)
_ASIDE: Final = r"(?:no|nope|actually|sorry|oops|oh|wait)\b"
_WORD_BEFORE: Final = rf"{_ASIDE}(?:[\s,]+{_ASIDE})*"
#: Words that take back what is above, at the beginning of a sentence or anywhere.
_TAKES_BACK: Final = re.compile(
    rf"(?:^|[.!?]\s)\W*{_WORD_BEFORE}(?=\s*(?:[,:;.–—-]|it\b|i\b|the\b|(?-i:[A-Z])\w{{0,3}}\W*\Z)|\W*\Z)"
    rf"|^\W*{_CORRECTION.pattern}"
    r"|\b(?:is|was|were) wrong\b|\bchanged my mind\b|\bshould (?:have been|be)\b"
    r"|\bwould (?:have been|be) (?:the )?(?:best|better|right|correct)\b(?!.*\bif\b)"
    r"|\bforgot\b",
    re.IGNORECASE,
)
_BEFORE_ANSWER: Final = re.compile(rf"^\W*{_WORD_BEFORE}[\s,:;.–—-]*", re.IGNORECASE)
_CONCLUDES: Final = re.compile(
    r"^\W*(?:or|therefore|thus|hence|finally)\b[\s,:]*(?=\S+\s)", re.IGNORECASE
)
#: Forms of one answer, which a sentence anywhere may give again.
_ONE_ANSWER: Final = (Form.NAME, Form.NUMBER)
_SINGLE: Final = (*_ONE_ANSWER, Form.NODES, Form.COUNTS)
#: Skipped nodes that a line below the cutoffs may add; more of them are another list.
_MOST_ADDED: Final = 2
_RESTRICTS: Final = re.compile(r"\b(?:only|except|without)\b", re.IGNORECASE)
#: Words that nodes are not visited, also in a label that is not read: "nodes never visited".
_NOT_VISITED: Final = re.compile(rf"\b{NOT_VISITED}", re.IGNORECASE)
#: Words that a node is visited, without "not".
_VISITED: Final = re.compile(
    r"\b(?:visit(?:s|ed)?|evaluated?|explored?|expanded?|examined?|look(?:s|ed)? at)\b",
    re.IGNORECASE,
)
_ROOT: Final = re.compile(r"\broot\b", re.IGNORECASE)
_BETWEEN_CLAUSES: Final = re.compile(
    r";\s+|(?<=\w)\.\s+|,?\s(?:and|so)\s(?=(?:max|min)\b)", re.IGNORECASE
)
#: What denies a cutoff: "nothing is pruned", "C3 isn't skipped", "but not C3".
_DENIAL: Final = re.compile(
    rf"(?:{NOTHING.pattern}|n't)[^,;]*{PRUNES.pattern}"
    rf"|{PRUNES.pattern}[^,;]*\b(?:no|none|nothing)\b"
    r"|(?:\bnot|n't)\s*(?:[,;.!]|\Z|(?-i:[A-Z])\w{0,3}\b)",
    re.IGNORECASE,
)


def says_other_value(draft: Draft, own: Collection[SheetLine] = (), value: Any = None) -> bool:
    """Return whether an unread line besides its own may say another value of the root."""
    others = (line for line in draft.unread if line not in own)
    return any(_may_be_of_root(draft, line) for line in others if not _says(draft, line, value))


def _says(draft: Draft, line: SheetLine, value: Any) -> bool:
    """Return whether a line says no more than a value of the root."""
    if value is None or draft.rules is None:
        return False
    said = read_root_value(normalized(line.text).rstrip(" ."), draft.rules)
    return bool(said == value)


def _may_be_of_root(draft: Draft, line: SheetLine) -> bool:
    """Return whether a line may say the value of the root: it says so, or is a number."""
    labels, rules = draft.labels.get(line, set()), draft.rules
    clauses = (line.text, *re.split(r"[.;,]\s+", line.text))
    is_said = rules is not None and any(
        says_root_value(clause, rules)
        or printed_root_value(clause, rules, is_alone=True)
        or (_ROOT.search(clause) and has_number(clause))
        or part_called(clause.partition(":")[0]) == "utility"
        for clause in clauses
    )
    if rules is not None and not labels.isdisjoint(OF_VALUES):
        named = find_nodes(line.text, rules.names)
        is_said |= has_number(line.text) and not draft.roots.isdisjoint(named)
    if rules is None or labels or is_said:
        return "utility" in labels or is_said
    return has_number(line.text) and find_nodes(line.text, rules.names).isdisjoint(rules.parents)


def drop_contradicted(draft: Draft) -> None:
    """Drop the claims that an unread line contradicts or takes back: two answers are none."""
    outside = {*draft.sheet.outside}
    for line in [line for line in draft.unread[:MOST_UNREAD] if line not in outside]:
        claims = {**draft.claims}
        text = normalized(line.text).strip()
        takes_back = _TAKES_BACK.search(text) is not None
        label, answer = _split_correction(text)
        answer = _CONCLUDES.sub("", drop_answer_mark(answer))
        single = [
            item
            for item in (draft.claims if _has_entry(draft, answer) else ())
            if _says_one(draft, line, item, answer)
        ]
        about = single or [
            item
            for item in draft.claims
            if draft.is_plainly(answer, item) or (label != "" and part_called(label) == item)
        ]
        if draft.rules is None:
            _drop_second(draft, line)
        said = [(item, OtherAnswer(answer)) for item in about]
        for other in () if about else find_other_answers(draft, text):
            if not (takes_back and other.is_denial):
                said += [(item, other) for item in _find_meant(draft, line, other)]
        about = [item for item, _ in said]
        for item, other in said if draft.rules else ():
            if find_row(item).form is Form.COUNTS and counts_tree(other.text, draft.rules):
                continue
            claim = draft.read_text(item, other.text).claim
            is_free = takes_back or item in single or draft.labels.get(line, set()) <= {item}
            if (is_free or other.is_doubt) and item in draft.asked:
                _drop_claim(draft, item, claim, line, is_denied=other.is_denial)
        others = _find_taken_back(draft, line, answer) if takes_back and not about else set()
        others |= _find_misvisited(draft, text) if draft.rules else set()
        for item in others & draft.claims.keys():
            draft.drop_answer(item)
            draft.labels.setdefault(line, set()).add(item)  # it may be about others too
        is_said = any(item not in PARTS or not PARTS[item].states_cutoffs for item in about)
        if draft.claims == claims and not is_said:
            drop_put_in_doubt(draft, line)


def _drop_second(draft: Draft, line: SheetLine) -> None:
    """Drop an answer below whose label a line gives another one, as that of a player."""
    for item in draft.labels.get(line, set()) & draft.claims.keys():
        claim, unread = draft.read_text(item, line.text)
        if claim is not None and not unread and claim != draft.claims[item]:
            draft.drop_answer(item)


def _has_entry(draft: Draft, text: str) -> bool:
    """Return whether a text has a number or names a node."""
    if re.search(r"[\d∞½¼¾]", text):
        return True
    return draft.rules is not None and bool(find_nodes(text, draft.rules.names))


def _says_one(
    draft: Draft, line: SheetLine, item: str, text: str, *, is_below: bool = False
) -> bool:
    """Return whether a line gives one answer to an item: a sentence, or a word below its label."""
    form, rules = find_row(item).form, draft.rules
    if is_below and draft.is_plainly(text, item):
        return True
    if rules is None or form not in _SINGLE or not draft.items[item].reads_wholly(text, rules):
        return False
    is_piece = draft.wholes.get(line, line.text).rstrip(" .") != line.text.rstrip(" .")
    if is_piece and not is_below and (form is not Form.NODES or _is_of_order(draft, line)):
        return False
    if form is Form.NODES:
        return len(draft.read_text(item, text).claim or ()) == 1
    if form is Form.NAME and ENTRY_SIGN.search(text):
        return False
    if form is Form.NAME and not is_at_root(draft.read_text(item, text).claim, rules):
        return False
    is_sentence = len(text.split()) > 1 if form is Form.NAME else re.search(r"[^\W\d]", text)
    return is_below or bool(is_sentence)


def _is_of_order(draft: Draft, line: SheetLine) -> bool:
    """Return whether an unread line is below the label of an order."""
    return any(find_row(label).ordered for label in draft.labels.get(line, ()))


def _find_meant(draft: Draft, line: SheetLine, other: OtherAnswer) -> list[str]:
    """Return the items above a line that its answer may be to, or for a doubt any ones."""
    near = draft.labels.get(line) or find_above(draft, line)
    readers = [
        item
        for item in draft.claims
        if not other.is_move or find_row(item).form is Form.NAME
        if _says_one(draft, line, item, other.text, is_below=True)
    ]
    about = [item for item in readers if item in near]
    return about or (readers if other.is_doubt else [])


def _find_taken_back(draft: Draft, line: SheetLine, answer: str) -> set[str]:
    """Return the items that a line such as "no, C" or "(that is wrong)" may take back.

    These are the ones of its label or above it, or all if it has an answer to none of these.
    """
    near = draft.labels.get(line) or find_above(draft, line)
    if draft.rules is None or not (has_number(answer) or find_nodes(answer, draft.rules.names)):
        return {*near}
    is_answer = any(_reads_one(draft, item, answer) for item in near & draft.claims.keys())
    return {*near} if is_answer else {*draft.claims}


def _reads_one(draft: Draft, item: str, answer: str) -> bool:
    """Return whether an item reads an answer, or wholly an entry; a move is a child of the root."""
    row, rules = find_row(item), draft.rules
    form = row.form
    claim = draft.read_text(item, answer).claim
    if form is Form.NAME and rules is not None:
        return claim is not None and is_at_root(claim, rules)
    is_list = form is Form.LIST and not row.ordered
    is_whole = is_list and draft.items[item].reads_wholly(answer, rules)
    return claim is not None and (form in _ONE_ANSWER or is_whole)


def _find_misvisited(draft: Draft, text: str) -> set[str]:
    """Return the items whose claims do not agree with what a sentence says of visits.

    One that says both of visited nodes and of others that are not is not compared.
    """
    assert draft.rules is not None, "visits are of a search"
    if SUPPOSES.search(text):
        return set()
    rules, is_denied = draft.rules, _NOT_VISITED.search(text) is not None
    is_said = _VISITED.search(_NOT_VISITED.sub("", text)) is not None
    is_mixed = is_said is is_denied or (is_said and NOTHING.search(text))
    if is_mixed or PRUNES.search(text) or (says_count(text) and has_number(text)):
        return set()
    named = {name for name in find_nodes(text, rules.names) if rules.names.is_node(name)}
    if not named and EVERY_NODE.search(text):
        named = {*rules.leaves}
    items: set[str] = set()
    for item, claim in draft.claims.items():
        if find_row(item).ordered and item != "line":
            listed = {*PARTS[item].list_visited(claim, rules)}
            missing = {name for name in named if item == Visits.name or name in rules.leaves}
            is_other = any((name in listed) is is_denied for name in missing)
        elif not PARTS[item].states_cutoffs or is_denied:
            continue
        else:
            skipped = {*chain(*(names for _, names in PARTS[item].list_cuts(claim, rules)))}
            is_other = not named.isdisjoint(skipped.union(leaves_below(skipped, rules)))
        items |= {item} if is_other else set()
    return items


def _split_correction(text: str) -> tuple[str, str]:
    """Return the label and the answer behind "Correction:", or no label and the text."""
    correction = _CORRECTION.match(text)
    if correction is None:
        return "", _BEFORE_ANSWER.sub("", text)
    label, colon, answer = text[correction.end() :].partition(":")
    return (label.strip(), answer.strip()) if colon else ("", label.strip())


def _drop_claim(
    draft: Draft, item: str, other: Any, line: SheetLine, *, is_denied: bool = False
) -> None:
    """Drop what an item claims if a line claims something else; of nodes, those that differ.

    If the line denies what it claims, that is dropped instead.
    """
    claim = draft.claims.get(item, other)
    is_same = claim == other and not is_denied
    if other is None or is_same or PARTS[item].states_cutoffs:
        return
    same: Any = None
    if is_denied:
        same = _remove_denied(claim, other)
    elif find_row(item).form is Form.COUNTS:
        same = claim if all(claim.get(name, said) == said for name, said in other.items()) else None
    elif isinstance(claim, dict):
        same = {node: said for node, said in claim.items() if other.get(node, said) == said}
    if same != claim:
        draft.share(item, [line])
        if same:
            draft.claims[item] = same
        else:
            draft.drop_answer(item)


def _remove_denied(claim: Any, denied: Any) -> Any:
    """Return a claim without what is denied: of nodes, the values; of a list, nothing stays."""
    if isinstance(claim, dict):
        return {name: said for name, said in claim.items() if denied.get(name) != said}
    is_denied = {*denied} <= {*claim} if isinstance(claim, tuple) else denied == claim
    return None if is_denied else claim


def drop_doubted(draft: Draft) -> None:
    """Drop the cutoffs that the sheet denies elsewhere, or of which it has others there.

    Two answers are none, whether the other one was read or not.
    """
    stated = [item for item in draft.asked if draft.rules and PARTS[item].states_cutoffs]
    doubted = [item for item in stated if item in draft.claims and _is_doubted(draft, item)]
    for item in doubted:
        draft.share(item, draft.list_own_lines(item))
        del draft.claims[item]


def _is_doubted(draft: Draft, item: str) -> bool:
    """Return whether unread lines may deny cutoffs, or list others."""
    assert draft.rules is not None, "cutoffs are of a search"
    claim = draft.claims[item]
    own = draft.lines.get(item, [])
    if own and all(line in draft.unread and item in draft.labels.get(line, ()) for line in own):
        return True
    if find_row(item).form is Form.CUTOFFS and _has_other_window(draft, claim):
        return True
    cuts = PARTS[item].list_cuts(claim, draft.rules)
    texts = _texts_about_cutoffs(draft, item, {at for at, _ in cuts})
    return _contradict(cuts, texts, draft.rules)


def _has_other_window(draft: Draft, claimed: Iterable[ClaimedCut]) -> bool:
    """Return whether an unread line has another window of a claimed cutoff, or may have one."""
    assert draft.rules is not None, "cutoffs are of a search"
    own = {cut.at: (cut.alpha, cut.beta) for cut in claimed if cut.has_window}
    for line in draft.unread[:MOST_UNREAD]:
        text = normalized(line.text)
        if says_window(text) and not own.keys().isdisjoint(find_nodes(text, draft.rules.names)):
            return True
        cuts = read_cuts(text, draft.rules).cuts if PRUNES.search(text) else ()
        said = {cut.at: (cut.alpha, cut.beta) for cut in cuts if cut.is_cut and cut.has_window}
        if any(said.get(at, window) != window for at, window in own.items()):
            return True
    return False


def _texts_about_cutoffs(draft: Draft, item: str, heads: Collection[str]) -> Iterator[str]:
    """Yield the unread lines about cutoffs, each with the list below it if it names no nodes.

    Those below the label of another part with cutoffs are about that part.
    """
    assert draft.rules is not None, "cutoffs are of a search"
    others = {part for part in draft.asked if PARTS[part].states_cutoffs} - {item}
    head, last = "", 0
    for line in sorted(draft.unread, key=lambda line: line.number)[:MOST_UNREAD]:
        labels = draft.labels.get(line, set())
        is_free = line.number in draft.sheet.questions or not labels
        whole = normalized(line.text)
        if (is_free and is_none(whole)) or (item == "pruned" and is_free and _lists(draft, whole)):
            yield whole
        if item in labels and _adds_or_restricts(draft, whole, heads):
            yield whole
        if item not in labels and not others.isdisjoint(labels):
            continue
        clauses = () if SUPPOSES.search(whole) else _BETWEEN_CLAUSES.split(without_reason(whole)[0])
        text = next(filter(_is_about_cutoffs, clauses), "".join(clauses))
        if _is_about_cutoffs(text):
            yield from filter(_is_about_cutoffs, clauses)
            head, last = "" if find_nodes(text, draft.rules.names) else text, line.number
            continue
        is_below = head != "" and line.number - last in (1, 2)  # maybe below a blank line
        if is_below and Visits().reads_wholly(text, draft.rules):
            yield f"{head}: {text}"
            last = line.number


def _lists(draft: Draft, text: str) -> bool:
    """Return whether a text without words of pruning may be a list of pruned leaves."""
    assert draft.rules is not None, "cutoffs are of a search"
    listed = {*(draft.read_text("pruned", text).claim or ())}
    is_list = bool(listed) and all(map(draft.rules.names.is_node, listed))
    return is_list and listed.isdisjoint(draft.rules.inner) and not _is_about_cutoffs(text)


def _adds_or_restricts(draft: Draft, text: str, heads: Collection[str]) -> bool:
    """Return whether a line below cutoffs at some nodes has others, or a word such as "only"."""
    rules = draft.rules
    assert rules is not None, "cutoffs are of a search"
    bare, words = split_words(draft, text)
    named = find_nodes(bare, rules.names)
    is_leaf = named.isdisjoint(rules.inner) or ALSO.search(text) is not None
    is_more = is_leaf and {rules.parents.get(name) for name in named}.isdisjoint(heads)
    is_list = is_more and 0 < len(named) <= _MOST_ADDED and words <= AROUND_OTHER
    is_list = is_list and not ENTRY_SIGN.search(bare) and Visits().reads_wholly(bare, rules)
    return is_list or _RESTRICTS.search(text) is not None


def _is_about_cutoffs(text: str) -> bool:
    """Return whether a text has words for pruning."""
    return bool(PRUNES.search(text) or _NOT_VISITED.search(text))


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
        read, unread = read_cuts(text, rules)[:2]
        skipped = {name for cut in read for name in cut.skipped or ()}
        is_read = not unread and skipped <= inside  # "I prune C" says less
        below = {*leaves_below((is_read and skipped) or inside, rules)}
        if not (is_none(text) or _DENIAL.search(_NOT_VISITED.sub("", text))):
            if not below <= listed:
                return True
        elif not NO_OTHERS.search(text) and not (near.isdisjoint(named) if named else not near):
            return True
        said |= below if not is_about_one(text) else set()
    return any(not leaves.isdisjoint(said) and not leaves <= said for leaves in lists)
