"""The grammar of cutoffs: `C alpha=3 beta=inf skips C2 C3`, `C (3, inf): C2`, `C2 C3 pruned at C`.

A cutoff is a node, its window, and the nodes that it skips, in any order that leaves no doubt; all
other words are of one fixed list. Text with any other word is not read: whether "C is cut" prunes C
or its children is not guessed.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import pairwise
from typing import Any, Final

from engine.errors import InvalidInput
from tracer.questions.base import Rules
from tracer.questions.claims import ClaimedCut, cut_of_map, highest, is_no_cut, said_number
from tracer.questions.entries import BOTH_ENDS, Unread, list_unread
from tracer.questions.typed_text import (
    FIELDS,
    NAME,
    VALUE,
    WORDS,
    breaks_off,
    is_none,
    is_unanswered,
    lines_of,
    pieces,
    without_reason,
)
from tracer.text.numbers import parse_typed_number

_VERB: Final = (
    r"(?:skip(?:s|ped|ping)?|prun(?:e|es|ed|ing)|cuts?(?:[ -]?off)?|cutting(?:[ -]off)?|discards?"
    r"|(?:is|are|was|were)?\s?(?:not|never)\s(?:been\s)?"
    r"(?:visited|reached|explored|expanded|evaluated|searched|examined|considered))"
)
#: The tokens of a cutoff. A single letter may be a node's name, so as a bound it needs a sign.
_TOKEN: Final = re.compile(
    rf"""\s*(?:
    (?:window\s*[=:]?\s*|{BOTH_ENDS})?[(\[]\s?(?:(?:alpha|α|a)\s?[=:]?\s?)?(?P<low>{VALUE})\s?(?:[,;]|\s)\s?
        (?:(?:beta|β|b)\s?[=:]?\s?)?(?P<high>{VALUE})\s?[)\]]
    |(?:(?:alpha|α)(?:\s?[=:]|\sis\b)?|a\s?[=:])\s?(?P<alpha>{VALUE}|[-–—?](?=[\s,;)]|$))
    |(?:(?:beta|β)(?:\s?[=:]|\sis\b)?|b\s?[=:])\s?(?P<beta>{VALUE}|[-–—?](?=[\s,;)]|$))
    |(?:value(?:\s?[=:]|\sis\b)?|v\s?[=:])\s?(?P<value>{VALUE})
    |after\s?[=:]?\s?(?P<after>{NAME})
    |(?P<entry>entry\swindow\b)
    |(?P<at>(?:at|node|parent)\b)\s?:?
    |(?P<verb>{_VERB})(?!\w)\s?[:=]?
    |(?P<none>(?:nothing|none|no\s(?:nodes?|child(?:ren)?|branch(?:es)?)|∅|\[\s*\])(?![\w=]))
    |(?P<range>to\b|\.\.+|[-–—](?=\s))
    |(?P<sign>[,;:=→|()\[\]{{}}])
    |(?P<word>{NAME})
    )""",
    re.IGNORECASE | re.VERBOSE,
)
#: A node and what happens there.
_NONE_AT: Final = re.compile(
    rf"\s*(?:(?P<first>\D{{1,60}})\s(?:at|in|below)\s(?:node\s)?(?P<below>{NAME})"
    rf"|(?:at\s)?(?:node\s)?(?P<node>{NAME})\s?[:=→–-]?\s(?P<last>\D{{1,60}}))\s*",
    re.IGNORECASE,
)
#: Fields in a reason, such as "since alpha=3, skip C2".
_HOLDS_FIELDS: Final = re.compile(rf"{_VERB}|window|[(\[]\s*{VALUE}", re.IGNORECASE)
_HOLDS_BOUNDS: Final = re.compile(rf"(?:alpha|beta|[αβ])\s?=\s?{VALUE}", re.IGNORECASE)
#: No cutoff at an inner node.
_NOT_CUT: Final = re.compile(
    r"(?:(?:is|was)\s)?not\s(?:cut(?:[ -]?off)?|pruned)|(?:skips|prunes|cuts)\snothing",
    re.IGNORECASE,
)
#: The beginning of a sentence about a node.
_VERB_BEFORE: Final = re.compile(rf"\b{_VERB}(?!\w)", re.IGNORECASE)
_BEGINS: Final = re.compile(rf"({NAME})\s?[:(]")
#: What a list of cutoffs may begin with: "one cutoff, at C", "alpha cutoff at C".
_HEAD: Final = re.compile(
    r"(?:there\s(?:is|are)\s)?(?:(?:an?|the|only|just|exactly|one|two|three|four|five|\d{1,2})\s){0,2}"
    r"(?:(?:alpha|beta|[αβ])[ -])?cut[ -]?offs?\s?(?:[,:]\s?|(?=at\s))",
    re.IGNORECASE,
)
#: The value beside a skipped leaf: C2=4.
_VALUE_BESIDE: Final = re.compile(rf"({NAME})\s?=\s?{VALUE}", re.IGNORECASE)
_SENTENCE_END: Final = re.compile(r"(?<=[\w)\]])\.\s+(?=\S)")
_TERM: Final = (
    rf"(?:(?:value|alpha|beta|[vαβ])(?!\w)(?:\s?\({NAME}\)|\s(?:of|at)\s{NAME})?(?:\s?(?:=|\bis\b)\s?{VALUE})?"
    rf"|{VALUE})"
)
_RELATION: Final = (
    r"(?:(?:is\s)?(?:[<>]\s?=?|=\s?[<>]|≤|≥)"
    r"|is\s(?:less|smaller|lower|greater|larger|higher|more)\sthan(?:\sor\sequal\sto)?|is\sat\s(?:most|least))"
)
#: The test of a cutoff: (2 <= 3), v = 2 <= alpha = 3.
_TEST: Final = re.compile(
    rf"(?<!\w)\(?\s?{_TERM}(?:\s?{_RELATION}\s?{_TERM})+\s?\)?", re.IGNORECASE
)
#: What a test says beside the comparison: the node of a value, and the number of a letter.
_OF_TEST: Final = re.compile(
    rf"(?P<letter>value|alpha|beta|[vαβ])(?!\w)(?:\s?\((?P<node>{NAME})\)|\s(?:of|at)\s(?P<of>{NAME}))?"
    rf"(?:\s?(?:=|\bis\b)\s?(?P<number>{VALUE}))?",
    re.IGNORECASE,
)
#: A bound by a letter, which may name a node.
_LETTER: Final = re.compile(r"\s*([ab])\s?[=:]", re.IGNORECASE)
#: An article at the beginning of a sentence, which may look like a node.
_ARTICLE: Final = re.compile(r"An?\s(?:truncation|cutoff|pruning|beta|alpha|branch)\b")
#: Words for skipped nodes that do not name them.
_UNNAMED: Final = frozenset({"both", "children", "child", "nodes", "branches", "leaf", "leaves"})
#: A range of nodes, C2 ... C4.
_UP_TO: Final = re.compile(r"(?<=\w)\s?(?:\.\.\.|…)\s?(?=\w)")
#: Characters of a line of cutoffs; a wide tree has hundreds of children.
_LONGEST: Final = 20_000
_NEUTRAL: Final = WORDS["any"] | WORDS["cutoff"]
_FIELDS: Final = (
    *("alpha", "beta", "skipped", "after", "value", "tests_beta"),
    "has_entry_window",
)
_MORE: Final = re.compile(r"\s*(?:[(:\[]|alpha\b|beta\b|[αβ]|a\s?=|skip|prun|cut)", re.IGNORECASE)


@dataclass
class _Draft:
    """A cutoff as its tokens are read."""

    at: str = ""
    before: list[str] = field(default_factory=list)  # nodes before the verb
    behind: list[str] = field(default_factory=list)  # nodes after the verb
    numbers: list[float] = field(default_factory=list)
    fields: dict[str, Any] = field(default_factory=dict)
    has_verb: bool = False
    says_none: bool = False
    letters: list[str] = field(default_factory=list)  # of bounds
    is_vague: bool = False  # whether a word such as "both" tells what is skipped

    @property
    def names(self) -> list[str]:
        return self.behind if self.has_verb else self.before

    def set_field(self, name: str, value: Any) -> None:
        """Set a field once; another value for it is not read."""
        if self.fields.setdefault(name, value) != value:
            raise _NotRead


class _NotRead(Exception):
    """A text is not of the grammar."""


def cuts_of(typed: Any, rules: Rules) -> tuple[list[ClaimedCut], list[Unread]]:
    """Return the cutoffs of an answer as a text or a file has it, and what was not read."""
    if isinstance(typed, str):
        return cuts_of_text(typed, rules)
    items: list[Any] = []
    if isinstance(typed, list):
        items = [item for item in typed if isinstance(item, Mapping)]
        items.append("\n".join(str(item) for item in typed if not isinstance(item, Mapping)))
    elif not isinstance(typed, Mapping):
        return [], [*list_unread(typed)]
    elif "at" in {FIELDS.get(str(key).strip().lower()) for key in typed}:
        try:
            return [] if is_no_cut(typed, rules) else [cut_of_map(typed, rules)], []
        except InvalidInput:
            return [], [Unread(0, f"{key}: {value}") for key, value in typed.items()]
    else:
        for at, more in typed.items():
            text = f"{at}: {more if more is not None else ''}"
            if not rules.names.resembles_node(str(at)):
                return [], [Unread(0, text)]
            if isinstance(more, list):
                more = {"skipped": more} if more else None
            if isinstance(more, Mapping):
                items.append({"at": at, **more})
            elif more is not None:
                items.append(text)
    readings = [cuts_of(item, rules) for item in items]
    cuts = [cut for listed, _ in readings for cut in listed]
    return cuts, [line for _, strange in readings for line in strange]


def cuts_of_text(text: str, rules: Rules) -> tuple[list[ClaimedCut], list[Unread]]:
    """Return the cutoffs of a text, separated by line ends and semicolons."""
    cuts: list[ClaimedCut] = []
    unread: list[Unread] = []
    places: dict[str, tuple[int, str]] = {}
    says_none = False
    for place, line in lines_of(text):
        if len(line) > _LONGEST:
            unread.append(Unread(place, line))
            continue
        for piece in _sentences(line, rules):
            claim, reason = without_reason(_drop_additions(piece, rules))
            claim, test = _split_test(claim)
            reason = reason or test
            if not claim.strip(" ,.-") and not _HOLDS_FIELDS.search(reason):
                unread += [Unread(place, reason)] if reason else []
                continue
            if all(_says_none_at(part, rules) for part in pieces(claim, ",")):
                says_none = says_none or is_none(claim)
                continue
            try:
                drafts, reason = _read_sentence(claim, reason, piece, rules)
                listed = _cuts_of_drafts(drafts, rules, cuts, says_none=says_none)
            except (_NotRead, InvalidInput):
                unread.append(Unread(place, piece.strip()))
                continue
            for cut in listed:
                _add(cuts, cut)
                places.setdefault(cut.at, (place, piece.strip()))
            if reason:
                unread.append(Unread(place, reason))
    # A node alone may be cut or pruned, and a node with its window need not be cut.
    unread += [Unread(*places[cut.at]) for cut in cuts if not _is_cut(cut)]
    return [cut for cut in cuts if _is_cut(cut)], unread


def _drop_additions(sentence: str, rules: Rules) -> str:
    """Return a sentence without how many cutoffs follow, values of leaves, and nodes without any.

    A node without a cutoff is dropped only beside one that has some.
    """

    def drop_value(entry: re.Match[str]) -> str:
        is_leaf = rules.names.node(entry[1]) in rules.leaves
        return entry[1] if is_leaf and _VERB_BEFORE.search(sentence, 0, entry.start()) else entry[0]

    text = _VALUE_BESIDE.sub(drop_value, _HEAD.sub("", sentence.strip(), count=1))
    parts = [*pieces(text, ",")]
    is_empty = [not is_none(part) and _says_none_at(part, rules) for part in parts]
    some = [part for part, is_without in zip(parts, is_empty, strict=True) if not is_without]
    cut = {rules.names.node(name) for part in some for name in re.findall(NAME, part)}
    without = {
        rules.names.node(name)
        for part, is_without in zip(parts, is_empty, strict=True)
        for name in (re.findall(NAME, part) if is_without else ())
    }
    has_both = any(map(rules.names.is_node, cut & without))
    return text if has_both or not some else ",".join(some)


def _split_test(claim: str) -> tuple[str, str]:
    """Return a claim with only the node and the numbers that a test names, and the test."""
    test = _TEST.search(claim)
    if test is None:
        return claim, ""
    said = [
        f"at {term['node'] or term['of']}" if (term["node"] or term["of"]) else ""
        for term in _OF_TEST.finditer(test[0])
    ]
    said += [
        f"{term['letter']} = {term['number']}"
        for term in _OF_TEST.finditer(test[0])
        if term["number"]
    ]
    rest = f"{claim[: test.start()]} {' '.join(said)} {claim[test.end() :]}"
    return rest, test[0].strip(" ()")


def _read_sentence(
    claim: str, reason: str, sentence: str, rules: Rules
) -> tuple[list[_Draft], str]:
    """Return the drafts of a sentence, and the reason behind them if it tells no field."""
    if not _is_doubtful(claim, rules) and not _HOLDS_FIELDS.search(reason):
        drafts = _read_drafts(claim, rules)
        has_window = any({"alpha", "beta"} & {*draft.fields} or draft.numbers for draft in drafts)
        if has_window or not _HOLDS_BOUNDS.search(reason):
            return drafts, reason
    if not reason or breaks_off(sentence):
        raise _NotRead
    # The reason tells the window or the node: "we skip C2 since the window at C is (3, inf)".
    drafts = _read_drafts(_split_test(sentence)[0], rules)
    names = [name for draft in drafts for name in (*draft.before, *draft.behind)]
    top = drafts[0].at or _find_top(names, rules) or _parent(names, rules)
    if len(drafts) > 1 or not all(name == top or _is_below(name, top, rules) for name in names):
        raise _NotRead
    return drafts, ""


def _is_cut(cut: ClaimedCut) -> bool:
    return bool(_list_fields(cut) - {"alpha", "beta", "value", "has_entry_window"})


def _sentences(line: str, rules: Rules) -> Iterator[str]:
    """Yield the pieces of a line between semicolons, and between full stops before a node.

    Sentences behind that only say "No other cutoffs" are skipped.
    """
    for piece in pieces(line, ";"):
        first, *others = _SENTENCE_END.split(piece)
        more = [sentence for sentence in others if not _says_none_at(sentence, rules)]
        begins = (_BEGINS.match(sentence) for sentence in more)
        if all(begin and rules.names.node(begin[1]) in rules.inner for begin in begins):
            yield from (first, *more)
        else:
            yield piece


def _is_doubtful(claim: str, rules: Rules) -> bool:
    """Return whether a claim breaks off, or could be an x or an N for "no"."""
    letter = claim.strip(" .")
    is_letter = len(letter) == 1 and rules.names.node(letter) not in rules.inner
    return is_letter or not letter or breaks_off(_UP_TO.sub(" .. ", claim))


def _says_none_at(text: str, rules: Rules) -> bool:
    """Return whether a text says that there is no cutoff, or none at a node: `B: none`."""
    if is_none(text):
        return True
    parts = _NONE_AT.fullmatch(text)
    if parts is None:
        return False
    said, node = parts["first"] or parts["last"], parts["node"] or parts["below"]
    if _NOT_CUT.fullmatch(said.strip(" .")):
        return rules.names.node(node) in rules.inner
    return is_none(said) and rules.names.names_node(node)


def _add(cuts: list[ClaimedCut], cut: ClaimedCut) -> None:
    """Add a cutoff, or merge it with an earlier claim about the same cutoff."""
    for place, earlier in enumerate(cuts):
        if earlier.at == cut.at:
            both = _list_fields(earlier) & _list_fields(cut)
            others = both - {"skipped"}
            if not both or all(getattr(earlier, name) == getattr(cut, name) for name in others):
                more = {name: getattr(cut, name) for name in _list_fields(cut)}
                if "skipped" in both:  # a line for each skipped child
                    skipped = (*(earlier.skipped or ()), *(cut.skipped or ()))
                    more["skipped"] = tuple(dict.fromkeys(skipped))
                cuts[place] = replace(earlier, **more)
                return
    cuts.append(cut)


def _list_fields(cut: ClaimedCut) -> set[str]:
    return {name for name in _FIELDS if getattr(cut, name) is not None}


def _cuts_of_drafts(
    drafts: list[_Draft], rules: Rules, above: list[ClaimedCut], *, says_none: bool
) -> list[ClaimedCut]:
    """Return the cutoffs of a piece of text, which may continue the last one above it."""
    last = above[-1] if above else None
    cuts = [cut for draft in drafts if (cut := _cut(draft, rules, last)) is not None]
    if any(not draft.has_verb and not draft.fields for draft in drafts):
        # Nodes alone, below a cutoff with its words or its window, may be another answer.
        is_whole = says_none or any(_list_fields(cut) - {"skipped"} for cut in above)
        open_at = last.at if last else ""
        if is_whole and any(
            not _list_fields(cut) - {"skipped"} and cut.at != open_at for cut in cuts
        ):
            raise _NotRead
    is_window = not any(draft.has_verb for draft in drafts) and bool(drafts[0].before)
    if is_window and any(not _is_cut(cut) and _is_whole(cut.at, above) for cut in cuts):
        raise _NotRead  # a window of a node whose cutoff is above
    return cuts


def _split_by_parent(draft: _Draft, rules: Rules) -> list[_Draft]:
    """Return a draft for each parent of skipped nodes that are listed alone: "pruned: C2, D3"."""
    if draft.at or (draft.before and draft.behind) or draft.fields or draft.numbers:
        return [draft]
    names = draft.behind or draft.before
    groups: dict[str, list[str]] = {}
    for name in highest(names, rules):
        groups.setdefault(rules.parents.get(name, ""), []).append(name)
    if "" in groups or len(groups) < 2 or not (draft.behind or rules.inner.isdisjoint(names)):
        return [draft]
    return [replace(draft, before=[], behind=group, has_verb=True) for group in groups.values()]


def _is_whole(at: str, cuts: list[ClaimedCut]) -> bool:
    """Return whether a node has a cutoff with its window and its skipped nodes."""
    return any({"alpha", "beta", "skipped"} <= _list_fields(cut) for cut in cuts if cut.at == at)


def _read_drafts(text: str, rules: Rules) -> list[_Draft]:
    """Return a draft for each cutoff that a text names."""
    drafts = [_Draft()]
    at = 0
    is_at = is_range = is_arrow = False
    text = re.sub(r"\.\.+", " .. ", _UP_TO.sub(" .. ", text).rstrip(" .!"))
    if marks_cut(text, rules):
        raise _NotRead
    while at < len(text):
        draft = drafts[-1]
        token = _TOKEN.match(text, at)
        if token is None:
            raise _NotRead
        at = token.end()
        node = _find_node(token, text, rules)
        if not node:
            _take(draft, token, rules)
        if token["sign"] == ":" and not draft.before and len(draft.behind) == 1:
            draft.at, draft.behind = draft.behind[0], []  # pruned: C: C2, C3
        if token["range"] and not node:
            is_range = True
            continue
        if node and is_range:
            _fill_range(draft, node, rules)
        elif node and is_at:
            if draft.at not in ("", node):
                raise _NotRead
            draft.at = node
        elif node and _starts_another(draft, node, text[at:], rules):
            drafts.append(_Draft(before=[node]))
        elif node:
            if is_arrow and rules.parents.get(node) == draft.behind[-1]:
                del draft.behind[-1]  # pruned: C → C2 is the branch to C2
            draft.names.append(node)
        is_range = False
        is_arrow = token["sign"] == "→" and bool(draft.behind)
        goes_on = token["sign"] or token["word"]
        is_at = not node and bool(token["at"] or (is_at and goes_on))
    return [part for draft in drafts for part in _split_by_parent(draft, rules)]


def _find_node(token: re.Match[str], text: str, rules: Rules) -> str:
    """Return the node that a token names; empty if none. The first word may be one, as a or at."""
    word = token["word"] or token["at"] or token["verb"] or token["none"] or ""
    is_node = token["word"] and rules.names.resembles_node(word)
    if word and token.start() == 0 and not token["word"] and rules.names.is_node(word):
        is_node = True
    is_article = word in ("A", "An") and _ARTICLE.match(text, token.start()) is not None
    if is_node and not is_article and not (word in ("a", "i") and word != text[:1]):
        return rules.names.node(word)
    return ""


def marks_cut(text: str, rules: Rules) -> bool:
    """Return whether a bar marks where an order is cut, as in C1 | C2 C3."""
    before, bar, behind = text.partition("|")
    before = re.sub(rf"\A\s*{_VERB}\b\s*:?", "", before, flags=re.IGNORECASE)
    lists = [re.split(r"[\s,]+", part.strip()) for part in (before, behind)]
    nodes = [name for names in lists for name in map(rules.names.node, names)]
    is_list = bool(bar) and all(name in rules.parents for name in nodes)
    return is_list and rules.inner.isdisjoint(nodes) and max(map(len, lists)) > 1


def _take(draft: _Draft, token: re.Match[str], rules: Rules) -> None:
    """Read a token that is not a node; other words are not of the grammar."""
    if letter := _LETTER.match(token[0]):
        draft.letters.append(letter[1])
    if token["low"]:
        draft.set_field("alpha", parse_typed_number(token["low"]))
        draft.set_field("beta", parse_typed_number(token["high"]))
    for name in ("alpha", "beta", "value"):
        if token[name] and not is_unanswered(token[name]):
            draft.set_field(name, said_number(token[name]))
    if token["after"]:
        if not rules.names.resembles_node(token["after"]):
            raise _NotRead
        draft.set_field("after", rules.names.node(token["after"]))
    if token["entry"]:
        draft.set_field("has_entry_window", True)
    draft.has_verb |= bool(token["verb"])
    draft.says_none |= bool(token["none"])
    word = (token["word"] or "").strip(".!*").casefold()
    if word in _NEUTRAL:
        draft.is_vague |= draft.has_verb and word in _UNNAMED
    elif word:
        is_number = re.fullmatch(VALUE, word, re.IGNORECASE)
        if not is_number or draft.has_verb or draft.behind or len(draft.numbers) > 1:
            raise _NotRead
        draft.numbers.append(parse_typed_number(word))


def _starts_another(draft: _Draft, node: str, rest: str, rules: Rules) -> bool:
    """Return whether a node begins another cutoff: it has fields, and the last cutoff is whole."""
    first = draft.at or (draft.before[0] if draft.before else "")
    whole = draft.behind or draft.fields or draft.says_none or len(draft.before) > 1
    return bool(
        first
        and whole
        and node != first
        and rules.parents.get(node) != first
        and rules.parents.get(first) != node
        and node in rules.inner
        and _MORE.match(rest)
    )


def _fill_range(draft: _Draft, last: str, rules: Rules) -> None:
    """Add the children from the last one named to this one, if they are adjacent siblings."""
    if not draft.names:
        raise _NotRead
    parent = rules.parents.get(last, "")
    siblings = [name for name, above in rules.parents.items() if above == parent and parent]
    if (draft.names[-1], last) not in pairwise(siblings):
        raise _NotRead
    draft.names.append(last)


def _cut(draft: _Draft, rules: Rules, last: ClaimedCut | None) -> ClaimedCut | None:
    """Return the cutoff of a draft; None if it claims none."""
    if len(draft.numbers) == 1:
        raise _NotRead
    for end, number in zip(("alpha", "beta"), draft.numbers, strict=False):
        draft.set_field(end, number)
    at, skipped = _at_and_skipped(draft, rules, last)
    if draft.says_none and not skipped:
        return None  # B (3, inf): none
    if draft.says_none or (draft.is_vague and not skipped):
        raise _NotRead  # "skips both"
    is_listed = not draft.has_verb and not draft.fields and not rules.inner.isdisjoint(skipped)
    if is_listed and {rules.parents.get(name) for name in skipped} - {at}:
        raise _NotRead  # an order
    names = highest([name for name in skipped if name != at], rules)
    alpha, beta, after, value = map(draft.fields.get, ("alpha", "beta", "after", "value"))
    has_entry_window = draft.fields.get("has_entry_window")
    return ClaimedCut(at, alpha, beta, names or None, after, value, None, has_entry_window)


def _at_and_skipped(draft: _Draft, rules: Rules, last: ClaimedCut | None) -> tuple[str, list[str]]:
    """Return the node of a cutoff and the nodes that it skips."""
    before, behind = draft.before, draft.behind
    names = [*before, *behind]
    if draft.at:
        if before and behind:
            raise _NotRead
        return draft.at, names
    if not names:
        if last is None or (not draft.fields and not draft.says_none):
            raise _NotRead
        is_whole = last.alpha is not None and last.beta is not None
        nodes = filter(rules.names.names_node, draft.letters)
        if any(letter.isupper() or is_whole for letter in nodes):
            raise _NotRead  # values of the nodes A and B
        return last.at, []  # its fields on another line
    is_list = not before and not draft.fields  # pruned: K K1 K2
    if len(names) > 1 and not is_list and (top := _find_top(names, rules)):
        return top, [name for name in names if name != top]
    if before and behind:
        if len(before) > 1:
            raise _NotRead
        return before[0], behind
    if behind or (draft.has_verb and not draft.fields and not draft.says_none):
        if before and not rules.inner.isdisjoint(before):
            raise _NotRead  # "C is cut" may mean C or its children
        parent = _parent(names, rules)
        return last.at if behind and draft.fields and last else parent, names
    if len(before) > 1:
        if (draft.fields and not draft.has_verb) or not rules.inner.isdisjoint(before):
            raise _NotRead
        return _parent(before, rules), before
    if before[0] in rules.parents and before[0] not in rules.inner:
        return _parent(before, rules), before
    return before[0], []


def _find_top(names: list[str], rules: Rules) -> str:
    """Return the node of which all others are below; empty if there is none."""
    for top in dict.fromkeys(names):
        if all(name == top or _is_below(name, top, rules) for name in names):
            return top if len({*names}) > 1 else ""
    return ""


def _is_below(name: str, above: str, rules: Rules) -> bool:
    """Return whether a node is below another one."""
    parent = rules.parents.get(name)
    return parent is not None and (parent == above or _is_below(parent, above, rules))


def _parent(names: list[str], rules: Rules) -> str:
    """Return the common parent of the highest nodes."""
    parents = {rules.parents.get(name, "") for name in highest(names, rules)}
    if len(parents) != 1 or "" in parents:
        raise _NotRead
    return parents.pop()
