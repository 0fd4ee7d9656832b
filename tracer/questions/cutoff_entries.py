"""The grammar of cutoffs: `C alpha=3 beta=inf skips C2 C3`, `C (3, inf): C2`, `C2 C3 pruned at C`.

A cutoff is a node, its window, and the nodes that it skips, in any order that leaves no doubt.
Text with any other word is not read: whether "C is cut" prunes C or its children is not guessed.
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
from tracer.questions.entries import BOTH_ENDS, Unread
from tracer.questions.typed_text import (
    FIELDS,
    NAME,
    VALUE,
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
    |(?P<at>(?:at|node)\b)\s?:?
    |(?P<verb>{_VERB})(?!\w)\s?[:=]?
    |(?P<none>(?:nothing|none|no\s(?:nodes?|child(?:ren)?|branch(?:es)?)|∅|\[\s*\])(?![\w=]))
    |(?P<range>to\b|\.\.+|[-–—](?=\s))
    |(?P<sign>[,:=→|()\[\]{{}}])
    |(?P<word>{NAME})
    )""",
    re.IGNORECASE | re.VERBOSE,
)
#: A name with spaces, and perhaps with brackets, such as (1,3) (0,3); what follows may be in it.
_PATH: Final = re.compile(r"[\s,]*((?:\([^()]*\)|[^,;:=()\[\]→|])+)")
#: A node and what happens there.
_NONE_AT: Final = re.compile(
    rf"\s*(?:(?P<first>\D{{1,60}})\s(?:at|in|below)\s(?:node\s)?(?P<below>{NAME})"
    rf"|(?:at\s)?(?:node\s)?(?P<node>{NAME})\s?[:=→–-]?\s(?P<last>\D{{1,60}}))\s*",
    re.IGNORECASE,
)
#: Fields in a reason, such as "since alpha=3, skip C2".
_HOLDS_FIELDS: Final = re.compile(rf"{_VERB}|window|[(\[]\s*{VALUE}", re.IGNORECASE)
#: No cutoff at an inner node.
_NOT_CUT: Final = re.compile(
    r"(?:(?:is|was)\s)?not\s(?:cut(?:[ -]?off)?|pruned)|(?:skips|prunes|cuts)\snothing",
    re.IGNORECASE,
)
#: The beginning of a sentence about a node.
_BEGINS: Final = re.compile(rf"({NAME})\s?[:(]")
_SENTENCE_END: Final = re.compile(r"(?<=[\w)\]])\.\s+(?=\S)")
#: The test of a cutoff in brackets behind it: (2 <= 3).
_TEST: Final = re.compile(
    rf"(?<=\w)\s*\(\s*(?:v\s?=\s?)?{VALUE}\s?(?:[<>]=?|≤|≥)\s?(?:(?:alpha|beta|α|β)\s?=?\s?)?"
    rf"(?:{VALUE})?\s*\)\s*\Z",
    re.IGNORECASE,
)
#: A bound by a letter, which may name a node.
_LETTER: Final = re.compile(r"\s*([ab])\s?[=:]", re.IGNORECASE)
#: Words for skipped nodes that do not name them.
_UNNAMED: Final = frozenset({"both", "children", "child", "nodes", "branches", "leaf", "leaves"})
#: A range of nodes, C2 ... C4.
_UP_TO: Final = re.compile(r"(?<=\w)\s?(?:\.\.\.|…)\s?(?=\w)")
#: Characters of a line of cutoffs; a wide tree has hundreds of children.
_LONGEST: Final = 20_000
_FILLERS: Final = frozenset(
    {
        *("and", "&", "with", "the", "of", "is", "are", "was", "were", "be", "been", "get", "gets"),
        *("children", "child", "nodes", "branch", "branches", "leaf", "leaves", "max", "min"),
        *("window", "both", "so", "then", "we", "cutoff", "cutoffs", "in", "on", "off"),
    }
)
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


class _NotRead(Exception):
    """A text is not of the grammar."""


def cuts_of(given: Any, rules: Rules) -> tuple[list[ClaimedCut], list[Unread]]:
    """Return the cutoffs of an answer: a text, a list, a mapping of fields, or one of nodes."""
    if isinstance(given, str):
        return cuts_of_text(given, rules)
    inner: list[Any] = []
    if isinstance(given, list):
        inner = [item for item in given if isinstance(item, Mapping)]
        inner.append("\n".join(str(item) for item in given if not isinstance(item, Mapping)))
    elif isinstance(given, Mapping) and {FIELDS.get(str(key).strip().lower()) for key in given} & {
        "at"
    }:
        try:
            return [] if is_no_cut(given, rules) else [cut_of_map(given, rules)], []
        except InvalidInput:
            return [], [Unread(0, f"{key}: {one}") for key, one in given.items()]
    elif isinstance(given, Mapping):
        return _cuts_of_nodes(given, rules)
    else:
        return [], [Unread(0, f"{given!r:.100}")]
    read = [cuts_of(one, rules) for one in inner]
    return [one for cuts, _ in read for one in cuts], [
        one for _, strange in read for one in strange
    ]


