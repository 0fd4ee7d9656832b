"""What a text says of cutoffs and of skipped nodes, which more than one item may answer.

Each clause is a cutoff, a list of skipped nodes, or "none". The cutoffs are those with a node or a
window of their own; the lists are of the pruned leaves, and complete cutoffs without skipped nodes.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import chain
from typing import Final, NamedTuple

from engine.errors import InvalidInput
from tracer.questions.cutoff_entries import (
    ALSO,
    VERB,
    ClaimedCut,
    Draft,
    NotRead,
    list_cuts,
    read_clause,
    says_window,
)
from tracer.questions.entries import Unread
from tracer.questions.rules import Rules, leaves_below
from tracer.questions.typed_text import (
    JOINT,
    NAME,
    NOT_VISITED,
    PRUNES,
    VALUE,
    is_none,
    lines_of,
    pieces,
)

_IN_WORDS: Final = re.compile(r"[^\W\d_]")
#: "C2 is pruned", "the leaf C3 is pruned too".
_ABOUT_ONE: Final = re.compile(
    rf"(?:\W*(?:and|so|also|then|the|node|leaf|child)\s)*(?!only\b|just\b|nothing\b)\w+\s(?:is|was)\s"
    rf"(?:also\s)?(?:{VERB})(?:\s\([^()]*\)|\s(?:as\swell|too|also))?",
    re.IGNORECASE,
)
#: The label of a list, as in "pruned: C2 C3".
_LABEL: Final = re.compile(
    rf"\W*(?:(?:nodes|leaves|leaf|node)\s)?(?:pruned|skipped|truncated|cut(?:[ -]?off)?"
    rf"|{NOT_VISITED})\b",
    re.IGNORECASE,
)
_SIGNED_LABEL: Final = re.compile(rf"{_LABEL.pattern}[\w\s]*[:=]", re.IGNORECASE)
#: What a line that only lists nodes does not have.
_OF_CUTOFF: Final = re.compile(rf"[=:(]|{PRUNES.pattern}|\b{NOT_VISITED}", re.IGNORECASE)
#: Words of "no other cutoffs", which does not deny those that are listed.
NO_OTHERS: Final = re.compile(r"\b(?:else|further|other|more|additional)\b", re.IGNORECASE)
#: A value before or behind a cutoff, which may be the root's: "v = 4, so …", "…, and A = 4".
_VALUE_OUTSIDE: Final = (
    rf"(?P<value>(?:the\s)?(?:(?P<root>value\sof\sthe\s(?:root|game)|(?:root|game)(?:\shas)?\svalue)"
    rf"|v\s?\((?P<arg>{NAME})\)|(?P<name>value|{NAME}))(?:\s?[=:]|\sis\b)?\s?{VALUE})"
)
_VALUE_BEFORE: Final = re.compile(rf"{_VALUE_OUTSIDE}(?:{JOINT}(?=.*\w)|\Z)", re.IGNORECASE)
_VALUE_BEHIND: Final = re.compile(rf"(?<=\S){JOINT}{_VALUE_OUTSIDE}[\s).!]*\Z", re.IGNORECASE)
#: A value alone on a line, as below the other fields of a cutoff.
_FIELD: Final = re.compile(rf"\s*value\s?:\s?{VALUE}\s*", re.IGNORECASE)
#: Characters of a line of cutoffs; a wide tree has hundreds of children.
_LONGEST: Final = 20_000


class CutsRead(NamedTuple):
    """What a text says of cutoffs and of skipped nodes."""

    cuts: list[ClaimedCut]
    unread: list[Unread]
    #: Lists of skipped nodes that are at no cutoff of the text.
    beside: list[Unread]
    #: Whether the lists of skipped nodes have the leaves that the cutoffs skip.
    agrees: bool
    #: The lines that are lists with a label of their own.
    labelled: set[int]

    @property
    def cutoffs(self) -> tuple[ClaimedCut, ...]:
        """The cutoffs, without the lists beside them; the lists if there are no others."""
        return tuple(cut for cut in self.cuts if not (self.beside and cut.is_list))


def read_cuts(text: str, rules: Rules) -> CutsRead:
    """Read what a text says of cutoffs, separated by line ends and semicolons.

    A cutoff that the text also denies is not read, and neither are two at a node of a tree that
    skip different nodes: two different answers are none.
    """
    cuts: list[ClaimedCut] = []
    unread: list[Unread] = []
    places: dict[str, list[Unread]] = {}
    denials: dict[Unread, set[str]] = {}  # with the nodes that are not cut; "" means none is
    rows: set[str] = set()
    singles: list[ClaimedCut] = []
    of_lists: set[Unread] = set()
    leaves = _ListedLeaves(rules)
    last: ClaimedCut | None = None
    says_none = False
    is_open = True
    for place, line in lines_of(text):
        clauses = filter(str.strip, pieces(line, ";")) if len(line) <= _LONGEST else [line]
        for clause in clauses:
            whole = Unread(place, clause.strip())
            is_field = clause == line and _FIELD.fullmatch(line) is not None
            claim, value = (clause, "") if is_field else split_value(clause, rules)
            is_list = last is not None and bool(last.skipped) and is_labelled_list(clause)
            try:
                drafts, reason = read_clause(claim, rules)
                listed = list_cuts(drafts, rules, cuts, last, says_none=says_none, is_open=is_open)
            except (NotRead, InvalidInput):
                of_lists |= {whole} if is_list else set()
                unread.append(whole)
                is_open = False
                continue
            is_open = True
            says_none = says_none or is_none(clause)
            denials[whole] = {draft.first for draft in drafts if draft.says_none}
            if is_none(clause) and _IN_WORDS.search(clause):
                denials[whole].add("")
            if NO_OTHERS.search(clause):
                denials[whole].discard("")
            rows |= {draft.at for draft in drafts if draft.is_row}
            leaves.take(clause, listed, drafts)
            if all(cut.is_list for cut in listed) if listed else is_list:
                of_lists.add(whole)
            for cut in listed:
                last = add_cut(cuts, cut, rules)
                singles += [last] if is_about_one(clause) and len(listed) == 1 else []
                places.setdefault(cut.at, []).append(whole)
            unread += [Unread(place, text) for text in (value, reason) if text]
    for single in singles:
        others = [cut for cut in cuts if cut is not single and cut.at == single.at]
        if any({*(single.skipped or ())} < {*(cut.skipped or ())} for cut in others):
            cuts = [cut for cut in cuts if cut is not single]
    for at, above in _join_lists(cuts, rules):
        places.setdefault(above, []).extend(places[at])
    # A node alone may be cut or pruned, and a node with its window need not be cut.
    said = [cut for cut in cuts if cut.is_cut or (cut.at in rows and not cut.has_window)]
    differing = [*_find_differing(said, rules), *leaves.find_differing(said)]
    read = [cut for cut in said if cut not in differing]
    for denial, nodes in denials.items():
        denied = [cut for cut in said if not nodes.isdisjoint(("", cut.at, *(cut.skipped or ())))]
        read = [cut for cut in read if cut not in denied]
        unread += [denial] if denied else []
    unread += chain(*(places[cut.at] for cut in cuts if cut not in read))
    agrees = leaves.match_cutoffs(said)
    labelled = {line.place for line in of_lists if _SIGNED_LABEL.match(line.text)}
    beside: Iterable[Unread] = ()
    if not all(cut.is_list for cut in said):
        unread = [line._replace(item="pruned") if line in of_lists else line for line in unread]
        beside = chain(*(places[cut.at] for cut in read if cut.is_list))
    unread = [*dict.fromkeys(unread)]
    return CutsRead(read, unread, [*dict.fromkeys(beside)], agrees, labelled)


class _ListedLeaves:
    """The leaves of the lists of skipped nodes in a text, and of its cutoffs.

    A list is all that the text says is skipped, unless it adds to what is above it.
    """

    def __init__(self, rules: Rules) -> None:
        self._rules = rules
        self._lists: list[set[str]] = []
        self._below_label: set[str] = set()
        self._added: set[str] = set()
        self._by_cut: dict[str, set[str]] = {}

    def take(self, clause: str, cuts: Iterable[ClaimedCut], drafts: Sequence[Draft]) -> None:
        """Take the cutoffs of a clause."""
        is_more = all(draft.is_more for draft in drafts)
        is_bare = not any(draft.has_verb for draft in drafts)
        listed: set[str] = set()
        has_label = is_labelled_list(clause)
        for cut in cuts:
            leaves = leaves_below(cut.skipped or (), self._rules)
            if cut.is_list or has_label:
                listed.update(leaves)
            else:
                self._by_cut.setdefault(cut.at, set()).update(leaves)
        begins = not (self._lists or self._by_cut)
        if ALSO.search(clause) or (is_more and not (begins and is_bare)):
            self._added |= listed
        elif has_label or is_bare:
            self._below_label |= listed
        elif listed:
            self._lists.append(listed)

    def _list_all(self) -> list[set[str]]:
        return [leaves for leaves in (*self._lists, self._below_label) if leaves]

    def find_differing(self, cuts: Iterable[ClaimedCut]) -> Iterator[ClaimedCut]:
        """Yield the cutoffs of which a list has some of the skipped leaves alone."""
        lists = self._list_all()
        for cut in cuts:
            mine = {*leaves_below(cut.skipped or (), self._rules)} - self._added
            if any(not leaves.isdisjoint(mine) and not leaves >= mine for leaves in lists):
                yield cut

    def match_cutoffs(self, cuts: Iterable[ClaimedCut]) -> bool:
        """Return whether all lists have the leaves that the cutoffs skip, or those still missing.

        A sentence may have further leaves.
        """
        own: set[str] = set().union(*self._by_cut.values())
        missing = [cut for cut in cuts if not (cut.is_list or self._by_cut.get(cut.at))]
        more = {*leaves_below(chain(*(cut.skipped or () for cut in missing)), self._rules)}
        lists = [leaves - self._added for leaves in self._list_all()]
        dues = [due - self._added for due in (own | more, more) if due] or lists[:1]
        return all(leaves in dues or (own and own < leaves in self._lists) for leaves in lists)


def is_labelled_list(text: str) -> bool:
    """Return whether a text begins with a label of skipped nodes, as "pruned: C2 C3" does."""
    return _LABEL.match(text) is not None


def as_skipped(text: str) -> str:
    """Return a line that only lists nodes with a word that says what they are."""
    is_other = _OF_CUTOFF.search(text) or is_none(text) or says_window(text)
    return text if is_other else f"pruned: {text}"


def is_about_one(text: str) -> bool:
    """Return whether a sentence is about one node, which may be one of several.

    That is so in "C2 is pruned.", and not in "Only C2 is pruned".
    """
    return _ABOUT_ONE.fullmatch(text.strip(" .!")) is not None


def _find_differing(cuts: Iterable[ClaimedCut], rules: Rules) -> list[ClaimedCut]:
    """Return the cutoffs of a tree that skip a leaf among other leaves than another one does.

    They are at one node, or one of them is a list of nodes without it.
    """
    said: dict[str, set[tuple[str, bool, frozenset[str]]]] = {}
    skipped = [(cut, frozenset(leaves_below(cut.skipped or (), rules))) for cut in cuts]
    for cut, leaves in skipped if rules.inner else ():
        for leaf in leaves:
            said.setdefault(leaf, set()).add((cut.at, cut.is_list, leaves))
    return [
        cut
        for cut, mine in skipped
        if any(
            mine != theirs and (cut.at == at or cut.is_list or is_list)
            for leaf in mine
            for at, is_list, theirs in said.get(leaf, ())
        )
    ]


def _join_lists(cuts: list[ClaimedCut], rules: Rules) -> Iterator[tuple[str, str]]:
    """Give lists of skipped nodes to the cutoff that skips them, whichever level is named.

    A node of which all children are skipped is itself skipped; it is yielded with its parent.
    """
    waiting = [cut for cut in cuts if cut.is_list]
    children = Counter(rules.parents.values()) if waiting else Counter()
    for listed in waiting:
        others = [cut for cut in cuts if cut is not listed]
        names = listed.skipped or ()
        above = rules.parents.get(listed.at)
        if len(others) == len(cuts):
            continue  # another list was added to it
        if any({*(cut.skipped or ())} == {*names} for cut in others):
            cuts.remove(listed)
        elif above is not None and len(names) == children[listed.at]:
            cuts.remove(listed)
            waiting.append(add_cut(cuts, replace(listed, at=above, skipped=(listed.at,)), rules))
            yield listed.at, above


def split_value(clause: str, rules: Rules) -> tuple[str, str]:
    """Split a value that may be the root's from a cutoff.

    Args:
        clause: a cutoff, with a value before or behind it or without one.
        rules: the rules of its problem.

    Returns:
        The cutoff and the value, which may be empty.
    """
    text = clause.strip()
    value = _VALUE_BEFORE.match(text) or _VALUE_BEHIND.search(text)
    if value is None:
        return text, ""
    name = value["arg"] or value["name"] or ""
    node = rules.names.node(name)
    if not (rules.is_root(node) or value["root"] or name.casefold() in ("v", "value")):
        return text, ""
    return text[: value.start()] + text[value.end() :], value["value"]


def add_cut(
    cuts: list[ClaimedCut], cut: ClaimedCut, rules: Rules, *, may_repeat: bool = True
) -> ClaimedCut:
    """Add a cutoff, or merge it with an earlier claim about the same cutoff, and return it.

    Skipped children have a line each, or one line; in another pass, some are skipped again.
    """
    given = cut.list_fields()
    mine = {*leaves_below(cut.skipped or (), rules)}
    for place, earlier in enumerate(cuts):
        if earlier.at != cut.at:
            continue
        is_same = all(
            getattr(earlier, name) == getattr(cut, name)
            for name in (earlier.list_fields() & given) - {"skipped"}
        )
        skipped = [*(earlier.skipped or ()), *(cut.skipped or ())]
        theirs = {*leaves_below(earlier.skipped or (), rules)}
        has_window = earlier.alpha is not None or cut.alpha is not None
        is_one = mine == theirs and (has_window or not may_repeat)
        if is_same and (is_one or mine.isdisjoint(theirs)):
            fields = {name: getattr(cut, name) for name in given}
            if skipped:
                fields["skipped"] = rules.find_highest(skipped)
            fields["is_list"] = earlier.is_list and cut.is_list
            cuts[place] = replace(earlier, **fields)
            return cuts[place]
    cuts.append(cut)
    return cut
