"""Control characters that a lesson must not contain, since they could affect a terminal."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator

from engine.errors import InvalidInput
from trees.text import quote
from trees.yaml.plain_data import PlainFile
from trees.yaml.yaml_fields import FieldReader
from trees.yaml.yaml_text import YamlList, YamlMap, YamlNode, YamlScalar

#: Characters that change the direction of the following text.
_TURNS = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")


def check_signs(top: PlainFile) -> None:
    """Refuse control characters, such as those that begin an escape sequence."""
    if top.node is None:
        return
    words = FieldReader(top.name)
    for one in _scalars(top.node):
        for sign in one.text:
            if sign not in "\n\t" and (sign in _TURNS or unicodedata.category(sign) == "Cc"):
                raise InvalidInput(
                    f"the text contains the control character {quote(sign)}",
                    where=words.place(one),
                    expected="a text without control characters",
                )


def _scalars(top: YamlNode) -> Iterator[YamlScalar]:
    """Yield every text of a file once; aliases of a node are the same node."""
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
