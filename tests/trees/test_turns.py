"""Players to move: alternation, rounds, chance, and nodes with an explicit player."""

from __future__ import annotations

import pytest

from engine.errors import InvalidInput
from engine.game import Player
from tests.support.cases import over
from tests.support.tables import table
from trees.building import TreeEdge, TreeNode, build
from trees.formats.nested import from_nested
from trees.formats.tree_yaml import read_tree

INITIALS = {Player.MAX: "x", Player.MIN: "n", Player.CHANCE: "c"}


def turns(tree):
    """The turns in level order: x for MAX, n for MIN, c for chance."""
    return "".join(INITIALS[tree.to_move(node)] for node in range(len(tree)))


DEEP = "[[[[[1]]]]]"


@over("text, expected", table(__file__, "turns"))
def test_turns_follow_the_players(text, expected):
    assert turns(read_tree(text, "f")) == expected


@over("text, plies", table(__file__, "rounds"))
def test_round_has_each_player_once_without_chance(text, plies):
    assert read_tree(text, "f").plies_per_round == plies


def test_nested_lists_accept_a_root_player_or_players():
    nested = [[[1]]]
    assert turns(from_nested(nested, root=Player.MIN)) == "nxnx"
    assert turns(from_nested(nested, root=Player.CHANCE)) == "cxnx"
    assert turns(from_nested(nested, players=[Player.MAX, Player.MIN, Player.MIN])) == "xnnx"


# Shared nodes ---------------------------------------------------------------------------------


@over("text, expected", table(__file__, "shared_turns"))
def test_shared_node_has_one_player(text, expected):
    assert turns(read_tree(text, "f")) == expected


@over("text", table(__file__, "shared_refusals"))
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
