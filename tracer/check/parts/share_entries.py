"""The grammar of vectors: `A = (1, 2, 6)`, and `C ≥ 8` after a shallow cutoff."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

from engine.errors import InvalidInput
from tracer.answers.answers import NodeValue
from tracer.check.parts.base import Rules
from tracer.check.parts.claimed_value import said_shares
from tracer.check.parts.entries import (
    BOUND,
    IS,
    NODE,
    Entry,
    Unread,
    is_name_in,
    read_entries,
    scan_entries,
)
from tracer.check.parts.node_names import NodeNames
from tracer.check.parts.typed_text import MARK, NAME, VALUE


#: A share, which may be a bound.
_SHARE: Final = rf"(?:{BOUND}\s?)?{VALUE}"
_BETWEEN: Final = r"(?:\s?[,;]\s?|\s)"
_SINGLE: Final = re.compile(_SHARE, re.IGNORECASE)
#: The words around the vector of the root.
_OF_ROOT: Final = (
    rf"(?:(?:the\s)?(?:value|utility|vector|v)s?\s*(?:of\s|at\s)?)?(?:the\s)?(?:root\s?)?"
    rf"(?:(?!is\b)\(?(?P<node>{NAME})\)?\s?)?(?:[=:]|is\b)?\s*"
)


@lru_cache(maxsize=16)
def _shares(count: int) -> str:
    """Return the pattern of a vector for a number of players, in brackets or without them."""
    listed = rf"{_SHARE}(?:{_BETWEEN}{_SHARE}){{{count - 1}}}"
    return rf"(?:[(\[<{{⟨]\s?(?P<shares>{listed})\s?[)\]>}}⟩]|(?P<bare>{listed})(?!\s?[=:(\[]))"


@lru_cache(maxsize=16)
def _entry(count: int) -> re.Pattern[str]:
    """Return the pattern of a node with its vector, or with a bound."""
    return re.compile(
        rf"{NODE}(?:\s?\(\s?[^\s,;:=()]+\s?\))?"
        rf"(?:(?:{IS}\s?|\s?){_shares(count)}"
        rf"|(?:{IS}|\s)\s?(?P<mark>{MARK})"
        rf"|(?:{IS}\s?|\s?)(?:(?P<whose>{NAME})\s?)?(?P<bound>{BOUND}\s?{VALUE})"
        rf"|\s?[=:](?:\s*_+)?(?=\s*(?:$|[,;]|{NAME}\s?[=:])))",
        re.IGNORECASE,
    )


def share_entries(text: str, rules: Rules) -> tuple[list[Entry], list[Unread]]:
    """Read the vectors of several nodes."""
    pattern = _entry(len(rules.players))

    def read_at(
        line: str, at: int, names: NodeNames | None
    ) -> tuple[str, tuple[str, ...], int] | None:
        found = pattern.match(line, at)
        if found is None or not is_name_in(found["arg"] or found["name"], names):
            return None
        name = found["arg"] or found["name"]
        whose = found["whose"]
        if whose and whose.casefold() != rules.movers.get(rules.names.node(name), "").casefold():
            return None
        if found["bound"]:
            return name, (found["bound"],), found.end()
        return name, tuple(_SINGLE.findall(found["shares"] or found["bare"] or "")), found.end()

    return read_entries(text, lambda line: scan_entries(line, read_at, rules.names))


def root_shares_in(text: str, rules: Rules) -> NodeValue | None:
    """Return the root's vector in a text such as `(1, 2, 6)` or `A = (1, 2, 6)`, or None."""
    count = len(rules.players)
    found = re.fullmatch(_OF_ROOT + _shares(count), text.strip(), re.IGNORECASE)
    if found is None:
        return None
    node = found["node"]
    if node and node.casefold() not in ("root", "game", "tree", "it", "value"):
        named = rules.names.node(node)
        if not rules.names.is_node(named) or named in rules.parents:
            return None
    try:
        return said_shares(_SINGLE.findall(found["shares"] or found["bare"]), count)
    except InvalidInput:
        return None
