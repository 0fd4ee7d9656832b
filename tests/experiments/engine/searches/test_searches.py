"""Every search, compared with plain minimax and with programs rewritten from the papers."""

from __future__ import annotations

from fractions import Fraction
from functools import cache

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from engine.game import Player
from tests.engine.searches.test_searches import (
    TREES,
    VALUES,
    check_every_row,
    check_table,
    conventions,
)
from tests.support.naive_searches import Lists, frozen, guess, minimax
from tracer import trace
from trees.building import TreeEdge, TreeNode, build

pytestmark = pytest.mark.usefixtures("plain_and_kernel")


@st.composite
def trees_that_meet_a_position_twice(draw):
    """Lists with one subtree below the root and again two or four plies deeper, either first."""
    here = draw(st.lists(TREES, min_size=1, max_size=3))
    deeper = here
    for _ in range(draw(st.sampled_from([2, 4]))):
        deeper = [deeper, *draw(st.lists(VALUES, max_size=1))]
    around = draw(st.lists(VALUES, max_size=1))
    return [*around, *draw(st.permutations([here, deeper])), *around]


def shared_nodes(tree):
    """The lists as a hand tree in which equal subtrees with the same side to move are one node."""

    @cache
    def node(below, is_max):
        player = Player.MAX if is_max else Player.MIN
        if not isinstance(below, tuple):
            return TreeNode(value=below, player=player)
        edges = [
            TreeEdge(node(child, not is_max), f"m{place}") for place, child in enumerate(below)
        ]
        return TreeNode(player=player, eval=guess(below), edges=edges)

    return build(node(frozen(tree), True))


#: A subtree of three plies that seems to be worth 5, 0 and 4 by turns.
SEEMS = [[[4, 6], 5], [[7, 0], [9, 0]]]


@given(trees_that_meet_a_position_twice(), conventions, st.sampled_from([None, 1, 2, 3, 4, 5]))
@example([SEEMS, [[SEEMS]]], "aima", 3)
@example([[[SEEMS]], SEEMS], "aima", 4)
@example([[[[[SEEMS]]]], SEEMS], "cs188", 5)
@settings(max_examples=100)
def test_a_position_at_another_depth_is_searched_again_under_a_limit(tree, how, depth):
    for game in (Lists(tree, shared=True), shared_nodes(tree)):
        found = trace(game, "transposition", how, depth=depth)
        assert found.value == minimax(tree, left=depth)
        check_table(found)
        check_every_row(found)


def test_expectimax_is_exact_on_the_empty_board():
    found = trace("tic-tac-toe", "expectimax")
    assert found.exact(found.root) == Fraction(191, 192)
    assert found.value == float(Fraction(191, 192))
    assert found.counts.visited == 549_946
    assert found.line == list("1243567")
