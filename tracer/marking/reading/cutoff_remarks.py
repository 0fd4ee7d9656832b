"""What the unread lines of a sheet say of its cutoffs and pruned leaves."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator
from itertools import chain
from typing import Final

from tracer.marking.reading.draft import Draft, split_lines
from tracer.marking.reading.remark_words import Words
from tracer.marking.reading.unread_lines import MOST_UNREAD, NOTHING, find_nodes
from tracer.questions import PARTS
from tracer.questions.cutoff_entries import COUNT_WORD, NUMBERS, ClaimedCut, says_window
from tracer.questions.cutoff_statements import NO_OTHERS, is_about_one, read_cuts
from tracer.questions.items import Form, find_row
from tracer.questions.rules import Rules, leaves_below
from tracer.questions.typed_text import NOT_VISITED, PRUNES, is_none, normalized, without_reason
from tracer.questions.visits import Visits

#: Words that nodes are not visited, also in a label that is not read: "nodes never visited".
SAYS_NOT_VISITED: Final = re.compile(rf"\b{NOT_VISITED}", re.IGNORECASE)
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
#: "Only C is cut" may mean C or its children, and "the only cutoff" is at a node.
_ONLY_CUT: Final = re.compile(r"\bonly\b(?!.*\bcut[ -]?offs?\b)", re.IGNORECASE)


#: "2 cutoffs", which are all.
_NUMBER_OF: Final = re.compile(rf"(?<![=\d,.])\b({COUNT_WORD})\scut[ -]?offs?\b", re.IGNORECASE)


def find_doubted_cutoffs(draft: Draft) -> list[str]:
    """Return the items with cutoffs that the sheet denies elsewhere, or has others of."""
    stated = [item for item in draft.asked if draft.rules and PARTS[item].states_cutoffs]
    return [item for item in stated if item in draft.claims and _is_doubted(draft, item)]


def is_about_cutoffs(text: str) -> bool:
    """Return whether a text has words for pruning."""
    return bool(PRUNES.search(text) or SAYS_NOT_VISITED.search(text))


def _is_doubted(draft: Draft, item: str) -> bool:
    """Return whether unread lines may deny cutoffs, or list others."""
    assert draft.rules is not None, "cutoffs are of a search"
    claim = draft.claims[item]
    own = draft.lines.get(item, [])
    if own and all(line in draft.unread and item in draft.labels.get(line, ()) for line in own):
        return True
    is_of_nodes = find_row(item).form is Form.CUTOFFS
    if is_of_nodes and (_has_other_window(draft, claim) or _has_other_number(draft, item, claim)):
        return True
    cuts = PARTS[item].list_cuts(claim, draft.rules)
    return _contradict(cuts, _texts_about_cutoffs(draft, item), draft.rules)


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


def _has_other_number(draft: Draft, item: str, claimed: Collection[ClaimedCut]) -> bool:
    """Return whether a line, or the label of the cutoffs, says another number of cutoffs."""
    own = draft.lines.get(item, [])
    lines = [*draft.unread[:MOST_UNREAD], *own, *split_lines(draft.sheet.answers.get(item))]
    said = chain(*(_NUMBER_OF.findall(f"{line.label}: {line.text}") for line in lines))
    counts = {
        NUMBERS.index(word) if word in NUMBERS else int(word) for word in map(str.casefold, said)
    }
    return not counts <= {len({cut.at for cut in claimed})}


def _texts_about_cutoffs(draft: Draft, item: str) -> Iterator[str]:
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
        if item not in labels and not others.isdisjoint(labels):
            continue
        clauses = (
            () if Words.SUPPOSE.match(whole) else _BETWEEN_CLAUSES.split(without_reason(whole)[0])
        )
        text = next(filter(is_about_cutoffs, clauses), "".join(clauses))
        if is_about_cutoffs(text):
            yield from filter(is_about_cutoffs, clauses)
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
    return is_list and listed.isdisjoint(draft.rules.inner) and not is_about_cutoffs(text)


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
        if _ONLY_CUT.search(text) and not below and named:
            return True
        if not (is_none(text) or _DENIAL.search(SAYS_NOT_VISITED.sub("", text))):
            if not below <= listed:
                return True
        elif not NO_OTHERS.search(text) and not (near.isdisjoint(named) if named else not near):
            return True
        said |= below if not is_about_one(text) else set()
    return any(not leaves.isdisjoint(said) and not leaves <= said for leaves in lists)