def _cuts_of_nodes(given: Mapping[Any, Any], rules: Rules) -> tuple[list[ClaimedCut], list[Unread]]:
    """Return the cutoffs of a mapping from nodes to fields, skipped nodes or texts."""
    found: list[ClaimedCut] = []
    unread: list[Unread] = []
    for at, more in given.items():
        text = f"{at}: {more if more is not None else ''}"
        if not rules.names.resembles_node(str(at)):
            unread.append(Unread(0, text))
            continue
        if isinstance(more, Mapping):
            cuts, strange = cuts_of({"at": at, **more}, rules)
        elif isinstance(more, list):
            cuts, strange = cuts_of({"at": at, "skipped": more}, rules) if more else ([], [])
        else:
            cuts, strange = cuts_of_text(text, rules)
        found += cuts
        unread += strange
    return found, unread


def cuts_of_text(text: str, rules: Rules) -> tuple[list[ClaimedCut], list[Unread]]:
    """Return the cutoffs of a text, separated by line ends and semicolons."""
    found: list[ClaimedCut] = []
    unread: list[Unread] = []
    places: dict[str, tuple[int, str]] = {}
    says_none = False
    for place, line in lines_of(text):
        if len(line) > _LONGEST:
            unread.append(Unread(place, line))
            continue
        for piece in _sentences(line, rules):
            claim, reason = without_reason(piece)
            if test := _TEST.search(claim):
                claim, reason = claim[: test.start()], reason or test[0].strip(" ()")
            claim = _UP_TO.sub(" .. ", claim)
            if not claim.strip(" ,.-"):
                unread += [Unread(place, reason)] if reason else []
                continue
            if all(_says_none_at(one, rules) for one in pieces(claim, ",")):
                says_none = says_none or is_none(claim)
                continue
            try:
                if _is_doubtful(claim, reason, rules):
                    raise _NotRead
                cuts = _drafts(claim, rules, found, says_none=says_none)
            except (_NotRead, InvalidInput):
                unread.append(Unread(place, piece.strip()))
                continue
            for cut in cuts:
                _add(found, cut)
                places.setdefault(cut.at, (place, piece.strip()))
            if reason:
                unread.append(Unread(place, reason))
    # A node alone may be cut or pruned, and a node with its window need not be cut.
    unread += [Unread(*places[cut.at]) for cut in found if not _names_cut(cut)]
    return [cut for cut in found if _names_cut(cut)], unread


def _names_cut(cut: ClaimedCut) -> bool:
    return bool(_given(cut) - {"alpha", "beta", "value", "has_entry_window"})


def _sentences(line: str, rules: Rules) -> Iterator[str]:
    """Yield the pieces of a line between semicolons, and between full stops before a node.

    Sentences behind that only say "No other cutoffs" are skipped.
    """
    for piece in pieces(line, ";"):
        first, *others = _SENTENCE_END.split(piece)
        more = [one for one in others if not _says_none_at(one, rules)]
        begins = (_BEGINS.match(one) for one in more)
        if all(found and rules.names.node(found[1]) in rules.inner for found in begins):
            yield from (first, *more)
        else:
            yield piece


def _is_doubtful(claim: str, reason: str, rules: Rules) -> bool:
    """Return whether a claim breaks off, or could be an x or an N for "no"."""
    letter = claim.strip(" .")
    return (
        breaks_off(claim)
        or (len(letter) == 1 and rules.names.node(letter) not in rules.inner)
        or _HOLDS_FIELDS.search(reason) is not None
    )


def _says_none_at(text: str, rules: Rules) -> bool:
    """Return whether a text says that there is no cutoff, or none at a node: `B: none`."""
    if is_none(text):
        return True
    found = _NONE_AT.fullmatch(text)
    if found is None:
        return False
    said, node = found["first"] or found["last"], found["node"] or found["below"]
    if _NOT_CUT.fullmatch(said.strip(" .")):
        return rules.names.node(node) in rules.inner
    return is_none(said) and rules.names.names_node(node)


