"""The schema for editors agrees with the reader."""

# ruff: noqa: E501

from __future__ import annotations

import json
import runpy
from importlib.resources import files
from pathlib import Path

import jsonschema
import pytest

from engine.conventions import PRESETS
from engine.errors import InvalidInput
from engine.games import GAMES
from tests.support.cases import over
from tests.trees.malformed_cases import CASES
from trees.formats.tree_yaml import read_source
from trees.library import library_names, library_text
from trees.yaml.yaml_text import YamlList, YamlMap, read_yaml

SCHEMA = json.loads((files("trees") / "schema.json").read_text(encoding="utf-8"))
VALIDATOR = jsonschema.Draft7Validator(SCHEMA)


def instance(node):
    """What an editor sees: the values of YAML 1.2's core schema."""
    if isinstance(node, YamlList):
        return [instance(item) for item in node.items]
    if isinstance(node, YamlMap):
        return {key: instance(value) for key, (_, value) in node.entries.items()}
    text = node.text
    if not node.plain:
        return text
    if node.is_null:
        return None
    if text in ("true", "True", "TRUE", "false", "False", "FALSE"):
        return text.lower() == "true"
    if text.startswith(("0x", "0o")):
        try:
            return int(text, 0)
        except ValueError:
            return text
    if text.lower().lstrip("+-") in (".inf", ".nan"):
        return float(text.replace(".", ""))
    plain_number = (
        text.isascii() and "_" not in text and not text.lower().strip("+-").startswith(("i", "n"))
    )
    for kind in (int, float):
        try:
            return kind(text) if plain_number else text
        except ValueError:
            pass
    return text


def schema_takes(text):
    return VALIDATOR.is_valid(instance(read_yaml(text, "f")))


def reader_takes(text):
    try:
        read_source(text, "f")
    except InvalidInput:
        return False
    return True


def is_yaml(text):
    try:
        read_yaml(text, "f")
    except InvalidInput:
        return False
    return True


GOOD = [
    "5",
    "-2.5",
    "1/3",
    "[1]",
    "[[3, 12, 8], [2, 4, 6], [14, 5, 2]]",
    "tree: 5",
    "tree: [1, [2, -3/2]]",
    "tree: {value: 1}",
    "tree: {id: A, value: 1, note: x, player: max}",
    "tree: {id: 7, value: 1}",
    "tree: {id: true, value: 1}",
    "tree: {value: 1, note: }",
    "tree: {children: [1, 2]}",
    "tree: {children: {a: 1, b: [2]}}",
    "tree: {children: {a: {children: {a: 1}}}}",
    "tree: {eval: 1/2, children: [1]}",
    "tree: {eval: 0x10, player: min, children: [1]}",
    "tree: {children: {1: 5, yes: 6}}",
    "tree: {player: chance, children: [1, 2]}",
    "tree: {player: chance, children: [{p: 1/2, node: 1}, {p: 0.5, node: [2]}]}",
    "tree: {player: chance, children: {a: {p: 1, node: {value: 3}}}}",
    "root: min\ntree: [1]",
    "root: chance\ntree: [1, 2]",
    "players: [max, min, min]\ntree: [1]",
    "players: [max, chance]\ntree: [[1]]",
    "root: max\nplayers: [max]\ntree: [1]",
    "name: x\ndescription: y\nsource: z\ntree: 1",
    "name: 5\ndescription: true\nsource:\ntree: 1",
    "tree: [&t [1], [[*t]]]",
    "[[x, 2], [x, y], [1, '?']]",
    'tree: [{value: x}, {id: B, value: "?"}, A]',
    '{"tree": ["x", ["?", 3]]}',
    "tree: 9007199254740992",
    "tree: -9007199254740992",
    "game: tic-tac-toe",
    "game: tic-tac-toe\nposition: xox|xxo|o..\nto-move: X\nsize: 3",
    "game: mnk\nsize: [4, 4, 3]\nposition: [xo.., ...., ....]\nname: x",
    "game: connect-four\nposition: 4453\ndescription:\nsource: y",
    '{"tree": {"id": "A", "children": {"left": 1}}}',
    "[(1, 2), [(3, 1/2)]]",
    "players: [A, B, C]\ntree:\n  - (1, 2, 6)\n  - {player: C, children: [(4, 2, 3)]}",
    '{"tree": {"children": {"left": {"value": "(1, 2)"}}}}',
    '{"root": "chance", "tree": [{"p": "1/3", "node": 4}, {"p": "2/3", "node": "-2/5"}]}',
    *map(library_text, library_names()),
]

