"""Names: letters in level order, leaves by parent and place, except for given names."""

from __future__ import annotations

from itertools import islice, product
from string import ascii_uppercase

import pytest
from hypothesis import given

from engine.errors import InvalidInput
from tests.support.cases import over
from tests.support.strategies import trees
from trees.building.builder import build
from trees.building.naming import LONGEST_NAME, TreeEdge, TreeNode, check_word, letters
from trees.formats.nested import from_nested
from trees.formats.tree_yaml import read_tree


def names_of(text):
    return " ".join(read_tree(text, "f").ids)


@over(
    ("text", "names"),
    [
        ("5", "A"),
        ("[5]", "A A1"),
        ("[[3, 12, 8], [2, 4, 6], [14, 5, 2]]", "A B C D B1 B2 B3 C1 C2 C3 D1 D2 D3"),
        ("[1, [2, [3]], 4]", "A A1 B A3 B1 C C1"),
        ("tree: {id: root, children: [1, [2]]}", "root root1 A A1"),
        ("tree: {id: B, children: [[1], [2]]}", "B A C A1 C1"),
        ("tree: [[1], {id: B, children: [2]}, [3]]", "A C B D C1 B1 D1"),
        ("tree: [[{id: A, value: 1}], 2]", "B C B2 A"),
        ("tree: [1, {id: A1, value: 2}]", "A A1' A1"),
        ('tree: [1, {id: A1, value: 2}, {id: "A1\'", value: 2}]', "A A1'' A1 A1'"),
        ("tree: {id: Z, children: [{id: L7, value: 5}, 6]}", "Z L7 Z2"),
        ("tree: {id: X, children: [{id: X1, children: [1]}, 2]}", "X X1 X2 X11"),
        # two unnamed leaves that would both be X11
        (
            "tree: {id: X, children: [{id: X1, children: [1]}, 2, 3, 4, 5, 6, 7, 8, 9, 0, 1]}",
            "X X1 X2 X3 X4 X5 X6 X7 X8 X9 X10 X11 X11'",
        ),
        # the first parent in level order names a shared leaf
        ("tree: {children: {a: [&x 1, 2], b: [3, *x]}}", "A B C B1 B2 C1"),
        ("tree: [[&x 1, 2], *x]", "A B A2 B2"),
    ],
)
def test_nodes_get_their_default_names(text, names):
    assert names_of(text) == names


def test_letters_continue_after_z():
    assert list(islice(letters(), 25, 29)) == ["Z", "AA", "AB", "AC"]
    every = [
        "".join(word) for length in (1, 2, 3) for word in product(ascii_uppercase, repeat=length)
    ]
    assert list(islice(letters(), len(every))) == every


def naming(tree):
    """The names of nested lists, level by level, by another program."""
    words = ("".join(w) for n in (1, 2, 3) for w in product(ascii_uppercase, repeat=n))
    names, level = [], [(tree, "", 0)]
    while level:
        below = []
        for node, parent, place in level:
            interior = isinstance(node, list)
            name = next(words) if interior or not parent else f"{parent}{place}"
            names.append(name)
            if interior:
                below += [(child, name, number) for number, child in enumerate(node, 1)]
        level = below
    return names


@given(trees())
def test_nested_lists_are_named_as_by_another_program(tree):
    assert list(from_nested(tree).ids) == naming(tree)


@over("word", ["A", "left", "a1", "α", "x-1", "(0,0)"[:2], "L'", "e4!", "7"])
def test_valid_names_are_accepted(word):
    check_word(word, "an id")


@over(
    ("word", "message"),
    [
        ("", "empty"),
        ("a b", "Use - or _"),
        ("a,b", "Use - or _"),
        ("a\u2003b", "Use - or _"),
        ("a\nb", "Use - or _"),
        ("a\x00", "invisible"),
        ("a\u200b", "invisible"),
        ("x" * (LONGEST_NAME + 1), "at most 64"),
    ],
)
def test_invalid_names_are_refused(word, message):
    with pytest.raises(InvalidInput, match=message):
        check_word(word, "an id")


def test_nodes_with_the_same_name_are_refused_with_both_places():
    root = TreeNode(
        edges=[
            TreeEdge(TreeNode("X", value=1, where="here")),
            TreeEdge(TreeNode("X", value=2, where="there")),
        ]
    )
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