def _add(found: list[ClaimedCut], cut: ClaimedCut) -> None:
    """Add a cutoff, or merge it with an earlier claim about the same cutoff."""
    for place, one in enumerate(found):
        if one.at == cut.at:
            both = _given(one) & _given(cut)
            others = both - {"skipped"}
            if not both or all(getattr(one, name) == getattr(cut, name) for name in others):
                more = {name: getattr(cut, name) for name in _given(cut)}
                if "skipped" in both:  # a line for each skipped child
                    more["skipped"] = tuple(
                        dict.fromkeys((*(one.skipped or ()), *(cut.skipped or ())))
                    )
                found[place] = replace(one, **more)
                return
    found.append(cut)


def _given(cut: ClaimedCut) -> set[str]:
    return {name for name in _FIELDS if getattr(cut, name) is not None}


def _drafts(
    text: str, rules: Rules, found: list[ClaimedCut], *, says_none: bool
) -> list[ClaimedCut]:
    """Return the cutoffs of a piece of text."""
    drafts = [_Draft()]
    for draft in _tokens(text, rules, drafts):
        drafts.append(draft)
    drafts = [one for draft in drafts for one in _by_parent(draft, rules)]
    last = found[-1] if found else None
    cuts = [cut for draft in drafts if (cut := _cut(draft, rules, last)) is not None]
    if any(not draft.has_verb and not draft.fields for draft in drafts):
        # Nodes alone, below a cutoff with its words or its window, may be another answer.
        is_given = says_none or any(_given(one) - {"skipped"} for one in found)
        open_at = last.at if last else ""
        if is_given and any(not _given(cut) - {"skipped"} and cut.at != open_at for cut in cuts):
            raise _NotRead
    is_window = not any(draft.has_verb for draft in drafts) and bool(drafts[0].before)
    if is_window and any(not _names_cut(cut) and _is_whole(cut.at, found) for cut in cuts):
        raise _NotRead  # a window of a node whose cutoff is above
    return cuts


def _by_parent(draft: _Draft, rules: Rules) -> list[_Draft]:
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


def _is_whole(at: str, found: list[ClaimedCut]) -> bool:
    """Return whether a cutoff with its window and its skipped nodes was found at a node."""
    return any({"alpha", "beta", "skipped"} <= _given(one) for one in found if one.at == at)


def _tokens(text: str, rules: Rules, drafts: list[_Draft]) -> Iterator[_Draft]:
    """Read the tokens of a text into the last draft; yield a new draft per further cutoff."""
    at = 0
    is_at = is_range = False
    text = re.sub(r"\.\.+", " .. ", text.rstrip(" .!"))
    while at < len(text):
        draft = drafts[-1]
        node, end = _longest_node(text, at, rules) if rules.names.spaced else ("", at)
        token = None if node else _TOKEN.match(text, at)
        if token is None and not node:
            raise _NotRead
        if token is not None:
            word = token["word"] or token["at"] or token["verb"] or token["none"] or ""
            # The first word may be a node that is named as a field.
            names_node = token["word"] and rules.names.resembles_node(word)
            if word and at == 0 and not token["word"] and rules.names.is_node(word):
                names_node = True
            end = token.end()
            if names_node and not (word.islower() and word in ("a", "i") and word != text[:1]):
                node = rules.names.node(word)
            elif not _take(draft, token, rules):
                raise _NotRead
            elif letter := _LETTER.match(token[0]):
                draft.letters.append(letter[1])
            if token["range"]:
                is_range = True
                at = end
                continue
        if node:
            if is_range:
                _fill_range(draft, node, rules)
            elif is_at:
                if draft.at and draft.at != node:
                    raise _NotRead
                draft.at = node
            elif _starts_another(draft, node, text[end:], rules):
                new = _Draft(before=[node])
                yield new
            else:
                draft.names.append(node)
        is_range = False
        is_at = bool(token is not None and token["at"] and not node) or (
            is_at and token is not None and bool(token["sign"] or (token["word"] and not node))
        )
        at = end


def _longest_node(text: str, at: int, rules: Rules) -> tuple[str, int]:
    """Return the longest name with spaces that starts here, and its end."""
    found = _PATH.match(text, at)
    if found is None:
        return "", at
    words = found[1].split(" ")
    for count in range(len(words), 0, -1):
        name = " ".join(words[:count])
        if name.strip() and rules.names.names_node(name):
            return rules.names.node(name), found.start(1) + len(name)
    return "", at