# What no schema can say, and why. Texts are those of the table of malformed files.
ONLY_THE_READER = {
    "JSON has no infinity and no NaN for a schema to refuse": [
        "[.nan]",
        "tree: {eval: .nan, children: [1]}\n",
        "root: chance\ntree: [{p: .nan, node: 1}]\n",
    ],
    "a schema sees a fraction as a text, and not how large it is": ["[9007199254740993/1]"],
    "two keys are compared": [
        "root: min\nplayers: [max, min]\ntree: 1\n",
        "root: chance\nplayers: [max, min]\ntree: [1]\n",
    ],
    "two places far apart are compared": [
        "tree: [{id: x, value: 1}, {id: x, value: 2}]\n",
        "tree:\n  id: A\n  children:\n    a1: {id: B, children: [1]}\n    a2: {id: A, children: [2]}\n",
        "tree: [&a [1], *a]\n",
        "tree: {children: {x: &a {id: N, value: 1}, y: {id: N, value: 1}}}\n",
        "tree:\n  children: [&t {id: T, value: 1}, *t]\n",
    ],
    "whose turn it is depends on the path to a node": [
        "tree:\n  - &s [1, 2]\n  - [*s, 3]\n",
        "root: chance\ntree: 1\n",
        "tree: {player: chance, value: 1}\n",
        "tree: [{p: 1, node: 3}]\n",
        "tree: [{p: 1/2, node: 3}, 4]\n",
    ],
    "the names of players are elsewhere in the file": ["tree: {player: MAX, value: 1}\n"],
    "probabilities are added up": [
        "root: chance\ntree: [{p: 1/2, node: 3}, 4]\n",
        "root: chance\ntree: [{p: 1/2, node: 3}, {p: 1/3, node: 4}]\n",
        "root: chance\ntree: [{p: 0.5, node: 3}, {p: 0.4, node: 4}]\n",
        "root: chance\ntree: [{p: 0.7, node: 3}, {p: 0.7, node: 4}]\n",
        "root: chance\ntree:\n  children:\n    heads: {p: 1/2, node: 3}\n    tails: {p: 1/3, node: 4}\n",
        next(text for text, _, _ in CASES["chance"] if "1/1699" in text),
    ],
    "a fraction above 1 is a text": [
        "root: chance\ntree: [{p: 3/2, node: 4}]\n",
    ],
    "patterns know no classes of characters": [
        'tree: {children: {"a\\u200bb": 1}}\n',
        'tree: {id: "a\\eb", value: 1}\n',
        'name: "a\\eb"\ntree: 1\n',
        'tree: {value: 1, note: "\\x00"}\n',
        'source: "\\u202e"\ntree: 1\n',
    ],
}
EXCEPTIONS = {text for texts in ONLY_THE_READER.values() for text in texts}
BAD = [
    text
    for cases in CASES.values()
    for text, _, _ in cases
    if is_yaml(text) and text not in EXCEPTIONS
]


MAKER = runpy.run_path(str(Path(__file__).parents[2] / "docs" / "make_schemas.py"))


@pytest.mark.parametrize("name", MAKER["SCHEMAS"])
def test_schemas_are_filled_in_from_the_registries(name):
    text = (files("trees") / name).read_text(encoding="utf-8")
    schema = json.loads(text)
    MAKER["SCHEMAS"][name](schema)
    assert MAKER["layout"](schema) + "\n" == text, "run python docs/make_schemas.py"
    jsonschema.Draft7Validator.check_schema(schema)


def test_new_convention_game_or_key_reaches_the_schema(monkeypatch):
    schema = json.loads(json.dumps(SCHEMA))
    monkeypatch.setitem(PRESETS, "north", PRESETS["aima"])
    monkeypatch.setitem(GAMES, "hex", GAMES["nim"])
    MAKER["fill_tree_schema"](schema)
    of_tree, of_position = (
        schema["definitions"][name]["properties"] for name in ("tree-file", "position-file")
    )
    assert "north" in of_tree["convention"]["enum"]
    assert "hex" in of_position["game"]["anyOf"][0]["enum"]
    del of_tree["bounds"]
    with pytest.raises(SystemExit, match="in tree-file: bounds"):
        MAKER["fill_tree_schema"](schema)


@over("text", GOOD, ms=150)
def test_reader_and_schema_accept_valid_documents(text):
    assert reader_takes(text)
    assert schema_takes(text)


@over("text", BAD, ms=150)
def test_reader_and_schema_refuse_invalid_documents(text):
    assert not reader_takes(text)
    assert not schema_takes(text)


@over("text", sorted(EXCEPTIONS), ms=150)
def test_some_documents_are_refused_only_by_the_reader(text):
    assert not reader_takes(text)
    assert schema_takes(text)


def test_schema_is_tested_on_many_documents():
    assert len(GOOD) + len(BAD) > 150


def properties(schema):
    """Every schema of a property, at any depth."""
    if isinstance(schema, dict):
        yield from schema.get("properties", {}).items()
        for inner in schema.values():
            yield from properties(inner)
    elif isinstance(schema, list):
        for inner in schema:
            yield from properties(inner)


def test_schema_explains_every_key():
    undescribed = {key for key, schema in properties(SCHEMA) if "description" not in schema}
    assert undescribed <= {"node"}
