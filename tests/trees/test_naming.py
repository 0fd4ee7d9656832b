"""Names: letters in level order, leaves by parent and place, except for given names."""

from itertools import islice, product
from string import ascii_uppercase

import pytest
from hypothesis import given

from engine.errors import InvalidInput
from tests.support.cases import over
from tests.support.naive import names
from tests.support.strategies import trees
from tests.support.tables import table
from trees.building import TreeEdge, TreeNode, build
from trees.formats.nested import from_nested
from trees.formats.tree_yaml import read_tree
from trees.text import LONGEST_NAME, check_word, letters


@over("text, expected", table(__file__, "node_names"))
def test_nodes_get_their_default_names(text, expected):
    assert " ".join(read_tree(text, "f").ids) == expected


@given(trees())
def test_nested_lists_are_named_as_by_another_program(tree):
    assert list(from_nested(tree).ids) == list(names(tree).values())


def test_letters_continue_after_z():
    words = [w for length in (1, 2, 3) for w in product(ascii_uppercase, repeat=length)]
    assert list(islice(letters(), len(words))) == ["".join(word) for word in words]


@over("word", ["A", "left", "a1", "α", "x-1", "(0,0)"[:2], "L'", "e4!", "7"])
def test_valid_names_are_accepted(word):
    check_word(word, "an id")


@over(
    "word, message",
    [
        *table(__file__, "name_refusals"),
        ("x" * (LONGEST_NAME + 1), "at most 64"),
    ],
)
def test_invalid_names_are_refused(word, message):
    with pytest.raises(InvalidInput, match=message):
        check_word(word, "an id")


def test_nodes_with_the_same_name_are_refused_with_both_places():
    root = TreeNode(edges=[TreeEdge(TreeNode("X", value=1, where=at)) for at in ("here", "there")])
    with pytest.raises(InvalidInput, match="there: two nodes have the id X") as caught:
        build(root)
    assert caught.value.where == "there"
    assert "here" in caught.value.expected


@pytest.mark.parametrize(
    "edges",
    [
        [TreeEdge(TreeNode(value=1), "a"), TreeEdge(TreeNode(value=2), "a")],
        [TreeEdge(TreeNode("a", value=1)), TreeEdge(TreeNode(value=2), "a")],
    ],
)
def test_moves_with_the_same_name_are_refused(edges):
    with pytest.raises(InvalidInput, match="A has two moves named a"):
        build(TreeNode(edges=edges))


def test_same_label_at_several_parents_is_accepted():
    tree = read_tree("tree: {children: {l: {children: {l: 1}}, r: {children: {l: 2}}}}", "f")
    assert [tree.name_of(edge) for edge in range(4)] == ["l", "r", "l", "l"]
