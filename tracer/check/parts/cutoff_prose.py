"""Which nodes of a text about a cutoff are skipped, and which one is cut."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from engine.errors import InvalidInput
from tracer.check.parts.base import Rules
from tracer.check.parts.cutoff_claim import EXAMPLE, ClaimedCut, least, skipped_of
from tracer.check.parts.cutoff_words import AT, IS_CUT, SKIPPED, WORD, says_nothing
from tracer.typed_numbers import NUMBER
from trees.quoting import quoted

__all__ = ["placed"]


def placed(
    claim: ClaimedCut, text: str, begin: int, rules: Rules, whole: str
) -> Iterator[ClaimedCut]:
    """A claim with its node and what is skipped."""
    verb = SKIPPED.search(text, begin)
    if rules.names.spaced:  # nodes are called by paths: no word of them stands for itself
        head, rest = (text[: verb.start()], text[verb.end() :]) if verb else (text, "")
        at = re.sub(r"^\s*(?:at|node)\b", "", head.strip(" :,=()-"), flags=re.IGNORECASE)
        at = rules.names.node(at.strip(" :,=()"))
        if not at:
            raise InvalidInput(f"{quoted(whole)} as a cutoff", expected=EXAMPLE)
        yield replace(
            claim, at=at, skipped=skipped_of(rest.strip(" :,=()"), rules) if verb else None
        )
        return
    nodes: list[tuple[int, str]] = []
    strange = ""
    at = plain = ""
    for word in WORD.finditer(text):
        before = plain
        node = rules.names.node(word[0])
        plain = word[0].casefold().rstrip(".!")
        if not any(map(str.isalnum, plain)) or (
            NUMBER.fullmatch(plain) and not rules.names.is_node(node)
        ):
            continue
        filler = says_nothing(plain) and (word[0] != node or word.start() > 0 or not begin)
        if rules.names.is_node(node) and not (filler and plain in ("a", "i") and word[0] == plain):
            if not at and before in AT:
                at = node
            else:
                nodes.append((word.start(), node))
        elif not says_nothing(plain) and not strange and not SKIPPED.fullmatch(word[0]):
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
    above = {rules.parents.get(name) for name in names[:-1]}
    if not at and len(names) > 1 and above == {names[-1]}:  # C2 and C3 are skipped, of C
        at = names.pop()
    if not at and names and not _is_skipped(claim, names, nodes, text, verb, rules):
        at, names = names[0], names[1:]
    if at:
        skipped = least([name for name in names if name != at], rules)
        if strange and verb and text.find(strange) > verb.start():
            skipped = (*skipped, strange)
        yield replace(claim, at=at, skipped=skipped if skipped or nothing else None)
        return
    by_parent: dict[str, list[str]] = {}
    for name in least(names, rules):
        by_parent.setdefault(rules.parents.get(name, ""), []).append(name)
    if not by_parent or "" in by_parent:
        raise InvalidInput(f"{quoted(whole)} as a cutoff", expected=EXAMPLE)
    for parent, below in by_parent.items():
        yield replace(claim, at=parent, skipped=tuple(below))


def _leads(strange: str, text: str, nodes: list[tuple[int, str]]) -> bool:
    """Whether a word that is no node stands before the nodes, with a sign behind it."""
    at = text.find(strange)
    behind = text[at + len(strange) :].lstrip()
    signs = behind[:1] in (":", "(", ",", "") or (at == 0 and SKIPPED.match(behind))
    return bool(signs) and all(at < place for place, _ in nodes)


def _has_fields(claim: ClaimedCut) -> bool:
    """Whether there is a window, or what else only the node that is cut has."""
    fields = claim.alpha, claim.beta, claim.after, claim.value
    return any(one is not None for one in fields)


def _is_passive(text: str, verb: re.Match[str]) -> bool:
    """Whether something is skipped, and does not skip."""
    return re.search(r"\b(?:is|are|was|were|gets?|be|been)\s*\Z", text[: verb.start()]) is not None


def _are_cut(names: list[str], rules: Rules) -> bool:
    """Whether nodes are each of them one that is cut: inner ones, and none a child of another."""
    parents = {rules.parents.get(name) for name in names}
    return rules.inner >= {*names} and not parents & {*names}


def _is_skipped(
    claim: ClaimedCut,
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
    if verb and not _has_fields(claim) and verb.start() > nodes[-1][0] and _is_passive(text, verb):
        return True
    if verb and (verb.start() < nodes[0][0] or names[0] not in rules.inner):
        return True
    if verb and len(names) > 1 and verb.start() > nodes[-1][0]:
        return len(parents) == 1
    if IS_CUT.search(text):
        # A leaf has no children that could be skipped: it is one itself.
        return bool(rules.inner) and not rules.inner >= {*names}
    return len(parents) == 1 and not verb and not rules.inner & {*names}
