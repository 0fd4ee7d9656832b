"""YAML or JSON as plain lists, maps and texts, for files that are no trees."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from engine.game import AnyGame
from trees.reader import tree_of
from trees.yaml_nodes import YamlList, YamlMap, YamlNode
from trees.yaml_text import read_yaml
from trees.yaml_words import Words, kind_of

__all__ = ["PlainFile", "plain_map", "plain_tree", "read_plain"]

#: The most places at which one thing may stand that was written once.
_MOST_NODES = 100_000


@dataclass(frozen=True, slots=True)
class PlainFile:
    """A file whose top is a map, or a map that stands in a file.

    Args:
        name: what errors call the file.
        entries: the map, its values as plain lists, maps and texts; None where nothing stands.
        places: where each of its keys stands.
        document: the map with all that is known of how it was written.
    """

    name: str
    entries: Mapping[str, Any]
    places: Mapping[str, str]
    document: YamlMap

    def place(self, key: str) -> str:
        """Where a key stands; the beginning of the map where it has none."""
        at = self.document
        return self.places.get(key, f"{self.name}:{at.line}:{at.column}")


def read_plain(text: str, name: str, what: str = "a map of keys and values") -> PlainFile:
    """Read a YAML or JSON text whose top is a map.

    Numbers and words stay the texts that they are: who reads them knows what they should be.

    Args:
        text: the text.
        name: what errors call it.
        what: what was expected, for the error.

    Raises:
        InvalidInput: it is no YAML, or its top is no map.
    """
    document = read_yaml(text, name)
    words = Words(name)
    if not isinstance(document, YamlMap):
        raise words.error(document, kind_of(document), what)
    return plain_map(document, name)


def plain_map(document: YamlMap, name: str) -> PlainFile:
    """A map of a file as plain data, as if it were a file of its own.

    Args:
        document: the map.
        name: what errors call the file that it stands in.

    Raises:
        InvalidInput: it is too large.
    """
    budget, words = [_MOST_NODES], Words(name)
    entries = {key: _plain(value, budget, words) for key, (_, value) in document.entries.items()}
    places = {key: words.place(node) for key, (node, _) in document.entries.items()}
    return PlainFile(name, entries, places, document)


def plain_tree(file: PlainFile, keys: tuple[str, ...], *, title: str = "") -> AnyGame:
    """The tree under `tree:` of a file that says other things too.

    Args:
        file: the file.
        keys: its keys that belong to the tree.
        title: what the tree is called where the file does not say.

    Raises:
        InvalidInput: it does not describe one.
    """
    return tree_of(file.document, file.name, title=title, only=keys)


def _plain(node: YamlNode, budget: list[int], words: Words) -> Any:
    """A node as plain data; one that stands in several places is copied to each."""
    budget[0] -= 1
    if budget[0] < 0:
        raise words.error(node, f"more than {_MOST_NODES:,} items", "a smaller file")
    if isinstance(node, YamlMap):
        return {key: _plain(value, budget, words) for key, (_, value) in node.entries.items()}
    if isinstance(node, YamlList):
        return [_plain(item, budget, words) for item in node.items]
    return None if node.is_null else node.text
