"""Players to move: alternation, rounds, chance, and nodes with an explicit player."""

from __future__ import annotations

import pytest

from engine.errors import InvalidInput
from engine.game import Player
from tests.support.cases import over
from trees.building.builder import build
from trees.building.naming import TreeEdge, TreeNode
from trees.formats.nested import from_nested
from trees.formats.tree_yaml import read_tree

INITIALS = {Player.MAX: "x", Player.MIN: "n", Player.CHANCE: "c"}


def turns(tree):
    """The turns in level order: x for MAX, n for MIN, c for chance."""
    return "".join(INITIALS[tree.to_move(node)] for node in range(len(tree)))


DEEP = "[[[[[1]]]]]"


@over(
    ("text", "expected"),
    [
        (f"tree: {DEEP}", "xnxnxn"),
        (f"root: max\ntree: {DEEP}", "xnxnxn"),
        (f"root: min\ntree: {DEEP}", "nxnxnx"),
        (f"root: chance\ntree: {DEEP}", "cxnxnx"),
        (f"players: [max, min]\ntree: {DEEP}", "xnxnxn"),
        (f"players: [max, min, min]\ntree: {DEEP}", "xnnxnn"),
        (f"players: [min, max, max]\ntree: {DEEP}", "nxxnxx"),
        (f"players: [max]\ntree: {DEEP}", "xxxxxx"),
        (f"root: max\nplayers: [max, min, min]\ntree: {DEEP}", "xnnxnn"),
        # chance named among the players is a layer; at a leaf nobody throws dice
        (f"players: [max, chance, min, chance]\ntree: {DEEP}", "xcncxn"),
        ("players: [max, chance]\ntree: [[[1]]]", "xcxx"),
        # a chance node of its own takes no turn
        ("tree: {children: [{player: chance, children: [[[1]]]}]}", "xcnxn"),
        ("players: [max, chance]\ntree: [{player: chance, children: [[1]]}]", "xcxx"),
        # a node's own player takes its turn all the same
        ("tree: [{player: max, children: [[[1]]]}]", "xxxnx"),
        ("tree: {player: min, children: [[[1]]]}", "nnxn"),
        ("players: [max, chance]\ntree: [{player: min, children: [[1]]}]", "xnxx"),
        ("tree: [{player: max, value: 1}, 2]", "xxn"),
        ("root: min\ntree: 7", "n"),
    ],
)
def test_turns_follow_the_players(text, expected):
    assert turns(read_tree(text, "f")) == expected


@pytest.mark.parametrize(
    ("text", "plies"),
    [
        ("tree: [1]", 2),
        ("players: [max]\ntree: [1]", 1),
        ("players: [max, min, min]\ntree: [1]", 3),
        ("players: [max, chance, min, chance]\ntree: [[1]]", 2),
    ],
)
def test_round_has_each_player_once_without_chance(text, plies):
    assert read_tree(text, "f").plies_per_round == plies


def test_nested_lists_accept_a_root_player_or_players():
    nested = [[[1]]]
    assert turns(from_nested(nested, root=Player.MIN)) == "nxnx"
    assert turns(from_nested(nested, root=Player.CHANCE)) == "cxnx"
    assert turns(from_nested(nested, players=[Player.MAX, Player.MIN, Player.MIN])) == "xnnx"


# Shared nodes ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("tree: [[&t [1], 2], [3, *t]]", "xnnxxxn"),
        # by paths of two and four plies it is MAX's both times
        ("tree: [[&t [1], [[*t]]]]", "xnxxnn"),
        # a leaf may be met at any turn; the first reading holds
        ("tree: [&t 1, [*t]]", "xnn"),
        # it says its own player
        ("tree: [&t {player: max, children: [1]}, [*t]]", "xxnx"),
    ],
)
def test_shared_node_has_one_player(text, expected):
    assert turns(read_tree(text, "f")) == expected


@pytest.mark.parametrize(
    "text",
    [
        "tree: [&t [1], [*t]]",
        "tree: [[&t [1]], *t]",
        # its own player settles the node, but not its children
        "tree: [&t {player: max, children: [[1]]}, [*t]]",
        # the same turn by both paths, but not the same place in the round
        "players: [max, min, min]\ntree: [&t [[1]], [*t]]",
    ],
)
def test_shared_node_with_two_players_is_refused(text):
    with pytest.raises(InvalidInput, match="shared") as caught:
        read_tree(text, "f")
    assert "MAX and MIN" in caught.value.found


# Rounds ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [[], [Player.CHANCE], [Player.MAX] * 65])
def test_round_without_players_is_refused(players):
    with pytest.raises(InvalidInput):
        build(TreeNode(edges=[TreeEdge(TreeNode(value=1))]), players=players)


def test_chance_node_without_outcomes_is_refused():
    with pytest.raises(InvalidInput, match="an unnamed leaf is a chance node but has no outcomes"):
        build(TreeNode(player=Player.CHANCE, value=1))
