"""Drawings of a tree or game before any search."""

import re
from collections import Counter
from fractions import Fraction

import pytest

from engine.game import Player
from tests.support.cases import over
from tracer.runs.unsearched import describe_size, draw_unsearched
from trees.library import library_names, library_tree
from trees.sources import open_source


def drawn(source, width=100, **options):
    rows = draw_unsearched(open_source(source).game, width=width, **options)
    return "\n".join("".join(run.text for run in row).rstrip() for row in rows)


@over("name", library_names(), ms=45)
@over("width", [200, 50, 20])
def test_unsearched_tree_shows_its_leaves_and_no_search_result(name, width):
    tree = library_tree(name)
    shown = drawn(name, width)
    leaves = Counter(round(float(value), 4) for value in tree.values if value is not None)
    written = re.findall(r"(?<!\w)−?[\d./]+(?!\w)", shown)
    numbers = [float(Fraction(text.replace("−", "-"))) for text in written]
    assert leaves <= Counter(round(number, 4) for number in numbers)
    for found in ("?", "∞", "…", "≤", "≥", "=", "▲", "▼", "["):
        assert found not in shown
    assert drawn(name, width, ascii=True).isascii()


def test_unknown_leaves_are_drawn_as_their_letters():
    tree = open_source('[[3, x], ["?", 4], [x, y]]', letters=True).game
    rows = draw_unsearched(tree, width=80)
    leaves = "".join(run.text for run in rows[-1]).split()
    assert leaves == ["3", "x", "?", "4", "x", "y"]


def test_small_unsearched_tree_is_drawn():
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


def test_too_large_a_tree_is_described_by_its_size():
    large = str([[*range(60)], [*range(60)], [*range(60)]])
    assert drawn(large) == ""
    assert describe_size(open_source(large).game) == "184 nodes, 180 leaves"


def test_unsearched_game_shows_its_board_and_whose_turn_it_is():
    game = open_source("tic-tac-toe@xo.|.x.|...").game
    board = [line.rstrip() for line in game.draw(game.initial).split("\n")]
    assert drawn("tic-tac-toe@xo.|.x.|...").split("\n") == board
    moves = len(game.actions(game.initial))
    assert (
        describe_size(game) == f"{game.labels[game.to_move(game.initial)]} to move, {moves} moves"
    )
    assert describe_size(open_source("tic-tac-toe@xxx|oo.|...").game) == "the game is over"
    assert game.to_move(game.initial) is Player.MIN


@pytest.mark.parametrize(("source", "text"), [("3", "1 node, 1 leaf"), ("[3]", "2 nodes, 1 leaf")])
def test_count_of_one_is_singular(source, text):
    assert describe_size(open_source(source).game) == text


def test_current_node_of_a_match_is_the_only_one_marked():
    game = open_source("lecture").game
    path = [game.initial, game.result(game.initial, game.actions(game.initial)[1])]
    for width in (80, 20):
        rows = draw_unsearched(game, width=width, path=path)
        text = "\n".join("".join(run.text for run in row) for row in rows)
        assert "▼ C" in text
        assert "▲" not in text
        assert "▼ B" not in text
    marked = [
        run.text
        for row in draw_unsearched(game, width=80, path=path)
        for run in row
        if "current" in run.style.split()
    ]
    assert "C" in "".join(marked)
    assert not {"A", "B", "D"} & set("".join(marked))
    bare = draw_unsearched(game, width=80)
    assert not any("current" in run.style.split() for row in bare for run in row)


@pytest.mark.parametrize("source", ["[[[4, 6], [7, 2]], [[3, 5], [8, 1]]]", "dice", "lecture"])
def test_tree_is_drawn_closer_if_it_is_too_high_and_spread_out_if_there_is_room(source):
    usual = drawn(source)
    close = drawn(source, height=1)
    assert close.count("\n") < usual.count("\n")
    assert drawn(source, height=usual.count("\n") + 1, width=80) == drawn(source, width=80)
    wide = drawn(source, height=60, width=120)
    assert max(map(len, wide.split("\n"))) > max(map(len, usual.split("\n")))
    for text in (close, wide):
        assert sorted(re.findall(r"\w+", text)) == sorted(re.findall(r"\w+", usual))
