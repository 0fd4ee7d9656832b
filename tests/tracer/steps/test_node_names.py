"""Node names in sentences, compared with a plain count of the names used."""

from __future__ import annotations

import random

import pytest

from engine.log.visit_log import NO_PARENT
from tracer import trace
from tracer.steps.cutoff_reason import SentenceNames, short_name


@pytest.fixture(scope="module")
def game():
    """A game, whose nodes are named by the way to them."""
    return trace("tic-tac-toe@xox|o..|...", "minimax")


@pytest.fixture(scope="module")
def tree():
    """A tree whose nodes have names."""
    return trace("lecture", "minimax")


def move_at(t, row):
    """A node by its last move and its ply, read off its whole name."""
    return f"{t.name(row).split()[-1]} (ply {t.log.depth[row]})"


def test_nodes_of_a_tree_have_the_same_names_everywhere(tree):
    rows = range(len(tree.log))
    names = SentenceNames(tree, rows)
    for row in rows:
        assert (
            short_name(tree, row)
            == names.first_name(row)
            == names.later_name(row)
            == tree.name(row)
        )
    assert names.child_names(0, [("B", "b"), ("C", "c")]) == "B, C"


def test_nodes_of_a_game_are_named_by_their_last_move_and_ply(game):
    for row in range(len(game.log)):
        depth = game.log.depth[row]
        assert short_name(game, row) == (game.name(row) if depth < 2 else move_at(game, row))
    assert max(game.log.depth) > 2


def test_nodes_of_two_plies_in_one_sentence_never_share_a_name(game):
    draw = random.Random("names")
    inner = range(1, len(game.log))
    alike = 0
    for _ in range(300):
        rows = draw.sample(inner, 3)
        short = [game.move_name(row) for row in rows]
        names = SentenceNames(game, [*rows, NO_PARENT])
        for row, move in zip(rows, short, strict=True):
            is_alone = short.count(move) == 1
            alike += not is_alone
            at_ply = f"{move} (ply {game.log.depth[row]})"
            assert names.later_name(row) == (move if is_alone else at_ply)
            assert names.first_name(row) == (short_name(game, row) if is_alone else at_ply)
        plies = [game.log.depth[row] for row in rows]
        if len(set(plies)) == len(plies):
            assert len({names.later_name(row) for row in rows}) == len(rows)
    assert alike > 20


def test_unvisited_children_name_their_ply_if_another_node_has_their_move(game):
    row = next(row for row in range(len(game.log)) if game.log.depth[row] == 1)
    move = game.move_name(row)
    ply = game.log.depth[row] + 1
    alone, alike = SentenceNames(game, []), SentenceNames(game, [row])
    children = [("a-whole-way", move), ("another", "elsewhere")]
    assert alone.child_names(row, children) == f"{move}, elsewhere"
    assert alike.child_names(row, children) == f"{move}, elsewhere (ply {ply})"
