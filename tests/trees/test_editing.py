"""Edited trees."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.errors import InvalidInput, UsageError
from tests.support.strategies import trees
from trees.editing import move_child, set_value, set_vector
from trees.formats.flat import from_flat, to_flat
from trees.formats.nested import from_nested
from trees.library import library_tree


def test_leaf_gets_a_new_value_and_nothing_else_changes():
    tree = library_tree("lecture")
    leaf = tree.parse("C1")
    changed = set_value(tree, leaf, Fraction(1, 3))
    before, after = to_flat(tree), to_flat(changed)
    assert changed.values[leaf] == Fraction(1, 3)
    assert tree.values[leaf] == 2
    before["values"][leaf] = after["values"][leaf]
    assert after == before


def test_an_interior_node_gets_an_estimate():
    tree = library_tree("lecture")
    changed = set_value(tree, tree.parse("C"), 4.5)
    assert changed.evaluate(changed.parse("C")) == 4.5
    assert not changed.is_terminal(changed.parse("C"))


@pytest.mark.parametrize("value", [float("nan"), float("inf"), 2**60])
def test_invalid_value_is_refused(value):
    tree = library_tree("lecture")
    with pytest.raises(InvalidInput):
        set_value(tree, tree.parse("C1"), value)


def children(tree, name):
    return [tree.ids[tree.result(0, edge)] for edge in tree.actions(tree.parse(name))]


def test_child_is_swapped_with_its_neighbour():
    tree = library_tree("lecture")
    changed = move_child(tree, 0, 0, 1)
    assert children(tree, "A") == ["B", "C", "D"]
    assert children(changed, "A") == ["C", "B", "D"]
    assert children(changed, "B") == ["B1", "B2", "B3"]
    assert children(move_child(changed, 0, 1, -1), "A") == ["B", "C", "D"]


@pytest.mark.parametrize(("place", "by"), [(0, -1), (2, 1), (3, 1), (-1, 1)])
def test_move_without_a_neighbour_changes_nothing(place, by):
    with pytest.raises(UsageError):
        move_child(library_tree("lecture"), 0, place, by)


@given(
    trees().map(from_nested)
    | st.sampled_from(["dice", "transposition", "estimates", "ghosts"]).map(library_tree),
    st.randoms(),
)
def test_a_move_can_be_saved_and_undone_and_keeps_all_else(tree, random):
    wide = [node for node in range(len(tree)) if len(tree.moves(node)) > 1]
    if not wide:
        return
    node = random.choice(wide)
    changed = move_child(tree, node, 0, 1)
    assert sorted(changed.ids) == sorted(tree.ids)
    assert to_flat(from_flat(to_flat(changed))) == to_flat(changed)
    back = move_child(changed, changed.parse(tree.ids[node]), 0, 1)
    assert to_flat(back) == to_flat(tree)


def test_a_leaf_gets_another_vector_and_the_tree_stays_as_it_was():
    tree = library_tree("three-players")
    changed = set_vector(tree, tree.parse("D2"), (9, 0, Fraction(1, 2)))
    assert changed.shares(changed.parse("D2")) == (9, 0, Fraction(1, 2))
    assert changed.values[changed.parse("D2")] == Fraction(1, 2)  # C moved there
    assert tree.shares(tree.parse("D2")) == (4, 2, 3)
    assert changed.share_names == ("A", "B", "C")


@pytest.mark.parametrize("shares", [(1, 2), (1, 2, 3, 4), (1, 2, float("inf"))])
def test_another_vector_has_a_number_for_each_player(shares):
    tree = library_tree("three-players")
    with pytest.raises(InvalidInput, match="not a vector of this tree") as error:
        set_vector(tree, tree.parse("D2"), shares)
    assert error.value.expected == "3 numbers, for A, B, C"


def test_an_internal_node_gets_no_vector():
    tree = library_tree("three-players")
    with pytest.raises(UsageError):
        set_vector(tree, tree.parse("D"), (1, 2, 3))


def test_a_moved_child_takes_its_vectors_and_players_along():
    tree = library_tree("three-players")
    changed = move_child(tree, tree.initial, 0, 1)
    assert [changed.ids[changed.result(0, edge)] for edge in changed.actions(0)] == ["C", "B"]
    for node in range(len(tree)):
        now = changed.parse(tree.ids[node])
        assert changed.player_name(now) == tree.player_name(node)
        if tree.is_terminal(node):
            assert changed.shares(now) == tree.shares(node)
