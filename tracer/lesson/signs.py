"""Signs that a lesson must not hold: they would reach a terminal and play tricks on it."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator

from engine.errors import InvalidInput
from trees.plain import PlainFile
from trees.quoting import quoted
from trees.yaml_nodes import YamlList, YamlMap, YamlNode, YamlScalar
from trees.yaml_words import Words

__all__ = ["check_signs"]

#: Signs that turn the direction of what follows them.
_TURNS = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")


def check_signs(top: PlainFile) -> None:
    """Refuse control characters, such as those that begin an escape sequence.

    Args:
        top: the file.

    Raises:
        InvalidInput: it holds one, with the place.
    """
    if top.node is None:
        return
    words = Words(top.name)
    for one in _scalars(top.node):
        for sign in one.text:
            if sign not in "\n\t" and (sign in _TURNS or unicodedata.category(sign) == "Cc"):
                raise InvalidInput(
                    f"the control character {quoted(sign)}",
                    where=words.place(one),
                    expected="a text for people to read",
                )


def _scalars(top: YamlNode) -> Iterator[YamlScalar]:
    """Every text of a file, once: what stands in several places by an alias is one node."""
    waiting, seen = [top], set()
    while waiting:
        node = waiting.pop()
        if id(node) in seen:
            continue
        seen.add(id(node))
        if isinstance(node, YamlMap):
            for key, value in node.entries.values():
                waiting += [key, value]
        elif isinstance(node, YamlList):
            waiting += node.items
        else:
            yield node
