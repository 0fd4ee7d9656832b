"""The grammar of tree files, in all its notations."""

from fractions import Fraction

import pytest

from engine.game import Player
from tests.support.cases import over
from tests.support.tables import table
from trees.formats.flat import to_flat
from trees.formats.nested import from_nested
from trees.formats.tree_yaml import PositionSource, read_source, read_tree

LECTURE = to_flat(from_nested([[3, 12, 8], [2, 4, 6], [14, 5, 2]]))


@over("text", table(__file__, "notations"))
def test_different_notations_give_the_same_tree(text):
    assert to_flat(read_tree(text, "f")) == LECTURE


@pytest.mark.parametrize(
    "text", ["5", "tree: 5", "tree: {value: 5}", "--- 5\n", "tree: {id: A, value: 5}"]
)
def test_a_lone_number_is_a_tree_of_one_leaf(text):
    tree = read_tree(text, "f")
    assert (list(tree.ids), list(tree.values)) == (["A"], [5])


@over("text, moves", table(__file__, "moves"))
def test_moves_are_named_by_the_keys_of_a_mapping(text, moves):
    tree = read_tree(text, "f")
    assert [tree.name_of(edge) for edge in tree.actions(0)] == moves


@pytest.mark.parametrize("name", ["7", "true", "1.5", "x'", "α1", "-"])
def test_an_id_is_any_word(name):
    assert read_tree(f"tree: {{id: {name}, value: 1}}", "f").ids[0] == name


def test_outcomes_may_have_names():
    tree = read_tree(
        "root: chance\ntree: {children: {heads: {p: 1/4, node: 1}, tails: {p: 3/4, node: 2}}}", "f"
    )
    assert [tree.name_of(edge) for edge in tree.moves(0)] == ["heads", "tails"]
    assert [share for _, share in tree.chances(0)] == [Fraction(1, 4), Fraction(3, 4)]


def test_notes_keep_their_line_breaks():
    tree = read_tree("tree:\n  value: 1\n  note: |\n    one\n    two\n", "f")
    assert tree.note_of(0) == "one\ntwo"


def test_list_of_children_may_be_shared():
    tree = read_tree("tree: [{children: &k [1, [2]]}, {children: *k}]", "f")
    assert list(tree.ids) == ["A", "B", "C", "B1", "D", "D1"]
    assert [tree.result(2, edge) for edge in tree.actions(2)] == [3, 4]


def test_last_definition_of_an_anchor_counts():
    tree = read_tree("tree: [[&x 1, &x 2], [*x]]", "f")
    assert tree.result(2, tree.actions(2)[0]) == tree.parse("B2")


def test_a_file_may_hold_chance_layers():
    tree = read_tree("players: [max, chance, min]\ntree: [[1, [2, 3]]]", "f")
    assert [tree.to_move(node) for node in range(4)] == [
        Player.MAX,
        Player.CHANCE,
        Player.MIN,
        Player.MIN,
    ]


# Positions ------------------------------------------------------------------------------------


@over("text, fields", table(__file__, "position_files"))
def test_positions_are_read(text, fields):
    assert read_source(text, "f") == PositionSource(**fields)
