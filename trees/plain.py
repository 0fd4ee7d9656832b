"""YAML or JSON as plain lists, maps and texts, for files that are no trees."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from engine.game import AnyGame
from trees.reader import read_tree
from trees.yaml_nodes import YamlList, YamlMap, YamlNode, YamlScalar
from trees.yaml_text import read_yaml
from trees.yaml_words import Words, kind_of

__all__ = ["PlainFile", "plain_map", "plain_tree", "read_plain"]

#: The most places at which one thing may stand that was written once.
_MOST_NODES = 100_000


@dataclass(frozen=True, slots=True)
class PlainFile:
    """A file whose top is a map, or a map inside a file.

    Args:
        name: what errors call the file.
        text: the file's text.
        entries: the map, its values as plain lists, maps and texts; None where nothing stands.
        places: where each of its keys stands.
        node: the map as it was read; None for the one that `text` is.
        at: where the map stands; empty for the beginning of the file.
    """

    name: str
    text: str
    entries: Mapping[str, Any]
    places: Mapping[str, str]
    node: YamlMap | None = None
    at: str = ""

    def place(self, key: str, inside: str | None = None) -> str:
        """Where a key stands; the beginning of the map where it has none.

        Args:
            key: a key of the map.
            inside: a key of the map under it; where there is none, the place is the other's.
        """
        if inside is not None and self.node is not None and key in self.node.entries:
            under = self.node.entries[key][1]
            if isinstance(under, YamlMap) and inside in under.entries:
                return Words(self.name).place(under.entries[inside][0])
        return self.places.get(key, self.at or f"{self.name}:1:1")

    def below(self, key: str) -> Iterator[tuple[str, PlainFile | str | None, str]]:
        """What stands in the map or the list under a key of the file.

        Each is a map that is read as a file is, a text, or None where nothing or a list stands.

        Args:
            key: one of the keys.

        Yields:
            Its key, or its number from 1 in a list; what it is; and where it stands.

        Raises:
            InvalidInput: neither a map nor a list stands there.
        """
        assert self.node is not None, "this file was read"
        words = Words(self.name)
        under = self.node.entries[key][1]
        listed: list[tuple[str, YamlNode, YamlNode]]
        if isinstance(under, YamlMap):
            listed = [(text, mark, node) for text, (mark, node) in under.entries.items()]
        elif isinstance(under, YamlList):
            listed = [(str(number), node, node) for number, node in enumerate(under.items, 1)]
        else:
            raise words.error(under, f"{kind_of(under)} under {key}:", "a map or a list")
        for text, mark, node in listed:
            place = words.place(mark)
            if isinstance(node, YamlMap):
                yield text, plain_map(node, self.name, self.text, place), place
            elif isinstance(node, YamlScalar) and not node.is_null:
                yield text, node.text, place
            else:
                yield text, None, place


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
    return plain_map(document, name, text)


def plain_map(document: YamlMap, name: str, text: str, at: str = "") -> PlainFile:
    """A map that was read as a file is.

    Args:
        document: the map.
        name: what errors call the file that it stands in.
        text: the file's text.
        at: where it stands; empty for the beginning of the file.

    Raises:
        InvalidInput: it is too large.
    """
    words = Words(name)
    budget = [_MOST_NODES]
    entries = {key: _plain(value, budget, words) for key, (_, value) in document.entries.items()}
    places = {key: words.place(node) for key, (node, _) in document.entries.items()}
    return PlainFile(name, text, entries, places, document, at)


def plain_tree(file: PlainFile, keys: tuple[str, ...], *, title: str = "") -> AnyGame:
    """The tree under `tree:` of a file that says other things too.

    Args:
        file: the file.
        keys: its keys that belong to the tree.
        title: what the tree is called where the file does not say.

    Raises:
        InvalidInput: it does not describe one.
    """
    return read_tree(file.node or file.text, file.name, title=title, only=keys)


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
