"""What is to be searched, drawn before any search."""

from __future__ import annotations

import re
from collections import Counter
from fractions import Fraction

import pytest

from engine.game import Player
from tracer.unsearched import drawn_unsearched, facts_of
from trees.library import library_names, library_tree
from trees.sources import open_source


def drawn(source, width=100, **options):
    rows = drawn_unsearched(open_source(source).game, width=width, **options)
    return "\n".join("".join(run.text for run in row).rstrip() for row in rows)


@pytest.mark.parametrize("name", library_names())
@pytest.mark.parametrize("width", [200, 50, 20])
def test_a_tree_shows_all_its_leaves_and_nothing_that_a_search_finds(name, width):
    tree = library_tree(name)
    shown = drawn(name, width)
    leaves = Counter(round(float(value), 4) for value in tree.values if value is not None)
    written = re.findall(r"(?<!\w)−?[\d./]+(?!\w)", shown)
    numbers = [float(Fraction(text.replace("−", "-"))) for text in written]
    assert leaves <= Counter(round(number, 4) for number in numbers)
    for found in ("?", "∞", "…", "≤", "≥", "=", "▲", "▼", "["):
        assert found not in shown
    assert drawn(name, width, ascii=True).isascii()


def test_a_small_tree_is_drawn_so():
    assert drawn("[[3,12],[2,4]]") == (
        "        △ A\n"
        "    ┌────┴─────┐\n"
        "    │          │\n"
        "   ▽ B        ▽ C\n"
        " ┌──┴──┐     ┌─┴──┐\n"
        " │     │     │    │\n"
        "B1    B2    C1   C2\n"
        " 3    12     2    4"
    )


def test_a_tree_that_is_too_large_is_not_drawn_and_its_size_is_told():
    large = str([[*range(60)], [*range(60)], [*range(60)]])
    assert drawn(large) == ""
    assert facts_of(open_source(large).game) == "184 nodes, 180 leaves"


def test_a_game_shows_its_board_and_whose_turn_it_is():
    game = open_source("tic-tac-toe@xo.|.x.|...").game
    board = [line.rstrip() for line in game.draw(game.initial).split("\n")]
    assert drawn("tic-tac-toe@xo.|.x.|...").split("\n") == board
    moves = len(game.actions(game.initial))
    assert facts_of(game) == f"{game.labels[game.to_move(game.initial)]} to move, {moves} moves"
    assert facts_of(open_source("tic-tac-toe@xxx|oo.|...").game) == "the game is over"
    assert game.to_move(game.initial) is Player.MIN


@pytest.mark.parametrize(("source", "told"), [("3", "1 node, 1 leaf"), ("[3]", "2 nodes, 1 leaf")])
def test_one_is_told_as_one(source, told):
    assert facts_of(open_source(source).game) == told


def test_where_a_match_has_come_in_a_tree_is_marked_and_no_other_node():
    game = open_source("lecture").game
    path = [game.initial, game.result(game.initial, game.actions(game.initial)[1])]
    for width in (80, 20):
        rows = drawn_unsearched(game, width=width, path=path)
        text = "\n".join("".join(run.text for run in row) for row in rows)
        assert "▼ C" in text
        assert "▲" not in text
        assert "▼ B" not in text
    marked = [
        run.text
        for row in drawn_unsearched(game, width=80, path=path)
        for run in row
        if "current" in run.style.split()
    ]
    assert "C" in "".join(marked)
    assert not {"A", "B", "D"} & set("".join(marked))
    bare = drawn_unsearched(game, width=80)
    assert not any("current" in run.style.split() for row in bare for run in row)
