"""Evaluations from files: a table of weights for cells, or weights for features."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from engine.errors import add_place
from engine.game import AnyGame
from trees.files import printable_name, read_text
from trees.other_inputs.kinds import EVALUATION_KEYS
from trees.yaml.yaml_text import YamlList, YamlMap, YamlNode, read_yaml

_SUFFIXES: Final = (".yaml", ".yml", ".json")


def read_evaluation(text: str, game: AnyGame) -> str | Mapping[str, Any]:
    """Read an evaluation: the name of one of the game's, or a file."""
    if text in game.evaluations or not text.lower().endswith(_SUFFIXES):
        return text
    path = Path(text)
    file = read_yaml(read_text(path), printable_name(path))
    if not isinstance(file, YamlMap):
        fault = f"an evaluation cannot be {file.kind}"
        raise file.error(fault, "a mapping with the key table or weights")
    file.check_keys(EVALUATION_KEYS, "an evaluation")
    spec = {key: _read_weights(value, key) for key, (_, value) in file.entries.items()}
    with add_place(str(file.where)):
        game.read_evaluation(spec)
    return spec


def _read_weights(node: YamlNode, what: str) -> Any:
    """Return a node as lists, dicts and numbers."""
    if isinstance(node, YamlList):
        return [_read_weights(item, what) for item in node.items]
    if isinstance(node, YamlMap):
        return {key: _read_weights(value, key) for key, (_, value) in node.entries.items()}
    return node.read_number(f"a weight of {what}")
