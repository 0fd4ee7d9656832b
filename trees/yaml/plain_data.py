"""YAML or JSON as plain lists, dicts and strings, for files other than trees."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final

from engine.errors import InvalidInput
from trees.yaml.yaml_text import YamlList, YamlMap, YamlNode, YamlScalar, read_yaml

#: The most nodes after copying shared ones to every place.
_MOST_NODES = 100_000


@dataclass(frozen=True)
class PlainFile:
    """A file whose top level is a mapping, or a mapping inside a file."""

    node: YamlMap
    text: str = ""  # of the whole file
    at: str = ""  # the place of keys that the mapping does not have; by default its own

    @property
    def name(self) -> str:
        """The name of the file."""
        return self.node.where.name

    @cached_property
    def entries(self) -> dict[str, Any]:
        """The mapping as plain data. Numbers and words stay strings; the caller converts them."""
        budget = [_MOST_NODES]
        return {key: _to_plain_data(value, budget) for key, (_, value) in self.node.entries.items()}

    @property
    def places(self) -> dict[str, str]:
        """The place of each key."""
        return {key: str(word.where) for key, (word, _) in self.node.entries.items()}

    def place(self, key: str, inside: str | None = None) -> str:
        """Return the place of a key; of the mapping if it does not have the key."""
        if key not in self.node.entries:
            return self.at or f"{self.name}:1:1"
        word, below = self.node.entries[key]
        if inside is not None and isinstance(below, YamlMap) and inside in below.entries:
            word = below.entries[inside][0]
        return str(word.where)

    def refusal(self, key: str, message: str, expected: str, hint: str = "") -> InvalidInput:
        """Return the error about what is under a key, at its place."""
        return InvalidInput(message, where=self.place(key), expected=expected, hint=hint)

    def iterate_below(self, key: str) -> Iterator[tuple[str, PlainFile | str | None, str]]:
        """Yield the items of the mapping or list under a key of the file.

        Each item is a mapping, a string, or None for an empty value or a list.
        """
        below = self.node.entries[key][1]
        listed: list[tuple[str, YamlNode, YamlNode]]
        if isinstance(below, YamlMap):
            listed = [(text, mark, node) for text, (mark, node) in below.entries.items()]
        elif isinstance(below, YamlList):
            listed = [(str(number), node, node) for number, node in enumerate(below.items, 1)]
        else:
            raise below.error(f"{key} cannot be {below.kind}", "a mapping or a list")
        for text, mark, node in listed:
            place = str(mark.where)
            if isinstance(node, YamlMap):
                yield text, PlainFile(node, self.text, place), place
            elif isinstance(node, YamlScalar) and not node.is_null:
                yield text, node.text, place
            else:
                yield text, None, place


def read_plain(text: str, name: str, what: str = "a mapping of keys and values") -> PlainFile:
    """Read a YAML or JSON text whose top level is a mapping."""
    document = read_yaml(text, name)
    if not isinstance(document, YamlMap):
        raise document.error(f"the file cannot be {document.kind}", what)
    return PlainFile(document, text)


def _to_plain_data(node: YamlNode, budget: list[int]) -> Any:
    """Return a node as plain data; a shared node is copied to each place."""
    budget[0] -= 1
    if budget[0] < 0:
        raise node.error(f"the file has more than {_MOST_NODES:,} items", "a smaller file")
    if isinstance(node, YamlMap):
        return {key: _to_plain_data(value, budget) for key, (_, value) in node.entries.items()}
    if isinstance(node, YamlList):
        return [_to_plain_data(item, budget) for item in node.items]
    return None if node.is_null else node.text


# Write parts of YAML texts again, for files made from parts of other files.

#: Words that need no quotes within brackets; `~` and other null values keep their quotes or lack of
#: them.
_PLAIN: Final = re.compile(r"[\w.+/−-][\w.+/ −-]*(?<! )|~?")
#: Columns after which brackets are broken into one line per item.
_WIDTH: Final = 96


def quoted_scalar(text: str) -> str:
    """Return a text as a quoted scalar for YAML and JSON."""
    return json.dumps(text, ensure_ascii=False)


def flow_lines(node: YamlNode, *, anchors: str = "n", width: int = _WIDTH) -> list[str]:
    """Return a node in flow style with the same meaning; shared nodes stay shared."""
    return _Flow(node, anchors).lines(node, width)


class _Flow:
    """Writes one node; a shared node gets an anchor."""

    def __init__(self, node: YamlNode, anchors: str) -> None:
        self._names: dict[int, str] = {}
        self._written: set[int] = set()
        seen: set[int] = set()
        waiting = [node]
        while waiting:
            inner = waiting.pop()
            if id(inner) in seen:
                self._names.setdefault(id(inner), f"{anchors}{len(self._names) + 1}")
                continue
            seen.add(id(inner))
            waiting += _list_children(inner)

    def lines(self, node: YamlNode, width: int) -> list[str]:
        """Return the node on one line if it fits, else one line per item."""
        before = set(self._written)
        whole = self.text(node)
        if len(whole) <= width or not _list_children(node) or whole.startswith("*"):
            return [whole]
        self._written = before
        opening, closing = "[]" if isinstance(node, YamlList) else "{}"
        lines = [f"{self._anchor(node)}{opening}"]
        for key, below in _items(node):
            first, *others = self.lines(below, width - 3)
            lines += [f"  {key}{first}", *(f"  {line}" for line in others)]
            lines[-1] += ","
        return [*lines, closing]

    def text(self, node: YamlNode) -> str:
        """Return the node on one line."""
        name = self._names.get(id(node))
        if name is not None and id(node) in self._written:
            return f"*{name}"
        anchor = self._anchor(node)
        if isinstance(node, YamlScalar):
            return anchor + _scalar(node)
        inner = ", ".join(key + self.text(below) for key, below in _items(node))
        return f"{anchor}[{inner}]" if isinstance(node, YamlList) else f"{anchor}{{{inner}}}"

    def _anchor(self, node: YamlNode) -> str:
        self._written.add(id(node))
        name = self._names.get(id(node))
        return f"&{name} " if name is not None else ""


def _items(node: YamlNode) -> list[tuple[str, YamlNode]]:
    """Return the items of a list or mapping, with keys as written."""
    if isinstance(node, YamlList):
        return [("", item) for item in node.items]
    if isinstance(node, YamlScalar):
        return []
    return [(f"{_scalar(key)}: ", below) for key, below in node.entries.values()]


def _list_children(node: YamlNode) -> list[YamlNode]:
    return [below for _, below in _items(node)]


def _scalar(node: YamlScalar) -> str:
    if node.plain and _PLAIN.fullmatch(node.text):
        return node.text
    return quoted_scalar(node.text)
