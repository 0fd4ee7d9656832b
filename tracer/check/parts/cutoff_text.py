"""Reading cutoffs as people write them: which text is one, and its fields."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any, Final

from engine.errors import InvalidInput
from tracer.check.parts.base import Rules
from tracer.check.parts.cutoff_claim import NOTHING, ClaimedCut, bound_named, cut_of_map, least
from tracer.check.parts.cutoff_prose import placed
from tracer.check.parts.cutoff_words import (
    FIELD_WORDS,
    SKIPPED,
    WHY,
    WINDOW_SAID,
    WORD,
    is_english,
    says_nothing,
    with_plain_verbs,
    without_pronoun,
)
from tracer.check.parts.said import is_said, said_number
from tracer.typed_numbers import NUMBER, typed_number

__all__ = ["cuts_of_list", "cuts_of_nodes", "cuts_of_text"]

#: Between two cutoffs: a line's end, a semicolon, or a comma before a node that begins another.
_ONE_AFTER_ANOTHER: Final = re.compile(
    rf"[;\n]+|,\s+(?!(?:{FIELD_WORDS}|α|β|v)\b)"
    rf"(?=[^\s,;:()=]{{1,60}}\s*(?:\(|:|(?:{FIELD_WORDS}|is|cuts?)\b|[αβ]))",
    re.IGNORECASE,
)
_NUMBER: Final = f"({NUMBER.pattern})"
_BEFORE: Final = r"(?<![^\s,;:(\[])"
#: α and β with their names; a letter alone may be a node's name, and wants a sign.
_SAID: Final = rf"(?:\s*(?:=|:|is\b)\s*(?:{_NUMBER}|([^\s,;()]*))|\s*{_NUMBER})"
_ALPHA: Final = re.compile(rf"{_BEFORE}(?:(?:alpha|α)|a(?=\s*[=:])){_SAID}", re.IGNORECASE)
_BETA: Final = re.compile(rf"{_BEFORE}(?:(?:beta|β)|b(?=\s*[=:])){_SAID}", re.IGNORECASE)
_VALUE: Final = re.compile(rf"{_BEFORE}(?:value|v(?=\s*[=:])){_SAID}", re.IGNORECASE)
#: The node, α, β and what is skipped, as forms show it.
_PLAIN: Final = re.compile(
    rf"([^\s:,;=()]+):? (?:alpha|α) ?= ?{_NUMBER},? (?:beta|β) ?= ?{_NUMBER},? "
    r"(?:skips|skipped|pruned):? ([^:;=()]+)",
    re.IGNORECASE,
)
_AFTER: Final = re.compile(rf"{_BEFORE}after\s*[:=]?\s*([^\s,;()]+)", re.IGNORECASE)
#: Characters of a cutoff in which its node stands.
_BEGINNING: Final = 200
#: Words behind a comma that go on with the same cutoff.
_GOES_ON: Final = frozenset({"so", "then", "and", "we", "which", "thus", "hence"})
#: Words that stand in brackets beside numbers and nodes.
_WORDS_OF_FIELDS: Final = "alpha beta value after inf infinity oo infty and at node min max is so"
_OF_FIELDS: Final = frozenset(_WORDS_OF_FIELDS.split())
_BRACKETED: Final = re.compile(r"\(([^()]*)\)")


def cuts_of_list(given: Iterable[Any], rules: Rules) -> Iterator[ClaimedCut]:
    """The cutoffs of a list: maps, texts, or merely the nodes that are skipped."""
    texts: list[str] = []
    for item in given:
        if isinstance(item, Mapping):
            yield from cuts_of_map(item, rules)
        else:
            texts.append(str(item))
    yield from cuts_of_text("\n".join(texts), rules)


def cuts_of_map(given: Mapping[Any, Any], rules: Rules) -> Iterator[ClaimedCut]:
    """A cutoff as a map of its fields, or those of a map of nodes to what is said of them."""
    fields = {str(key).strip().lower() for key in given}
    nodes = {key: rules.names.node(key) for key in given}
    if fields & {"at", "node"} or not all(map(rules.names.is_node, nodes.values())):
        try:
            yield cut_of_map(given, rules)
        except InvalidInput as error:
            yield ClaimedCut(f"{dict(given)!r:.60}", unread=str(error))
        return
    yield from cuts_of_nodes(given, rules)


def cuts_of_nodes(given: Mapping[Any, Any], rules: Rules) -> Iterator[ClaimedCut]:
    """The cutoffs of a map of nodes to their fields, to what they skip, or to a text."""
    for at, more in given.items():
        if isinstance(more, str) and more.strip(" .").lower() in NOTHING - {""}:
            continue  # D: none
        try:
            if isinstance(more, Mapping):
                yield cut_of_map({"at": at, **more}, rules)
            elif isinstance(more, list):
                yield cut_of_map({"at": at, "skipped": more}, rules)
            else:
                yield from cuts_of_text(f"{at}: {more if more is not None else ''}", rules)
        except InvalidInput as error:
            yield ClaimedCut(str(at), unread=str(error))


def cuts_of_text(text: str, rules: Rules) -> Iterator[ClaimedCut]:
    """The cutoffs of a text, one a line or with semicolons or commas between them."""
    placed: dict[str, int] = {}  # where the last one at a node stands
    found: list[ClaimedCut] = []
    text = with_plain_verbs(text)
    if "(" in text or "[" in text:
        text = WINDOW_SAID.sub(r"(\1, \2)", text)
    for entry in _entries(text, rules):
        try:
            cuts = list(_from_text(entry, rules))
        except InvalidInput as error:
            cuts = [ClaimedCut(entry, unread=str(error))]
        for cut in cuts:
            same = placed.get(cut.at)
            if same is not None and rules.parents and _are_one(found[same], cut):
                found[same] = _together(found[same], cut)
            else:
                placed[cut.at] = len(found)
                found.append(cut)
    yield from found


def _are_one(one: ClaimedCut, cut: ClaimedCut) -> bool:
    """Whether two texts are about one cutoff: they say nothing twice, or merely what it skips."""
    if one.unread or cut.unread:
        return False
    return not _fields_of(one) & _fields_of(cut) or _fields_of(cut) == {"skipped"} == _fields_of(
        one
    )


def _fields_of(cut: ClaimedCut) -> set[str]:
    names = ("alpha", "beta", "skipped", "after", "value", "tests_beta")
    return {name for name in names if getattr(cut, name) is not None}


def _together(one: ClaimedCut, other: ClaimedCut) -> ClaimedCut:
    """C2 is skipped; C3 is skipped."""
    more = {name: getattr(other, name) for name in _fields_of(other)}
    if one.skipped is not None and other.skipped is not None:
        more["skipped"] = tuple(dict.fromkeys((*one.skipped, *other.skipped)))
    return replace(one, **more)


def _entries(text: str, rules: Rules) -> Iterator[str]:
    """The cutoffs of a text, each by itself; what a comma cut in two is put together again."""
    waiting = ""
    between = ""
    end = 0
    for cut in [*_ONE_AFTER_ANOTHER.finditer(text), None]:
        entry = text[end : cut.start() if cut else len(text)].strip(" ,-*•\t")
        if entry and waiting and _goes_on(waiting, between, entry, rules):
            waiting += between + entry
        elif entry:
            if waiting:
                yield waiting
            waiting = entry
        if cut:
            between = ", " if cut[0].startswith(",") else "\n"
            end = cut.end()
    if waiting:
        yield waiting


def _goes_on(before: str, between: str, entry: str, rules: Rules) -> bool:
    """Whether a text belongs to the cutoff before it: a field, or a child that it skips."""
    first = WORD.match(entry.lstrip("(["))
    if first is None:
        return True
    node = rules.names.node(first[0])
    if between == "\n":
        starts = _ALPHA, _BETA, _VALUE, SKIPPED, _AFTER, WHY
        return not rules.names.is_node(node) and any(one.match(entry) for one in starts)
    word = first[0].casefold()
    if (
        word in _GOES_ON or (says_nothing(word) and word.endswith("ly"))
    ) and not rules.names.is_node(node):
        return True
    nodes = [rules.names.node(word) for word in WORD.findall(before[:_BEGINNING])]
    nodes = [one for one in nodes if rules.names.is_node(one)]
    above = rules.parents.get(node)
    return (
        above is not None
        and bool(nodes)
        and (above in nodes or all(rules.parents.get(one) == above for one in nodes))
    )


def _from_text(text: str, rules: Rules) -> Iterator[ClaimedCut]:
    """A cutoff as people write it, such as `C: α=3, β=∞, skips C2 C3` or `C2 C3 are skipped at C`.

    Raises:
        InvalidInput: it says of no node that it is cut, or something of it cannot be read.
    """
    if plain := _plain(text, rules):
        yield plain
        return
    whole = text
    if len(SKIPPED.findall(text)) > 1:  # the label says so too
        text = text.removeprefix("pruned:").strip()
    claim = ClaimedCut("")
    text = without_pronoun(text) if not rules.names.spaced else text
    begin = _end_of_first(text, rules)
    if "(" in text and not rules.names.spaced:
        text = _BRACKETED.sub(lambda found: _without_remark(found, rules), text)
    if why := WHY.search(text, begin):
        reason, fields = _reason(text[why.end() :], text[: why.start()], rules)
        claim = replace(claim, tests_beta=bound_named(reason))
        text = text[: why.start()] + fields
    window = WINDOW_SAID.search(text, begin) if "(" in text else None
    if window is not None:
        claim = replace(claim, alpha=typed_number(window[1]), beta=typed_number(window[2]))
        text = _without(text, window)
    alpha, text = _said_of(_ALPHA, text, begin)
    beta, text = _said_of(_BETA, text, begin)
    value, text = _said_of(_VALUE, text, begin)
    claim = replace(
        claim,
        alpha=claim.alpha if alpha is None else alpha,
        beta=claim.beta if beta is None else beta,
        value=value,
    )
    after = _AFTER.search(text, begin) if "after" in text.lower() else None
    if after is not None:
        claim = replace(claim, after=rules.names.node(after[1]))
        text = _without(text, after)
    yield from placed(claim, text, begin, rules, whole)


def _without_remark(found: re.Match[str], rules: Rules) -> str:
    """What stands in brackets, unless it holds words of a sentence: those are a reason."""
    words = WORD.findall(SKIPPED.sub(" ", found[1]))
    words = [word for word in words if not rules.names.is_node(rules.names.node(word))]
    is_remark = any(is_english(word) and word.casefold() not in _OF_FIELDS for word in words)
    return " " if is_remark else found[0]


def _reason(text: str, before: str, rules: Rules) -> tuple[str, str]:
    """A reason, and what is said behind it of α, of β and of what is skipped."""
    reason, *clauses = re.split(r"\s*,\s*(?:so|then|thus|hence|and)?\s*", text)
    fields = []
    for clause in clauses:
        verb = SKIPPED.search(clause)
        words = [rules.names.node(word) for word in WORD.findall(SKIPPED.sub(" ", clause))]
        if verb and words and all(says_nothing(one) or rules.names.is_node(one) for one in words):
            fields.append(clause)
        else:
            reason = f"{reason}, {clause}"
    # α and β are what they are wherever they stand; not so v, which may be a rounded thought.
    if not WINDOW_SAID.search(before):
        unsaid = (field for field in (_ALPHA, _BETA) if not field.search(before))
        found = (field.search(text) for field in unsaid)
        fields += [one[0] for one in found if one and one[1]]
    return reason, "".join(f", {field}" for field in fields)


def _plain(text: str, rules: Rules) -> ClaimedCut | None:
    """A cutoff as forms show one, which is how most people write it; None for any other."""
    found = _PLAIN.fullmatch(text)
    if found is None or rules.names.spaced:
        return None
    at = rules.names.node(found[1])
    skipped = [rules.names.node(word) for word in found[4].replace(",", " ").split()]
    if not all(map(rules.names.is_node, (at, *skipped))):
        return None
    alpha, beta = said_number(found[2]), said_number(found[3])
    return ClaimedCut(at, alpha, beta, least(skipped, rules))


def _said_of(field: re.Pattern[str], text: str, begin: int) -> tuple[float | None, str]:
    """The number that is said of a field, None where none is, and the text without it."""
    found = field.search(text, begin)
    if found is None:
        return None, text
    said = found[1] or found[2] or found[3]
    return (said_number(said) if is_said(said) else None), _without(text, found)


def _without(text: str, found: re.Match[str]) -> str:
    return f"{text[: found.start()]} , {text[found.end() :]}"


def _end_of_first(text: str, rules: Rules) -> int:
    """Where the first word ends, if it is a node: that may be called as a field is."""
    first = WORD.match(text)
    return first.end() if first and rules.names.is_node(rules.names.node(first[0])) else 0
