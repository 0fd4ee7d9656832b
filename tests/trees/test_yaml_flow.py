"""YAML text in flow style reads back equal."""

import random

import pytest
import yaml

from tests.support.cases import over
from tests.support.tables import table
from trees.formats.tree_yaml import read_tree
from trees.yaml.plain_data import flow_lines, quoted_scalar
from trees.yaml.yaml_text import YamlMap, read_yaml

TEXTS = table(__file__, "flow")


def plain(node):
    """Return the content of a node, distinguishing quoted scalars and shared nodes."""
    if isinstance(node, YamlMap):
        return {key: plain(below) for key, (_, below) in node.entries.items()}
    if hasattr(node, "items"):
        return [plain(below) for below in node.items]
    return None if node.is_null else node.text


@over("text", TEXTS)
@over("width", [8, 30, 96])
def test_flow_text_reads_back_here_and_by_another_reader(text, width):
    node = read_yaml(text, "a.yaml")
    lines = flow_lines(node, width=width)
    again = "key: " + "\n  ".join(lines) + "\n"
    assert plain(read_yaml(again, "b.yaml").entries["key"][1]) == plain(node)
    assert yaml.safe_load(again)["key"] == yaml.safe_load(text)


def test_shared_nodes_stay_shared():
    text = "{children: {a: &t {id: T, children: [1, 2]}, b: *t}}"
    tree = read_tree("tree: " + "\n  ".join(flow_lines(read_yaml(text, "a"), anchors="p2n")), "b")
    assert len(tree) == 4
    assert "&p2n1" in "".join(flow_lines(read_yaml(text, "a"), anchors="p2n"))


def test_random_trees_read_back_equal():
    dice = random.Random(5)

    def drawn(depth):
        if depth == 0 or dice.random() < 0.2:
            return dice.choice([dice.randint(-99, 99), f"{dice.randint(1, 9)}/7", 0.25])
        return [drawn(depth - 1) for _ in range(dice.randint(1, 4))]

    for _ in range(100):
        written = str([drawn(4), 1]).replace("'", "")
        width = dice.choice([10, 40, 96])
        again = "\n".join(flow_lines(read_yaml(written, "a"), width=width))
        assert yaml.safe_load(again) == yaml.safe_load(written)
        assert max(map(len, again.splitlines())) <= max(width, 60)


@pytest.mark.parametrize("text", ["", "no", "a\nb", '"', "a: b", "é", "\\"])
def test_quoted_scalar_reads_as_its_text(text):
    assert yaml.safe_load(quoted_scalar(text)) == text
