"""A hand tree as a game: its six members, and names for people."""

from fractions import Fraction

import pytest

from engine.errors import InvalidInput, SearchRefused
from engine.game import Game, Player
from trees.formats.tree_yaml import read_tree

TREE = """
name: Example
description: A sentence.
source: A book
tree:
  id: A
  children:
    a1: {id: B, children: [3, 12, 1/3], note: "A note."}
    a2: {player: max, eval: 4.5, children: [2, 7]}
    a3: {player: chance, children: [{p: 1/3, node: 4}, {p: 2/3, node: [1, 9]}]}
    a4: &t {id: T, children: [1, 2]}
    a5: *t
"""


@pytest.fixture
def tree():
    return read_tree(TREE, "f")


def test_repr_describes_the_tree(tree):
    assert (tree.name, tree.description, tree.citation) == ("Example", "A sentence.", "A book")
    assert str(tree) == "Example"
    assert repr(tree) == "<HandTree 'Example', 16 nodes>"
    assert str(read_tree("[1]", "f")) == "hand tree"
    assert str(read_tree("[1]", "f", title="homework")) == "homework"


def test_states_actions_and_results(tree):
    assert isinstance(tree, Game)
    assert tree.initial == 0
    moves = tree.actions(0)
    assert [tree.name_of(move) for move in moves] == ["a1", "a2", "a3", "a4", "a5"]
    states = [tree.result(0, move) for move in moves]
    assert [tree.node_name(state, ["whatever"]) for state in states] == ["B", "C", "D", "T", "T"]
    assert list(tree.moves(states[2])) == [outcome for outcome, _ in tree.chances(states[2])]
    assert not tree.is_pass(moves[0])
    assert not tree.named_by_path


def test_move_without_a_label_is_named_after_its_child(tree):
    assert [tree.name_of(move) for move in tree.actions(tree.parse("B"))] == ["B1", "B2", "B3"]


def test_turns_and_chances(tree):
    players = {name: tree.to_move(tree.parse(name)) for name in ("A", "B", "C", "D", "T", "E")}
    assert players == {
        "A": Player.MAX,
        "B": Player.MIN,
        "C": Player.MAX,
        "D": Player.CHANCE,
        "T": Player.MIN,
        "E": Player.MIN,
    }
    assert [share for _, share in tree.chances(tree.parse("D"))] == [Fraction(1, 3), Fraction(2, 3)]
    assert tree.has_chance


def test_utilities_are_exact_and_negated_for_min(tree):
    third = tree.parse("B3")
    assert tree.is_terminal(third)
    assert tree.utility(third, Player.MAX) == Fraction(1, 3)
    assert tree.utility(third, Player.MIN) == Fraction(-1, 3)
    assert type(tree.utility(tree.parse("B1"), Player.MIN)) is int
    assert not tree.is_terminal(0)
    with pytest.raises(SearchRefused, match="A is not a leaf"):
        tree.utility(0, Player.MAX)


def test_estimates_are_evaluated(tree):
    assert tree.evaluate(tree.parse("C")) == 4.5
    assert tree.evaluate(tree.parse("B1")) == 3
    with pytest.raises(SearchRefused, match="Give B an eval"):
        tree.evaluate(tree.parse("B"))


def test_notes_and_drawings(tree):
    assert tree.note_of(tree.parse("B")) == "A note."
    assert tree.note_of(0) == ""
    assert tree.draw(0) == "A (MAX): a1, a2, a3, a4, a5"
    assert tree.draw(tree.parse("B3")) == "B3 = 1/3"


def test_nodes_are_found_by_name(tree):
    for state in range(len(tree)):
        assert tree.parse(tree.format(state)) == state
    with pytest.raises(InvalidInput, match="Example has no node 'B4'"):
        tree.parse("B4")
