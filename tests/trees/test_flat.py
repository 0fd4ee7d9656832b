"""A tree survives its flat form and JSON, and invalid forms are refused."""

import copy
import json
import random
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.errors import InvalidInput
from engine.game import Player
from tests.support.cases import over
from tests.support.strategies import trees
from trees.formats.flat import from_flat, to_flat
from trees.formats.nested import from_nested
from trees.formats.tree_yaml import read_tree
from trees.library import library_names, library_tree


def again(tree):
    """The tree after a journey through JSON."""
    return from_flat(json.loads(json.dumps(to_flat(tree))))


def same(one, other):
    left_out = dict.fromkeys(("_index", "shape"))
    assert vars(one) | left_out == vars(other) | left_out
    if vars(one).get("shape") is not None:
        leaves = one.known_leaves()
        assert [*map(one.shares, leaves)] == [*map(other.shares, leaves)]


@given(trees(), st.sampled_from(Player), st.text(max_size=9))
def test_random_trees_read_back_equal(nested, root, name):
    tree = from_nested(nested, root=root, name=name)
    same(again(tree), tree)


@over("name", library_names())
def test_library_trees_read_back_equal(name):
    tree = library_tree(name)
    same(again(tree), tree)


def test_numbers_keep_their_kind():
    huge = Fraction(10**80 + 1, 10**80)
    values = [1, 1.0, 0.1, Fraction(1, 3), 2**53, -(2**53), Fraction(-2, 5), 0, -1.5, huge]
    tree = again(from_nested(values))
    assert list(tree.values[1:]) == values
    assert [type(value) for value in tree.values[1:]] == [type(value) for value in values]


def test_every_attribute_of_a_node_is_kept():
    text = """
tree:
  children:
    a: {id: B, eval: 1/3, note: "two\\nlines", children: [1, -2.5]}
    b: {player: chance, children: [{p: 1/3, node: 4}, {p: 2/3, node: &t [1, 9]}]}
    c: {player: max, children: [&s {player: min, value: 3}]}
    d: {children: {x: *s, y: *t, "'": 5}}
"""
    tree = read_tree(text.replace("y: *t", "y: {player: max, children: [*t]}"), "f")
    same(again(tree), tree)


def test_absent_attributes_take_no_space():
    always = "name description citation players ids player values first_edge children"
    assert set(to_flat(from_nested([1, 2]))) == set(always.split())


FLAT = to_flat(library_tree("dice"))
NUMBERS = [True, -1, 0, 1, 7, 10**30, 0.5, float("nan")]
JUNK = [*NUMBERS, "", "A", "1/0", "1/3", "max", None, [], {}, [[]]]


def test_damaged_columns_are_refused_without_a_traceback():
    chance = random.Random(7)
    refused = 0
    for _ in range(1500):
        flat = copy.deepcopy(FLAT)
        key = chance.choice(sorted(flat))
        damage = chance.randrange(5)
        column = flat[key]
        if damage == 0:
            del flat[key]
        elif damage == 1:
            flat[key] = chance.choice(JUNK)
        elif damage == 2:
            flat[chance.choice(["", "more"])] = chance.choice(JUNK)
        elif isinstance(column, list) and damage == 3:
            column[chance.randrange(len(column))] = chance.choice(JUNK)
        elif isinstance(column, list):
            column.insert(chance.randrange(len(column)), chance.choice(JUNK))
        if json.dumps(flat) == json.dumps(FLAT):
            continue
        try:
            tree = from_flat(flat)
        except InvalidInput as error:
            assert error.where == "the saved tree"  # noqa: PT017
            refused += 1
        else:
            assert to_flat(tree) == flat  # a change that is a tree again
    assert refused > 1000


WRONG_CHILDREN = ({**FLAT, "children": one} for one in ([0] * 14, FLAT["children"][::-1]))


@over("junk", [*JUNK, {"ids": ["A"]}, *WRONG_CHILDREN])
def test_invalid_tree_is_refused(junk):
    with pytest.raises(InvalidInput, match="the saved tree"):
        from_flat(junk)