def _take(draft: _Draft, token: re.Match[str], rules: Rules) -> bool:
    """Read a token that is not a node; return whether it is of the grammar."""
    if token["low"]:
        return _set(draft, "alpha", parse_typed_number(token["low"])) and _set(
            draft, "beta", parse_typed_number(token["high"])
        )
    for name in ("alpha", "beta", "value"):
        if token[name]:
            return is_unanswered(token[name]) or _set(draft, name, said_number(token[name]))
    if token["after"]:
        return rules.names.resembles_node(token["after"]) and _set(
            draft, "after", rules.names.node(token["after"])
        )
    if token["entry"]:
        return _set(draft, "has_entry_window", True)
    if token["verb"]:
        draft.has_verb = True
        return True
    if token["none"]:
        draft.says_none = True
        return True
    if token["word"]:
        word = token["word"].strip(".!*")
        if word.casefold() in _FILLERS or not word:
            draft.is_vague |= draft.has_verb and word.casefold() in _UNNAMED
            return True
        if (
            draft.has_verb
            or not re.fullmatch(VALUE, word, re.IGNORECASE)
            or draft.behind
            or len(draft.numbers) > 1
        ):
            return False
        draft.numbers.append(parse_typed_number(word))
    return True


def _set(draft: _Draft, name: str, value: Any) -> bool:
    """Set a field once; return False if it has another value already."""
    return bool(draft.fields.setdefault(name, value) == value)


def _starts_another(draft: _Draft, node: str, rest: str, rules: Rules) -> bool:
    """Return whether a node begins another cutoff: it has fields, and the last cutoff is whole."""
    first = draft.at or (draft.before[0] if draft.before else "")
    whole = draft.behind or draft.fields or draft.says_none or len(draft.before) > 1
    return bool(
        first
        and whole
        and node != first
        and rules.parents.get(node) != first
        and node in rules.inner
        and _MORE.match(rest)
    )


def _fill_range(draft: _Draft, last: str, rules: Rules) -> None:
    """Add the children from the last one named to this one, if they are adjacent siblings."""
    if not draft.names:
        raise _NotRead
    parent = rules.parents.get(last, "")
    siblings = [name for name, above in rules.parents.items() if above == parent and parent]
    first = draft.names[-1]
    if (first, last) not in pairwise(siblings):
        raise _NotRead
    draft.names.append(last)


def _cut(draft: _Draft, rules: Rules, last: ClaimedCut | None) -> ClaimedCut | None:
    """Return the cutoff of a draft; None if it claims none."""
    if len(draft.numbers) == 1:
        raise _NotRead
    ends = zip(("alpha", "beta"), draft.numbers, strict=False)
    if not all(_set(draft, end, number) for end, number in ends):
        raise _NotRead
    before, behind, parents = draft.before, draft.behind, rules.parents
    skipped: list[str] | None = None
    if draft.at:
        if before and behind:
            raise _NotRead
        skipped = before + behind
    elif before and behind:
        if len(before) > 1:
            raise _NotRead
        draft.at, skipped = before[0], behind
    elif not before and not behind:
        if last is None or (not draft.fields and not draft.says_none):
            raise _NotRead
        is_whole = last.alpha is not None and last.beta is not None
        if any(
            rules.names.names_node(one) and (one.isupper() or is_whole) for one in draft.letters
        ):
            raise _NotRead  # values of the nodes A and B
        draft.at, skipped = last.at, []  # its fields on another line
    elif behind or (draft.has_verb and not draft.fields and not draft.says_none):
        skipped = behind or before
        if before and any(name in rules.inner for name in before):
            raise _NotRead  # "C is cut" may mean C or its children
        draft.at = _parent(skipped, rules)
        if behind and draft.fields:
            draft.at = last.at if last and draft.at == last.at else draft.at
    elif len(before) > 1 and all(parents.get(name) != before[0] for name in before[1:]):
        if draft.fields or any(name in rules.inner for name in before):
            raise _NotRead
        skipped = before
        draft.at = _parent(skipped, rules)
    elif len(before) == 1 and before[0] in parents and before[0] not in rules.inner:
        skipped = before
        draft.at = _parent(skipped, rules)
    else:
        draft.at, skipped = before[0], before[1:]
    if draft.says_none:
        if skipped:
            raise _NotRead
        return None  # B (3, inf): none
    if draft.is_vague and not skipped:
        raise _NotRead  # "skips both"
    is_listed = not draft.has_verb and not draft.fields and not rules.inner.isdisjoint(skipped)
    if is_listed and {parents.get(name) for name in skipped} - {draft.at}:
        raise _NotRead  # an order
    given = highest([name for name in skipped if name != draft.at], rules)
    return ClaimedCut(
        draft.at,
        draft.fields.get("alpha"),
        draft.fields.get("beta"),
        given or None,
        draft.fields.get("after"),
        draft.fields.get("value"),
        None,
        draft.fields.get("has_entry_window"),
    )


def _parent(names: list[str], rules: Rules) -> str:
    """Return the common parent of the highest nodes."""
    found = {rules.parents.get(name, "") for name in highest(names, rules)}
    if len(found) != 1 or "" in found:
        raise _NotRead
    return found.pop()
