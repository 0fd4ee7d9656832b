"""The grammar of cutoffs: `C alpha=3 beta=inf skips C2 C3`, `C (3, inf): C2`, `C2 C3 pruned at C`.

A cutoff is a node, its window, and the nodes that it skips, in any order that leaves no doubt; all
other words are of one fixed list. Text with any other word is not read: whether "C is cut" prunes C
or its children is not guessed.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from typing import Any, Final

from tracer.questions.claims import said_number
from tracer.questions.entries import BOTH_ENDS
from tracer.questions.orders import begins_with_mark
from tracer.questions.rules import Rules
from tracer.questions.typed_text import (
    AND_ABROAD,
    NAME,
    NONE,
    NOT_VISITED,
    PRUNES,
    VALUE,
    WORDS,
    breaks_off,
    is_none,
    is_unanswered,
    without_reason,
)
from tracer.text.numbers import parse_typed_number


@dataclass(frozen=True, slots=True)
class ClaimedCut:
    """A claimed cutoff; fields that are not given are None."""

    at: str
    alpha: float | None = None
    beta: float | None = None
    skipped: tuple[str, ...] | None = None
    after: str | None = None
    value: float | None = None
    #: Whether it refers to the window of the node's entry, which is an answer of its own.
    has_entry_window: bool | None = None
    #: Whether it only lists skipped nodes, of which its node is the parent.
    is_list: bool = field(default=False, compare=False)

    def list_fields(self) -> set[str]:
        """Return the names of the fields that are given, besides the node."""
        return {name for name in _FIELDS if getattr(self, name) is not None}

    @property
    def is_cut(self) -> bool:
        """Whether it says more than the window and the value of a node, which need not be cut."""
        return self.skipped is not None or self.after is not None

    @property
    def has_window(self) -> bool:
        """Whether it has both bounds."""
        return self.alpha is not None and self.beta is not None


_FIELDS: Final = ("alpha", "beta", "skipped", "after", "value", "has_entry_window")
VERB: Final = (
    r"(?:skip(?:s|ped|ping)?|prun(?:e|es|ed|ing)|truncate[ds]?|cuts?(?:[ -]?off)?"
    r"|cutting(?:[ -]off)?|discards?"
    rf"|(?:is|are|was|were)?\s?{NOT_VISITED})"
)
_NO_BOUND: Final = r"[-–—?](?=[\s,;)]|$)"
#: The tokens of a cutoff. A single letter may be a node's name, so as a bound it needs a sign.
TOKEN: Final = re.compile(
    r"\s*(?:"
    + "|".join(
        (
            rf"(?:window\s*[=:]?\s*|{BOTH_ENDS})?[(\[]\s?(?:(?:alpha|α|a)\s?[=:]?\s?)?(?P<low>{VALUE})"
            rf"\s?(?:[,;]|\s)\s?(?:(?:beta|β|b)\s?[=:]?\s?)?(?P<high>{VALUE})\s?[)\]]",
            rf"(?:(?:alpha|α)(?:\s?[=:]|\sis\b)?|a\s?[=:])\s?(?P<alpha>{VALUE}|{_NO_BOUND})",
            rf"(?:(?:beta|β)(?:\s?[=:]|\sis\b)?|b\s?[=:])\s?(?P<beta>{VALUE}|{_NO_BOUND})",
            rf"(?:value(?:\s?[=:]|\sis\b)?|v\s?[=:])\s?(?P<value>{VALUE})",
            rf"after\s?[=:]?\s?(?P<after>{NAME})",
            r"(?P<entry>entry\swindow\b)",
            r"(?P<top>(?:(?:subtree|node)\s|(?<=the\s)(?:branch|leaf)\s|everything\s)(?:rooted\s)?at\b)",
            r"(?P<at>(?:at|in|below|parent)\b)\s?:?",
            r"(?P<denied>(?:(?:is|was)\s)?not\s(?:cut(?:[ -]?off)?|pruned))(?!\w)",
            rf"(?P<none>(?:(?:skips|prunes|cuts)\snothing|{NONE})(?![\w=])|[-–—]+(?=\s*(?:,|$)))",
            r"(?P<dash>[-–—]+(?=\s)|to\b)",
            rf"(?P<verb>{VERB})(?!\w)\s?[:=]?",
            r"(?P<sign>[,;:|=→()\[\]{}])",
            rf"(?P<word>{NAME})",
        )
    )
    + ")",
    re.IGNORECASE,
)
#: Fields in a reason, such as "since alpha=3, skip C2".
_HOLDS_FIELDS: Final = re.compile(rf"{VERB}|window|[(\[]\s*{VALUE}", re.IGNORECASE)
_HOLDS_BOUNDS: Final = re.compile(rf"(?:alpha|beta|[αβ])\s?=\s?{VALUE}", re.IGNORECASE)
#: Words of a list that adds to what is above it.
ALSO: Final = re.compile(r"\s?\b(?:as well|too|also)\b", re.IGNORECASE)
#: A sentence about a node's window: "The window of C is (3, inf)".
_OF_WINDOW: Final = re.compile(
    rf"\W*(?:the\s)?(?:entry\s)?window\s(?:of|at|for)\s|\W*{NAME}\s(?:is\sentered\s|has\s).*\bwindow\b",
    re.IGNORECASE,
)
#: The writer of "I prune C2", who is not a node.
_WRITER: Final = re.compile(r"\bI(?=\s(?:(?:can|also|then|would)\s)?(?:prun|skip|cut)\w*\b)")
#: "No, at B" takes something else back.
_IS_CORRECTION: Final = re.compile(rf"\W*no,\s(?:at\s)?(?:node\s)?{NAME}\W*\Z", re.IGNORECASE)
#: Numbers of the entries of a list, in words too.
NUMBERS: Final = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")
COUNT_WORD: Final = rf"(?:{'|'.join(NUMBERS[1:])}|\d{{1,2}})"
#: What a list of cutoffs may begin with: "one cutoff, at C", "alpha cutoff at C".
_HEAD: Final = re.compile(
    rf"(?:there\s(?:is|are)\s)?(?:(?:an?|the|only|just|exactly|{COUNT_WORD})\s){{0,2}}"
    r"(?:(?:alpha|beta|[αβ])[ -])?cut[ -]?offs?\s?(?:[,:]\s?|(?=at\s))",
    re.IGNORECASE,
)
_TERM: Final = (
    rf"(?:(?:value|alpha|beta|[vαβ])(?!\w)(?:\s?\({NAME}\)|\s(?:of|at)\s{NAME})?(?:\s?(?:=|\bis\b)\s?{VALUE})?"
    rf"|{VALUE})"
)
_RELATION: Final = (
    r"(?:(?:is\s)?(?:[<>]\s?=?|=\s?[<>]|≤|≥)"
    r"|is\s(?:less|smaller|lower|greater|larger|higher|more)\sthan(?:\sor\sequal\sto)?|is\sat\s(?:most|least))"
)
#: The test of a cutoff: (2 <= 3), v = 2 <= alpha = 3; and the numbers that it says of letters.
_TEST: Final = re.compile(
    rf"(?<!\w)\(?\s?{_TERM}(?:\s?{_RELATION}\s?{_TERM})+\s?\)?", re.IGNORECASE
)
_OF_TEST: Final = re.compile(rf"(?:value|alpha|beta|[vαβ])\s?(?:=|\bis\b)\s?{VALUE}", re.IGNORECASE)
#: The letter of a question before a label of cutoffs.
_LETTERED: Final = re.compile(r"([a-h])\s?:\s*(?i:cut-?offs?|prun\w*|skipped)\b[^:=]*:")
#: A bound by a letter, which may name a node.
_LETTER: Final = re.compile(r"\s*([ab])\s?[=:]", re.IGNORECASE)
#: An article, or the writer, which may look like a node. At the beginning it may be one.
_ARTICLE: Final = re.compile(
    r"An?\s(?:truncation|cutoff|pruning|beta|alpha|branch|leaf)\b(?!\s?[=:]|\s[-\d∞])"
    r"|[Aa]\swindow\b|(?<=\S\s)[ai]\s(?!(?:and|is|are|und)\b)[a-zA-Z]{3,}"
)
#: Words for skipped nodes that do not name them.
_UNNAMED: Final = frozenset(
    {"both", "children", "child", "node", "nodes", "branches", "leaf", "leaves"}
)
_PASSIVE: Final = frozenset({"is", "are", "was", "were", "be", "been", "get", "gets"})
_NEUTRAL: Final = WORDS["any"] | WORDS["cutoff"] | {*AND_ABROAD}
#: Signs and words between the nodes of a list.
_LISTING: Final = frozenset({"", ",", ";", "|", ")", "]", "}", "and", "&", "und", *AND_ABROAD})


class NotRead(Exception):
    """A text is not of the grammar."""


def says_window(text: str) -> bool:
    """Return whether a sentence is about the window of a node, and of no cutoff."""
    return _OF_WINDOW.match(text) is not None and not PRUNES.search(text)


def read_clause(clause: str, rules: Rules) -> tuple[list[Draft], str]:
    """Return the drafts of a clause, and the reason behind them if it tells no field."""
    if says_window(clause):
        raise NotRead  # it may be the window of entry
    text = ALSO.sub("", _HEAD.sub("", clause.strip(), count=1))
    if "I" not in rules.inner:
        text = _WRITER.sub("we", text)
    if is_none(text):
        return [], ""
    if begins_with_mark(clause) or _IS_CORRECTION.match(clause):
        raise NotRead
    claim, reason = without_reason(text)
    claim, test = _split_test(claim)
    if not _HOLDS_FIELDS.search(reason):
        drafts = _read_drafts(claim, rules)
        has_window = any({"alpha", "beta"} & {*draft.fields} or draft.numbers for draft in drafts)
        if has_window or not _HOLDS_BOUNDS.search(reason):
            return drafts, "" if all(draft.says_none for draft in drafts) else reason or test
    # The reason tells the window or the node: "we skip C2 since the window at C is (3, inf)".
    drafts = _read_drafts(_split_test(text)[0], rules)
    names = [name for draft in drafts for name in draft.names]
    top = drafts[0].at or rules.find_top(names) or _find_parent(names, rules)
    if len(drafts) > 1 or not all(name == top or rules.is_below(name, top) for name in names):
        raise NotRead
    return drafts, ""


def _split_test(claim: str) -> tuple[str, str]:
    """Return a claim with only the numbers that a test says of letters, and the test."""
    test = _TEST.search(claim)
    if test is None:
        return claim, ""
    said = " ".join(_OF_TEST.findall(test[0]))
    return f"{claim[: test.start()]} {said} {claim[test.end() :]}", test[0].strip(" ()")


@dataclass
class Draft:
    """A cutoff as its tokens are read."""

    at: str = ""
    before: list[str] = field(default_factory=list)  # nodes before the verb
    behind: list[str] = field(default_factory=list)  # nodes after the verb
    numbers: list[float] = field(default_factory=list)
    fields: dict[str, Any] = field(default_factory=dict)
    has_verb: bool = False
    says_none: bool = False
    is_denied: bool = False  # "is not cut", which of a skipped node would be another answer
    letters: list[str] = field(default_factory=list)  # of bounds
    is_vague: bool = False  # whether a word such as "both" tells what is skipped
    is_again: bool = False  # whether a second verb is behind its nodes
    is_passive: bool = False  # whether it says that a node is pruned
    last_word: str = ""
    is_row: bool = False  # whether it names its node as a row of a form does: "at: C"
    is_sentence: bool = False  # whether words or brackets are between its nodes: "C2 of C"
    has_comma: bool = False  # whether a comma is beside its nodes
    has_bar: bool = False  # whether a bar is between its nodes, as where an order is cut

    @property
    def names(self) -> list[str]:
        """The nodes besides `at`."""
        return [*self.before, *self.behind]

    @property
    def first(self) -> str:
        """The node of the cutoff as far as it is read."""
        return self.at or next(iter(self.before), "")

    @property
    def is_whole(self) -> bool:
        """Whether another cutoff may begin."""
        has_window = bool(self.fields) and not self.has_verb
        return bool(self.behind) or self.says_none or len(self.before) > 1 or has_window

    @property
    def is_more(self) -> bool:
        """Whether it adds to what is above it: nodes without a verb, or one that is skipped."""
        return not self.has_verb or (len(self.before) == 1 and not self.behind)

    def set_field(self, name: str, value: Any) -> None:
        """Set a field once; another value for it, or one of another node, is not read."""
        is_list = (
            name in self.fields and not self.has_verb and len({self.at, *self.names} - {""}) > 1
        )
        if is_list or self.fields.setdefault(name, value) != value:
            raise NotRead  # "C (8, inf), G (8, inf)"

    def take(self, token: re.Match[str], rules: Rules) -> None:
        """Read a token that is not a node; other words are not of the grammar."""
        if letter := _LETTER.match(token[0]):
            self.letters.append(letter[1])
        if token["low"]:
            self.set_field("alpha", parse_typed_number(token["low"]))
            self.set_field("beta", parse_typed_number(token["high"]))
        for name in ("alpha", "beta", "value"):
            if token[name] and not is_unanswered(token[name]):
                self.set_field(name, said_number(token[name]))
        if token["after"]:
            if not rules.names.resembles_node(token["after"]):
                raise NotRead
            self.set_field("after", rules.names.node(token["after"]))
        if token["entry"]:
            self.set_field("has_entry_window", True)
        self.is_again |= bool(token["verb"] and self.behind and self.has_verb)
        self.has_verb |= bool(token["verb"])
        self.is_passive |= bool(token["verb"]) and self.last_word in _PASSIVE
        self.is_denied |= bool(token["denied"])
        self.says_none |= bool(token["none"] or token["denied"])
        word = self.last_word = (token["word"] or "").strip(".!*").casefold()
        self.has_bar |= token["sign"] == "|" and bool(self.at or self.names)
        self.has_comma |= token["sign"] == ","
        self.is_sentence |= bool(self.has_verb and (token["sign"] or word) not in _LISTING)
        if word in _NEUTRAL:
            self.is_vague |= self.has_verb and word in _UNNAMED
        elif word:
            is_number = re.fullmatch(VALUE, word, re.IGNORECASE)
            if not is_number or self.has_verb or self.behind or len(self.numbers) > 1:
                raise NotRead
            self.numbers.append(parse_typed_number(word))


def _read_drafts(text: str, rules: Rules) -> list[Draft]:
    """Return a draft for each cutoff that a text names."""
    letter = text.strip(" .")
    if not letter or breaks_off(text):
        raise NotRead
    lettered = _LETTERED.match(letter)
    if lettered and lettered[1] not in {*rules.inner, *rules.parents}:
        raise NotRead  # "a: Cutoffs: C …" is of question a, and not about the node A
    if len(letter) == 1 and rules.names.node(letter) not in rules.inner:
        raise NotRead  # an x, or an N for "no"
    drafts = [Draft()]
    cases: set[bool] = set()  # whether a name has small letters in the text alone
    at = 0
    is_at = is_arrow = is_dash = is_equal = is_row = False
    text = text.rstrip(" .!")
    while at < len(text):
        draft = drafts[-1]
        token = TOKEN.match(text, at)
        if token is None:
            raise NotRead
        at = token.end()
        node = _find_node(token, text, rules)
        if token["verb"] and token[0].endswith(":") and draft.first and draft.behind:
            drafts.append(Draft())  # C skips H. Pruned: H1 H2
        is_list = token["sign"] == ":" and draft.last_word in _UNNAMED
        if is_list and (draft.behind or (draft.before and draft.first not in rules.inner)):
            raise NotRead  # C2 is pruned, leaves: B1 B2
        if not node:
            if token["none"] and (draft.names[1:] or draft.behind or draft.says_none):
                drafts.append(Draft())
            drafts[-1].take(token, rules)
        if node.isalpha() and len(node) > 1:
            word = token[0].strip(" .")
            cases.add(word.islower() and not rules.names.is_node(word))
        if node and draft.names and (is_dash or is_equal):
            raise NotRead  # a range, or maybe a value, as in 11 = 15
        is_bare = draft.before and not (draft.has_verb or draft.fields)
        if node and is_at and is_bare and draft.before[-1] in rules.inner:
            raise NotRead  # C is below A
        if node and is_at and draft.at in ("", node):
            draft.at, draft.is_row = node, draft.is_row or is_row
        elif node and _starts_another(draft, node, rules):
            drafts.append(Draft(at=node if is_at else "", before=[] if is_at else [node]))
        elif node and (is_at or len(draft.numbers) == 1):
            raise NotRead  # with a node between them, as in a row "3 B1 3", numbers are not bounds
        elif node:
            if is_arrow and rules.parents.get(node) == draft.behind[-1]:
                del draft.behind[-1]  # pruned: C → C2 is the branch to C2
            (draft.behind if draft.has_verb else draft.before).append(node)
            draft.last_word = ""
        if token["sign"] == "|" and draft.names and rules.inner.isdisjoint(draft.names):
            raise NotRead  # a bar where an order is cut, as in C1 | C2 C3
        is_dash, is_equal = bool(token["dash"]), token["sign"] == "="
        is_arrow = token["sign"] == "→" and bool(draft.behind)
        is_row = re.fullmatch(r"\s*at\s?:", token[0], re.IGNORECASE) is not None
        is_at = not node and bool(token["at"] or (is_at and (token["sign"] or token["word"])))
    if len(cases) > 1:
        raise NotRead  # "to the right" may be a word, and not the node Right
    return [part for draft in drafts for part in _split_by_parent(draft, rules)]


def _split_by_parent(draft: Draft, rules: Rules) -> list[Draft]:
    """Return a draft for each parent of skipped nodes that are listed alone: "pruned: C2, D3"."""
    names = draft.names
    is_list = names and not (draft.at or draft.fields or draft.numbers)
    if not is_list or (draft.before and (draft.behind or not rules.inner.isdisjoint(names))):
        return [draft]
    groups = rules.group_by_parent(names)
    if "" in groups or len(groups) < 2:
        return [draft]
    return [replace(draft, before=[], behind=group) for group in groups.values()]


def _find_node(token: re.Match[str], text: str, rules: Rules) -> str:
    """Return the node that a token names; empty if none. The first word may be one, as a or at."""
    word = token["word"] or token["at"] or token["verb"] or token["none"] or ""
    names = rules.names
    # A cross in the column of skipped nodes is not a name unless a node has it.
    resembles_node = names.is_node if word.casefold() == "x" else names.resembles_node
    is_node = token["word"] and resembles_node(word)
    if word and token.start() == 0 and not token["word"] and names.is_node(word):
        is_node = True
    is_article = word in ("A", "An", "a", "i") and _ARTICLE.match(text, token.start("word"))
    if is_node and not is_article:
        return names.node(word)
    return ""


def _starts_another(draft: Draft, node: str, rules: Rules) -> bool:
    """Return whether a node begins another cutoff: the last one is whole, and not related to it."""
    first = draft.first
    is_related = rules.parents.get(node) == first or rules.parents.get(first) == node
    return bool(first) and draft.is_whole and node in rules.inner - {first} and not is_related


def list_cuts(
    drafts: list[Draft],
    rules: Rules,
    above: list[ClaimedCut],
    last: ClaimedCut | None,
    *,
    says_none: bool,
    is_open: bool,
) -> list[ClaimedCut]:
    """Return the cutoffs of a clause, which may continue the last one if it is right above."""
    cuts = [cut for draft in drafts if (cut := _make_cut(draft, rules, last)) is not None]
    if len(cuts) == 1 and last and cuts[0].at == last.at and not (last.is_list or last.skipped):
        cuts = [replace(cuts[0], is_list=False)]  # a field of the last one
    bare = [not (draft.has_verb or draft.fields or draft.at or draft.says_none) for draft in drafts]
    if any(bare) and any(draft.has_verb for draft in drafts if not draft.says_none):
        raise NotRead  # an order behind a cutoff: "skips A B B1"
    if any(bare):
        # Nodes alone, below a cutoff with its words or its window, may be another answer.
        is_whole = says_none or any(cut.list_fields() - {"skipped"} for cut in above)
        open_at = last.at if last and is_open else ""
        if is_whole and any(
            not cut.list_fields() - {"skipped"} and cut.at != open_at for cut in cuts
        ):
            raise NotRead
    is_window = bool(drafts) and not any(draft.has_verb for draft in drafts) and drafts[0].before
    whole = {cut.at for cut in above if {"alpha", "beta", "skipped"} <= cut.list_fields()}
    if is_window and any(not cut.is_cut and cut.at in whole for cut in cuts):
        raise NotRead  # a window of a node whose cutoff is above
    return cuts


def _make_cut(draft: Draft, rules: Rules, last: ClaimedCut | None) -> ClaimedCut | None:
    """Return the cutoff of a draft; None if it claims none."""
    if len(draft.numbers) == 1:
        raise NotRead
    for end, number in zip(("alpha", "beta"), draft.numbers, strict=False):
        draft.set_field(end, number)
    if draft.says_none and len({draft.at, *draft.names} - {""}) < 2:  # B (3, inf): none
        is_inner = not draft.first or draft.first in rules.inner
        if draft.behind or (not is_inner and (draft.is_denied or draft.has_comma)):
            raise NotRead  # pruned: C2, there are no cutoffs
        return None
    if draft.is_again and len({*draft.behind}) < len(draft.behind):
        raise NotRead  # maybe two lists: skips C2, and C2 and C3 are pruned
    at, skipped = _find_at_and_skipped(draft, rules, last)
    if draft.says_none or (draft.is_vague and not skipped):
        raise NotRead  # "skips both"
    if skipped and not draft.has_verb and draft.fields.keys() == {"value"}:
        raise NotRead  # the values of nodes: "A with value 8, B with value 8"
    is_listed = not draft.has_verb and not draft.fields and not rules.inner.isdisjoint(skipped)
    if is_listed and {rules.parents.get(name) for name in skipped} - {at}:
        raise NotRead  # an order
    if skipped and (rules.is_leaf(at) or any(rules.is_below(at, name) for name in skipped)):
        raise NotRead  # a leaf skips nothing, and a node none that it is below
    apart = (name for name in {*skipped} & {*rules.parents} if not rules.is_below(name, at))
    if (draft.at or draft.is_again) and not draft.fields and any(name != at for name in apart):
        raise NotRead  # "the subtree below J and H2 are pruned", "J is skipped, H2 is skipped"
    after = draft.fields.get("after", "")
    if any(name != at and (name == after or rules.is_below(after, name)) for name in skipped):
        raise NotRead  # pruned: C after C1
    names = rules.find_highest(name for name in skipped if name != at)
    if draft.has_bar and {*names}.issuperset(rules.list_children(at)):
        raise NotRead  # C: C1 | C2 C3
    is_named = at in (draft.at, *draft.names) and not (last and last.is_list and draft.is_more)
    is_list = not (draft.fields or is_named)
    return ClaimedCut(at, skipped=names or None, is_list=is_list, **draft.fields)


def _find_at_and_skipped(
    draft: Draft, rules: Rules, last: ClaimedCut | None
) -> tuple[str, list[str]]:
    """Return the node of a cutoff and the nodes that it skips."""
    before, behind, names = draft.before, draft.behind, draft.names
    if draft.at:
        beside = [name for name in behind if name in rules.parents and not draft.fields]
        is_below = all(rules.is_below(name, draft.at) for name in beside)
        if behind and (before or not is_below):
            raise NotRead  # "the leaves below H and J"
        return draft.at, names
    if not names:
        if last is None or (not draft.fields and not draft.says_none):
            raise NotRead
        nodes = filter(rules.names.names_node, draft.letters)
        if any(letter.isupper() or last.has_window for letter in nodes):
            raise NotRead  # values of the nodes A and B
        return last.at, []  # its fields on another line
    is_list = not before and not draft.fields  # pruned: K K1 K2
    if (
        is_list
        and draft.is_sentence
        and not {*names}.issuperset(rules.list_children(rules.find_top(names)))
    ):
        raise NotRead  # pruned: C2 and C3 of C
    if len(names) > 1 and not is_list and (top := rules.find_top(names)):
        if any(rules.parents.get(name) in {*before} - {top} for name in names):
            raise NotRead  # an order, or a heading as in "A: C skips C2"
        return top, [name for name in names if name != top]
    if before and behind:
        may_be_other = draft.is_passive or (draft.is_sentence and not draft.fields)
        is_other = may_be_other and not all(rules.is_below(name, before[0]) for name in behind)
        if len(before) > 1 or rules.is_leaf(before[0]) or is_other:
            raise NotRead  # K is pruned, and so is E2
        return before[0], behind
    if behind or (draft.has_verb and not draft.fields and not draft.says_none):
        if not rules.inner.isdisjoint(before):
            raise NotRead  # "C is cut" may mean C or its children
        parent = _find_parent(names, rules)
        is_of_last = last is not None and (parent == last.at or rules.is_below(parent, last.at))
        return last.at if behind and draft.fields and last and is_of_last else parent, names
    if len(before) > 1:
        if (draft.fields and not draft.has_verb) or not rules.inner.isdisjoint(before):
            raise NotRead
        return _find_parent(before, rules), before
    if rules.is_leaf(before[0]):
        return _find_parent(before, rules), before
    return before[0], []


def _find_parent(names: list[str], rules: Rules) -> str:
    """Return the common parent of the highest nodes."""
    parents = rules.group_by_parent(names).keys()
    if len(parents) != 1 or "" in parents:
        raise NotRead
    return next(iter(parents))
