"""Players to move, turn by turn, and the probabilities of chance."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.errors import InvalidInput, SearchRefused
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


# Rounds ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [[], [Player.CHANCE], [Player.MAX] * 65])
def test_round_without_players_is_refused(players):
    with pytest.raises(InvalidInput):
        build(TreeNode(edges=[TreeEdge(TreeNode(value=1))]), players=players)


def test_chance_node_without_outcomes_is_refused():
    with pytest.raises(InvalidInput, match="an unnamed leaf is a chance node but has no outcomes"):
        build(TreeNode(player=Player.CHANCE, value=1))


THIRD = Fraction(1, 3)


def shares(*probabilities):
    """The exact probabilities of a chance node's outcomes."""
    edges = [TreeEdge(TreeNode(value=1), probability=share) for share in probabilities]
    tree = build(TreeNode(player=Player.CHANCE, edges=edges))
    return [share for _, share in tree.chances(0)]


@pytest.mark.parametrize(
    ("given", "exact"),
    [
        ([None, None, None], [THIRD, THIRD, THIRD]),
        ([0.5, 0.5], [Fraction(1, 2), Fraction(1, 2)]),
        ([0.1] * 10, [Fraction(1, 10)] * 10),
        ([0.3333333333] * 3, [THIRD] * 3),
        ([THIRD, 2 * THIRD], [THIRD, 2 * THIRD]),
        ([1], [Fraction(1)]),
        ([0.25, Fraction(3, 4)], [Fraction(1, 4), Fraction(3, 4)]),
    ],
)
def test_probabilities_are_exact(given, exact):
    assert shares(*given) == exact


@over(
    "text, exact",
    [
        *table(__file__, "chances"),
        ("[1, 2, 3, 4]", ["1/4"] * 4),
    ],
)
def test_probabilities_in_a_file_are_read_as_written(text, exact):
    tree = read_tree(f"root: chance\ntree: {text}", "f")
    assert [str(share) for _, share in tree.chances(0)] == exact


@given(st.lists(st.integers(1, 1000), min_size=1, max_size=20))
def test_probabilities_sum_to_exactly_one(weights):
    total = sum(weights)
    assert shares(*(Fraction(weight, total) for weight in weights)) == [
        Fraction(weight, total) for weight in weights
    ]
    rounded = [round(weight / total, 12) for weight in weights]
    if all(rounded):
        assert sum(shares(*rounded)) == 1


@over("given, message", table(__file__, "chance_refusals"))
def test_invalid_probabilities_are_refused(given, message):
    with pytest.raises(InvalidInput, match=message):
        shares(*given)


def test_probability_is_refused_except_below_a_chance_node():
    with pytest.raises(InvalidInput, match="Write player: chance beside its children"):
        build(TreeNode(player=Player.MIN, edges=[TreeEdge(TreeNode(value=1), probability=1)]))


def test_probabilities_of_a_move_are_refused():
    tree = read_tree("[1, 2]", "f")
    assert not tree.has_chance
    with pytest.raises(SearchRefused, match="not an outcome"):
        tree.chances(0)
