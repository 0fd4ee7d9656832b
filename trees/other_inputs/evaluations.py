"""Evaluations from files: a table of weights for cells, or weights for features."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from engine.errors import InvalidInput, PlytraceError
from engine.game import AnyGame
from trees.files import printable_name, read_text
from trees.yaml.yaml_fields import FieldReader, describe_kind
from trees.yaml.yaml_text import YamlList, YamlMap, YamlNode, read_yaml

_KEYS: Final = ("table", "weights")
_SUFFIXES: Final = (".yaml", ".yml", ".json")


def read_evaluation(text: str, game: AnyGame) -> str | Mapping[str, Any]:
    """Read an evaluation: the name of one of the game's, or a file."""
    if text in game.evaluations or not text.lower().endswith(_SUFFIXES):
        return text
    path = Path(text)
    words = FieldReader(printable_name(path))
    root = read_yaml(read_text(path), words.name)
    if not isinstance(root, YamlMap):
        raise words.error(
            root,
            f"an evaluation cannot be {describe_kind(root)}",
            "a mapping with the key table or weights",
        )
    words.check_keys(root, _KEYS, "an evaluation")
    spec = {key: _to_plain_data(words, value, key) for key, (_, value) in root.entries.items()}
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


def _to_plain_data(words: FieldReader, node: YamlNode, what: str) -> Any:
    """Return a node as lists, dicts and numbers."""
    if isinstance(node, YamlList):
        return [_to_plain_data(words, item, what) for item in node.items]
    if isinstance(node, YamlMap):
        return {key: _to_plain_data(words, value, key) for key, (_, value) in node.entries.items()}
    return words.number(node, f"a weight of {what}")
