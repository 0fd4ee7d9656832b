"""Reading cutoffs, as files hold them and as people write them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, Final

from engine.errors import InvalidInput
from tracer.check.parts.base import Rules
from tracer.check.parts.said import is_said, said_number
from tracer.typed_numbers import NUMBER, typed_number
from trees.quoting import quoted

__all__ = ["EXAMPLE", "NOTHING", "ClaimedCut", "cut_of_map", "cuts_of_list", "cuts_of_text"]

EXAMPLE: Final = "such as Q alpha=-1 beta=6 skips Q2 Q3"

#: What a student may call the fields of a cutoff in a file.
_FIELDS: Final[Mapping[str, str]] = {
    **dict.fromkeys(("at", "node"), "at"),
    **dict.fromkeys(("alpha", "α", "a"), "alpha"),
    **dict.fromkeys(("beta", "β", "b"), "beta"),
    **dict.fromkeys(("skipped", "skips", "skip", "pruned", "prunes", "prune"), "skipped"),
    "after": "after",
    **dict.fromkeys(("value", "v"), "value"),
    **dict.fromkeys(("why", "because", "reason"), "why"),
}
_KNOWN: Final = frozenset({*_FIELDS, "alpha_after", "beta_after", "window", "pass"})
#: Answers that say that there is none.
NOTHING: Final = frozenset({"nothing", "none", "no", "-", "–", "—", "", "[]", "n/a", "no cutoffs"})

_SKIPS: Final = "skip(?:s|ped|ping)?|prun(?:e|es|ed|ing|ings)|leaves? out|left out|not visited"
_FIELD_WORDS: Final = rf"at|node|alpha|beta|after|value|why|because|reason|{_SKIPS}"
#: Between two cutoffs: a line's end, a semicolon, or a comma before a node that begins another.
_ONE_AFTER_ANOTHER: Final = re.compile(
    rf"[;\n]+|,\s+(?!(?:{_FIELD_WORDS}|α|β|v)\b)"
    rf"(?=[^\s,;:()=]{{1,60}}\s*(?:\(|:|(?:{_FIELD_WORDS}|is|cuts?)\b|[αβ]))",
    re.IGNORECASE,
)
_NUMBER: Final = f"({NUMBER.pattern})"
_PAIR: Final = re.compile(rf"[(\[]\s*{_NUMBER}\s*[,;]\s*{_NUMBER}\s*[)\]]", re.IGNORECASE)
_WHY: Final = re.compile(r"(?<![^\s,;:.(])(?:because|why|reason|since|as)\b", re.IGNORECASE)
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
_SKIPPED: Final = re.compile(rf"(?<![^\s,;:(\[])(?:{_SKIPS})(?![^\s,;:()\]=])", re.IGNORECASE)
#: Words before the node that is cut.
_AT: Final = frozenset({"at", "node", "in", "under"})
_IS_CUT: Final = re.compile(r"(?<![^\s,;:(\[])(?:cuts?|cut-?offs?)\b", re.IGNORECASE)
_WORD: Final = re.compile(r"[^\s,;:=()\[\]{}]+")
#: Words that say nothing by themselves.
_FILLER_WORDS: Final = (
    "and & und then is are was were the a an its with at node in under of so we i that "
    "off cut cuts cutoff cutoffs cut-off child children nodes leaf leaves both which thus "
    "hence max min skips skipped prunes pruned be can get gets there where -> → => > - – "
    "— | window branch branches subtree subtrees all rest nothing none no been"
)
_FILLERS: Final = frozenset(_FILLER_WORDS.split())
#: Characters of a cutoff in which its node stands.
_BEGINNING: Final = 200
#: Words behind a comma that go on with the same cutoff.
_GOES_ON: Final = frozenset({"so", "then", "and", "we", "which", "thus", "hence"})
_NAMES_A_BOUND: Final = re.compile(r"(alpha|α)|(beta|β)", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class ClaimedCut:
    """A cutoff that somebody claims; None where nothing is said.

    Args:
        at: the node; what was written, where it could not be read.
        unread: what is wrong with what was written; empty where it could be read.
    """

    at: str
    alpha: float | None = None
    beta: float | None = None
    skipped: tuple[str, ...] | None = None
    after: str | None = None
    value: float | None = None
    tests_beta: bool | None = None
    unread: str = ""


def cuts_of_list(given: Iterable[Any], rules: Rules) -> Iterator[ClaimedCut]:
    """The cutoffs of a list: maps, texts, or merely the nodes that are skipped."""
    texts: list[str] = []
    for item in given:
        if isinstance(item, Mapping):
            try:
                yield cut_of_map(item, rules)
            except InvalidInput as error:
                yield ClaimedCut(f"{item!r:.60}", unread=str(error))
        else:
            texts.append(str(item))
    yield from cuts_of_text("\n".join(texts), rules)


def cut_of_map(given: Mapping[Any, Any], rules: Rules) -> ClaimedCut:
    """A cutoff as a map holds it; that of a trace's JSON too.

    Raises:
        InvalidInput: it has a field that no cutoff has, or one that cannot be read.
    """
    fields: dict[str, Any] = {}
    for key, value in given.items():
        plain = str(key).strip().lower()
        if plain not in _KNOWN:
            raise InvalidInput(
                f"a cutoff has no {quoted(str(key))}",
                expected="at, alpha, beta, skipped, after, value or why",
            )
        if value not in ("", None):
            fields[_FIELDS.get(plain, plain)] = value
    if "window" in fields and isinstance(fields["window"], list) and len(fields["window"]) == 2:
        fields["alpha"], fields["beta"] = fields["window"]
    at = fields.get("at")
    if at is None or isinstance(at, list | Mapping):
        raise InvalidInput("a cutoff without its node", expected="at: and the node's name")
    return ClaimedCut(
        rules.names.node(at),
        _number(fields.get("alpha")),
        _number(fields.get("beta")),
        _skipped(fields["skipped"], rules) if "skipped" in fields else None,
        rules.names.node(fields["after"]) if "after" in fields else None,
        _number(fields.get("value")),
        _bound_named(str(fields["why"])) if "why" in fields and "because" not in given else None,
    )


def cuts_of_text(text: str, rules: Rules) -> Iterator[ClaimedCut]:
    """The cutoffs of a text, one a line or with semicolons or commas between them."""
    placed: dict[str, int] = {}
    found: list[ClaimedCut] = []
    if "(" in text or "[" in text:
        text = _PAIR.sub(r"(\1, \2)", text)
    for entry in _entries(text, rules):
        try:
            cuts = list(_from_text(entry, rules))
        except InvalidInput as error:
            cuts = [ClaimedCut(entry, unread=str(error))]
        for cut in cuts:
            only = cut == ClaimedCut(cut.at, skipped=cut.skipped) and cut.skipped
            if only and cut.at in placed:  # C2 is skipped; C3 is skipped
                before = found[placed[cut.at]]
                more = (*(before.skipped or ()), *(cut.skipped or ()))
                found[placed[cut.at]] = replace(before, skipped=tuple(dict.fromkeys(more)))
                continue
            if only:
                placed[cut.at] = len(found)
            found.append(cut)
    yield from found


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
    first = _WORD.match(entry.lstrip("(["))
    if first is None:
        return True
    node = rules.names.node(first[0])
    if between == "\n":
        starts = _ALPHA, _BETA, _VALUE, _SKIPPED, _AFTER, _WHY
        return not rules.names.is_node(node) and any(one.match(entry) for one in starts)
    if first[0].casefold() in _GOES_ON and not rules.names.is_node(node):
        return True
    nodes = [rules.names.node(word) for word in _WORD.findall(before[:_BEGINNING])]
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
    if len(_SKIPPED.findall(text)) > 1:  # the label says so too
        text = text.removeprefix("pruned:").strip()
    claim = ClaimedCut("")
    begin = _end_of_first(text, rules)
    if why := _WHY.search(text, begin):
        claim = replace(claim, tests_beta=_bound_named(text[why.end() :]))
        text = text[: why.start()]
    window = _PAIR.search(text, begin) if "(" in text else None
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
    yield from _placed(claim, text, begin, rules, whole)


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
    return ClaimedCut(at, alpha, beta, _least(skipped, rules))


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
    first = _WORD.match(text)
    return first.end() if first and rules.names.is_node(rules.names.node(first[0])) else 0


def _placed(
    claim: ClaimedCut, text: str, begin: int, rules: Rules, whole: str
) -> Iterator[ClaimedCut]:
    """A claim with its node and what is skipped."""
    verb = _SKIPPED.search(text, begin)
    if rules.names.spaced:  # nodes are called by paths: no word of them stands for itself
        head, rest = (text[: verb.start()], text[verb.end() :]) if verb else (text, "")
        at = re.sub(r"^\s*(?:at|node)\b", "", head.strip(" :,=()-"), flags=re.IGNORECASE)
        at = rules.names.node(at.strip(" :,=()"))
        if not at:
            raise InvalidInput(f"{quoted(whole)} as a cutoff", expected=EXAMPLE)
        yield replace(claim, at=at, skipped=_skipped(rest.strip(" :,=()"), rules) if verb else None)
        return
    nodes: list[tuple[int, str]] = []
    strange = ""
    at = plain = ""
    for word in _WORD.finditer(text):
        before = plain
        node = rules.names.node(word[0])
        plain = word[0].casefold()
        if not any(map(str.isalnum, plain)) or (
            NUMBER.fullmatch(plain) and not rules.names.is_node(node)
        ):
            continue
        filler = plain in _FILLERS and (word[0] != node or word.start() > 0 or not begin)
        if rules.names.is_node(node) and not (filler and plain in ("a", "i") and word[0] == plain):
            if not at and before in _AT:
                at = node
            else:
                nodes.append((word.start(), node))
        elif plain not in _FILLERS and not strange and not _SKIPPED.fullmatch(word[0]):
            strange = word[0]
    names = [node for _, node in nodes]
    nothing = verb is not None and re.search(r"\b(?:nothing|none|no)\b", text[verb.end() :])
    if strange and ((not at and not names) or _leads(strange, text, nodes)):
        # A node that does not exist, where the node of a cutoff stands.
        yield replace(claim, at=rules.names.node(strange), skipped=tuple(names) or None)
        return
    if not at and not verb and len(names) > 1 and _are_cut(names, rules):
        yield from (replace(claim, at=name) for name in names)
        return
    if not at and names and not _is_skipped(names, nodes, text, verb, rules):
        at, names = names[0], names[1:]
    if at:
        skipped = _least([name for name in names if name != at], rules)
        if strange and verb and text.find(strange) > verb.start():
            skipped = (*skipped, strange)
        yield replace(claim, at=at, skipped=skipped if skipped or nothing else None)
        return
    by_parent: dict[str, list[str]] = {}
    for name in _least(names, rules):
        by_parent.setdefault(rules.parents.get(name, ""), []).append(name)
    if not by_parent or "" in by_parent:
        raise InvalidInput(f"{quoted(whole)} as a cutoff", expected=EXAMPLE)
    for parent, below in by_parent.items():
        yield replace(claim, at=parent, skipped=tuple(below))


def _leads(strange: str, text: str, nodes: list[tuple[int, str]]) -> bool:
    """Whether a word that is no node stands before the nodes, with a sign behind it."""
    at = text.find(strange)
    behind = text[at + len(strange) :].lstrip()
    signs = behind[:1] in (":", "(", ",", "") or (at == 0 and _SKIPPED.match(behind))
    return bool(signs) and all(at < place for place, _ in nodes)


def _are_cut(names: list[str], rules: Rules) -> bool:
    """Whether nodes are each of them one that is cut: inner ones, and none a child of another."""
    parents = {rules.parents.get(name) for name in names}
    return rules.inner >= {*names} and not parents & {*names}


def _is_skipped(
    names: list[str],
    nodes: list[tuple[int, str]],
    text: str,
    verb: re.Match[str] | None,
    rules: Rules,
) -> bool:
    """Whether nodes are those that are skipped, so that the one that is cut is their parent."""
    parents = {rules.parents.get(name) for name in names}
    if None in parents:
        return False
    if names[0] in parents:  # a whole branch is named only as one that is skipped
        below = {name for name, above in rules.parents.items() if above == names[0]}
        return verb is not None and verb.start() < nodes[0][0] and below <= {*names}
    if verb and (verb.start() < nodes[0][0] or names[0] not in rules.inner):
        return True
    if verb and len(names) > 1 and verb.start() > nodes[-1][0]:
        return len(parents) == 1
    if _IS_CUT.search(text):
        return False
    return len(parents) == 1 and not verb and not rules.inner & {*names}


def _least(names: list[str], rules: Rules) -> tuple[str, ...]:
    """Nodes without those below others of them: who skips a node skips what is below it."""
    named = {*names}
    if len(named) == len(names) and all(rules.parents.get(name) not in named for name in names):
        return tuple(names)
    return tuple(name for name in dict.fromkeys(names) if rules.parents.get(name) not in named)


def _skipped(given: Any, rules: Rules) -> tuple[str, ...]:
    if isinstance(given, str) and given.strip().lower() in NOTHING:
        return ()
    return _least(list(rules.names.nodes_in(given, "skipped nodes")), rules)


def _number(given: Any) -> float | None:
    return said_number(given) if is_said(given) else None


def _bound_named(why: str) -> bool | None:
    """Whether a reason names β alone (True) or α alone (False)."""
    alpha = any(found[1] for found in _NAMES_A_BOUND.finditer(why))
    beta = any(found[2] for found in _NAMES_A_BOUND.finditer(why))
    return None if alpha == beta else beta
