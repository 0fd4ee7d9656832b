"""Evaluations that a file describes: a table of weights for cells, or weights for features."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from engine.errors import InvalidInput, PlytraceError
from engine.game import AnyGame
from trees.files import printable, read_text
from trees.yaml_nodes import YamlList, YamlMap, YamlNode
from trees.yaml_text import read_yaml
from trees.yaml_words import Words, kind_of

__all__ = ["read_evaluation"]

_KEYS: Final = ("table", "weights")
_SUFFIXES: Final = (".yaml", ".yml", ".json")


def read_evaluation(text: str, game: AnyGame) -> str | Mapping[str, Any]:
    """What a person names as an evaluation: one of the game's own, or a file that describes one.

    Args:
        text: a name, or the path of a YAML or JSON file with a key `table` or `weights`.
        game: the game that it is for.

    Returns:
        The name as it is, or the file's keys and values.

    Raises:
        InvalidInput: the file cannot be read, or the game can make nothing of it.
    """
    if text in game.evaluations or not text.lower().endswith(_SUFFIXES):
        return text
    path = Path(text)
    words = Words(printable(path))
    root = read_yaml(read_text(path), words.name)
    if not isinstance(root, YamlMap):
        raise words.error(root, kind_of(root), "a map with the key table or weights")
    words.check_keys(root, _KEYS, "an evaluation")
    spec = {key: _plain(words, value, key) for key, (_, value) in root.entries.items()}
    try:
        game.read_evaluation(spec)
    except PlytraceError as error:
        raise InvalidInput(
            f"{error.found} ({error.where})" if error.where else error.found,
            where=words.place(root),
            expected=error.expected,
            hint=error.hint,
        ) from error
    return spec


def _plain(words: Words, node: YamlNode, what: str) -> Any:
    """A node as lists, maps and numbers."""
    if isinstance(node, YamlList):
        return [_plain(words, item, what) for item in node.items]
    if isinstance(node, YamlMap):
        return {key: _plain(words, value, key) for key, (_, value) in node.entries.items()}
    return words.number(node, f"a weight of {what}")
