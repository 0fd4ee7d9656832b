"""YAML has the record of the JSON, with scalars that no YAML reader mistakes."""

from __future__ import annotations

import json

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.game import Player
from tests.support.strategies import conventions, trees, windows
from tracer import trace
from tracer.export.formats.yaml import _flow
from tracer.recording.visit_order import visit_order
from trees.building.builder import build
from trees.building.node import TreeEdge, TreeNode

#: Words that one version of YAML or another takes for something else than a text.
TRAPS = [
    *("no", "Yes", "y", "on", "OFF", "true", "null", "~", "inf", ".inf", "nan", "1", "1e3", "0x1f"),
    *("1:30", "-", "-x", "?x", ":", "a:", "#", "#a", "&a", "*a", "!a", "|", ">", "%a", "@a", "`a"),
    *("{", "}", "[", "]", "'", '"', "\\", "a#b", "=", "<<", "1_000", "2001-01-01", "é", "▽", "🎲"),
]


@given(trees(4), conventions, windows)
@settings(max_examples=40)
def test_yaml_reads_back_as_the_record_of_the_json(tree, convention, window):
    t = trace(tree, convention=convention, window=window)
    read = yaml.safe_load(t.export("yaml"))
    order = read.pop("visit_order").split()
    assert read == json.loads(t.export("json"))
    assert order == [visit["id"] for visit in read["visits"]]
    assert yaml.safe_load(t.export("yaml", summary=True)) == json.loads(
        t.export("json", summary=True)
    )


@pytest.mark.parametrize(
    ("source", "options"),
    [
        ("tic-tac-toe@xo.|xo.|...", {}),
        ("tic-tac-toe", {"max_visits": 9}),
        ("reversi:4", {"search": "deepening", "depth": 3}),
        ("tic-tac-toe@x..|.o.|...", {"search": "mcts", "iterations": 20, "seed": 1}),
        ("fractions", {}),
    ],
)
def test_games_passes_and_stopped_searches_read_back(source, options):
    t = trace(source, **options)
    read = yaml.safe_load(t.export("yaml"))
    order = read.pop("visit_order")
    assert read == json.loads(t.export("json"))
    assert order.split(", " if t.game.named_by_path else " ") == list(visit_order(t))


def test_names_that_look_like_other_types_stay_names():
    leaves = [TreeEdge(TreeNode(id=name, value=number)) for number, name in enumerate(TRAPS)]
    t = trace(build(TreeNode(id="root", edges=leaves), players=(Player.MAX, Player.MIN)))
    read = yaml.safe_load(t.export("yaml"))
    assert [visit["id"] for visit in read["visits"]] == ["root", *TRAPS]
    assert [visit["move"] for visit in read["visits"]] == [None, *TRAPS]
    assert read["visit_order"] == " ".join(["root", *TRAPS])


@given(st.floats(allow_nan=False, allow_infinity=False))
def test_doubles_read_back_equal(value):
    assert yaml.safe_load(_flow(value)) == value
    assert isinstance(yaml.safe_load(_flow(value)), float)


@given(st.text(alphabet=st.characters(exclude_categories=["Cs"])))
def test_texts_read_back_equal(text):
    assert yaml.safe_load(f"a: {_flow(text)}") == {"a": text}
    assert yaml.safe_load(f"[{_flow(text)}, {{{_flow(text)}: 1}}]") == [text, {text: 1}]
