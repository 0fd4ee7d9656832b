"""The schema for editors agrees with the reader."""

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
from tests.support.tables import table
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
    *table(__file__, "schema"),
    *map(library_text, library_names()),
]

# What no schema can say, and why. Texts are those of the table of malformed files.
EXCEPTIONS = [
    *table(__file__, "only_the_reader"),
    next(text for text, _, _ in CASES if "1/1699" in text),
]
BAD = [text for text, _, _ in CASES if is_yaml(text) and text not in EXCEPTIONS]


MAKER = runpy.run_path(str(Path(__file__).parents[2] / "docs" / "make_schemas.py"))


@pytest.mark.parametrize("name", MAKER["SCHEMAS"])
def test_schemas_are_filled_in_from_the_registries_and_explain_every_key(name):
    text = (files("trees") / name).read_text(encoding="utf-8")
    schema = json.loads(text)
    MAKER["SCHEMAS"][name](schema)
    assert MAKER["layout"](schema) + "\n" == text, "run python docs/make_schemas.py"
    jsonschema.Draft7Validator.check_schema(schema)
    assert {key for key, of in properties(schema) if "description" not in of} <= {"node"}


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


@over("text", GOOD, ms=45)
def test_reader_and_schema_accept_valid_documents(text):
    assert reader_takes(text)
    assert schema_takes(text)


@over("text", BAD, ms=45)
def test_reader_and_schema_refuse_invalid_documents(text):
    assert not reader_takes(text)
    assert not schema_takes(text)


@over("text", sorted(EXCEPTIONS), ms=45)
def test_some_documents_are_refused_only_by_the_reader(text):
    assert not reader_takes(text)
    assert schema_takes(text)


def properties(schema):
    """Every schema of a property, at any depth."""
    if isinstance(schema, dict):
        yield from schema.get("properties", {}).items()
        for inner in schema.values():
            yield from properties(inner)
    elif isinstance(schema, list):
        for inner in schema:
            yield from properties(inner)
