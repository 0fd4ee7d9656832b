"""YAML or JSON as plain lists, dicts and strings, for files other than trees."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from trees.yaml.yaml_fields import FieldReader, describe_kind
from trees.yaml.yaml_nodes import YamlList, YamlMap, YamlNode, YamlScalar
from trees.yaml.yaml_text import read_yaml


#: The most nodes after copying shared ones to every place.
_MOST_NODES = 100_000


@dataclass(frozen=True, slots=True)
class PlainFile:
    """A file whose top level is a mapping, or a mapping inside a file."""

    name: str
    text: str
    entries: Mapping[str, Any]
    places: Mapping[str, str]
    node: YamlMap | None = None
    at: str = ""

    def place(self, key: str, inside: str | None = None) -> str:
        """Return the place of a key; of the mapping if it does not have the key."""
        if inside is not None and self.node is not None and key in self.node.entries:
            under = self.node.entries[key][1]
            if isinstance(under, YamlMap) and inside in under.entries:
                return FieldReader(self.name).place(under.entries[inside][0])
        return self.places.get(key, self.at or f"{self.name}:1:1")

    def iterate_below(self, key: str) -> Iterator[tuple[str, PlainFile | str | None, str]]:
        """Yield the items of the mapping or list under a key of the file.

        Each item is a mapping, a string, or None for an empty value or a list.
        """
        assert self.node is not None, "this file was read"
        words = FieldReader(self.name)
        under = self.node.entries[key][1]
        listed: list[tuple[str, YamlNode, YamlNode]]
        if isinstance(under, YamlMap):
            listed = [(text, mark, node) for text, (mark, node) in under.entries.items()]
        elif isinstance(under, YamlList):
            listed = [(str(number), node, node) for number, node in enumerate(under.items, 1)]
        else:
            raise words.error(
                under, f"{key} cannot be {describe_kind(under)}", "a mapping or a list"
            )
        for text, mark, node in listed:
            place = words.place(mark)
            if isinstance(node, YamlMap):
                yield text, plain_map(node, self.name, self.text, place), place
            elif isinstance(node, YamlScalar) and not node.is_null:
                yield text, node.text, place
            else:
                yield text, None, place


def read_plain(text: str, name: str, what: str = "a mapping of keys and values") -> PlainFile:
    """Read a YAML or JSON text whose top level is a mapping.

    Numbers and words stay strings; the caller converts them.
    """
    document = read_yaml(text, name)
    words = FieldReader(name)
    if not isinstance(document, YamlMap):
        raise words.error(document, f"the file cannot be {describe_kind(document)}", what)
    return plain_map(document, name, text)


def plain_map(document: YamlMap, name: str, text: str, at: str = "") -> PlainFile:
    """Return a mapping inside a file as a `PlainFile`."""
    words = FieldReader(name)
    budget = [_MOST_NODES]
    entries = {
        key: _to_plain_data(value, budget, words) for key, (_, value) in document.entries.items()
    }
    places = {key: words.place(node) for key, (node, _) in document.entries.items()}
    return PlainFile(name, text, entries, places, document, at)


def _to_plain_data(node: YamlNode, budget: list[int], words: FieldReader) -> Any:
    """Return a node as plain data; a shared node is copied to each place."""
    budget[0] -= 1
    if budget[0] < 0:
        raise words.error(node, f"the file has more than {_MOST_NODES:,} items", "a smaller file")
    if isinstance(node, YamlMap):
        return {
            key: _to_plain_data(value, budget, words) for key, (_, value) in node.entries.items()
        }
    if isinstance(node, YamlList):
        return [_to_plain_data(item, budget, words) for item in node.items]
    return None if node.is_null else node.text
