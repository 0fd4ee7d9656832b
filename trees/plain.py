"""YAML or JSON as plain lists, maps and texts, for files that are no trees."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from engine.game import AnyGame
from trees.reader import read_tree
from trees.yaml_nodes import YamlList, YamlMap, YamlNode
from trees.yaml_text import read_yaml
from trees.yaml_words import Words, kind_of

__all__ = ["PlainFile", "plain_tree", "read_plain"]

#: The most places at which one thing may stand that was written once.
_MOST_NODES = 100_000


@dataclass(frozen=True, slots=True)
class PlainFile:
    """A file whose top is a map.

    Args:
        name: what errors call it.
        text: its text.
        entries: the map, its values as plain lists, maps and texts; None where nothing stands.
        places: where each of its keys stands, and by a pair of keys where one in a map below it
            does.
    """

    name: str
    text: str
    entries: Mapping[str, Any]
    places: Mapping[str | tuple[str, str], str]

    def place(self, key: str, below: str | None = None) -> str:
        """Where a key stands; the beginning of the file where it has none.

        Args:
            key: a key of the file.
            below: a key of the map under it; where there is none, the place is the other's.
        """
        own = self.places.get(key, f"{self.name}:1:1")
        return own if below is None else self.places.get((key, below), own)


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
    budget = [_MOST_NODES]
    entries = {key: _plain(value, budget, words) for key, (_, value) in document.entries.items()}
    places: dict[str | tuple[str, str], str] = {}
    for key, (node, value) in document.entries.items():
        places[key] = words.place(node)
        if isinstance(value, YamlMap):
            below = value.entries.items()
            places.update({(key, inner): words.place(node) for inner, (node, _) in below})
    return PlainFile(name, text, entries, places)


def plain_tree(file: PlainFile, keys: tuple[str, ...], *, title: str = "") -> AnyGame:
    """The tree under `tree:` of a file that says other things too.

    Args:
        file: the file.
        keys: its keys that belong to the tree.
        title: what the tree is called where the file does not say.

    Raises:
        InvalidInput: it does not describe one.
    """
    return read_tree(file.text, file.name, title=title, only=keys)


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
